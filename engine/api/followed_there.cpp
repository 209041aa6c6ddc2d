// SPDX-License-Identifier: Apache-2.0
#include "engine/api/followed_there.h"

#include "engine/telemetry/live/feed_text.h"
#include "models/core/measured_unit.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::engine {

namespace {

using ThereJson = nlohmann::json;

// A missing value, or one of the wrong kind, throws and is caught once.

double thereNumber(const ThereJson& json, const char* key) {
    const ThereJson& value = json.at(key);
    return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

std::string thereText(const ThereJson& json, const char* key) {
    const ThereJson& value = json.at(key);
    return value.is_null() ? std::string() : value.get<std::string>();
}

template <class State, class Word>
State stateThere(const std::string& word, State last, const Word& wordOf) {
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        if (wordOf(static_cast<State>(i)) == word) {
            return static_cast<State>(i);
        }
    }
    return State{};
}

SensorSpec sensorFrom(const ThereJson& json) {
    SensorSpec sensor;
    sensor.id = sensor.column = json.at("id").get<std::string>();
    sensor.channel = json.at("channel").get<std::string>();
    sensor.unit = models::measuredUnit(json.at("unit").get<std::string>());
    // Which boundary it is stays with the map there; here it only says that it is one.
    sensor.drives = json.at("drives").get<bool>() ? Drive::Setting : Drive::Nothing;
    sensor.sd = thereNumber(json, "sd");
    return sensor;
}

double siOf(const SensorSpec& sensor, double value, bool isDifference) {
    return value * sensor.unit->toSi + (isDifference ? 0.0 : sensor.unit->offset);
}

SensorResidual residualFrom(const ThereJson& json, const SensorSpec& sensor, int place) {
    SensorResidual r;
    r.sensor = place;
    r.figures.n = json.at("n").get<long>();
    r.figures.mean = siOf(sensor, thereNumber(json, "mean"), false);
    r.figures.bias = siOf(sensor, thereNumber(json, "bias"), true);
    r.figures.rmse = siOf(sensor, thereNumber(json, "rmse"), true);
    r.figures.cvRmse = thereNumber(json, "cv_rmse");
    r.figures.nmbe = thereNumber(json, "nmbe");
    r.expected = siOf(sensor, thereNumber(json, "expected"), true);
    r.inside = thereNumber(json, "inside_90");
    r.learnedBias = siOf(sensor, thereNumber(json, "learned_bias"), true);
    r.learnedSd = siOf(sensor, thereNumber(json, "learned_spread"), true);
    r.learnedAt = siOf(sensor, thereNumber(json, "learned_at"), false);
    r.learnedReach = siOf(sensor, thereNumber(json, "learned_reach"), true);
    return r;
}

/// Rows [time_s, measured, modelled, bend, reach] that are newer than what is there.
void addReadings(const ThereJson& rows, const SensorSpec& sensor, ResidualSeries& series) {
    for (const ThereJson& row : rows) {
        const auto value = [&](std::size_t i) {
            return row.at(i).is_null() ? std::numeric_limits<double>::quiet_NaN()
                                       : row.at(i).get<double>();
        };
        if (!series.timeS.empty() && value(0) <= series.timeS.back()) {
            continue;
        }
        series.timeS.push_back(value(0));
        series.measured.push_back(siOf(sensor, value(1), false));
        series.modelled.push_back(siOf(sensor, value(2), false));
        series.bend.push_back(siOf(sensor, value(3), true));
        series.reach.push_back(siOf(sensor, value(4), true));
    }
    if (series.timeS.size() > kMostThereRows) {
        const auto gone = static_cast<std::ptrdiff_t>(series.timeS.size() - kMostThereRows);
        for (auto* column :
             {&series.timeS, &series.measured, &series.modelled, &series.bend, &series.reach}) {
            column->erase(column->begin(), column->begin() + gone);
        }
    }
}

KeptAlarm alarmFrom(const ThereJson& json) {
    KeptAlarm alarm;
    alarm.number = json.at("number").get<std::int64_t>();
    alarm.sensor = json.at("sensor").get<std::string>();
    alarm.raisedS = json.at("raised_s").get<double>();
    if (!json.at("cleared_s").is_null()) {
        alarm.clearedS = json.at("cleared_s").get<double>();
    }
    alarm.worst = thereNumber(json, "worst_spreads");
    alarm.suspect = json.at("suspect").get<std::string>();
    alarm.acknowledged = json.at("acknowledged").get<std::string>();
    return alarm;
}

FeedStatus sourceFrom(const ThereJson& json) {
    FeedStatus source;
    source.id = json.at("id").get<std::string>();
    source.what = json.at("source").get<std::string>();
    source.state =
        stateThere(json.at("state").get<std::string>(), FeedState::Failed, feedStateWord);
    source.deliveries = json.at("deliveries").get<std::int64_t>();
    source.taken = json.at("readings").get<std::int64_t>();
    source.perS = thereNumber(json, "readings_per_s");
    source.newestS = thereNumber(json, "newest_s");
    source.lagS = thereNumber(json, "lag_s");
    source.faults = json.at("faults").get<std::int64_t>();
    source.failures = json.at("failures").get<std::int64_t>();
    source.lastError = thereText(json, "last_error");
    source.errorS = thereNumber(json, "last_error_s");
    return source;
}

}  // namespace

std::shared_ptr<const FollowedThere> readFollowed(const nlohmann::json& answer,
                                                  const FollowedThere* before) {
    try {
        auto next = std::make_shared<FollowedThere>();
        auto map = std::make_shared<TelemetryMap>();
        next->phase =
            stateThere(answer.at("phase").get<std::string>(), TwinPhase::Failed, twinPhaseWord);
        next->errors = answer.at("errors").get<std::vector<std::string>>();
        next->waitsFor = answer.at("waits_for").get<std::vector<std::string>>();
        next->newestS = thereNumber(answer, "newest_s");
        next->followsPerS = thereNumber(answer, "follows_per_s");
        map->longestGapS = thereNumber(answer, "longest_gap_s");
        TwinReport& report = next->report;
        report.fromS = thereNumber(answer, "first_s");
        report.nowS = thereNumber(answer, "now_s");
        report.learnUntilS = thereNumber(answer, "learn_until_s");
        std::map<std::string, int> places;
        for (const ThereJson& one : answer.at("sensors")) {
            SensorSpec sensor = sensorFrom(one);
            if (sensor.unit == nullptr) {
                continue;
            }
            const int place = static_cast<int>(map->sensors.size());
            report.residuals.push_back(residualFrom(one, sensor, place));
            ResidualSeries series;
            for (std::size_t s = 0; before != nullptr && s < before->map->sensors.size(); ++s) {
                if (before->map->sensors[s].id == sensor.id) {
                    series = before->report.series[s];
                    break;
                }
            }
            if (one.contains("readings")) {
                addReadings(one["readings"], sensor, series);
            }
            series.judgedFrom = static_cast<std::size_t>(
                std::lower_bound(series.timeS.begin(), series.timeS.end(), report.learnUntilS) -
                series.timeS.begin());
            report.series.push_back(std::move(series));
            places.emplace(sensor.id, place);
            map->byColumn.emplace(sensor.id, place);
            map->sensors.push_back(std::move(sensor));
        }
        for (const ThereJson& one : answer.at("alarms")) {
            KeptAlarm alarm = alarmFrom(one);
            if (const auto at = places.find(alarm.sensor); at != places.end()) {
                report.alarms.push_back(
                    {at->second, alarm.raisedS,
                     alarm.clearedS.value_or(std::numeric_limits<double>::quiet_NaN()), alarm.worst,
                     alarm.suspect});
            }
            next->alarms.push_back(std::move(alarm));
        }
        for (const ThereJson& one : answer.at("sources")) {
            next->sources.push_back(sourceFrom(one));
        }
        next->map = std::move(map);
        return next;
    } catch (const ThereJson::exception&) {
        return nullptr;
    }
}

}  // namespace headroom::engine
