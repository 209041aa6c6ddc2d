// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/elastic.h"

#include <queue>

#include <algorithm>
#include <vector>

namespace headroom::engine {

namespace {

/// One job that takes part in a round.
struct Share {
    std::int32_t job = -1;
    std::int32_t count = 0;
};

double speedUp(const ScheduledJob& j, double n) {
    return n / (1.0 + j.contention * (n - 1.0));
}

/// Worth of one more step: lower goes first.
double gain(models::ElasticShare rule, const ScheduledJob& j, std::int32_t count) {
    const double now = count, then = count + j.step;
    if (rule == models::ElasticShare::Equal) {
        return then / j.accelerators;
    }
    return -(speedUp(j, then) - speedUp(j, now)) / speedUp(j, j.accelerators) / j.step;
}

/// Shares out `left` accelerators by steps.
void shareOut(const Scheduler& scheduler, std::vector<Share>& shares, std::int64_t left) {
    const models::ElasticShare rule = scheduler.spec().policy.elasticShare;
    using Offer = std::pair<double, std::size_t>;
    std::priority_queue<Offer, std::vector<Offer>, std::greater<>> offers;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const ScheduledJob& j = scheduler.job(shares[i].job);
        if (j.elastic()) {
            offers.emplace(gain(rule, j, shares[i].count), i);
        }
    }
    while (left > 0 && !offers.empty()) {
        const std::size_t i = offers.top().second;
        offers.pop();
        const ScheduledJob& j = scheduler.job(shares[i].job);
        if (j.step > left || shares[i].count + j.step > j.most) {
            continue;
        }
        shares[i].count += j.step;
        left -= j.step;
        offers.emplace(gain(rule, j, shares[i].count), i);
    }
}

class Elastic : public Policy {
  public:
    Rank rank(const Scheduler&, const ScheduledJob& job, double) const override {
        return {job.urgent != 0 ? -1.0 : 0.0, job.submitS};
    }

    void decide(Scheduler& scheduler, double nowS) const override {
        startWhole(scheduler, nowS);
        SchedulerState& s = scheduler.state();
        if (nowS < s.roundS + scheduler.spec().policy.elasticRoundS) {
            return;
        }
        s.roundS = nowS;
        std::vector<Share> running;
        std::int64_t left = s.freeAccelerators - s.spares;
        s.running.forEach(s.runningRoot, [&](std::int32_t index) {
            const ScheduledJob& j = scheduler.job(index);
            const std::int32_t least = j.elastic() ? j.least : j.granted;
            left += j.granted - least;
            running.push_back({index, least});
            return true;
        });
        const std::vector<Share> entering = admit(scheduler, left);
        if (running.empty() && entering.empty()) {
            return;
        }
        // Fewer enter where letting all of them in costs more than their waiting.
        for (std::size_t enter = entering.size();; enter /= 2) {
            std::vector<Share> shares = running;
            std::int64_t rest = left;
            for (std::size_t i = 0; i < enter; ++i) {
                rest -= entering[i].count;
                shares.push_back(entering[i]);
            }
            shareOut(scheduler, shares, rest);
            if (keepWhatPays(scheduler, shares, running.size(), nowS) || enter == 0) {
                apply(scheduler, shares, running.size(), nowS);
                return;
            }
        }
    }

    double wakeS(const Scheduler& scheduler, double nowS) const override {
        const SchedulerState& s = scheduler.state();
        const double nextS = s.roundS + scheduler.spec().policy.elasticRoundS;
        const bool wants =
            s.waitingJobs > 0 || (s.freeAccelerators > s.spares && canGrow(scheduler));
        return wants && nextS > nowS ? nextS : kNoTime;
    }

  private:
    static bool canGrow(const Scheduler& scheduler) {
        const SchedulerState& s = scheduler.state();
        return !s.running.forEach(s.runningRoot, [&](std::int32_t index) {
            const ScheduledJob& j = scheduler.job(index);
            return !j.elastic() || j.granted + j.step > j.most;
        });
    }

    /// Heads that fit as they ask, without touching anybody.
    static void startWhole(Scheduler& scheduler, double nowS) {
        for (;;) {
            const std::int32_t head = scheduler.head();
            if (head < 0 || !scheduler.eligible(head, nowS) ||
                !scheduler.start(head, scheduler.job(head).accelerators, nowS)) {
                return;
            }
        }
    }

    /// Waiting jobs in order as long as their least fits; what does not is passed by none.
    static std::vector<Share> admit(const Scheduler& scheduler, std::int64_t left) {
        const SchedulerState& s = scheduler.state();
        std::vector<std::int32_t> line;
        for (const WaitingClass& c : s.classes) {
            std::int64_t room = left;
            s.waiting.forEach(c.root, [&](std::int32_t index) {
                const ScheduledJob& j = scheduler.job(index);
                line.push_back(index);
                room -= j.elastic() ? j.least : j.accelerators;
                return room > 0;
            });
        }
        std::sort(line.begin(), line.end(),
                  [&](std::int32_t a, std::int32_t b) { return s.waiting.before(a, b); });
        std::vector<Share> entering;
        for (const std::int32_t index : line) {
            const ScheduledJob& j = scheduler.job(index);
            const std::int32_t least = j.elastic() ? j.least : j.accelerators;
            if (least > left) {
                break;
            }
            if (!scheduler.quotaAllows(j.tenant, least)) {
                continue;
            }
            left -= least;
            entering.push_back({index, least});
        }
        return entering;
    }

    /// Takes out of a plan the resizes that cost more than they gain: jobs shrink only as far as
    /// those that enter need, and grow only if the time saved pays for the restart and for that of
    /// shrinking again. False: who enters gains less than who shrinks loses.
    static bool keepWhatPays(const Scheduler& scheduler, std::vector<Share>& shares,
                             std::size_t running, double nowS) {
        const bool free = std::all_of(shares.begin(), shares.end(), [&](const Share& share) {
            return scheduler.job(share.job).restartS <= 0.0;
        });
        if (free) {
            return true;
        }
        const SchedulerState& s = scheduler.state();
        std::int64_t room = s.freeAccelerators - s.spares;
        std::int64_t need = -room;
        double gainS = 0.0;
        for (std::size_t i = running; i < shares.size(); ++i) {
            const ScheduledJob& j = scheduler.job(shares[i].job);
            need += j.elastic() ? j.least : j.accelerators;
            gainS += scheduler.promise(shares[i].job, nowS).windowS;
        }
        double costS = 0.0;
        for (const std::size_t i : byRelease(scheduler, shares, running)) {
            const ScheduledJob& j = scheduler.job(shares[i].job);
            if (need <= 0) {
                shares[i].count = j.granted;
                continue;
            }
            costS += scheduler.breakCostS(j, 0.0);
            need -= j.granted - shares[i].count;
            room += j.granted - shares[i].count;
        }
        if (costS > gainS) {
            return false;
        }
        enterWithin(scheduler, shares, running, room);
        for (std::size_t i = 0; i < running; ++i) {
            const ScheduledJob& j = scheduler.job(shares[i].job);
            const double savedS = scheduler.remainingS(j, nowS) *
                                  (1.0 - speedUp(j, j.granted) / speedUp(j, shares[i].count));
            if (shares[i].count > j.granted && savedS <= 2.0 * scheduler.breakCostS(j, 0.0)) {
                shares[i].count = j.granted;
            }
        }
        return true;
    }

    /// Running jobs that a plan shrinks, those that give the most first.
    static std::vector<std::size_t> byRelease(const Scheduler& scheduler,
                                              const std::vector<Share>& shares,
                                              std::size_t running) {
        const auto gives = [&](std::size_t i) {
            return scheduler.job(shares[i].job).granted - shares[i].count;
        };
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < running; ++i) {
            if (gives(i) > 0) {
                order.push_back(i);
            }
        }
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return gives(a) > gives(b); });
        return order;
    }

    /// Who enters gets its least, and in order what the plan gives it beyond as far as there is
    /// room.
    static void enterWithin(const Scheduler& scheduler, std::vector<Share>& shares,
                            std::size_t running, std::int64_t room) {
        for (std::size_t i = running; i < shares.size(); ++i) {
            const ScheduledJob& j = scheduler.job(shares[i].job);
            room -= j.elastic() ? j.least : j.accelerators;
        }
        for (std::size_t i = running; i < shares.size(); ++i) {
            const ScheduledJob& j = scheduler.job(shares[i].job);
            const std::int32_t least = j.elastic() ? j.least : j.accelerators;
            const std::int64_t steps =
                std::min<std::int64_t>(shares[i].count - least, std::max<std::int64_t>(0, room)) /
                j.step;
            shares[i].count = least + static_cast<std::int32_t>(steps) * j.step;
            room -= steps * j.step;
        }
    }

    /// First who shrinks, then who enters, then who grows.
    static void apply(Scheduler& scheduler, const std::vector<Share>& shares, std::size_t running,
                      double nowS) {
        for (std::size_t i = 0; i < running; ++i) {
            if (shares[i].count < scheduler.job(shares[i].job).granted) {
                scheduler.resize(shares[i].job, shares[i].count, nowS);
            }
        }
        for (std::size_t i = running; i < shares.size(); ++i) {
            if (shares[i].count > scheduler.state().freeAccelerators ||
                !scheduler.start(shares[i].job, shares[i].count, nowS)) {
                break;
            }
        }
        for (std::size_t i = 0; i < running; ++i) {
            const std::int32_t more = shares[i].count - scheduler.job(shares[i].job).granted;
            if (more > 0 && more <= scheduler.state().freeAccelerators) {
                scheduler.resize(shares[i].job, shares[i].count, nowS);
            }
        }
    }
};

}  // namespace

std::unique_ptr<const Policy> makeElastic() {
    return std::make_unique<Elastic>();
}

}  // namespace headroom::engine
