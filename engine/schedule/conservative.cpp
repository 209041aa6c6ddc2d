// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policy.h"

#include <algorithm>
#include <vector>

namespace headroom::engine {

namespace {

double expectedS(const Scheduler& scheduler, const ScheduledJob& j, double nowS) {
    return scheduler.remainingS(j, nowS) + (j.doneS > 0.0 ? j.restartS : 0.0);
}

void reserve(Scheduler& scheduler, std::int32_t index, double nowS) {
    ScheduledJob& j = scheduler.job(index);
    const double runS = expectedS(scheduler, j, nowS);
    j.reservedS = scheduler.state().profile.earliest(nowS, runS, j.accelerators);
    if (j.reservedS < kNever) {
        scheduler.state().profile.add(j.reservedS, j.reservedS + runS, -j.accelerators);
    }
}

void planAnew(const Policy& policy, Scheduler& scheduler, double nowS) {
    SchedulerState& s = scheduler.state();
    s.profile.reset(nowS, s.freeAccelerators - s.spares);
    s.running.forEach(s.runningRoot, [&](std::int32_t index) {
        const ScheduledJob& j = scheduler.job(index);
        // One that is over its time may end at any moment, but not now.
        s.profile.add(std::max(j.expectedEndS, nowS + 1.0), kNever, j.granted);
        return true;
    });
    for (const Reservation& r : scheduler.spec().reservations) {
        s.profile.add(std::max(nowS, r.fromS), r.untilS, -r.accelerators);
    }

    struct InLine {
        double tenant;
        Rank rank;
        std::int32_t job;
    };

    std::vector<InLine> line;
    for (const JobClass& c : s.classes) {
        const double tenant = policy.tenantRank(scheduler, c.tenant);
        s.waiting.forEach(c.root, [&](std::int32_t index) {
            line.push_back({tenant, policy.rank(scheduler, scheduler.job(index), nowS), index});
            return true;
        });
    }
    std::sort(line.begin(), line.end(), [](const InLine& a, const InLine& b) {
        return a.tenant != b.tenant             ? a.tenant < b.tenant
               : a.rank.first != b.rank.first   ? a.rank.first < b.rank.first
               : a.rank.second != b.rank.second ? a.rank.second < b.rank.second
                                                : a.job < b.job;
    });
    s.profileStale = 0;
    int promised = 0;
    for (const InLine& entry : line) {
        ScheduledJob& j = scheduler.job(entry.job);
        j.reservedS = kNever;
        const JobClass& c = s.classes[static_cast<std::size_t>(j.jobClass)];
        if (promised < scheduler.spec().policy.reservedJobs &&
            scheduler.quotaAllows(c.tenant, c.size)) {
            reserve(scheduler, entry.job, nowS);
            ++promised;
        }
    }
    for (const InLine& entry : line) {
        ScheduledJob& j = scheduler.job(entry.job);
        auto& root = s.classes[static_cast<std::size_t>(j.jobClass)].root;
        const double runS = s.waiting.nodes[static_cast<std::size_t>(entry.job)].runS;
        s.waiting.erase(root, entry.job);
        s.waiting.insert(root, entry.job, {j.reservedS, j.submitS}, runS, j.accelerators);
    }
}

}  // namespace

void promiseConservative(Scheduler& scheduler, std::int32_t job, double nowS) {
    const SchedulerState& s = scheduler.state();
    const ScheduledJob& j = scheduler.job(job);
    scheduler.job(job).reservedS = kNever;
    if (s.profileStale == 0 && s.waitingJobs <= scheduler.spec().policy.reservedJobs &&
        scheduler.quotaAllows(j.tenant, j.accelerators)) {
        reserve(scheduler, job, nowS);
    } else {
        scheduler.state().profileStale = 1;
    }
}

void decideConservative(const Policy& policy, Scheduler& scheduler, double nowS) {
    SchedulerState& s = scheduler.state();
    // Only submission orders keep their promises as others join behind.
    const bool joinsBehind = scheduler.spec().policy.policy == models::SchedulingPolicy::Fifo;
    if (s.profileStale != 0 || !joinsBehind) {
        planAnew(policy, scheduler, nowS);
    } else {
        s.profile.forget(nowS);
    }
    for (;;) {
        const std::int32_t head = scheduler.head();
        if (head < 0 || scheduler.job(head).reservedS > nowS) {
            return;
        }
        if (!scheduler.eligible(head, nowS) ||
            !scheduler.start(head, scheduler.job(head).accelerators, nowS)) {
            s.profileStale = 1;  // the plan was too hopeful: no place for the gang, or late ends
            scheduler.block(head);
            return;
        }
    }
}

}  // namespace headroom::engine
