// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/twin/twin_report.h"

#include <limits>
#include <string_view>
#include <vector>

/// Sensors at one instant: what panels, marks and alarms of a control room show.
namespace headroom::engine {

enum class SensorState {
    NoReading,    ///< none before that instant
    Silent,       ///< the last one is older than the map's longest gap
    NotCompared,  ///< the models say nothing of it
    Drives,       ///< it is a boundary of the twin: compared, and never judged
    Learning,     ///< models and sensor are still learning what they differ by
    AsExpected,   ///< within its 90 % interval
    Off,          ///< beyond, and not for long enough to alarm
    Alarm,
    Count
};

/// "as expected", as tables call it.
std::string_view sensorStateWord(SensorState state);

struct SensorInstant {
    double timeS = std::numeric_limits<double>::quiet_NaN();     ///< of the reading, since 1970
    double measured = std::numeric_limits<double>::quiet_NaN();  ///< SI
    double modelled = std::numeric_limits<double>::quiet_NaN();  ///< at that time
    double bias = 0.0;  ///< learned, measured less modelled
    double beyond = std::numeric_limits<
        double>::quiet_NaN();  ///< residual less bias, that staging does not explain
    double spread =
        std::numeric_limits<double>::quiet_NaN();  ///< expected standard deviation (alarmSpread())
    SensorState state = SensorState::NoReading;
    int alarm = -1;  ///< active then, of TwinReport::alarms

    double residual() const { return measured - modelled; }

    /// Residual less what was learned and what staging explains (ResidualSeries::beyondStaging()), in spreads.
    double off() const { return beyond / spread; }

    /// It may be coloured by off().
    bool isJudged() const { return state >= SensorState::AsExpected; }
};

/// The last reading of each sensor of a map at or before an instant, next to the models. Its sources must outlive it.
/// `readings` by sensor; those that are compared need none, as the report has them.
class SensorReader {
  public:
    SensorReader(const TelemetryMap& map, const std::vector<TelemetrySeries>& readings,
                 const TwinReport& report);

    SensorInstant at(int sensor, double timeS) const;

    /// The curve of a sensor: its readings, or where there are none those that the report holds next to the models
    /// (ResidualSeries::measured). A twin that streams keeps no others, here or on a server.
    TelemetrySeries measured(int sensor) const;

    /// Place of a sensor in TwinReport::residuals and TwinReport::series; -1 if it is not compared.
    int residualOf(int sensor) const { return residuals_[static_cast<std::size_t>(sensor)]; }

  private:
    const TelemetryMap& map_;
    const std::vector<TelemetrySeries>& readings_;
    const TwinReport& report_;
    std::vector<int> residuals_;            ///< by sensor
    std::vector<std::vector<int>> alarms_;  ///< by sensor
};

}  // namespace headroom::engine
