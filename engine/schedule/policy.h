// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/scheduler.h"

#include <memory>
#include <span>

namespace headroom::engine {

/// An order of jobs and what it does about it. Holds no state: all is in SchedulerState.
class Policy {
  public:
    virtual ~Policy() = default;

    /// Where the job is in line, from now on; lower first.
    virtual Rank rank(const Scheduler& scheduler, const ScheduledJob& job, double nowS) const = 0;

    /// Order among tenants that changes with time; compared before the ranks.
    virtual double tenantRank(const Scheduler&, std::int32_t) const { return 0.0; }

    /// Whether the policy takes accelerators away by itself, with any spec.
    virtual bool preempts() const { return false; }

    /// Running jobs in the order in which they would be taken from, lowest first. Holds until the
    /// job's expected end moves or shiftS() comes.
    virtual Rank victimRank(const Scheduler&, const ScheduledJob& running, double nowS) const;

    virtual double shiftS(const Scheduler&, const ScheduledJob&, double) const { return kNoTime; }

    /// Running jobs whose rank's first is at most this may be displaced by the waiting one.
    virtual double victimLimit(const Scheduler&, const ScheduledJob&, double) const {
        return -kNoTime;
    }

    /// Among victims alike in the first of their ranks those go that lose the least work.
    virtual bool weighsLoss() const { return false; }

    /// Whether it decides by how long the jobs of the pool have run: SchedulerState::history is kept for it.
    virtual bool learnsRunTimes() const { return false; }

    /// Whether starting the waiting job now is worth what breaking off its victims costs. Orders
    /// that say who goes first at any cost (priority, quotas) always take room.
    virtual bool pays(const Scheduler&, std::int32_t, std::span<const std::int32_t>, double) const {
        return true;
    }

    /// The line: start the head while it fits; else take room for it where preemption may; else
    /// let others pass as the backfill says.
    virtual void decide(Scheduler& scheduler, double nowS) const;

    /// When a waiting job's place in line changes by itself; it then enters the line anew.
    virtual double dueS(const Scheduler&, const ScheduledJob&, double) const { return kNoTime; }

    /// When decisions change although nothing happens.
    virtual double wakeS(const Scheduler&, double) const { return kNoTime; }
};

/// Starts what a plan of promises lets start now, in the order of a policy: nobody is delayed by
/// anybody behind him in line (Mu'alem and Feitelson 2001). With exact run times the plan is only
/// added to; where something ended otherwise it is made anew for the first
/// SchedulingSpec::reservedJobs of the line.
void decideConservative(const Policy& policy, Scheduler& scheduler, double nowS);

/// Gives a job that just joined its promise.
void promiseConservative(Scheduler& scheduler, std::int32_t job, double nowS);

/// The policy that the spec names.
std::unique_ptr<const Policy> makePolicy(const SchedulerSpec& spec);

}  // namespace headroom::engine
