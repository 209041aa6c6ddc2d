// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/contingency.h"

#include <cstdint>
#include <vector>

/// Cascade of trips after a failure, in order of time, until the remaining wiring carries the load.
///
/// The failure is assumed to last for hours at full load, so every part beyond its trip threshold
/// trips; the part with the shortest trip time trips first. A breaker follows its curve
/// (models/power/breaker.h), starting from its heat in normal operation. A UPS or a generator set trips beyond its permitted
/// overload. After each trip, transfer switches move and generators start before the next trip is sought.
/// Heat that accumulates between two trips is neglected: it changes the times of trips, not which parts
/// trip. A run applies the same laws in time (engine/run/power).
/// Source: laws of the parts; cascading outages as in N-1 studies of grids.
namespace headroom::engine {

/// Returns the breakers and units that would trip in this state, each with its trip time [s].
std::vector<CascadeTrip> tripsOf(const PowerNetwork& network, const PowerSwitching& switching,
                                 const PowerFlow& flow, const PowerFlow& before);

/// Follows the cascade from a settled state until no part trips, and leaves the state settled. `usual` holds the trips of
/// normal operation; they are findings of their own and are ignored here. Returns the trips in order; empty if nothing trips.
std::vector<CascadeTrip> followTrips(const PowerNetwork& network,
                                     const std::vector<std::uint8_t>& side,
                                     const PowerDemand& demand, const PowerFlow& before,
                                     const std::vector<CascadeTrip>& usual, double tolerance,
                                     PowerSwitching& switching, PowerDemand& shed, PowerFlow& flow);

/// Opens the breaker of the trip, or takes its unit out of service.
void applyTrip(const PowerNetwork& network, const CascadeTrip& trip, PowerSwitching& switching);

}  // namespace headroom::engine
