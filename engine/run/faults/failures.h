// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/contract/subsystem.h"
#include "engine/run/faults/corruption.h"
#include "engine/run/faults/fault_detection.h"
#include "engine/run/faults/hazard_clock.h"
#include "engine/run/faults/open_faults.h"
#include "engine/run/faults/order_targets.h"
#include "engine/run/faults/repair_shop.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/state/state.h"

#include <cstdint>
#include <string>

namespace headroom::engine {

class Coolant;
class Electrical;
class FabricRun;
struct PlantMap;

/// Effect of a failure, its way from detection to repair, and the recovery of the facility.
///
/// HazardClock says when and which unit, FaultDetection who notices it when, RepairShop who repairs it and when, OpenFaults
/// keeps the record, OrderTargets finds the parts that an order means. By file: failures.cpp strikes and repairs,
/// fault_stages.cpp the way from the fault to its repair, fault_service.cpp what comes back into service, fault_orders.cpp
/// damage by people and drills.
///
///   Precursor   announced; with replace_on_precursor drained and exchanged before it fails
///   Latent      acts: fail-stop hangs the jobs of its server, fail-slow slows them, intermittent
///               hangs them again and again
///   Detected    after the time of its kind (inspection), or the hang time-out
///   Waiting     after the response of a person and localisation, where the level of automation
///               leaves these to people: the server is taken out, its jobs go back to their last
///               checkpoint (what only slows them writes one before)
///   UnderRepair a crew works; then over
class Failures : public Subsystem,
                 public RepairClient,
                 public CorruptionClient,
                 public JobWatcher,
                 public ServerRepair {
  public:
    Failures(const RunContext& run, Jobs& jobs, Electrical& electrical, FabricRun& fabric,
             Coolant& coolant, Corruption& corruption);

    /// First failure of every hazard, drills queued.
    void begin() override;

    OnFlows onFlows(const QueuedEvent& event) const override;
    void act(const QueuedEvent& event) override;
    void pass(const QueuedEvent& event) override;
    std::int32_t hazardOf(const QueuedEvent& event) const override;
    void serverRepaired(ServerIndex server, double timeS) override;
    /// unit: as of HazardClock.
    void equipmentRepaired(HazardIndex hazard, int unit, double timeS, std::int64_t cause);

    /// A rack that passed its shutdown temperature: servers off, back after the reset time.
    void trip(RackIndex rack, double timeS);

    /// A job has begun to run: on a server that is stopped without anybody knowing it hangs.
    void jobRuns(JobIndex job, double timeS) override;

    OnFlows onFlows(const PlantOrder& order) const override;
    void operate(const PlantOrder& order, double timeS, std::int64_t cause) override;

    /// Faults of what is gone are closed.
    void detachRemoved(const DesignEdit& edit) override;
    /// Servers that were cut off from a fabric that is built anew come back.
    void resume(const DesignEdit& edit) override;

    /// No equipment is out of service, no rack has tripped.
    bool atRest() const override;
    /// Open faults.
    void fill(Frame& frame) const override;

    void repairBegun(std::int32_t fault, double timeS, std::int64_t event) override;
    void repaired(std::int32_t fault, double timeS, std::int64_t event) override;
    std::string subjectOf(std::int32_t fault) const override;

    void corruptionFound(std::int32_t fault, double timeS, std::int64_t event) override;

    const OpenFaults& faults() const { return faults_; }

  private:
    /// People and drills act on racks, servers and accelerators of a rack block, on jobs and storage, and open the wrong breaker.
    bool hasPart(const PlantOrder& order) const override { return targets_.exist(order); }

    void strike(const QueuedEvent& event);
    void reachStage(const QueuedEvent& event);
    void act(const Strike& strike, double timeS);
    void strikeServer(const Strike& strike, double timeS);
    void strikeJob(const Strike& strike, double timeS);
    void strikeNetwork(const Strike& strike, double timeS);
    void strikeEquipment(const Strike& strike, double timeS);
    void strikePlant(const Strike& strike, double timeS);
    void noticePlant(Fault& fault, double timeS);
    void strikeSlow(const Strike& strike, double timeS);
    void strikeStorage(const Strike& strike, double timeS);
    void strikeScheduler(const Strike& strike, double timeS);
    void strikeAnnounced(const Strike& strike, double timeS);
    void strikeCorruption(const Fault& fault, double timeS);
    bool averted(const Strike& strike);

    // fault_stages.cpp
    void begin(Fault& fault, double timeS, double noticeS);
    void stage(const Fault& fault, FaultPhase phase, double timeS);
    void detected(Fault& fault, double timeS);
    void takeOut(Fault& fault, double timeS);
    bool drainFirst(Fault& fault, double timeS);
    void emptyServer(ServerIndex server, double timeS, std::int64_t cause, bool drained);
    void endJob(Fault& fault, double timeS);
    void pulse(Fault& fault, double timeS);
    void hangOn(const Fault& fault, double timeS);
    void close(std::int32_t number, double timeS);
    void refreshSpeed(ServerIndex server, double timeS);
    void refreshStorage(double timeS, std::int64_t cause);
    double cycleS(const Fault& fault) const;
    bool isLemon(ServerIndex server, double timeS);

    // fault_orders.cpp
    void breakPart(const PlantOrder& order, FaultSite site, int unit, double timeS,
                   std::int64_t cause);
    void repairPart(FaultSite site, int unit, double timeS, std::int64_t cause);
    void endOrder(std::int32_t number, double timeS, std::int64_t cause);

    Jobs& jobs_;
    Electrical& electrical_;
    FabricRun& fabric_;
    Coolant& coolant_;
    Corruption& corruption_;
    OpenFaults faults_;
    OrderTargets targets_;
    HazardClock clock_;
    FaultDetection detection_;
    RepairShop shop_;
};

}  // namespace headroom::engine
