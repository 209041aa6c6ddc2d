// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/twin/trial.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

using TrialJson = nlohmann::ordered_json;

constexpr double kInHundred = 100.0;

/// Values of one kind.
struct TrialRow {
    int tried = 0, found = 0, first = 0, firstThree = 0, falseAlarms = 0;
    std::vector<double> foundS;
};

TrialRow rowOf(const TrialResult& result, TrialKind kind) {
    TrialRow row;
    for (const TrialSpan& span : result.spans) {
        if (span.kind != kind) {
            continue;
        }
        ++row.tried;
        row.falseAlarms += span.falseAlarms;
        if (span.foundS >= 0.0) {
            ++row.found;
            row.first += span.place == 1 ? 1 : 0;
            row.firstThree += span.place >= 1 && span.place <= 3 ? 1 : 0;
            row.foundS.push_back(span.foundS);
        }
    }
    return row;
}

std::string percentText(double share) {
    return std::isnan(share) ? std::string("-") : fmt::format("{:.0f} %", kInHundred * share);
}

double shareOf(int part, int whole) {
    return whole == 0 ? std::numeric_limits<double>::quiet_NaN()
                      : static_cast<double>(part) / whole;
}

}  // namespace

std::string_view trialKindWord(TrialKind kind) {
    switch (kind) {
        case TrialKind::None:
            return "nothing wrong";
        case TrialKind::Fouling:
            return "fouled exchanger";
        case TrialKind::SensorBias:
            return "sensor bias";
        case TrialKind::Valve:
            return "valve passes";
        case TrialKind::FanWear:
            return "fan wear";
        case TrialKind::PumpWear:
            return "pump wear";
        case TrialKind::SlowChips:
            return "slow chips";
        case TrialKind::Count:
            break;
    }
    return "";
}

int TrialResult::found(TrialKind kind) const {
    return rowOf(*this, kind).found;
}

int TrialResult::tried(TrialKind kind) const {
    return rowOf(*this, kind).tried;
}

double TrialResult::precision() const {
    int all = 0, wrong = 0;
    for (const TrialSpan& span : spans) {
        all += span.alarms;
        wrong += span.falseAlarms;
    }
    return shareOf(all - wrong, all);
}

double TrialResult::recall() const {
    int all = 0, seen = 0;
    for (const TrialSpan& span : spans) {
        all += span.kind == TrialKind::None ? 0 : 1;
        seen += span.kind != TrialKind::None && span.foundS >= 0.0 ? 1 : 0;
    }
    return shareOf(seen, all);
}

double TrialResult::falseAlarmsAWeek() const {
    int wrong = 0;
    for (const TrialSpan& span : spans) {
        wrong += span.falseAlarms;
    }
    return weeksHealthy > 0.0 ? wrong / weeksHealthy : std::numeric_limits<double>::quiet_NaN();
}

std::string trialText(const TrialResult& result) {
    std::string out =
        fmt::format("{} sensors made up, {} spans\n\n", result.sensors, result.spans.size());
    out += fmt::format("  {:<18}{:>7}{:>8}{:>9}{:>20}{:>9}{:>12}{:>9}\n", "fault", "spans", "found",
                       "recall", "time to find, min", "named", "in first 3", "false");
    for (int k = 0; k < static_cast<int>(TrialKind::Count); ++k) {
        const auto kind = static_cast<TrialKind>(k);
        TrialRow row = rowOf(result, kind);
        if (row.tried == 0) {
            continue;
        }
        std::sort(row.foundS.begin(), row.foundS.end());
        const std::string when =
            row.foundS.empty()
                ? std::string("-")
                : fmt::format("{:.0f} ({:.0f} to {:.0f})", row.foundS[row.foundS.size() / 2] / 60.0,
                              row.foundS.front() / 60.0, row.foundS.back() / 60.0);
        const bool isFault = kind != TrialKind::None;
        out += fmt::format(
            "  {:<18}{:>7}{:>8}{:>9}{:>20}{:>9}{:>12}{:>9}\n", trialKindWord(kind), row.tried,
            isFault ? std::to_string(row.found) : "-",
            isFault ? percentText(shareOf(row.found, row.tried)) : "-", isFault ? when : "-",
            isFault ? percentText(shareOf(row.first, row.found)) : "-",
            isFault ? percentText(shareOf(row.firstThree, row.found)) : "-", row.falseAlarms);
    }
    out += fmt::format(
        "\n  precision {}, recall {}, false alarms {:.2g} a week ({:.2g} weeks without a fault)\n",
        percentText(result.precision()), percentText(result.recall()), result.falseAlarmsAWeek(),
        result.weeksHealthy);
    return out;
}

std::string trialJson(const TrialResult& result) {
    TrialJson json = {{"sensors", result.sensors},
                      {"precision", numberJson(result.precision())},
                      {"recall", numberJson(result.recall())},
                      {"false_alarms_a_week", numberJson(result.falseAlarmsAWeek())},
                      {"weeks_healthy", result.weeksHealthy},
                      {"spans", TrialJson::array()}};
    for (const TrialSpan& span : result.spans) {
        json["spans"].push_back(
            {{"fault", trialKindWord(span.kind)},
             {"part", span.part},
             {"at_s", span.faultS},
             {"found_s", span.foundS >= 0.0 ? TrialJson(span.foundS) : TrialJson(nullptr)},
             {"place", span.place},
             {"said", span.said},
             {"alarms", span.alarms},
             {"false_alarms", span.falseAlarms},
             {"false_sensors", span.falseSensors}});
    }
    return jsonText(json, 2) + "\n";
}

}  // namespace headroom::engine
