// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sim/event_log.h"
#include "engine/sim/plant.h"
#include "engine/sim/state.h"
#include "models/workload/training_step.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::engine {

class FabricRun;

/// The step model's input for a training job on a fabric, at full clock and network.
models::TrainingStepInput trainingInput(const PlantTraining& training, const PlantPool& pool,
                                        const PlantFabric& fabric);

/// The step of a training job at its clock and shares of the network as they are now.
models::TrainingStep trainingStepOf(const Plant& plant, const Job& job);

/// Share of the time in which a job without a plan sends, at the full rate of its adapters.
double communicationShare(const Plant& plant, const Job& job);

/// What a job has done at one instant, without changing it.
struct JobProgress {
    double done = 0.0;  ///< work
    double kept = 0.0;  ///< work in the last checkpoint
    double runSinceCheckpointS = 0.0;
    double productiveS = 0.0;
    double wastedS = 0.0;  ///< since Job::sinceS: hung or stalled in checkpoints
};

JobProgress progressAt(const Job& job, double timeS);

/// Accelerator seconds held by jobs without progress that was kept, up to State::timeS: restarts,
/// hangs, checkpoint stalls, lost work. Does not change the state.
double wastedAcceleratorS(const State& state);

/// The life of jobs: arrive, queue, start, run, end, be interrupted. Acts at exact times; racks
/// whose load changes are noted for the next integration of power and heat.
class Jobs {
  public:
    Jobs(const Plant& plant, State& state, EventLog& log);

    /// Who carries their traffic. Once, before begin().
    void join(FabricRun& fabric) { fabric_ = &fabric; }

    /// First arrivals of every source. Once, at the start of a run.
    void begin();

    void arrive(JobSource source, int index, double timeS);
    void ready(std::int32_t job, std::int32_t version, double timeS);
    void end(std::int32_t job, std::int32_t version, double timeS);

    /// Starts what fits, pool by pool, head first.
    void schedule(double timeS);

    /// The job stands still (a part of it failed and nobody knows yet).
    void hang(std::int32_t job, double timeS);

    /// Ends the present allocation: work since the last checkpoint is lost, the job queues again.
    void interrupt(std::int32_t job, double timeS, std::int64_t cause);

    /// Recomputes the rate of a running job from clock and network as they are now.
    void refreshRate(std::int32_t job, double timeS);

    /// No path is left between its parts: it stands still, and ends when the transport gives up,
    /// unless a path comes back before.
    void partition(std::int32_t job, double timeS, std::int64_t cause);

    /// Every running job on a rack whose clock moved.
    void refreshThrottled(double timeS);

    /// Switches or storage got or lost power.
    void refreshNetworkPower(double timeS, std::int64_t cause);

    /// Jobs on a server, each once.
    std::vector<std::int32_t> onServer(int server) const;

    void push(double timeS, Happening kind, std::int32_t a, std::int32_t b, std::int64_t cause = -1,
              std::int32_t c = 0);

    /// Recomputes activity and servers in service of the racks noted since the last call.
    void refreshRacks();
    void noteRack(int rack);
    void noteServer(int server);

    /// Accelerators whose load changed since the last refreshRacks.
    int changed() const { return changed_; }

    /// A name for tables: "llama-70b", "generator-12".
    std::string name(const Job& job) const;

    /// What bounds it, why it waits, what ended it last: one sentence.
    std::string why(const Job& job) const;

  private:
    void submit(Job job, double timeS);
    bool start(std::int32_t job, double timeS);
    void run(std::int32_t job, double timeS);
    void settle(Job& job, double timeS);
    void setActivity(std::int32_t job, double activity);
    void noteJob(const Job& job);
    void leave(std::int32_t job, double timeS);
    double restartS(std::int32_t job) const;
    double setRate(Job& job);
    static void waitForData(const Job& job, const PlantTraining& training,
                            models::TrainingStep& step);
    bool starves(const Job& job) const;
    double slowestClock(const Job& job) const;

    const Plant& plant_;
    State& s_;
    EventLog& log_;
    FabricRun* fabric_ = nullptr;
    std::vector<char> rackNoted_;
    std::vector<int> notedRacks_;
    int changed_ = 0;
};

}  // namespace headroom::engine
