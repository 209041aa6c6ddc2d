// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload/job_statistics.h"

#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_energy.h"
#include "models/workload/training_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kBoundS = 10.0;  ///< of the bounded slowdown

/// Times of one or more jobs that count as the same.
struct Times {
    double value = 0.0;
    std::int64_t count = 1;
    double sum = 0.0;
};

struct Gathered {
    PastJobs sums;
    std::int64_t running = 0, queued = 0;
    std::array<std::vector<Times>, kJobTimes> times;
};

bool isKilled(const Job& job) {
    return job.reason == static_cast<std::int32_t>(JobReason::Killed);
}

void add(PastJobs& g, const Job& job, const JobProgress& p, const JobEnergy& energy, double timeS) {
    ++g.submitted;
    g.completed += job.state == JobState::Completed ? 1 : 0;
    g.failed += job.state == JobState::Failed && !isKilled(job) ? 1 : 0;
    g.killed += job.state == JobState::Failed && isKilled(job) ? 1 : 0;
    const double starting = job.startingS + p.startingS, stalled = job.stalledS + p.stalledS,
                 hung = job.hungS + p.hungS;
    const double held = p.productiveS + starting + stalled + hung + job.lostS;
    // Sum over the parts one by one: the sum of the sums is then that of the parts, to the last digit.
    for (const double part : {p.productiveS, starting, stalled, hung, job.lostS}) {
        g.heldS.add(part);
    }
    g.productiveS.add(p.productiveS);
    g.startingS.add(starting);
    g.stalledS.add(stalled);
    g.hungS.add(hung);
    g.lostS.add(job.lostS);
    g.tokensLost.add(job.training >= 0 ? job.lostWork : 0.0);
    g.energyJ.add(energy.energyJ);
    g.energyUsd.add(energy.energyUsd);
    g.lostUsd.add(held > 0.0 ? energy.energyUsd * job.lostS / held : 0.0);
    if (job.source != JobSource::Service && job.deadlineS >= 0.0) {
        const bool done = job.state == JobState::Completed;
        if (done || job.state == JobState::Failed || timeS > job.deadlineS) {
            ++g.deadlines;
            g.deadlinesMet += done && job.endS <= job.deadlineS ? 1 : 0;
        }
    }
}

void addTraining(const Plant& plant, PastJobs& g, const Job& job, const JobProgress& p,
                 double timeS) {
    if (job.training < 0 || job.firstStartS < 0.0) {
        return;
    }
    const double wallS = job.wanted * ((job.endS >= 0.0 ? job.endS : timeS) - job.firstStartS);
    g.wallS.add(wallS);
    g.goodS.add(p.productiveS);
    // Model FLOP by token: 6 N and the attention term, as in the step model.
    const PlantTraining& training = plant.training[static_cast<std::size_t>(job.training)];
    g.flops.add(p.done * models::modelFlopsPerToken(training.model));
    g.peakFlops.add(wallS * plant.pools[static_cast<std::size_t>(job.pool)].spec.bf16FlopsPerS);
}

void add(Gathered& to, const Job& job, const JobProgress& p, const JobEnergy& energy,
         const JobTimes& times, double timeS) {
    add(to.sums, job, p, energy, timeS);
    to.running += job.state == JobState::Running || job.state == JobState::Starting ? 1 : 0;
    to.queued += job.state == JobState::Queued ? 1 : 0;
    for (std::size_t t = 0; t < kJobTimes; ++t) {
        if (times.has[t]) {
            to.times[t].push_back({times.value[t], 1, times.value[t]});
            to.sums.largest[t] = std::max(to.sums.largest[t], times.value[t]);
        }
    }
}

Distribution distributionOf(std::vector<Times> times, double largest) {
    Distribution d;
    if (times.empty()) {
        return d;
    }
    std::sort(times.begin(), times.end(),
              [](const Times& a, const Times& b) { return a.value < b.value; });
    ExactSum sum;
    for (const Times& t : times) {
        d.count += t.count;
        sum.add(t.sum);
    }
    const auto n = static_cast<double>(d.count);
    d.mean = sum.value() / n;
    const auto valueAt = [&](double q) {
        const auto rank = static_cast<std::int64_t>(std::ceil(q * n - 1e-9));
        std::int64_t before = 0;
        for (const Times& t : times) {
            before += t.count;
            if (before >= rank) {
                return t.value;
            }
        }
        return times.back().value;
    };
    d.median = valueAt(0.5);
    d.p90 = valueAt(0.9);
    d.p99 = valueAt(0.99);
    d.largest = largest;
    return d;
}

JobGroup finished(Gathered g, bool energyKnown) {
    const PastJobs& s = g.sums;
    JobGroup group;
    group.submitted = s.submitted;
    group.completed = s.completed;
    group.failed = s.failed;
    group.killed = s.killed;
    group.running = g.running;
    group.queued = g.queued;
    const auto times = [&](JobTime time) {
        const auto t = static_cast<std::size_t>(time);
        return distributionOf(std::move(g.times[t]), s.largest[t]);
    };
    group.waitS = times(JobTime::Wait);
    group.jctS = times(JobTime::Jct);
    group.slowdown = times(JobTime::Slowdown);
    group.deadlines = s.deadlines;
    group.deadlinesMet = s.deadlinesMet;
    group.heldS = s.heldS.value();
    group.productiveS = s.productiveS.value();
    group.startingS = s.startingS.value();
    group.stalledS = s.stalledS.value();
    group.hungS = s.hungS.value();
    group.lostS = s.lostS.value();
    group.tokensLost = s.tokensLost.value();
    if (energyKnown || s.submitted == 0) {
        group.energyJ = s.energyJ.value();
        group.energyUsd = s.energyUsd.value();
        group.lostUsd = s.lostUsd.value();
    } else {
        group.energyJ = group.energyUsd = group.lostUsd = std::numeric_limits<double>::quiet_NaN();
    }
    return group;
}

}  // namespace

JobTimes timesOf(const Job& job, double timeS) {
    JobTimes times;
    const auto set = [&](JobTime time, double value) {
        times.has[static_cast<std::size_t>(time)] = true;
        times.value[static_cast<std::size_t>(time)] = value;
    };
    if (job.source == JobSource::Service) {
        return times;
    }
    if (job.firstStartS >= 0.0) {
        set(JobTime::Wait, job.firstStartS - job.submitS);
    } else if (job.state == JobState::Queued) {
        set(JobTime::Wait, timeS - job.submitS);
    }
    if (job.state == JobState::Completed) {
        const double jctS = job.endS - job.submitS;
        set(JobTime::Jct, jctS);
        set(JobTime::Slowdown, std::max(1.0, jctS / std::max(jctS - job.queuedS, kBoundS)));
    }
    return times;
}

void addJob(const Plant& plant, PastJobs& to, const Job& job) {
    const JobProgress p = progressAt(job, job.endS);
    add(to, job, p, {job.energyJ, job.energyUsd}, job.endS);
    addTraining(plant, to, job, p, job.endS);
}

namespace {

double meanSpreadOf(const Plant& plant) {
    double sum = 0.0, weight = 0.0;
    for (const PlantTraining& t : plant.training) {
        sum += t.spread * t.spec.accelerators;
        weight += t.spec.accelerators;
    }
    return weight > 0.0 ? sum / weight : 0.0;
}

}  // namespace

TrainingSums trainingSumsOf(const Plant& plant, const State& s) {
    PastJobs sums;
    for (const PastJobs& past : s.past.owners) {
        addSums(sums, past);
    }
    TrainingSums r;
    ExactSum tokens;
    ExactSum spread;
    tokens.add(s.totals.removedTokens);
    spread.add(s.totals.removedTokens * meanSpreadOf(plant));
    for (const JobIndex index : s.training) {
        const Job& job = s.jobs[static_cast<std::size_t>(index)];
        const JobProgress p = progressAt(job, s.timeS);
        tokens.add(p.done);
        spread.add(p.done * trainingOf(plant, job).spread);
        addTraining(plant, sums, job, p, s.timeS);
    }
    r.tokens = tokens.value();
    r.tokensSpread = spread.value();
    r.goodS = sums.goodS.value();
    r.wallS = sums.wallS.value();
    r.flop = sums.flops.value();
    r.peakFlop = sums.peakFlops.value();
    return r;
}

std::vector<JobGroup> jobGroupsOf(const Plant& plant, const State& s) {
    Gathered all;
    std::vector<Gathered> byTenant(plant.tenants.size() + 1);  // the last: nobody's
    for (std::size_t owner = 0; owner < s.past.owners.size(); ++owner) {
        addSums(all.sums, s.past.owners[owner]);
        addSums(byTenant[owner].sums, s.past.owners[owner]);
    }
    for (const PastTimes& t : s.past.times) {
        const auto time = static_cast<std::size_t>(t.time);
        const Times same{t.mean(s.past.coarse), t.count, t.sum};
        all.times[time].push_back(same);
        byTenant[static_cast<std::size_t>(t.owner)].times[time].push_back(same);
    }
    for (const Job& job : s.jobs) {
        const JobProgress p = progressAt(job, s.timeS);
        const JobEnergy energy = energyOf(plant, s, job);
        const JobTimes times = timesOf(job, s.timeS);
        add(all, job, p, energy, times, s.timeS);
        if (!plant.tenants.empty()) {
            add(job.tenant < 0 ? byTenant.back() : byTenant[static_cast<std::size_t>(job.tenant)],
                job, p, energy, times, s.timeS);
        }
    }
    const bool energyKnown = s.wasUncoupled == 0;
    std::vector<JobGroup> groups{finished(std::move(all), energyKnown)};
    for (std::size_t t = 0; t < byTenant.size() && !plant.tenants.empty(); ++t) {
        if (byTenant[t].sums.submitted > 0) {
            groups.push_back(finished(std::move(byTenant[t]), energyKnown));
            groups.back().tenant = t < plant.tenants.size() ? plant.tenants[t] : std::string{};
        }
    }
    return groups;
}

}  // namespace headroom::engine
