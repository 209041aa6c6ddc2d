// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/contract/subsystem.h"
#include "engine/run/fabric/fabric_jobs.h"
#include "engine/run/fabric/fabric_links.h"
#include "engine/run/fabric/fabric_loads.h"
#include "engine/run/frame/frame.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/state/state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// The fabrics of a run: traffic of the running jobs on the bundles that they cross, the rates that
/// it gets, faults of links and what they take with them.
///
/// Everything but State::fabric follows from the State: who runs where at which clock, and which
/// faults hold. Each change dissolves only the jobs that share a bundle which together they can
/// fill; the rest is kept. The result does not depend on the order of changes, so that a run resumed from a snapshot
/// continues alike.
class FabricRun : public Subsystem, public JobFabric {
  public:
    FabricRun(const RunContext& run, Jobs& jobs);

    /// Who brings servers back. Once, before begin().
    void join(ServerRepair& repair) { repair_ = &repair; }

    void begin() override;
    void derive() override;

    void jobStarted(JobIndex job) override;
    void jobStopped(JobIndex job) override;
    void jobChanged(JobIndex job) override;
    void renumbered(const std::vector<std::int32_t>& now) override;
    void powerChanged(double timeS, std::int64_t cause) override;
    double lineBytesPerS(const Job& job) const override;

    double filesPerS() const override { return storage_.metadataPerS; }

    double checkpointWriteS(const Job& job) const override;
    double restartReadS(JobIndex job) const override;
    double transportTimeoutS(JobIndex job) const override;
    std::string bottleneckName(const Job& job) const override;

    /// A server that has lost an adapter.
    bool isCutOff(ServerIndex server) const;

    /// Solves what changed and tells the jobs. Cheap where nothing did.
    void settle(double timeS);

    // Faults.
    void operate(const PlantOrder& order, double timeS, std::int64_t cause) override;
    void act(const QueuedEvent& event) override;
    /// Strikes at random: a link, switch or leaf by basis and kind of the hazard. u: uniform draw.
    /// False: there is none.
    bool strike(HazardIndex hazard, double u, double repairS, double timeS);

    /// Sums the counters up to now and finds the power of switches at their load.
    void count(double timeS);

    void fill(Frame& frame) const override;
    void publish() override;

    const FabricLinks& links() const { return links_; }

    /// For a branch: what follows from the network alone is common to both.
    void shareLists(const FabricRun& other) { links_.shareLists(other.links_); }

    const StoragePort& storage() const { return storage_; }

  private:
    bool hasPart(const PlantOrder& order) const override;

    struct OnBundle {
        std::int64_t id = 0;  ///< of the job: the order of the list
        std::int32_t slot = 0;
        std::int32_t classNumber = 0;
        std::int32_t place = 0;  ///< of the bundle among those of the class
    };

    void add(JobIndex job);
    void drop(std::int32_t slot);
    void touch(std::int32_t slot);
    void lookAgain(std::int32_t bundle);
    bool active(const Job& job) const;
    void refreshAdapters(JobTraffic& traffic) const;
    void detourAround(TrafficClass& traffic) const;
    bool binds(std::int32_t bundle);
    bool bindsNow(std::int32_t bundle);
    void solveDirty();
    void solveFrom(std::int32_t seed);
    void solve(const std::vector<std::int32_t>& slots);
    void setShares(JobTraffic& traffic);
    void findCost(Job& job, const JobTraffic& traffic) const;
    void tell(double timeS);
    double poweredShare(int fabric) const;
    const models::FabricSpec& specOf(int fabric) const;
    double storageRunning() const;

    int fabricIndex(const std::string& id) const;
    void addFault(FabricFaultState fault, double durationS, double timeS, const std::string& text,
                  std::int64_t cause);
    void removeFaults(const PlantOrder& order, int fabric, double timeS, std::int64_t cause);
    void applyFaults(double timeS, std::int64_t cause);
    std::string blast(const FabricFaultState& fault) const;
    int readersOf(const Job& job) const;

    void refreshLoads();

    Jobs& jobs_;
    ServerRepair* repair_ = nullptr;
    const FabricNetwork& network_;
    FabricLinks links_;
    StoragePort storage_;
    std::vector<std::vector<std::int32_t>> endpointServer_;  ///< by fabric, endpoint
    std::vector<JobTraffic> slots_;
    std::vector<std::int32_t> freeSlots_;
    std::vector<std::int32_t> slotOfJob_;  ///< by job; -1 if none
    std::vector<std::vector<OnBundle>> onBundle_;
    std::vector<double> capacity_;  ///< by bundle, as last solved; storage behind
    std::vector<std::int32_t> dirtySlots_, dirtyBundles_;
    std::vector<std::uint8_t> bundleDirty_;  ///< by bundle: in dirtyBundles_, which has it once
    std::vector<std::uint8_t> bound_;        ///< by bundle: could be filled when last looked at
    std::vector<std::uint8_t> known_;  ///< by bundle: nothing changed on it since, nor its capacity
    std::vector<std::uint32_t> slotSeen_, slotDirty_, bundleSeen_;
    std::uint32_t pass_ = 0;
    std::vector<JobIndex> changedJobs_;
    std::vector<TrafficClass> classes_;  ///< of the jobs that are being solved
    TrafficSolver solver_;
    FabricLoads loads_;
    bool loadsChanged_ = true;
};

}  // namespace headroom::engine
