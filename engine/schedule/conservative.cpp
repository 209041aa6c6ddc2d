// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace headroom::engine {

namespace {

/// SchedulerState::profileStale says how far the plan holds: two bits, and above them the number of plans in a row that
/// were overtaken before one of their promises came due.
constexpr std::int64_t kOvertaken =
    1;  ///< something happened otherwise than planned: the plan is made anew
constexpr std::int64_t kPartial =
    2;  ///< the plan has the promises that decide who starts now, and no others
constexpr int kStreakShift = 2;
/// From this streak on plans are partial: the rest of a plan would be overtaken too.
constexpr std::int64_t kPartialFrom = 4, kMostStreak = 8;

double expectedS(const Scheduler& scheduler, const ScheduledJob& j, double nowS) {
    return scheduler.remainingS(j, nowS) + (j.doneS > 0.0 ? j.restartS : 0.0);
}

/// Starts found so far, as bounds of those to come: within one plan accelerators are only taken, so that a job that is
/// no smaller and no shorter than another one starts no earlier.
class EarliestStarts {
  public:
    double atLeast(double nowS, std::int32_t accelerators, double runS) const {
        double bound = nowS;
        const std::size_t sizes = exponentOf(accelerators), runs = exponentOf(runS);
        for (std::size_t s = 0; s <= sizes; ++s) {
            for (std::size_t r = 0; r < runs; ++r) {
                bound = std::max(bound, startS_[s][r]);
            }
        }
        return bound;
    }

    /// Sizes are rounded up and run times count for higher exponents alone: an entry bounds every job that looks at it.
    void note(std::int32_t accelerators, double runS, double startS) {
        const bool isPower = (accelerators & (accelerators - 1)) == 0;
        double& known = startS_[exponentOf(accelerators) + (isPower ? 0 : 1)][exponentOf(runS)];
        known = std::max(known, startS);
    }

  private:
    static constexpr std::size_t kSizes = 33, kRuns = 40;

    static std::size_t exponentOf(double x) {  // 0 below 1, 1 from 1, 2 from 2, 3 from 4 …
        return x >= 1.0 ? std::min(kRuns - 1, static_cast<std::size_t>(std::ilogb(x)) + 1) : 0;
    }

    static std::size_t exponentOf(std::int32_t n) {
        return std::min(kSizes - 2,
                        static_cast<std::size_t>(std::ilogb(static_cast<double>(std::max(n, 1)))));
    }

    std::array<std::array<double, kRuns>, kSizes> startS_{};
};

void reserve(Scheduler& scheduler, std::int32_t index, double fromS, double runS) {
    ScheduledJob& j = scheduler.job(index);
    j.reservedS = scheduler.state().profile.earliest(fromS, runS, j.accelerators);
    if (j.reservedS < kNoTime) {
        scheduler.state().profile.add(j.reservedS, j.reservedS + runS, -j.accelerators);
    }
}

/// Free accelerators as running jobs and reservations leave them.
void planRunning(Scheduler& scheduler, double nowS) {
    SchedulerState& s = scheduler.state();
    s.profile.reset(nowS, s.freeAccelerators - s.spares);
    s.running.forEach(s.runningRoot, [&](std::int32_t index) {
        const ScheduledJob& j = scheduler.job(index);
        // One that is over its time may end at any moment, but not now.
        s.profile.add(std::max(j.expectedEndS, nowS + 1.0), kNoTime, j.granted);
        return true;
    });
    for (const Reservation& r : scheduler.spec().reservations) {
        s.profile.add(std::max(nowS, r.fromS), r.untilS, -r.accelerators);
    }
}

/// Puts a waiting job where its promise says.
void replace(Scheduler& scheduler, std::int32_t index, double reservedS) {
    SchedulerState& s = scheduler.state();
    ScheduledJob& j = scheduler.job(index);
    j.reservedS = reservedS;
    auto& root = s.classes[static_cast<std::size_t>(j.jobClass)].root;
    const double runS = s.waiting.nodes[static_cast<std::size_t>(index)].runS;
    s.waiting.erase(root, index);
    s.waiting.insert(root, index, {reservedS, j.submitS}, runS, j.accelerators);
}

void planAnew(const Policy& policy, Scheduler& scheduler, double nowS) {
    SchedulerState& s = scheduler.state();
    planRunning(scheduler, nowS);

    struct InLine {
        double tenant;
        Rank rank;
        std::int32_t job;
    };

    std::vector<InLine> line;
    for (const WaitingClass& c : s.classes) {
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
    EarliestStarts starts;
    int promised = 0;
    for (const InLine& entry : line) {
        ScheduledJob& j = scheduler.job(entry.job);
        j.reservedS = kNoTime;
        const WaitingClass& c = s.classes[static_cast<std::size_t>(j.jobClass)];
        if (promised < scheduler.spec().policy.reservedJobs &&
            scheduler.quotaAllows(c.tenant, c.size)) {
            const double runS = expectedS(scheduler, j, nowS);
            reserve(scheduler, entry.job, starts.atLeast(nowS, j.accelerators, runS), runS);
            starts.note(j.accelerators, runS, j.reservedS);
            ++promised;
        }
    }
    for (const InLine& entry : line) {
        replace(scheduler, entry.job, scheduler.job(entry.job).reservedS);
    }
}

/// The waiting jobs of a class in their order. Valid while the class does not change.
class ClassLine {
  public:
    ClassLine(const Scheduler& scheduler, const WaitingClass& c)
        : size(c.size), nodes_(scheduler.state().waiting.nodes) {
        descend(c.root);
    }

    /// The first of those that are left; -1 if none.
    std::int32_t front() const { return path_.empty() ? -1 : path_.back(); }

    void pop() {
        const std::int32_t right = node(path_.back()).right;
        path_.pop_back();
        descend(right);
    }

    /// Shortest run time of those that are left.
    double leastRunS() const {
        double least = kNoTime;
        for (const std::int32_t job : path_) {
            const std::int32_t right = node(job).right;
            least = std::min({least, node(job).runS, right >= 0 ? node(right).leastRunS : kNoTime});
        }
        return least;
    }

    std::int32_t size;
    bool open = true;  ///< one of those that are left may still start now

  private:
    const JobTree::Node& node(std::int32_t job) const {
        return nodes_[static_cast<std::size_t>(job)];
    }

    void descend(std::int32_t job) {
        for (; job >= 0; job = node(job).left) {
            path_.push_back(job);
        }
    }

    const std::vector<JobTree::Node>& nodes_;
    std::vector<std::int32_t>
        path_;  ///< the front at its end, and before it the jobs whose left subtree it is in
};

/// How long that number of accelerators stay free from now on.
double windowS(const Availability& profile, double nowS, std::int32_t accelerators) {
    for (std::size_t b = 0; b < profile.fromS.size(); ++b) {
        if (profile.least[b] >= accelerators) {
            continue;
        }
        for (std::size_t i = 0; i < profile.fromS[b].size(); ++i) {
            if (profile.free[b][i] + profile.added[b] < accelerators) {
                return std::max(0.0, profile.fromS[b][i] - nowS);
            }
        }
    }
    return kNoTime;
}

/// A plan as far as it decides who starts now: promises in the order of the line, until nobody who is left may start.
///
/// A job that may start now ends before the horizon, the latest end of any window in which its size stays free. A job
/// whose earliest start is not before the horizon takes nothing from such a window, so that its promise waits
/// (`later_`). It is made after all when a promise would reach across the horizon, since only there it matters. The
/// starts are those of planAnew(); `later_` is seldom needed.
class StartPlan {
  public:
    StartPlan(const Policy& policy, Scheduler& scheduler, double nowS)
        : policy_(policy), scheduler_(scheduler), profile_(scheduler.state().profile), nowS_(nowS) {
        for (const WaitingClass& c : scheduler.state().classes) {
            if (c.root >= 0 && scheduler.quotaAllows(c.tenant, c.size)) {
                lines_.emplace_back(scheduler, c);
            }
        }
    }

    /// The jobs that start now, in the order of the line.
    std::vector<std::int32_t> run() {
        for (int promised = 0; promised < scheduler_.spec().policy.reservedJobs; ++promised) {
            if (moved_ && !findHorizon()) {
                break;
            }
            ClassLine* next = nextLine();
            if (next == nullptr) {
                break;
            }
            const std::int32_t index = next->front();
            moved_ = next->open;  // the shortest of its class may be gone
            next->pop();
            promise(index);
        }
        return std::move(now_);
    }

  private:
    struct Later {
        std::int32_t accelerators;
        double runS, atLeastS;
    };

    /// False where nobody may start now.
    bool findHorizon() {
        moved_ = false;
        horizonS_ = nowS_;
        for (ClassLine& line : lines_) {
            if (line.open) {
                const double window = windowS(profile_, nowS_, line.size);
                line.open = line.front() >= 0 && line.leastRunS() <= window;
                horizonS_ = std::max(horizonS_, line.open ? nowS_ + window : nowS_);
            }
        }
        return horizonS_ > nowS_;
    }

    ClassLine* nextLine() {
        ClassLine* next = nullptr;
        Rank first;
        for (ClassLine& line : lines_) {
            if (line.front() < 0) {
                continue;
            }
            const Rank rank = policy_.rank(scheduler_, scheduler_.job(line.front()), nowS_);
            if (next == nullptr || rank.first < first.first ||
                (rank.first == first.first &&
                 (rank.second < first.second ||
                  (rank.second == first.second && line.front() < next->front())))) {
                next = &line;
                first = rank;
            }
        }
        return next;
    }

    void promise(std::int32_t index) {
        const ScheduledJob& j = scheduler_.job(index);
        const std::int32_t n = j.accelerators;
        const double runS = expectedS(scheduler_, j, nowS_);
        double startS = starts_.atLeast(nowS_, n, runS);
        if (startS < horizonS_) {
            startS = profile_.earliest(startS, runS, n);
            starts_.note(n, runS, startS);
        }
        if (startS >= horizonS_) {
            later_.push_back({n, runS, startS});
            return;
        }
        if (startS + runS > horizonS_ && !later_.empty()) {
            for (const Later& l : later_) {
                take(l.accelerators, l.runS,
                     profile_.earliest(
                         std::max(l.atLeastS, starts_.atLeast(nowS_, l.accelerators, l.runS)),
                         l.runS, l.accelerators));
            }
            later_.clear();
            startS = profile_.earliest(startS, runS, n);
        }
        take(n, runS, startS);
        if (startS <= nowS_) {
            now_.push_back(index);
        }
    }

    void take(std::int32_t n, double runS, double startS) {
        starts_.note(n, runS, startS);
        if (startS < kNoTime) {
            profile_.add(startS, startS + runS, -n);
            moved_ = moved_ || startS < horizonS_;
        }
    }

    const Policy& policy_;
    Scheduler& scheduler_;
    Availability& profile_;
    double nowS_, horizonS_ = kNoTime;
    bool moved_ = true;  ///< the horizon may have come nearer
    EarliestStarts starts_;
    std::vector<ClassLine> lines_;
    std::vector<Later> later_;
    std::vector<std::int32_t> now_;
};

/// Takes back the promises of a plan, so that classes are in the order of the line.
void forgetPromises(Scheduler& scheduler) {
    const SchedulerState& s = scheduler.state();
    std::vector<std::int32_t> promised;
    for (const WaitingClass& c : s.classes) {
        s.waiting.forEach(c.root, [&](std::int32_t index) {
            const bool is = s.waiting.nodes[static_cast<std::size_t>(index)].rank.first < kNoTime;
            if (is) {
                promised.push_back(index);
            }
            return is;  // those without a promise are behind
        });
    }
    for (const std::int32_t index : promised) {
        replace(scheduler, index, kNoTime);
    }
}

/// The first time after now at which more accelerators become free. Until then nobody may start who may not start now.
double nextChanceS(const Availability& profile) {
    std::int32_t before = profile.free.front().front() + profile.added.front();
    for (std::size_t b = 0; b < profile.fromS.size(); ++b) {
        for (std::size_t i = 0; i < profile.fromS[b].size(); ++i) {
            const std::int32_t free = profile.free[b][i] + profile.added[b];
            if (free > before) {
                return profile.fromS[b][i];
            }
            before = free;
        }
    }
    return kNoTime;
}

/// Whether the partial plan gives the starts of the whole one, until it is made anew: in the order of submission, where
/// nothing but submissions and ends moves the line, and every running job has time left.
bool mayBePartial(const Scheduler& scheduler, double nowS) {
    const SchedulerState& s = scheduler.state();
    const std::int32_t first = s.running.first(s.runningRoot);
    return scheduler.spec().policy.deferral == models::DeferralSignal::None &&
           (first < 0 || scheduler.job(first).expectedEndS >= nowS + 1.0);
}

/// Makes the plan anew, whole or as far as it decides who starts now.
void plan(const Policy& policy, Scheduler& scheduler, std::int64_t streak, double nowS) {
    SchedulerState& s = scheduler.state();
    s.profileStale = streak << kStreakShift;
    if (streak < kPartialFrom || !mayBePartial(scheduler, nowS)) {
        planAnew(policy, scheduler, nowS);
        return;
    }
    s.profileStale |= kPartial;
    forgetPromises(scheduler);
    planRunning(scheduler, nowS);
    for (const std::int32_t index : StartPlan(policy, scheduler, nowS).run()) {
        replace(scheduler, index, nowS);
    }
}

}  // namespace

void promiseConservative(Scheduler& scheduler, std::int32_t job, double nowS) {
    SchedulerState& s = scheduler.state();
    ScheduledJob& j = scheduler.job(job);
    j.reservedS = kNoTime;
    const bool holds =
        (s.profileStale & kOvertaken) == 0 && scheduler.quotaAllows(j.tenant, j.accelerators);
    const double runS = expectedS(scheduler, j, nowS);
    if (holds && (s.profileStale & kPartial) != 0 && j.urgent == 0 &&
        s.profile.earliest(nowS, runS, j.accelerators) > nowS) {
        return;  // behind all others it cannot start now
    }
    if (holds && (s.profileStale & kPartial) == 0 &&
        s.waitingJobs <= scheduler.spec().policy.reservedJobs) {
        reserve(scheduler, job, nowS, runS);
    } else {
        s.profileStale |= kOvertaken;
    }
}

void decideConservative(const Policy& policy, Scheduler& scheduler, double nowS) {
    SchedulerState& s = scheduler.state();
    // Only submission orders keep their promises as others join behind.
    const bool joinsBehind = scheduler.spec().policy.policy == models::SchedulingPolicy::Fifo;
    const std::int64_t streak = s.profileStale >> kStreakShift;
    const bool isPartial = (s.profileStale & kPartial) != 0;
    if (!joinsBehind) {
        plan(policy, scheduler, 0, nowS);
    } else if ((s.profileStale & kOvertaken) != 0) {
        plan(policy, scheduler, std::min(streak + 1, kMostStreak), nowS);
    } else if (isPartial && nextChanceS(s.profile) <= nowS) {
        plan(policy, scheduler, streak - 1, nowS);
    } else if (!isPartial) {
        s.profile.forget(nowS);
    }
    for (;;) {
        const std::int32_t head = scheduler.head();
        if (head < 0 || scheduler.job(head).reservedS > nowS) {
            return;
        }
        if (!scheduler.eligible(head, nowS) ||
            !scheduler.start(head, scheduler.job(head).accelerators, nowS)) {
            s.profileStale |=
                kOvertaken;  // the plan was too hopeful: no place for the gang, or late ends
            scheduler.block(head);
            return;
        }
    }
}

}  // namespace headroom::engine
