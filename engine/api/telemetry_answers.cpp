// SPDX-License-Identifier: Apache-2.0
#include "engine/api/answers.h"
#include "engine/api/body.h"
#include "engine/api/push_talk.h"
#include "engine/base/json.h"
#include "engine/telemetry/live/feed_text.h"
#include "engine/twin/twin_loop.h"
#include "models/core/calendar.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ctime>
#include <limits>
#include <optional>

namespace headroom::engine {

namespace {

using TelemetryJson = nlohmann::ordered_json;

TelemetryJson textOrNull(double timeS) {
    return std::isfinite(timeS) ? TelemetryJson(models::calendarText(
                                      static_cast<std::int64_t>(std::llround(timeS)) * 1000))
                                : TelemetryJson(nullptr);
}

constexpr std::ptrdiff_t kMostReadings = 500;  // of one sensor in one answer
constexpr double kMostTelemetryS = 1e12;

HttpResponse followsNothing() {
    return problemOf({{"WEB-031",
                       "this server follows no building",
                       "begin it with --live SOURCES.json --store FILE.db",
                       {},
                       {},
                       0}});
}

/// A figure of a sensor in the unit of its readings.
TelemetryJson inUnit(const SensorSpec& sensor, double si, bool isDifference) {
    return numberJson((si - (isDifference ? 0.0 : sensor.unit->offset)) / sensor.unit->toSi);
}

/// Rows of a series after a time, the newest: [time_s, measured, modelled, bend, reach].
TelemetryJson readingsJson(const SensorSpec& sensor, const ResidualSeries& series, double sinceS) {
    const auto count = static_cast<std::ptrdiff_t>(series.timeS.size());
    std::ptrdiff_t first =
        std::upper_bound(series.timeS.begin(), series.timeS.end(), sinceS) - series.timeS.begin();
    first = std::max(first, count - kMostReadings);
    TelemetryJson rows = TelemetryJson::array();
    for (auto i = static_cast<std::size_t>(first); i < series.timeS.size(); ++i) {
        rows.push_back({series.timeS[i], inUnit(sensor, series.measured[i], false),
                        inUnit(sensor, series.modelled[i], false),
                        inUnit(sensor, series.bend.empty() ? 0.0 : series.bend[i], true),
                        inUnit(sensor, series.reach.empty() ? 0.0 : series.reach[i], true)});
    }
    return rows;
}

TelemetryJson sensorsJson(const TelemetryMap& map, const TwinReport* report,
                          std::optional<double> sinceS) {
    TelemetryJson sensors = TelemetryJson::array();
    for (std::size_t k = 0; report != nullptr && k < report->residuals.size(); ++k) {
        const SensorResidual& r = report->residuals[k];
        const ResidualSeries& series = report->series[k];
        const SensorSpec& sensor = map.sensors[static_cast<std::size_t>(r.sensor)];
        const bool any = !series.timeS.empty(), judged = r.figures.n > 0;
        const double none = std::numeric_limits<double>::quiet_NaN();
        sensors.push_back(
            {{"id", sensor.id},
             {"channel", sensor.channel},
             {"unit", sensor.unit->symbol},
             {"drives", sensor.drives != Drive::Nothing},
             {"time_s", any ? TelemetryJson(series.timeS.back()) : TelemetryJson(nullptr)},
             {"measured", inUnit(sensor, any ? series.measured.back() : none, false)},
             {"modelled", inUnit(sensor, any ? series.modelled.back() : none, false)},
             {"n", r.figures.n},
             {"bias", inUnit(sensor, judged ? r.figures.bias : none, true)},
             {"expected", inUnit(sensor, judged ? r.expected : none, true)},
             {"inside_90", judged ? numberJson(r.inside) : TelemetryJson(nullptr)},
             {"mean", inUnit(sensor, judged ? r.figures.mean : none, false)},
             {"rmse", inUnit(sensor, judged ? r.figures.rmse : none, true)},
             {"cv_rmse", judged ? numberJson(r.figures.cvRmse) : TelemetryJson(nullptr)},
             {"nmbe", judged ? numberJson(r.figures.nmbe) : TelemetryJson(nullptr)},
             {"sd", numberJson((any ? sensor.uncertainty(series.measured.back()) : none) /
                               sensor.unit->toSi)},
             {"learned_bias", inUnit(sensor, r.learnedBias, true)},
             {"learned_spread", inUnit(sensor, r.learnedSd, true)},
             {"learned_at", inUnit(sensor, r.learnedAt, false)},
             {"learned_reach", inUnit(sensor, r.learnedReach, true)}});
        if (sinceS) {
            sensors.back()["readings"] = readingsJson(sensor, series, *sinceS);
        }
    }
    return sensors;
}

TelemetryJson keptAlarmsJson(const std::vector<KeptAlarm>& alarms) {
    TelemetryJson all = TelemetryJson::array();
    for (const KeptAlarm& alarm : alarms) {
        all.push_back({{"number", alarm.number},
                       {"sensor", alarm.sensor},
                       {"raised", textOrNull(alarm.raisedS)},
                       {"raised_s", alarm.raisedS},
                       {"cleared_s",
                        alarm.clearedS ? TelemetryJson(*alarm.clearedS) : TelemetryJson(nullptr)},
                       {"worst_spreads", numberJson(alarm.worst)},
                       {"suspect", alarm.suspect},
                       {"acknowledged", alarm.acknowledged}});
    }
    return all;
}

HttpResponse written(const TelemetryJson& body, int status = 200) {
    return jsonAnswer(jsonText(body), status);
}

}  // namespace

HttpResponse answerTelemetry(const Asked& asked) {
    if (asked.loop == nullptr) {
        return followsNothing();
    }
    std::optional<double> sinceS;
    if (asked.request.asked("since_s")) {
        const auto since =
            askedNumber(asked.request, "since_s", 0.0, -kMostTelemetryS, kMostTelemetryS);
        if (!since) {
            return problemOf({since.error()});
        }
        sinceS = *since;
    }
    const auto now = asked.loop->now();
    TelemetryJson errors = TelemetryJson::array(), findings = TelemetryJson::array();
    for (const Error& error : now->errors) {
        errors.push_back(error.text());
    }
    for (const auto* list : {&now->findings, now->report ? &now->report->findings : nullptr}) {
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
            findings.push_back(text((*list)[i]));
        }
    }
    return written({{"phase", twinPhaseWord(now->phase)},
                    {"errors", std::move(errors)},
                    {"waits_for", now->waitsFor},
                    {"now", textOrNull(now->nowS)},
                    {"now_s", numberJson(now->nowS)},
                    {"first_s", numberJson(now->firstS)},
                    {"newest_s", numberJson(now->newestS)},
                    {"learn_until_s", numberJson(now->learnUntilS)},
                    {"longest_gap_s", asked.loop->map().longestGapS},
                    {"follows_per_s", numberJson(now->followsPerS)},
                    {"sources", parseJson<TelemetryJson>(feedsJson(asked.loop->sources()))},
                    {"sensors", sensorsJson(asked.loop->map(), now->report.get(), sinceS)},
                    {"alarms", keptAlarmsJson(now->alarms)},
                    {"findings", std::move(findings)}});
}

HttpResponse pushTelemetry(const Asked& asked) {
    if (asked.loop == nullptr) {
        return followsNothing();
    }
    const std::string_view type = asked.request.field("content-type");
    if (!type.starts_with("application/x-ndjson") && !type.starts_with("application/jsonl") &&
        !type.starts_with("application/json")) {
        return problemOf({{"REQ-029",
                           "the body is not sent as JSON lines",
                           "send it with Content-Type: application/x-ndjson",
                           {},
                           {},
                           0}});
    }
    const auto stored = asked.loop->feeds().push(
        std::string(asked.request.asked("source").value_or("")), asked.request.body);
    if (!stored) {
        HttpResponse response = problemOf({stored.error()});
        if (!stored.error().code.starts_with("TEL-")) {  // the store: it may be better in a while
            response.status = 503;
        }
        return response;
    }
    return jsonAnswer('{' + receiptKeys(*stored) + '}');
}

HttpResponse acknowledgeTelemetryAlarm(const Asked& asked) {
    if (asked.loop == nullptr) {
        return followsNothing();
    }
    std::int64_t number = -1;
    const auto [end, fault] =
        std::from_chars(asked.part.data(), asked.part.data() + asked.part.size(), number);
    if (fault != std::errc{} || end != asked.part.data() + asked.part.size()) {
        number = -1;
    }
    const std::string words =
        textOrNull(std::floor(static_cast<double>(std::time(nullptr)))).get<std::string>() +
        " UTC" +
        (asked.request.caller.name.empty() ? std::string() : " by " + asked.request.caller.name);
    if (const auto done = asked.loop->acknowledge(number, words); !done) {
        return problemOf({done.error()});
    }
    return written({{"alarms", keptAlarmsJson(asked.loop->now()->alarms)}});
}

}  // namespace headroom::engine
