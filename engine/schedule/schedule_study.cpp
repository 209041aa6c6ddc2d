// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/schedule_study.h"

#include "engine/base/scale.h"
#include "engine/text/shown.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kReadingShare = 0.1;  ///< of the progress

/// Which jobs do not fit is the same for every policy. Empty if the pool holds all.
std::string refusedText(const std::vector<PolicyRow>& rows) {
    if (rows.empty() || rows.front().metrics.refused == 0) {
        return {};
    }
    const ScheduleMetrics& m = rows.front().metrics;
    return fmt::format(
        "{} of {} jobs {} larger than the pool and never ran: they are in no figure below.",
        m.refused, m.jobs, m.refused == 1 ? "is" : "are");
}

std::string chargesText(const ReplayOptions& replay) {
    return fmt::format(
        "A preempted job repeats its work since the last checkpoint (one each {:g} min of running "
        "time). A preempted or resized job restarts in {:g} min.",
        replay.checkpointS / kMinuteS, replay.restartS / kMinuteS);
}

/// Empty if all policies ended.
std::string interruptedText(const std::vector<PolicyRow>& rows, std::size_t policies) {
    if (rows.empty() || !rows.back().metrics.cancelled) {
        return {};
    }
    const ScheduleMetrics& m = rows.back().metrics;
    std::string text =
        fmt::format("Interrupted: policy {} had ended {} of {} jobs, so its row has no figures.",
                    rows.back().policy, m.completed, m.jobs - m.refused);
    if (rows.size() < policies) {
        text += fmt::format(" {} more {} not started.", policies - rows.size(),
                            policies - rows.size() == 1 ? "policy was" : "policies were");
    }
    return text;
}

std::vector<std::string> logNotes(const std::filesystem::path& file, const JobTrace& trace) {
    std::vector<std::string> notes;
    for (const std::string& note : trace.notes) {
        notes.push_back(file.string() + ": " + note + ".");
    }
    if (trace.kinds.size() > 1) {
        notes.push_back(fmt::format(
            "{}: jobs ran on {} kinds of accelerators ({}); the pool counts all of them alike.",
            file.string(), trace.kinds.size(), fmt::join(trace.kinds, ", ")));
    }
    return notes;
}

}  // namespace

bool ScheduleTerms::isStated() const {
    return !std::isnan(usdPerHour) || !std::isnan(usdPerWaitingHour) || !std::isnan(busyW);
}

ScheduleCost scheduleCost(const ScheduleMetrics& metrics, std::int32_t accelerators,
                          const ScheduleTerms& terms) {
    const double availableS = accelerators * metrics.makespanS, u = metrics.utilization;
    const double idleW = std::isnan(terms.idleW) ? 0.0 : terms.idleW;
    ScheduleCost cost;
    cost.energyJ = terms.pue * (terms.busyW * u + idleW * (1.0 - u)) * availableS;
    cost.poolUsd = terms.usdPerHour * availableS / kHourS;
    cost.idleUsd = cost.poolUsd * (1.0 - u);
    cost.lostUsd = terms.usdPerHour * metrics.lostS / kHourS;
    cost.usefulUsdPerHour =
        metrics.goodput > 0.0 ? terms.usdPerHour / metrics.goodput : models::kNotStated;
    cost.waitingUsd = terms.usdPerWaitingHour * metrics.meanWaitS / kHourS *
                      static_cast<double>(metrics.completed);
    return cost;
}

ResultAll<ScheduleAnswer> answerSchedule(const ScheduleStudy& study,
                                         const ScheduleProgress& progress,
                                         const std::atomic<bool>* cancel) {
    const auto report = [&](double share, const std::string& what) {
        if (progress) {
            progress(share, what);
        }
    };
    LogReading reading;
    reading.progress = [&](double share) {
        report(kReadingShare * share, study.trace.string());
        return cancel == nullptr || !*cancel;
    };
    const auto trace = readJobTrace(study.trace, study.reader, reading);
    if (!trace) {
        return tl::unexpected(trace.error());
    }
    ScheduleAnswer answer;
    answer.jobs = trace->jobs.size();
    answer.notes = logNotes(study.trace, *trace);
    const auto pools = static_cast<double>(study.pools.size() + 1);
    const auto policies = static_cast<double>(study.policies.size());
    double done = 0.0;
    const auto compare = [&](std::int32_t accelerators) {
        return comparePolicies(
            trace->jobs, accelerators, study.policies, study.replay, cancel,
            [&](const std::string& policy, double share) {
                const auto at =
                    std::find_if(study.policies.begin(), study.policies.end(),
                                 [&](const NamedPolicy& p) { return p.name == policy; });
                const auto before = static_cast<double>(at - study.policies.begin());
                report(kReadingShare +
                           (1.0 - kReadingShare) * (done + (before + share) / policies) / pools,
                       fmt::format("{} {:.0f} %", policy, 100.0 * share));
            });
    };
    auto rows = compare(study.accelerators);
    if (!rows) {
        return tl::unexpected(Errors{rows.error()});
    }
    answer.rows = std::move(*rows);
    answer.interrupted = interruptedText(answer.rows, study.policies.size());
    answer.charges.push_back(chargesText(study.replay));
    if (std::string refused = refusedText(answer.rows); !refused.empty()) {
        answer.charges.push_back(std::move(refused));
    }
    for (const std::int32_t size : study.pools) {
        if (!answer.interrupted.empty()) {
            break;
        }
        done += 1.0;
        auto other = compare(size);
        if (!other) {
            return tl::unexpected(Errors{other.error()});
        }
        answer.interrupted = interruptedText(*other, study.policies.size());
        answer.pools.push_back({size, std::move(*other)});
    }
    return answer;
}

}  // namespace headroom::engine
