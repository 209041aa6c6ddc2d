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

/// What one more step is worth: lower goes first.
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
        std::vector<Share> entering = admit(scheduler, left);
        if (running.empty() && entering.empty()) {
            return;
        }
        std::vector<Share> shares = running;
        shares.insert(shares.end(), entering.begin(), entering.end());
        shareOut(scheduler, shares, left);
        apply(scheduler, shares, running.size(), nowS);
    }

    double wakeS(const Scheduler& scheduler, double nowS) const override {
        const SchedulerState& s = scheduler.state();
        const double nextS = s.roundS + scheduler.spec().policy.elasticRoundS;
        const bool wants =
            s.waitingJobs > 0 || (s.freeAccelerators > s.spares && canGrow(scheduler));
        return wants && nextS > nowS ? nextS : kNever;
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
    static std::vector<Share> admit(Scheduler& scheduler, std::int64_t& left) {
        const SchedulerState& s = scheduler.state();
        std::vector<std::int32_t> line;
        for (const JobClass& c : s.classes) {
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
