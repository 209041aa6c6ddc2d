// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/state/event_queue.h"
#include "engine/run/state/state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headroom::engine {

/// A failure that happens, or announces itself.
struct Strike {
    HazardIndex hazard;
    std::int64_t n = 0;  ///< its occurrence: HazardClock::draw(hazard, n, …) belongs to it
    FaultKind kind = FaultKind::FailStop;
    std::int32_t unit = -1;  ///< see HazardClock
    ServerIndex server;      ///< that it sits in; -1 if none
    double u = 0.0;          ///< uniform, for those who pick the unit themselves (fabrics)
    double repairS = 0.0;    ///< work, waiting left out
    double amount = models::kNotStated;
    std::int32_t spare = -1;  ///< stock that the repair takes from; -1 if none
    bool announced = false;   ///< a precursor: it fails at `atS` unless it is replaced before
    bool known = false;       ///< the failure that a precursor announced: unit as told then
    bool byReset = false;     ///< needs no crew and no part
    double atS = 0.0;         ///< when it fails
    /// Other units that the same cause strikes; valid until the next strike.
    std::span<const std::int32_t> others;
};

/// When each hazard strikes next, and which unit.
///
/// A hazard is a stream of candidates at the highest rate that its population can have, thinned to
/// what the units' numbers, temperatures, loads and ages make of it (Lewis and Shedler, 1979). The
/// n-th candidate draws from counters of its own, so that hazards never disturb each other and the
/// order of other events changes nothing. Nothing is done per step; one candidate costs O(log
/// servers).
///
///   parts of every age    a Poisson process of the mean rate: exact for exponential lives, and for
///                         many units of mixed age else (Palm and Khintchine)
///   parts of a known age  (MaintenanceSpec::ageS) the first generation as one cohort by the
///                         cumulative hazard; each renewed unit by a life of its own
///   unit                  uniform, or by weights: servers by their "lemon" rates (State), batches
///                         and spreads of a kind by PlantHazard::cumulative
///   precursors            the failure follows the candidate by its lead time; the stream begins
///                         that much before the run
///   common cause          see models::commonCauseKept
///
/// unit means, by basis: accelerator, job accelerator: slot; server: server; nic, psu: server times
/// PlantHazard::perServer plus its number; shelf: rack; host and fabric links, switches: none
/// (`u`); storage: building block; equipment and others with PlantHazard::orders: index into these.
class HazardClock {
  public:
    HazardClock(const Plant& plant, State& state, EventQueue& queue)
        : plant_(plant), s_(state), queue_(queue) {}

    /// First candidate of every hazard, rates of servers. Once, at the start of a run.
    void begin();

    /// Takes FaultEvent::Hazard and queues the next; nothing where the candidate is none.
    std::optional<Strike> strike(HazardIndex hazard, std::int32_t b, std::int32_t c, double timeS);

    /// The unit is a new part from now on. Without effect where its hazard has no age.
    void renewed(HazardIndex hazard, std::int32_t unit, double timeS);

    /// The server was exchanged: its rate is that of another one.
    void serverReplaced(ServerIndex server);

    /// Uniform number `which` of an occurrence; 9 to 15 are for those who handle the failure.
    double draw(HazardIndex hazard, std::int64_t n, int which) const;

    /// Work of the repair of an occurrence, and whether a reset is all that it takes.
    double repairS(HazardIndex hazard, std::int64_t n) const;
    bool healedByReset(HazardIndex hazard, std::int64_t n) const;

    /// "B1/R03/S07 accelerator 5", "ups-a/2", "CDU 3 of cdus".
    std::string unitName(HazardIndex hazard, std::int32_t unit) const;

    /// The server that a unit sits in; -1 if none.
    std::int32_t serverOf(HazardIndex hazard, std::int32_t unit) const;

    /// The unit of the wiring that a module is in.
    int powerUnit(HazardIndex hazard, std::int32_t unit) const;

    /// Orders to the plant where the failure is of a machine (PlantHazard::orders).
    const PlantOrder* order(const Strike& strike) const;

  private:
    double timeAfter(HazardIndex hazard, std::int64_t n, double timeS) const;
    void queueNext(HazardIndex hazard, double timeS);
    void queueRenewed(const RenewedUnit& unit, double timeS);
    RenewedUnit* findRenewed(HazardIndex hazard, std::int32_t unit);
    bool pick(Strike& strike) const;
    bool accepted(const Strike& strike) const;
    bool commonCause(Strike& strike);
    double stress(const PlantHazard& hazard, ServerIndex server) const;
    std::int32_t serverAt(double u) const;
    std::int32_t unitOf(const PlantHazard& hazard, ServerIndex server, int within) const;
    std::int32_t shelfRack(std::int32_t rectifier) const;
    const PlantBlock& blockOf(ServerIndex server) const;
    int groupOf(models::FailureScope scope, ServerIndex server) const;
    Strike fill(Strike strike) const;

    const Plant& plant_;
    State& s_;
    EventQueue& queue_;
    std::vector<std::int32_t> others_;
};

}  // namespace headroom::engine
