// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/twin/twin_report.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// How well a twin finds what is wrong with its building: faults that are put into a building that is itself a
/// run, with other figures, noisy sensors and the measured load and weather.
namespace headroom::engine {

enum class TrialKind {
    None,        ///< nothing is wrong: every alarm is false
    Fouling,     ///< the exchanger of a CDU keeps 60 % of its conductance
    SensorBias,  ///< one sensor is off by 2 K, or by 8 % of a flow
    Valve,       ///< the control valve of a CDU passes more than it is asked to
    FanWear,     ///< fans of towers, coolers or air handlers take 25 % more power for their air
    PumpWear,    ///< pumps of a loop lose 15 % of their efficiency
    SlowChips,  ///< accelerators of a row work at 60 %; only where jobs, not meters, say what racks draw
    Count
};

std::string_view trialKindWord(TrialKind kind);

struct TrialSpec {
    int faults = 12;          ///< in turn of each kind that the project has
    int healthy = 3;          ///< spans in which nothing is wrong
    double mismatch = 0.03;   ///< figures of the building's parts are off by up to so much
    double untilS = 86400.0;  ///< of each span, after the first reading
    double faultAfterS = 8.0 * 3600.0;  ///< the fault begins then, give or take an hour
    std::uint64_t seed = 1;
    RunOptions options;
    int threads = 1;
};

struct TrialSpan {
    TrialKind kind = TrialKind::None;
    std::string part;     ///< what is wrong, as the diagnosis would name it
    double faultS = 0.0;  ///< after the first reading
    double foundS =
        -1.0;  ///< first alarm after it at its object or the loop of that, from the fault on; negative: none
    int place = 0;  ///< of the part among the suspects then; 0 if not among them
    std::string said;
    int alarms = 0;                         ///< episodes: alarms less than two hours apart are one
    std::vector<std::string> falseSensors;  ///< whose alarm each of these was
    int falseAlarms = 0;  ///< episodes that begin before the fault, without any, or far from it
};

struct TrialResult {
    std::vector<TrialSpan> spans;
    double weeksHealthy = 0.0;  ///< in which nothing was wrong, learning left out
    int sensors = 0;

    int found(TrialKind kind) const;
    int tried(TrialKind kind) const;
    double precision() const;  ///< alarm episodes that a fault explains, of all
    double recall() const;     ///< faults that were found, of all
    double falseAlarmsAWeek() const;
};

/// Sensors of all cooling objects, with the usual uncertainty, are made up where the map has none. Loads and weather
/// are those of the map's driving sensors. Errors of TwinRun.
ResultAll<TrialResult> runTrial(const Project& project, const Catalogue& catalogue,
                                const TelemetryMap& map, const std::vector<TelemetrySeries>& series,
                                const TrialSpec& spec,
                                const std::function<void(int done, int due)>& progress,
                                const std::atomic<bool>& cancel);

std::string trialText(const TrialResult& result);
std::string trialJson(const TrialResult& result);

}  // namespace headroom::engine
