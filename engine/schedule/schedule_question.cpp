// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/schedule_question.h"

#include "engine/exchange/trace_map.h"
#include "models/core/file_path.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::int32_t kLargestPool = 10'000'000;
constexpr auto kTraceFormatWords = std::to_array<std::string_view>(
    {"auto", "csv", "openb", "swf", "sacct", "kubernetes", "philly"});
/// Least and most size of elastic jobs, as shares of the size they ask for, and the contention of their speed-up.
constexpr double kElasticLeast = 0.5, kElasticMost = 2.0, kElasticContention = 0.01;

constexpr std::array kScheduleTable = {
    models::filePath<&ScheduleAsked::trace>(
        "trace", "Job log",
        {.required = true,
         .doc = "sacct (text or JSON), SWF, kubectl JSON, or a table (Helios, Acme, PAI, openb, "
                "Philly, your own); gzip allowed."}),
    models::integer<&ScheduleAsked::accelerators>(
        "accelerators", "Accelerators",
        {.min = 1, .max = kLargestPool, .required = true, .doc = "Size of the pool."}),
    models::referenceList<&ScheduleAsked::policies>(
        "policy", "Policies", "", {.doc = "Only these, as fifo or easy; without it all."}),
    models::referenceList<&ScheduleAsked::pools>("pools", "Other pools", "",
                                                 {.doc = "Further sizes of the pool to compare."}),
    models::choice<&ScheduleAsked::format>("trace_format", "Format", kTraceFormatWords,
                                           {.doc = "Format of the log; auto: as the file shows."}),
    models::choice<&ScheduleAsked::time>(
        "time_unit", "Times", models::kTraceTimeWords,
        {.doc = "Unit of the times of a table; auto: dates by their look, numbers in seconds."}),
    models::text<&ScheduleAsked::traceMap>(
        "trace_map", "Columns",
        {.doc = "Columns and units in the words of a project: KEY=VALUE,KEY=VALUE."}),
    models::number<&ScheduleAsked::processorsPerAccelerator>(
        "processors_per_accelerator", "Processors an accelerator", models::unit::none,
        {.min = 1e-3,
         .max = 1e5,
         .doc = "SWF, OpenDC: processors that stand for one accelerator."}),
    models::number<&ScheduleAsked::sizeScale>(
        "size_scale", "Size scale", models::unit::none,
        {.min = 1e-4, .max = 1e4, .doc = "Multiplies the accelerators of each job."}),
    models::number<&ScheduleAsked::checkpointS>(
        "checkpoint_min", "Checkpoint interval", models::unit::minute,
        {.min = 0.0, .max = 1e6, .doc = "A preempted job repeats its work since the last one."}),
    models::number<&ScheduleAsked::restartS>(
        "restart_min", "Restart", models::unit::minute,
        {.min = 0.0, .max = 1e6, .doc = "Until a preempted or resized job continues."}),
    models::number<&ScheduleAsked::estimate>(
        "estimate_pct", "Run times as known", models::unit::percent,
        {.min = 1.0,
         .max = 1e5,
         .doc = "Run times as the scheduler knows them over the true ones. Without it the time "
                "that owners asked for; exact if the log has none."}),
    models::number<&ScheduleAsked::usdPerHour>(
        "usd_per_hour", "Price", models::unit::dollar,
        {.min = 0.0, .max = 1e5, .doc = "Price of an accelerator hour, held or not."}),
    models::number<&ScheduleAsked::usdPerWaitingHour>(
        "usd_per_waiting_hour", "Cost of waiting", models::unit::dollar,
        {.min = 0.0, .max = 1e6, .doc = "Cost of an hour in which a job waits."}),
    models::number<&ScheduleAsked::busyW>(
        "busy_w", "Power, held", models::unit::watt,
        {.min = 0.0,
         .max = 1e5,
         .doc = "Mean power of an accelerator with its share of the server while a job holds it."}),
    models::number<&ScheduleAsked::idleW>(
        "idle_w", "Power, idle", models::unit::watt,
        {.min = 0.0, .max = 1e5, .doc = "The same while no job holds it."}),
    models::number<&ScheduleAsked::pue>("pue", "PUE", models::unit::none,
                                        {.min = 1.0, .max = 5.0, .doc = "PUE of the facility."}),
};

constexpr models::ComponentType kScheduleType = {
    .id = "schedule",
    .label = "Scheduler",
    .section = {},
    .doc = "Scheduling policies on a log of jobs.",
    .attributes = kScheduleTable,
    .create = &models::createSpec<ScheduleAsked>,
    .destroy = &models::destroySpec<ScheduleAsked>,
};

ResultAll<ScheduleStudy> studyOf(const ScheduleAsked& asked) {
    ScheduleStudy study;
    study.trace = asked.trace;
    study.accelerators = asked.accelerators;
    study.reader.format = asked.format;
    study.reader.time = asked.time;
    study.reader.processorsPerAccelerator = asked.processorsPerAccelerator;
    study.reader.sizeScale = asked.sizeScale;
    if (const auto mapped =
            applyTraceMap(asked.traceMap, models::JobTraceSpec::type(), &study.reader);
        !asked.traceMap.empty() && !mapped) {
        return tl::unexpected(Errors{mapped.error()});
    }
    for (const std::string& name : asked.policies.empty() ? policyNames() : asked.policies) {
        auto policy = namedPolicy(name);
        if (!policy) {
            return tl::unexpected(Errors{policy.error()});
        }
        study.policies.push_back(std::move(*policy));
    }
    for (const std::string& text : asked.pools) {
        const auto pool = poolOf(text);
        if (!pool) {
            return tl::unexpected(Errors{pool.error()});
        }
        study.pools.push_back(*pool);
    }
    study.replay.checkpointS = asked.checkpointS;
    study.replay.restartS = asked.restartS;
    study.replay.leastShare = kElasticLeast;
    study.replay.mostFactor = kElasticMost;
    study.replay.contention = kElasticContention;
    study.replay.requestedTimes = std::isnan(asked.estimate);
    study.replay.estimateFactor = std::isnan(asked.estimate) ? 1.0 : asked.estimate;
    study.terms = {asked.usdPerHour, asked.usdPerWaitingHour, asked.busyW, asked.idleW, asked.pue};
    study.byTeam = true;
    return study;
}

ResultAll<PlanningAnswer> answerScheduleQuestion(const void* spec, const PlanningWorld& world) {
    const auto study = studyOf(*static_cast<const ScheduleAsked*>(spec));
    if (!study) {
        return tl::unexpected(study.error());
    }
    auto result = answerSchedule(*study, world.progress, world.cancel);
    if (!result) {
        return tl::unexpected(std::move(result.error()));
    }
    PlanningAnswer answer;
    answer.sheets = scheduleSheets(*result, *study);
    answer.charts.push_back({.title = "Waiting and use",
                             .sheet = "Policies",
                             .x = "utilization",
                             .y = "mean_wait_s",
                             .group = "policy",
                             .isJoined = false});
    if (!study->pools.empty()) {
        answer.charts.push_back({.title = "By pool",
                                 .sheet = "Pools",
                                 .x = "accelerators",
                                 .y = "mean_wait_s",
                                 .group = "policy"});
    }
    answer.notes = std::move(result->notes);
    answer.notes.insert(answer.notes.end(), result->charges.begin(), result->charges.end());
    return answer;
}

constexpr PlanningQuestion kScheduleQuestion = {
    .name = "schedule",
    .title = "Scheduler",
    .about = "Compare scheduling policies on a job log and a pool of accelerators",
    .page = "choose-a-scheduler.md",
    .examples = R"({"accelerators": 1024, "policy": ["fifo", "easy", "srtf", "fair-share"]})",
    .spec = &kScheduleType,
    .answer = &answerScheduleQuestion,
    .hasOwnCommand = true,
};

}  // namespace

Result<std::int32_t> poolOf(const std::string& text) {
    std::int32_t pool = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), pool);
    if (fault != std::errc() || end != text.data() + text.size() || pool < 1 ||
        pool > kLargestPool) {
        return tl::unexpected(Error{"PLN-012",
                                    "\"" + text + "\" is not a size of a pool.",
                                    "State a whole number from 1 to 10,000,000.",
                                    {},
                                    {},
                                    0});
    }
    return pool;
}

const PlanningQuestion& scheduleQuestion() {
    return kScheduleQuestion;
}

}  // namespace headroom::engine
