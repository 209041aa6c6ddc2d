// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/contingency.h"

#include <cstdint>
#include <vector>

/// Trips after a failure, one after the other, until the rest carries the load.
///
/// A failure lasts for hours, and every load is at its full: what is beyond its trip threshold then does
/// trip, the soonest first. Breakers by their curve (models/power/breaker.h) from the heat of normal
/// operation on, UPS and generator sets beyond what their overload allows. Each trip moves switches and
/// starts generators before the next is sought. Thermal heat that builds up between two trips is not
/// kept: it changes times, not what trips. The run has the same laws in time (engine/run/power).
/// Source: laws of the parts; cascading outages as in N-1 studies of grids.
namespace headroom::engine {

/// Units that would trip in this state, each with its time [s].
std::vector<CascadeTrip> tripsOf(const PowerNetwork& network, const PowerSwitching& switching,
                                 const PowerFlow& flow, const PowerFlow& before);

/// Follows the trips of a state that is settled; `usual`: those of normal operation, which are findings of
/// their own and do not trip here. On return all of it is settled again. Empty where nothing trips.
std::vector<CascadeTrip> followTrips(const PowerNetwork& network,
                                     const std::vector<std::uint8_t>& side,
                                     const PowerDemand& demand, const PowerFlow& before,
                                     const std::vector<CascadeTrip>& usual, double tolerance,
                                     PowerSwitching& switching, PowerDemand& shed, PowerFlow& flow);

/// Opens the breaker, or takes the unit away.
void applyTrip(const PowerNetwork& network, const CascadeTrip& trip, PowerSwitching& switching);

}  // namespace headroom::engine
