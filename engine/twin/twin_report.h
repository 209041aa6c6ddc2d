// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/telemetry_finding.h"
#include "engine/twin/ahead.h"
#include "engine/twin/residual.h"
#include "engine/twin/residual_alarm.h"
#include "engine/twin/twin_run.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

/// Results of a twin: residuals, alarms, faults of the telemetry, forecast.
namespace headroom::engine {

struct TwinReportSpec {
    /// Part of the span before residuals are judged; NaN is a quarter of it, at most six hours.
    double learnS = std::numeric_limits<double>::quiet_NaN();
    ResidualAlarmRule alarms;
    bool findsFaults = true;  ///< of telemetry, which takes longer than all else
};

struct TwinReport {
    double fromS = 0.0, nowS = 0.0, learnUntilS = 0.0;  ///< since 1970
    std::vector<SensorResidual>
        residuals;                       ///< of sensors that are compared, in the order of the map
    std::vector<ResidualSeries> series;  ///< of the same, since TwinRun::keptFromS()
    std::vector<ResidualAlarm> alarms;   ///< by time
    std::vector<TelemetryFinding> findings;  ///< that only the models show
};

/// Values of a channel by the neighbours of a twin, by its place in ModelledSeries::sensors; empty without neighbours.
Beside besideOf(const TwinRun& twin, std::size_t place);

/// Judges what the twin followed so far.
TwinReport judgeTwin(const TwinRun& twin, const TwinReportSpec& spec = {});

/// Root mean square of the residuals of all that was followed, by sensor of the map; NaN: not compared.
std::vector<double> residualRms(const TwinRun& twin, const TwinReport& report);

/// Facts about the arrival of readings.
struct TwinIntake {
    std::string source;
    long taken = 0;
    double newestS = -std::numeric_limits<
        double>::infinity();  ///< of all readings, also of those after the span that is followed
    double wallS = 0.0;
    std::vector<TelemetryFinding> findings;
    std::vector<std::string> notes;  ///< how the source was understood
};

std::string twinText(const TwinRun& twin, const TwinIntake& intake, const TwinReport& report,
                     const std::optional<Ahead>& ahead, double wallS);
std::string twinJson(const TwinRun& twin, const TwinIntake& intake, const TwinReport& report,
                     const std::optional<Ahead>& ahead, double wallS);

}  // namespace headroom::engine
