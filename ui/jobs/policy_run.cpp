// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/policy_run.h"

#include "engine/exchange/cluster_log.h"
#include "engine/exchange/job_columns.h"
#include "engine/schedule/replay.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace headroom::ui {

namespace {

constexpr std::size_t kCurvePoints = 800;

/// Assumption: traces do not say what sizes a job can run on; the policy's tip tells people.
constexpr double kLeastShare = 0.5;
constexpr double kMostFactor = 2.0;

/// Every n-th, the first and the last.
std::vector<CurvePoint> thinned(const std::vector<CurvePoint>& all) {
    if (all.size() <= kCurvePoints) {
        return all;
    }
    std::vector<CurvePoint> some;
    for (std::size_t i = 0; i < kCurvePoints; ++i) {
        some.push_back(all[i * (all.size() - 1) / (kCurvePoints - 1)]);
    }
    return some;
}

}  // namespace

std::vector<engine::TraceJob> traceOfRun(const engine::JobHistory& history) {
    std::unordered_map<std::int64_t, double> ranS;
    for (const auto& block : history.spans) {
        for (const engine::JobSpan& span : *block) {
            if (span.state == engine::JobState::Running) {
                ranS[span.job] += span.toS - span.fromS;
            }
        }
    }
    for (const engine::JobSpan& span : history.open) {
        ranS.erase(span.job);
    }
    std::vector<engine::TraceJob> jobs;
    for (const auto& block : history.cards) {
        for (const engine::JobCard& card : *block) {
            const auto ran = ranS.find(card.id);
            // Older jobs may lack some of their time.
            if (card.submitS >= history.sinceS && ran != ranS.end() && ran->second > 0.0 &&
                card.accelerators > 0) {
                engine::TraceJob job;
                job.submitS = card.submitS;
                job.durationS = ran->second;
                job.accelerators = card.accelerators;
                job.tenant = card.tenant;
                jobs.push_back(std::move(job));
            }
        }
    }
    std::stable_sort(jobs.begin(), jobs.end(),
                     [](const auto& a, const auto& b) { return a.submitS < b.submitS; });
    return jobs;
}

std::vector<CurvePoint> completionCurve(const std::vector<engine::JobOutcome>& jobs) {
    std::vector<double> jct;
    for (const engine::JobOutcome& job : jobs) {
        if (job.endS >= 0.0) {
            jct.push_back(job.endS - job.submitS);
        }
    }
    std::sort(jct.begin(), jct.end());
    std::vector<CurvePoint> curve;
    for (std::size_t i = 0; i < jct.size(); ++i) {
        // Share of all jobs: a policy that leaves jobs undone does not reach 1.
        curve.push_back({jct[i], static_cast<double>(i + 1) / static_cast<double>(jobs.size())});
    }
    return thinned(curve);
}

std::vector<CurvePoint> queueCurve(const std::vector<engine::JobOutcome>& jobs) {
    double first = std::numeric_limits<double>::infinity();
    for (const engine::JobOutcome& job : jobs) {
        first = std::min(first, job.submitS);
    }
    std::vector<std::pair<double, int>> steps;
    for (const engine::JobOutcome& job : jobs) {
        steps.emplace_back(job.submitS - first, 1);
        if (job.firstStartS >= 0.0) {
            steps.emplace_back(job.firstStartS - first, -1);
        }
    }
    std::sort(steps.begin(), steps.end());  // of one instant, starts first: -1 < 1
    std::vector<CurvePoint> curve;
    int waiting = 0;
    for (const auto& [timeS, change] : steps) {
        waiting += change;
        if (!curve.empty() && curve.back().x == timeS) {
            curve.back().y = std::max(0, waiting);
        } else {
            curve.push_back({timeS, static_cast<double>(std::max(0, waiting))});
        }
    }
    return thinned(curve);
}

PolicyColumns usualColumns(const std::filesystem::path& file) {
    PolicyColumns found;
    const auto table = engine::TableReader::ofFile(file);
    if (!table || engine::isSacctTable(table->head())) {
        return found;
    }
    const auto columns = engine::jobColumns(table->head(), {}, file.string());
    const auto nameOf = [&](int column) {
        return column < 0 ? std::string() : table->head().names[static_cast<std::size_t>(column)];
    };
    if (columns) {
        found.submit = nameOf(columns->submit);
        found.duration = nameOf(columns->duration);
        found.size = nameOf(columns->size);
    }
    return found;
}

engine::ResultAll<std::vector<PolicyOutcome>> runPolicies(
    const PolicyQuestion& question, const std::atomic<bool>& cancel,
    const std::function<void(const PolicyOutcome&)>& done) {
    std::vector<engine::TraceJob> trace = question.trace.jobs;
    if (!question.trace.file.empty()) {
        auto read = engine::readJobTrace(question.trace.file, question.trace.reader);
        if (!read) {
            return tl::unexpected(std::move(read.error()));
        }
        trace = std::move(read->jobs);
    }
    std::vector<PolicyOutcome> outcomes;
    for (const std::string& name : question.policies) {
        if (cancel) {
            break;
        }
        engine::ReplayOptions options;
        if (question.deadlineFactor > 0.0) {
            options.deadlineFactor = question.deadlineFactor;
        }
        const auto policy = engine::namedPolicy(name);
        if (!policy) {
            return tl::unexpected(engine::Errors{policy.error()});
        }
        if (name == "elastic") {
            options.leastShare = kLeastShare;
            options.mostFactor = kMostFactor;
        }
        const auto out = engine::replay(trace, policy->spec,
                                        {{"", question.accelerators, 1.0, 0.0}}, options, &cancel);
        if (!out) {
            return tl::unexpected(engine::Errors{out.error()});
        }
        if (out->metrics.cancelled) {
            break;
        }
        outcomes.push_back(
            {name, out->metrics, out->events, completionCurve(out->jobs), queueCurve(out->jobs)});
        done(outcomes.back());
    }
    return outcomes;
}

}  // namespace headroom::ui
