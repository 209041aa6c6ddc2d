// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/job_statistics.h"

#include "engine/sim/job_checkpoints.h"
#include "engine/sim/job_energy.h"
#include "engine/sim/plant.h"
#include "engine/sim/state.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kBoundS = 10.0;  ///< of the bounded slowdown

struct Gathered {
    JobGroup group;
    std::vector<double> waitS, jctS, slowdown;
};

void add(Gathered& to, const Job& job, const JobProgress& p, const JobEnergy& energy,
         double timeS) {
    JobGroup& g = to.group;
    ++g.submitted;
    const bool killed = job.reason == static_cast<std::int32_t>(JobReason::Killed);
    g.completed += job.state == JobState::Completed ? 1 : 0;
    g.failed += job.state == JobState::Failed && !killed ? 1 : 0;
    g.killed += job.state == JobState::Failed && killed ? 1 : 0;
    g.running += job.state == JobState::Running || job.state == JobState::Starting ? 1 : 0;
    g.queued += job.state == JobState::Queued ? 1 : 0;
    const double starting = job.startingS + p.startingS, stalled = job.stalledS + p.stalledS,
                 hung = job.hungS + p.hungS;
    const double held = p.productiveS + starting + stalled + hung + job.lostS;
    g.heldS += held;
    g.productiveS += p.productiveS;
    g.startingS += starting;
    g.stalledS += stalled;
    g.hungS += hung;
    g.lostS += job.lostS;
    g.tokensLost += job.training >= 0 ? job.lostWork : 0.0;
    g.energyJ += energy.energyJ;
    g.energyUsd += energy.energyUsd;
    g.lostUsd += held > 0.0 ? energy.energyUsd * job.lostS / held : 0.0;
    if (job.source == JobSource::Service) {
        return;
    }
    if (job.firstStartS >= 0.0) {
        to.waitS.push_back(job.firstStartS - job.submitS);
    } else if (job.state == JobState::Queued) {
        to.waitS.push_back(timeS - job.submitS);
    }
    if (job.state == JobState::Completed) {
        const double jctS = job.endS - job.submitS;
        to.jctS.push_back(jctS);
        to.slowdown.push_back(std::max(1.0, jctS / std::max(jctS - job.queuedS, kBoundS)));
    }
    if (job.deadlineS >= 0.0) {
        const bool done = job.state == JobState::Completed;
        if (done || job.state == JobState::Failed || timeS > job.deadlineS) {
            ++g.deadlines;
            g.deadlinesMet += done && job.endS <= job.deadlineS ? 1 : 0;
        }
    }
}

JobGroup finished(Gathered g) {
    g.group.waitS = distributionOf(std::move(g.waitS));
    g.group.jctS = distributionOf(std::move(g.jctS));
    g.group.slowdown = distributionOf(std::move(g.slowdown));
    return std::move(g.group);
}

}  // namespace

Distribution distributionOf(std::vector<double> values) {
    Distribution d;
    d.count = static_cast<std::int64_t>(values.size());
    if (values.empty()) {
        return d;
    }
    std::sort(values.begin(), values.end());
    for (const double v : values) {
        d.mean += v;
    }
    const auto n = static_cast<double>(values.size());
    d.mean /= n;
    const auto at = [&](double q) {
        const auto rank = static_cast<std::size_t>(std::ceil(q * n - 1e-9));
        return values[std::clamp<std::size_t>(rank, 1, values.size()) - 1];
    };
    d.median = at(0.5);
    d.p90 = at(0.9);
    d.p99 = at(0.99);
    d.largest = values.back();
    return d;
}

std::vector<JobGroup> jobGroupsOf(const Plant& plant, const State& s) {
    Gathered all;
    std::vector<Gathered> byTenant(plant.tenants.size() + 1);  // the last: nobody's
    for (const Job& job : s.jobs) {
        const JobProgress p = progressAt(job, s.timeS);
        const JobEnergy energy = energyOf(plant, s, job);
        add(all, job, p, energy, s.timeS);
        if (!plant.tenants.empty()) {
            add(job.tenant < 0 ? byTenant.back() : byTenant[static_cast<std::size_t>(job.tenant)],
                job, p, energy, s.timeS);
        }
    }
    std::vector<JobGroup> groups{finished(std::move(all))};
    for (std::size_t t = 0; t < byTenant.size(); ++t) {
        if (byTenant[t].group.submitted > 0) {
            groups.push_back(finished(std::move(byTenant[t])));
            groups.back().tenant = t < plant.tenants.size() ? plant.tenants[t] : std::string{};
        }
    }
    return groups;
}

}  // namespace headroom::engine
