// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/failures/hazard_clock.h"
#include "engine/failures/repair_shop.h"
#include "engine/sim/event_log.h"
#include "engine/sim/jobs.h"
#include "engine/sim/plant.h"
#include "engine/sim/state.h"

#include <cstdint>
#include <map>
#include <string>

namespace headroom::engine {

class Coolant;
class Electrical;
class FabricRun;

/// Random failures, their detection, effect and repair.
///
/// When and which unit: HazardClock.
class Failures : public RepairClient {
  public:
    Failures(const Plant& plant, State& state, EventLog& log, Jobs& jobs);

    /// Who carries failures into the wiring and the fabrics. Once, before begin().
    void join(Electrical& electrical, FabricRun& fabric, Coolant& coolant) {
        electrical_ = &electrical;
        fabric_ = &fabric;
        coolant_ = &coolant;
    }

    /// First failure of every hazard. Once, at the start of a run.
    void begin();

    void strike(const QueuedEvent& event);
    void serverDown(int server, int hazard, std::int64_t occurrence, double timeS,
                    std::int64_t cause);
    void serverRepaired(int server, double timeS);
    /// unit: as of HazardClock.
    void equipmentRepaired(int hazard, int unit, double timeS);
    /// A server without a path to its fabric leaves its pool until serverRepaired.
    void cutOff(int server, double timeS, std::int64_t cause);

    /// A rack that passed its shutdown temperature: servers off, back after the reset time.
    void trip(int rack, double timeS);

    /// Takes RepairDone, CrewFree, SpareArrives.
    void handleRepair(const QueuedEvent& event) { shop_.handle(event); }

    void repairBegun(std::int32_t fault, double timeS, std::int64_t event) override;
    void repaired(std::int32_t fault, double timeS, std::int64_t event) override;
    std::string subjectOf(std::int32_t fault) const override;

    /// Open fault of that number; null: it is over.
    const Fault* find(std::int32_t number) const;

    /// By failure mode id, or equipment type.
    std::map<std::string, std::int64_t> counts() const;

  private:
    void act(const Strike& strike, double timeS);
    void strikeServer(const Strike& strike, double timeS);
    void strikeJob(const Strike& strike, double timeS);
    void strikeNetwork(const Strike& strike, double timeS);
    void strikeEquipment(const Strike& strike, double timeS);
    void strikePlant(const Strike& strike, double timeS);
    Fault& open(const Strike& strike, FaultSite site, double timeS, std::int64_t cause);
    const Fault* findAt(std::int32_t hazard, std::int32_t unit) const;
    double detectS(const PlantHazard& hazard) const;
    std::string serverName(int server) const;

    const Plant& plant_;
    State& s_;
    EventLog& log_;
    Jobs& jobs_;
    Electrical* electrical_ = nullptr;
    FabricRun* fabric_ = nullptr;
    Coolant* coolant_ = nullptr;
    HazardClock clock_;
    RepairShop shop_;
};

}  // namespace headroom::engine
