// SPDX-License-Identifier: Apache-2.0
#include "engine/base/scale.h"
#include "engine/schedule/elastic.h"
#include "engine/schedule/policy.h"

#include <algorithm>
#include <cmath>
#include <span>

/// The orders of a line; their discipline is that of the base class.
namespace headroom::engine {

namespace {

/// Job seconds that taking these jobs off their accelerators costs.
double breakCostS(const Scheduler& scheduler, std::span<const std::int32_t> victims, double nowS) {
    const bool suspends = scheduler.spec().policy.preemptionMode == models::PreemptionMode::Suspend;
    double sum = 0.0;
    for (const std::int32_t victim : victims) {
        const ScheduledJob& v = scheduler.job(victim);
        sum += scheduler.breakCostS(v, suspends ? 0.0 : scheduler.lostS(v, nowS));
    }
    return sum;
}

/// First in, first out; what was interrupted goes first.
class Fifo : public Policy {
  public:
    Rank rank(const Scheduler&, const ScheduledJob& job, double) const override {
        return {job.urgent != 0 ? -1.0 : 0.0, job.submitS};
    }
};

/// By priority; may take accelerators from lower ones where the spec allows preemption.
class Priority : public Policy {
  public:
    Rank rank(const Scheduler&, const ScheduledJob& job, double) const override {
        return {-static_cast<double>(job.priority), job.submitS};
    }

    Rank victimRank(const Scheduler&, const ScheduledJob& running, double) const override {
        return {static_cast<double>(running.priority), -running.startS};
    }

    double victimLimit(const Scheduler& scheduler, const ScheduledJob& waiting,
                       double) const override {
        return scheduler.spec().policy.preemption ? waiting.priority - 1.0 : -kNoTime;
    }

    bool weighsLoss() const override { return true; }
};

/// Shortest expected run time first; running jobs stay.
class ShortestFirst : public Policy {
  public:
    Rank rank(const Scheduler& scheduler, const ScheduledJob& job, double nowS) const override {
        return {scheduler.remainingS(job, nowS), 0.0};
    }
};

/// Shortest remaining time first, with preemption (Schrage 1968).
class ShortestRemaining : public ShortestFirst {
  public:
    bool preempts() const override { return true; }

    Rank victimRank(const Scheduler&, const ScheduledJob& running, double) const override {
        return {-running.expectedEndS, 0.0};
    }

    double victimLimit(const Scheduler& scheduler, const ScheduledJob& waiting,
                       double nowS) const override {
        // The cost of a break counts too: else two jobs of a like length take turns.
        const double endS = nowS + scheduler.remainingS(waiting, nowS) + waiting.restartS;
        return std::nextafter(-endS, -kNoTime);
    }

    /// Going first saves the job its wait for room and holds up its victims while it runs.
    bool pays(const Scheduler& scheduler, std::int32_t waiting,
              std::span<const std::int32_t> victims, double nowS) const override {
        const ScheduledJob& w = scheduler.job(waiting);
        const double runS = scheduler.remainingS(w, nowS) + (w.doneS > 0.0 ? w.restartS : 0.0);
        return scheduler.promise(waiting, nowS).windowS - runS >
               breakCostS(scheduler, victims, nowS);
    }
};

/// The tenant with the least decayed usage per weight goes first (as Slurm's fair share).
class FairShare : public Fifo {
  public:
    double tenantRank(const Scheduler& scheduler, std::int32_t tenant) const override {
        return scheduler.usageOf(tenant);
    }
};

/// Two-dimensional least attained service, discretised (Gu et al., Tiresias, NSDI 2019): queues by
/// accelerator hours had so far, by submission inside a queue. A job that waits for lasPromote
/// times what it ran is put back into the first queue.
class LeastAttained : public Policy {
  public:
    bool preempts() const override { return true; }

    Rank rank(const Scheduler& scheduler, const ScheduledJob& job, double nowS) const override {
        const bool promoted = dueS(scheduler, job, nowS) <= nowS;
        return {promoted ? 0.0 : queueOf(scheduler, job, nowS), job.submitS};
    }

    Rank victimRank(const Scheduler& scheduler, const ScheduledJob& running,
                    double nowS) const override {
        return {-queueOf(scheduler, running, nowS), -running.submitS};
    }

    double victimLimit(const Scheduler& scheduler, const ScheduledJob& waiting,
                       double nowS) const override {
        return -rank(scheduler, waiting, nowS).first - 1.0;
    }

    bool learnsRunTimes() const override { return true; }

    /// Going first saves the job its wait for room, and holds up its victims while it runs, as in ShortestRemaining; run times
    /// are those of the pool's history. Accelerators that the job leaves over let in others of the line, as many as a break
    /// holds up (Scheduler::breakCostS): a gang that holds half of the pool is before all of them.
    bool pays(const Scheduler& scheduler, std::int32_t waiting,
              std::span<const std::int32_t> victims, double nowS) const override {
        const SchedulerState& s = scheduler.state();
        double freed = s.freeAccelerators;
        for (const std::int32_t victim : victims) {
            freed += scheduler.job(victim).granted;
        }
        const ScheduledJob& w = scheduler.job(waiting);
        const double ageS = scheduler.attainedS(w, nowS) / w.accelerators;
        const double savedS = s.history.savingS(ageS, roomS(scheduler, w, nowS));
        const double leftShare = std::max(0.0, freed - w.accelerators) / std::max(1, s.capacity);
        const double letIn = 1.0 + leftShare * s.waitingJobs;
        return savedS * letIn > breakCostS(scheduler, victims, nowS);
    }

    double dueS(const Scheduler& scheduler, const ScheduledJob& job, double) const override {
        const double promote = scheduler.spec().policy.lasPromote;
        if (promote <= 0.0 || job.state != ScheduledState::Waiting || job.attainedS <= 0.0) {
            return kNoTime;
        }
        return job.sinceS + promote * job.attainedS / job.accelerators;
    }

    double shiftS(const Scheduler& scheduler, const ScheduledJob& running,
                  double nowS) const override {
        const double hadS = scheduler.attainedS(running, nowS);
        for (const double hours : scheduler.spec().policy.lasQueues) {
            if (hadS < hours * kHourS) {
                // Not sooner than a second: thresholds are not hit to the last bit.
                return nowS + std::max(1.0, (hours * kHourS - hadS) / running.granted);
            }
        }
        return kNoTime;
    }

  private:
    /// Expected time until enough jobs have ended for this one. Assumption: each running job ends at any time alike, with
    /// the mean rest of its age, so that one of them ends after 1 / sum(1 / rest).
    static double roomS(const Scheduler& scheduler, const ScheduledJob& w, double nowS) {
        const SchedulerState& s = scheduler.state();
        double endsPerS = 0.0, held = 0.0, jobs = 0.0;
        s.running.forEach(s.runningRoot, [&](std::int32_t index) {
            const ScheduledJob& r = scheduler.job(index);
            endsPerS += 1.0 / s.history.restS(scheduler.attainedS(r, nowS) / r.granted);
            held += r.granted;
            jobs += 1.0;
            return true;
        });
        const double ends = std::max(1.0, (w.accelerators - s.freeAccelerators) * jobs / held);
        return ends / endsPerS;
    }

    static double queueOf(const Scheduler& scheduler, const ScheduledJob& job, double nowS) {
        const double hours = scheduler.attainedS(job, nowS) / kHourS;
        double queue = 0.0;
        for (const double threshold : scheduler.spec().policy.lasQueues) {
            queue += hours >= threshold ? 1.0 : 0.0;
        }
        return queue;
    }
};

}  // namespace

std::unique_ptr<const Policy> makePolicy(const SchedulerSpec& spec) {
    switch (spec.policy.policy) {
        case models::SchedulingPolicy::Fifo:
            break;
        case models::SchedulingPolicy::Priority:
            return std::make_unique<Priority>();
        case models::SchedulingPolicy::Sjf:
            return std::make_unique<ShortestFirst>();
        case models::SchedulingPolicy::Srtf:
            return std::make_unique<ShortestRemaining>();
        case models::SchedulingPolicy::FairShare:
            return std::make_unique<FairShare>();
        case models::SchedulingPolicy::Las:
            return std::make_unique<LeastAttained>();
        case models::SchedulingPolicy::Elastic:
            return makeElastic();
    }
    return std::make_unique<Fifo>();
}

}  // namespace headroom::engine
