// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policy.h"
#include "engine/schedule/scheduler.h"

#include <algorithm>
#include <vector>

/// Preemption: whom a job that waits takes its accelerators from.
namespace headroom::engine {

/// Accelerators that tenants above their quotas have to give back to one within its own.
std::int64_t Scheduler::reclaimable(const ScheduledJob& w) const {
    if (!spec_.policy.preemption || w.tenant < 0 || s_.tenants.empty()) {
        return 0;
    }
    const auto own = static_cast<std::size_t>(w.tenant);
    if (!(static_cast<double>(s_.tenants[own].used + w.accelerators) <= spec_.tenants[own].quota)) {
        return 0;
    }
    std::int64_t sum = 0;
    for (std::size_t t = 0; t < s_.tenants.size(); ++t) {
        const double over = static_cast<double>(s_.tenants[t].used) - spec_.tenants[t].quota;
        sum += t != own && over > 0.0 ? static_cast<std::int64_t>(over) : 0;
    }
    return sum;
}

/// Whom to take `need` accelerators from: as few as the order of victims allows. Empty if not enough.
std::vector<std::int32_t> Scheduler::victimsFor(const ScheduledJob& w, std::int64_t need,
                                                double nowS) const {
    const double limit = policy_->victimLimit(*this, w, nowS);
    const std::int64_t displaced = s_.victims.sumUpTo(s_.victimsRoot, limit);
    const std::int64_t borrowed = displaced >= need ? 0 : reclaimable(w);
    if (displaced < need && borrowed == 0) {
        return {};
    }

    struct Victim {
        double first, second;
        std::int32_t job;
    };

    std::vector<Victim> candidates;
    std::vector<std::int64_t> used;
    for (const TenantState& t : s_.tenants) {
        used.push_back(t.used);
    }
    const bool weighs = policy_->weighsLoss();
    std::int64_t sum = 0;
    s_.victims.forEach(s_.victimsRoot, [&](std::int32_t other) {
        const Rank& rank = s_.victims.nodes[static_cast<std::size_t>(other)].rank;
        const bool alike = weighs && !candidates.empty() && candidates.back().first == rank.first;
        if (sum >= need && !alike) {
            return false;
        }
        const ScheduledJob& r = job(other);
        if (rank.first > limit) {
            // Only what its tenant borrowed, as far as that goes.
            if (borrowed == 0) {
                return false;
            }
            if (r.tenant < 0 || r.tenant == w.tenant) {
                return true;
            }
            auto& left = used[static_cast<std::size_t>(r.tenant)];
            if (!(static_cast<double>(left) >
                  spec_.tenants[static_cast<std::size_t>(r.tenant)].quota)) {
                return true;
            }
            left -= r.granted;
        } else if (r.tenant >= 0 && !used.empty()) {
            used[static_cast<std::size_t>(r.tenant)] -= r.granted;
        }
        candidates.push_back(
            {rank.first, weighs ? lostS(r, nowS) * r.granted : rank.second, other});
        sum += r.granted;
        return true;
    });
    if (sum < need) {
        return {};
    }
    std::sort(candidates.begin(), candidates.end(), [](const Victim& a, const Victim& b) {
        return a.first != b.first     ? a.first < b.first
               : a.second != b.second ? a.second < b.second
                                      : a.job < b.job;
    });
    std::vector<std::int32_t> chosen;
    sum = 0;
    for (std::size_t i = 0; i < candidates.size() && sum < need; ++i) {
        chosen.push_back(candidates[i].job);
        sum += job(candidates[i].job).granted;
    }
    for (std::size_t i = chosen.size(); i-- > 0;) {  // the last ones may be more than needed
        if (const std::int32_t n = job(chosen[i]).granted; sum - n >= need) {
            sum -= n;
            chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    return chosen;
}

bool Scheduler::makeRoom(std::int32_t index, double nowS) {
    const ScheduledJob& w = job(index);
    const std::int64_t need =
        w.accelerators - (s_.freeAccelerators - (w.urgent != 0 ? 0 : s_.spares));
    if (need <= 0) {
        return false;  // what it lacks is a place, not accelerators
    }
    const std::vector<std::int32_t> victims = victimsFor(w, need, nowS);
    if (victims.empty() || !cluster_.wouldFit(index, victims)) {
        return false;
    }
    // Borrowed accelerators are given back at any cost; a cancelled job never continues.
    const bool charged = spec_.policy.preemptionMode != models::PreemptionMode::Cancel;
    if (charged && reclaimable(w) == 0 && !policy_->pays(*this, index, victims, nowS)) {
        return false;
    }
    for (const std::int32_t victim : victims) {
        preempt(victim, nowS);
    }
    return true;
}

}  // namespace headroom::engine
