// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/contract/run_context.h"
#include "engine/run/jobs/job_ports.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headroom::engine {

class Dispatch;
class Jobs;

/// Waiting jobs: the queue of each pool, jobs that are held or wait for another site, and the scheduler that starts them.
/// Without a scheduling policy a queue is first in, first out, and its head blocks the others.
class JobQueues {
  public:
    /// `ports` are used after Jobs::join().
    JobQueues(const RunContext& run, Jobs& jobs, const JobPorts& ports);
    ~JobQueues();
    JobQueues(const JobQueues&) = delete;
    JobQueues& operator=(const JobQueues&) = delete;

    /// A scheduling policy starts jobs, preempts and resizes them.
    bool hasPolicy() const { return dispatch_ != nullptr; }

    /// Starts, preempts and resizes what the scheduler of each pool wants where something changed.
    void schedule(double timeS);
    void wakeScheduler(PoolIndex pool, double timeS);

    /// The job waits from now on, and counts among those that wait. join() gives it a place.
    void beginWait(JobIndex job, double timeS);
    void endWait(JobIndex job, double timeS);

    /// Puts a waiting job into the queue, or aside for the broker.
    void join(JobIndex job, double timeS);
    /// Takes a waiting job out of its queue.
    void leave(JobIndex job);

    /// The scheduler forgets a job.
    void ended(JobIndex job, double timeS);
    /// A job gives its accelerators back after the checkpoint that the scheduler waited for.
    void yielded(const Job& job);

    /// A queued job is passed over until it is released.
    void hold(JobIndex job);
    void release(JobIndex job, double timeS);

    /// Reason of a job that has just joined a queue.
    JobReason waitReason() const;

    /// Waiting jobs of a pool in the order of its queue; those that cannot run here come last.
    std::vector<JobIndex> waiting(PoolIndex pool) const;

    /// Takes all queues apart and puts them together again as the policy of the design wants.
    void restart(double timeS);

  private:
    void startInOrder(std::size_t pool, double timeS);
    bool canRunHere(const Job& job) const;

    const Plant& plant_;
    State& s_;
    Causes& causes_;
    Jobs& jobs_;
    const JobPorts& ports_;
    std::unique_ptr<Dispatch> dispatch_;  ///< null means first in, first out
};

}  // namespace headroom::engine
