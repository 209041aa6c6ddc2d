// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

#include <cstdint>
#include <vector>

/// N-1 study of the wiring: the effect of each single unit being out of service.
///
/// Each case is the steady state after the event: transfer switches are on their first live source,
/// generators run where their normal sources are dead, and batteries are empty. Whether a UPS battery bridges the time until then
/// depends on time, not on capacity; a run answers it.
/// Loadings and margins describe this state. Overloaded breakers and units then trip in a cascade
/// (cascade.h).
/// Source: single-contingency ("N-1") security analysis as usual for transmission grids.
namespace headroom::engine {

/// A unit or an edge that is loaded above its rating.
struct Overload {
    int index = 0;         ///< of the unit or edge
    double loading = 0.0;  ///< share of its rating, above 1
};

/// A breaker or a unit that trips by overload after a failure (cascade.h).
struct CascadeTrip {
    EdgeIndex edge;        ///< edge whose breaker opens; -1 if a unit trips
    UnitIndex unit;        ///< unit that trips; -1 if a breaker opens
    double loading = 0.0;  ///< share of the rating
    double afterS = 0.0;   ///< time since the failure
};

struct Contingency {
    int unit = -1;                ///< unit that is out; -1 if all utilities are out
    int modules = 0;              ///< failed modules of the unit
    int alike = 1;                ///< number of units with this same case, including `unit`
    std::vector<Overload> units;  ///< overloaded in this case
    std::vector<Overload> edges;  ///< edges with an overloaded breaker or cable
    /// Loads without a live cord that had one in normal operation.
    std::vector<LoadIndex> lostLoads;
    std::vector<CascadeTrip> trips;          ///< trips by overload afterwards, in order
    std::vector<LoadIndex> trippedLoads;     ///< further loads that the trips leave dark
    std::vector<VoltageCollapse> collapses;  ///< units that the wiring cannot supply in this case
    double worstLoading = 0.0;               ///< largest of any unit
    int worstUnit = -1;                      ///< which one
};

struct FailureStudy {
    std::vector<Contingency> cases;    ///< in the order of the network
    Contingency outage;                ///< every utility dead, generators on
    std::vector<double> worstLoading;  ///< by unit: the largest in any case; NaN: no rating
    std::vector<int> worstCase;        ///< by unit: index into cases, -1: normal operation
    std::vector<double> margin;     ///< by load: 1 less the largest loading on its way to a source,
                                    ///< the worst case in which it is still fed; NaN: never fed
    std::vector<double> imbalance;  ///< by load: loading of the heaviest less that of the lightest
                                    ///< of its feeds, in normal operation
};

/// Mains present, everything closed; generators at rest but for prime power (standby.h).
PowerSwitching restingSwitching(const PowerNetwork& network);

/// Moves transfer switches to live sources and starts the generators that are needed, until nothing
/// changes. `flow` holds what is live then.
void transferAndStart(const PowerNetwork& network, PowerSwitching& switching, PowerFlow& flow);

/// Does the same with a known generatorSide() (standby.h), for many cases of one wiring.
void transferAndStart(const PowerNetwork& network, const std::vector<std::uint8_t>& side,
                      PowerSwitching& switching, PowerFlow& flow);

/// Solves the steady state of `demand` under `switching`. If the wiring cannot supply a unit, the incomers of
/// that unit open, switches move and generators start, until the rest has a solution. Call energise() on
/// `flow` first. `shed` receives the remaining demand. Returns the collapsed units in order.
std::vector<VoltageCollapse> settlePower(const PowerNetwork& network, PowerSwitching& switching,
                                         const PowerDemand& demand, PowerDemand& shed,
                                         PowerFlow& flow, double tolerance = kVoltageTolerance);

/// Limit of (cases x units) that are solved one by one, worth about a millisecond. Beyond it, alike units
/// (alike.h) share one case, that of their first member.
inline constexpr std::int64_t kMostAlikeSolved = 50'000;

/// Takes each unit out in turn: one module of a unit with spare modules, otherwise the whole unit.
/// Each case costs one load flow of the unit's island (islands.h), started from the voltages of normal
/// operation. Islands that are equal bit by bit are solved once. `group` holds a number for each load:
/// loads of different groups are never alike.
FailureStudy singleFailures(const PowerNetwork& network, const PowerDemand& demand,
                            const std::vector<int>& group = {});

}  // namespace headroom::engine
