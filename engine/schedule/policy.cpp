// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policy.h"

#include <algorithm>
#include <vector>

namespace headroom::engine {

/// The youngest first.
Rank Policy::victimRank(const Scheduler&, const ScheduledJob& running, double) const {
    return {0.0, -running.startS};
}

namespace {

/// Starts the head while it fits or room can be made; answers the head that is left, -1: none.
std::int32_t startHeads(Scheduler& scheduler, double nowS) {
    for (;;) {
        const std::int32_t head = scheduler.head();
        if (head < 0) {
            return -1;
        }
        if (!scheduler.eligible(head, nowS) &&
            !(scheduler.mayTakeRoom() && scheduler.makeRoom(head, nowS))) {
            return head;
        }
        if (!scheduler.start(head, scheduler.job(head).accelerators, nowS)) {
            scheduler.block(head);
            return head;
        }
    }
}

/// All that fit, or can take room, in order.
void startOthers(Scheduler& scheduler, double nowS, const Scheduler::Gate* gate) {
    for (;;) {
        const std::int32_t next = scheduler.firstEligible(nowS, gate);
        if (next < 0) {
            return;
        }
        if (scheduler.start(next, scheduler.job(next).accelerators, nowS)) {
            ++scheduler.state().backfilled;
        } else {
            scheduler.block(next);
        }
    }
}

/// Heads of classes that do not fit may still take room from others: in order, one after another.
bool takeRoomForOthers(Scheduler& scheduler, double nowS) {
    const SchedulerState& s = scheduler.state();
    std::vector<std::int32_t> heads;
    for (const WaitingClass& c : s.classes) {
        if (c.root >= 0 && c.blocked == 0) {
            heads.push_back(s.waiting.first(c.root));
        }
    }
    std::sort(heads.begin(), heads.end(),
              [&](std::int32_t a, std::int32_t b) { return s.waiting.before(a, b); });
    for (const std::int32_t job : heads) {
        const ScheduledJob& j = scheduler.job(job);
        if (scheduler.quotaAllows(j.tenant, j.accelerators) && scheduler.makeRoom(job, nowS)) {
            if (scheduler.start(job, j.accelerators, nowS)) {
                return true;
            }
            scheduler.block(job);
        }
    }
    return false;
}

}  // namespace

void Policy::decide(Scheduler& scheduler, double nowS) const {
    std::int32_t head = startHeads(scheduler, nowS);
    if (head < 0) {
        return;
    }
    switch (scheduler.spec().policy.backfill) {
        case models::Backfill::None:
        case models::Backfill::Conservative:
            return;
        case models::Backfill::Greedy:
            do {
                startOthers(scheduler, nowS, nullptr);
            } while (preempts() && scheduler.state().waitingJobs > 0 &&
                     takeRoomForOthers(scheduler, nowS));
            return;
        case models::Backfill::Easy: {
            // The promise is made once: what passes ends before it or fits next to it.
            Scheduler::Gate gate = scheduler.promise(head, nowS);
            for (;;) {
                const std::int32_t next = scheduler.firstEligible(nowS, &gate);
                if (next < 0) {
                    return;
                }
                const double runS =
                    scheduler.state().waiting.nodes[static_cast<std::size_t>(next)].runS;
                const std::int32_t size = scheduler.job(next).accelerators;
                if (!scheduler.start(next, size, nowS)) {
                    scheduler.block(next);
                    continue;
                }
                ++scheduler.state().backfilled;
                if (runS > gate.windowS) {
                    gate.extra -= size;
                }
            }
        }
    }
}

}  // namespace headroom::engine
