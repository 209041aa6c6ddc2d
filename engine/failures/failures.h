// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sim/event_log.h"
#include "engine/sim/jobs.h"
#include "engine/sim/plant.h"
#include "engine/sim/state.h"

#include <cstdint>
#include <map>
#include <string>

namespace headroom::engine {

class Electrical;
class FabricRun;

/// Random failures, their detection, effect and repair.
///
/// Each hazard of the plant is one Poisson process over its population (the sum of independent
/// exponential units); the unit that breaks is drawn uniformly, or among servers by their "lemon"
/// weights (gamma-distributed rates). The n-th failure of a hazard draws from counters of its own,
/// so that hazards never disturb each other.
class Failures {
  public:
    Failures(const Plant& plant, State& state, EventLog& log, Jobs& jobs);

    /// Who carries failures into the wiring and the fabrics. Once, before begin().
    void join(Electrical& electrical, FabricRun& fabric) {
        electrical_ = &electrical;
        fabric_ = &fabric;
    }

    /// First failure of every hazard. Once, at the start of a run.
    void begin();

    void strike(int hazard, double timeS);
    /// A failure of equipment that is counted and reaches nobody (Coupling::Never).
    void pass(int hazard, double timeS);
    void serverDown(int server, int hazard, std::int64_t occurrence, double timeS,
                    std::int64_t cause);
    void serverRepaired(int server, double timeS);
    /// unit: of the wiring, -1 for other equipment.
    void equipmentRepaired(int hazard, int unit, double timeS, std::int64_t cause);
    /// A server without a path to its fabric leaves its pool until serverRepaired.
    void cutOff(int server, double timeS, std::int64_t cause);

    /// A rack that passed its shutdown temperature: servers off, back after the reset time.
    void trip(int rack, double timeS);

    /// By failure mode id, or equipment type.
    std::map<std::string, std::int64_t> counts() const;

  private:
    double draw(int hazard, std::int64_t occurrence, int which) const;
    void scheduleNext(int hazard, double timeS);
    void strikeServer(int hazard, std::int64_t n, double timeS);
    void strikeJob(int hazard, std::int64_t n, double timeS);
    void strikeNetwork(int hazard, std::int64_t n, double timeS);
    void strikeEquipment(int hazard, std::int64_t n, double timeS);
    double repairS(int hazard, std::int64_t n) const;
    double detectS(const PlantHazard& hazard) const;
    std::string serverName(int server) const;

    const Plant& plant_;
    State& s_;
    EventLog& log_;
    Jobs& jobs_;
    Electrical* electrical_ = nullptr;
    FabricRun* fabric_ = nullptr;
};

}  // namespace headroom::engine
