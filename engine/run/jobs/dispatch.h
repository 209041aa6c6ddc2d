// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/contract/run_context.h"
#include "engine/schedule/policy.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace headroom::engine {

class Jobs;

/// Between the schedulers, which know counts and estimates (State::schedulers), and the jobs of a
/// run, which have places, checkpoints and true speeds. One scheduler for each pool.
class Dispatch {
  public:
    Dispatch(const RunContext& run, Jobs& jobs);

    /// A job waits from now on: new, or taken out of its accelerators.
    void join(JobIndex job, double timeS);
    void ended(JobIndex job, double timeS);
    void hold(JobIndex job, bool held);

    /// Learns anew who runs and waits, in the order given; what schedulers remembered is gone.
    void restart(const std::vector<JobIndex>& waiting, double timeS);

    /// Lets the scheduler of a pool act, and sees to it that it is woken when it asks for that.
    void decide(PoolIndex pool, double timeS);

  private:
    friend class PoolCluster;

    ScheduledJob facts(const Job& job) const;

    const Plant& plant_;
    State& s_;
    EventQueue& queue_;
    Jobs& jobs_;
    std::vector<std::shared_ptr<const Policy>> policies_;  ///< by pool
    std::int32_t acting_ = -1;  ///< job that a scheduler is preempting: its changes are known
};

/// Schedulers that know of no job, with all of their pools to give.
void beginDispatch(const Plant& plant, State& state);

/// Share of the tightest limit that is free, 0..1: of the electrical path (1 less the worst
/// loading) and of heat rejection (1 less the largest load of a loop over its design flow and
/// rise).
double powerHeadroom(const State& state);
double coolingHeadroom(const Plant& plant, const State& state);

}  // namespace headroom::engine
