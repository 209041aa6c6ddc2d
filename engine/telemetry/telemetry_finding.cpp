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
        line += fmt::format(", first {}",
                            models::calendarText(static_cast<std::int64_t>(std::llround(finding.firstS * 1e3))));
    }
    if (finding.place > 0) {
        line += fmt::format(", line {}", finding.place);
    }
    return finding.words.empty() ? line : line + ": " + finding.words;
}

}  // namespace headroom::engine
