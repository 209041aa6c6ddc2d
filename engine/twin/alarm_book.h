// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/telemetry_store.h"
#include "engine/twin/residual_alarm.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Alarms of a twin, kept with its readings: they stay when they are over, and who has seen them is remembered.
namespace headroom::engine {

struct KeptAlarm {
    std::int64_t number = 0;
    std::string sensor;  ///< id
    double raisedS = 0.0;
    std::optional<double> clearedS;
    double worst = 0.0;
    std::string suspect;
    std::string acknowledged;  ///< when and by whom, as given; empty if not yet
};

/// Writes alarms into the store: one of the same sensor that was raised at the same time is the same alarm, and keeps
/// its number and its acknowledgement.
Result<void> keepAlarms(TelemetryStore& store, const TelemetryMap& map,
                        std::span<const ResidualAlarm> alarms);

/// All of them, or the newest `most`, by number.
Result<std::vector<KeptAlarm>> keptAlarms(TelemetryStore& store, std::int64_t most = -1);

/// TEL-031: there is no alarm of that number.
Result<void> acknowledgeAlarm(TelemetryStore& store, std::int64_t number, const std::string& words);

std::string keptAlarmsText(const std::vector<KeptAlarm>& alarms);

}  // namespace headroom::engine
