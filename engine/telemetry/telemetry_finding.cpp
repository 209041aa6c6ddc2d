// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/telemetry_finding.h"

#include "models/core/calendar.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace headroom::engine {

std::string_view telemetryFaultWord(TelemetryFault fault) {
    switch (fault) {
        case TelemetryFault::Unreadable:
            return "unreadable";
        case TelemetryFault::UnknownName:
            return "unknown name";
        case TelemetryFault::Implausible:
            return "implausible";
        case TelemetryFault::Time:
            return "impossible time";
        case TelemetryFault::OutOfOrder:
            return "out of order";
        case TelemetryFault::Repeated:
            return "repeated";
        case TelemetryFault::Contradicted:
            return "contradicted";
        case TelemetryFault::Gap:
            return "gap";
        case TelemetryFault::Stuck:
            return "stuck";
        case TelemetryFault::Silent:
            return "silent";
        case TelemetryFault::Unit:
            return "unit";
        case TelemetryFault::ClockSkew:
            return "clock";
        case TelemetryFault::Drift:
            return "drift";
        case TelemetryFault::Counter:
            return "counter";
        case TelemetryFault::Count:
            break;
    }
    return "";
}

std::string_view telemetryFaultRemedy(TelemetryFault fault) {
    switch (fault) {
        case TelemetryFault::Unreadable:
            return "Look at the text of the source; the reading is ignored.";
        case TelemetryFault::UnknownName:
            return "Add the sensor to the map; until then its readings are ignored.";
        case TelemetryFault::Implausible:
            return "Check the instrument and the unit in the map; the reading is ignored.";
        case TelemetryFault::Time:
            return "Set the source's clock, or correct time.as in the map; the reading is ignored.";
        case TelemetryFault::OutOfOrder:
            return "None is needed: readings are put in their places.";
        case TelemetryFault::Repeated:
            return "None is needed: it counts once.";
        case TelemetryFault::Contradicted:
            return "Find out which of two writers is right; the first reading stays.";
        case TelemetryFault::Gap:
            return "Look at the way from sensor to source; loads and weather go straight across.";
        case TelemetryFault::Stuck:
            return "Look at the sensor: it moves elsewhere, and the same to the last digit is "
                   "rare.";
        case TelemetryFault::Silent:
            return "Check the column in the map, and the sensor.";
        case TelemetryFault::Unit:
            return "Correct the unit in the map.";
        case TelemetryFault::ClockSkew:
            return "Set the source's clock, or state offset_s in the map.";
        case TelemetryFault::Drift:
            return "Recalibrate the sensor, or look for what wears where it measures.";
        case TelemetryFault::Counter:
            return "Check whether the meter was exchanged or reset; the interval has no rate.";
        case TelemetryFault::Count:
            break;
    }
    return "";
}

std::string text(const TelemetryFinding& finding) {
    std::string line = fmt::format("{}: {}", finding.sensor.empty() ? "telemetry" : finding.sensor,
                                   telemetryFaultWord(finding.fault));
    if (finding.count > 0) {
        line += fmt::format(", {} time{}", finding.count, finding.count == 1 ? "" : "s");
    }
    if (!std::isnan(finding.firstS)) {
        line += fmt::format(
            ", first {}",
            models::calendarText(static_cast<std::int64_t>(std::llround(finding.firstS * 1e3))));
    }
    if (finding.place > 0) {
        line += fmt::format(", line {}", finding.place);
    }
    return finding.words.empty() ? line : line + ": " + finding.words;
}

}  // namespace headroom::engine
