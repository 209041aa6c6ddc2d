// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

#include <cstdint>
#include <vector>

/// Effect of one unit of the wiring being out: the N-1 question, asked of every unit.
///
/// A case is steady state after the event: transfer switches are on their first live source,
/// generators run where their normal sources are dead, batteries are empty. Ride-through of a UPS on its battery until then
/// is a question of time, not of capacity, and belongs to a run.
/// Loadings and margins are those of this state. Then breakers and units trip that are beyond what they
/// carry (cascade.h).
/// Source: single-contingency ("N-1") security analysis as usual for transmission grids.
namespace headroom::engine {

/// A unit or an edge beyond what it may carry.
struct Overload {
    int index = 0;         ///< of the unit or edge
    double loading = 0.0;  ///< share of its rating, above 1
};

/// A breaker or a unit that trips by overload after a failure (cascade.h).
struct CascadeTrip {
    EdgeIndex edge;        ///< whose breaker opens; -1 means a unit trips
    UnitIndex unit;        ///< that trips; -1 means a breaker opens
    double loading = 0.0;  ///< of its rating
    double afterS = 0.0;   ///< since the failure
};

struct Contingency {
    int unit = -1;                ///< that is out; -1 if every utility at once
    int modules = 0;              ///< of it that are out
    int alike = 1;                ///< units of which each alone does the same, `unit` among them
    std::vector<Overload> units;  ///< overloaded in this case
    std::vector<Overload> edges;  ///< whose breaker or cable is overloaded
    /// Loads without a live cord that had one in normal operation.
    std::vector<LoadIndex> lostLoads;
    std::vector<CascadeTrip> trips;          ///< what trips by overload afterwards, in order
    std::vector<LoadIndex> trippedLoads;     ///< that are dark then too, next to the lost ones
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

/// The same where generatorSide() (standby.h) is known: for many cases of one wiring.
void transferAndStart(const PowerNetwork& network, const std::vector<std::uint8_t>& side,
                      PowerSwitching& switching, PowerFlow& flow);

/// The steady state of `demand` under `switching`: where the wiring cannot supply a unit, its
/// incomers open, switches move and generators start, until the rest has a solution. `flow` must
/// have been energised; `shed` is what the loads take then. Returns what went, in that order.
std::vector<VoltageCollapse> settlePower(const PowerNetwork& network, PowerSwitching& switching,
                                         const PowerDemand& demand, PowerDemand& shed,
                                         PowerFlow& flow, double tolerance = kVoltageTolerance);

/// Units that are alike (alike.h) are one case, of the first of them, where a case of each would be
/// more than that many times a unit solved: hundreds in a wiring of hundreds, a few in one of ten
/// thousands. About a millisecond.
inline constexpr std::int64_t kMostAlikeSolved = 50'000;

/// Every unit out, one after the other: one module of a unit that has spares, the whole unit else.
/// Cost: one load flow a case, of the island (islands.h) that the unit is in, started from the voltages of normal
/// operation; of islands that are equal to the last bit one is solved. `group`, by load:
/// loads of different groups are distinguished.
FailureStudy singleFailures(const PowerNetwork& network, const PowerDemand& demand,
                            const std::vector<int>& group = {});

}  // namespace headroom::engine
