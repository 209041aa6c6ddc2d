// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/metrics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

/// Runs of less count as this long: else the slowdown of tiny jobs is all that is seen (Feitelson
/// and Rudolph 1998).
constexpr double kShortestRunS = 10.0;

/// Completion time over run time.
double slowdownOf(const JobOutcome& job) {
    return std::max(1.0, (job.endS - job.submitS) / std::max(job.runS, kShortestRunS));
}

}  // namespace

std::vector<TeamFigures> teamsOf(const std::vector<JobOutcome>& jobs,
                                 const std::vector<std::string_view>& teams) {
    std::map<std::string_view, TeamFigures> byName;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const JobOutcome& job = jobs[i];
        if (job.endS < 0.0) {
            continue;
        }
        TeamFigures& team = byName[teams[i]];
        ++team.jobs;
        team.workS += job.runS * job.accelerators;
        team.meanWaitS += job.waitedS;
        team.slowdown += slowdownOf(job);
    }
    std::vector<TeamFigures> figures;
    for (auto& [name, team] : byName) {
        team.name = name;
        team.meanWaitS /= static_cast<double>(team.jobs);
        team.slowdown /= static_cast<double>(team.jobs);
        figures.push_back(std::move(team));
    }
    std::stable_sort(figures.begin(), figures.end(),
                     [](const TeamFigures& a, const TeamFigures& b) { return a.workS > b.workS; });
    return figures;
}

double jainIndex(const std::vector<double>& values) {
    double sum = 0.0, squares = 0.0;
    for (const double x : values) {
        sum += x;
        squares += x * x;
    }
    return squares > 0.0 ? sum * sum / (static_cast<double>(values.size()) * squares) : 1.0;
}

ScheduleMetrics metricsOf(const std::vector<JobOutcome>& jobs, std::int32_t tenants, double heldS,
                          double blockedS, double capacityS, std::int64_t accelerators) {
    ScheduleMetrics m;
    const auto groups = static_cast<std::size_t>(std::max(1, tenants));
    std::vector<double> slowdownSums(groups), workOf(groups), countOf(groups), longestOf(groups),
        firstOf(groups, HUGE_VAL), lastOf(groups, -HUGE_VAL);
    std::vector<double> waits;
    double first = HUGE_VAL, last = -HUGE_VAL;
    std::int64_t met = 0;
    for (const JobOutcome& job : jobs) {
        ++m.jobs;
        m.deadlines += job.deadlineS >= 0.0 ? 1 : 0;
        first = std::min(first, job.submitS);
        if (job.endS < 0.0) {
            continue;
        }
        ++m.completed;
        const double jctS = job.endS - job.submitS;
        const double slowdown = slowdownOf(job);
        last = std::max(last, job.endS);
        m.meanJctS += jctS;
        m.meanWaitS += job.waitedS;
        m.boundedSlowdown += slowdown;
        m.costUsd += job.costUsd;
        m.preemptions += job.preemptions;
        m.lostS += job.lostS;
        waits.push_back(job.waitedS);
        met += job.deadlineS >= 0.0 && job.endS <= job.deadlineS ? 1 : 0;
        const auto g =
            static_cast<std::size_t>(std::clamp(job.tenant, 0, std::max(0, tenants - 1)));
        slowdownSums[g] += slowdown;
        workOf[g] += job.runS * job.accelerators;
        longestOf[g] = std::max(longestOf[g], job.runS);
        firstOf[g] = std::min(firstOf[g], job.submitS);
        lastOf[g] = std::max(lastOf[g], job.endS);
        countOf[g] += 1.0;
    }
    if (m.completed == 0) {
        return m;
    }
    const auto n = static_cast<double>(m.completed);
    m.meanJctS /= n;
    m.meanWaitS /= n;
    m.boundedSlowdown /= n;
    m.makespanS = last - first;
    m.deadlinesMet =
        m.deadlines > 0 ? static_cast<double>(met) / static_cast<double>(m.deadlines) : 1.0;
    std::sort(waits.begin(), waits.end());
    const auto at = [&](double share) {
        return waits[std::min(waits.size() - 1, static_cast<std::size_t>(share * n))];
    };
    m.medianWaitS = at(0.5);
    m.p99WaitS = at(0.99);
    if (capacityS > 0.0) {
        m.utilization = heldS / capacityS;
        m.goodput = (heldS - m.lostS) / capacityS;
        m.blockedShare = capacityS > heldS ? blockedS / (capacityS - heldS) : 0.0;
    }
    std::vector<double> slowdowns;
    for (std::size_t g = 0; g < groups; ++g) {
        if (countOf[g] > 0.0) {
            slowdowns.push_back(slowdownSums[g] / countOf[g]);
            // Share of the tenant's work in the pool of its own.
            const double share = static_cast<double>(accelerators) / static_cast<double>(groups);
            const double aloneS = std::max(longestOf[g], workOf[g] / std::max(1.0, share));
            m.worstFinishTimeFairness =
                std::max(m.worstFinishTimeFairness,
                         (lastOf[g] - firstOf[g]) / std::max(kShortestRunS, aloneS));
        }
    }
    m.fairness = jainIndex(slowdowns);
    return m;
}

}  // namespace headroom::engine
