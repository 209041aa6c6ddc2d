// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/suspects.h"

#include "engine/part/part_address.h"
#include "engine/plant/plant.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

namespace headroom::engine {

namespace {

// As the diagnosis looks back: the first part of that is what is usual.
constexpr double kBackS = 2700.0, kUsualS = 1200.0, kRowS = 60.0;
constexpr double kSmoothS = 900.0;
constexpr double kOff = 4.0;  // spreads
constexpr double kStill = 2.0;
constexpr double kSensorScore = 1.0;

/// "cdu/cdus/3" of "cdu/cdus/3/supply_c".
std::string objectOf(std::string_view channel) {
    const ChannelName name = ChannelName::parse(channel);
    return ChannelName{name.place, name.object, {}}.text();
}

/// One sensor at one time, apart from load and weather.
struct SensorNow {
    std::size_t place = 0;  ///< in TwinReport::residuals
    double spreads = 0.0;   ///< smoothed residual
};

/// Owner of the power that a sensor measures, as the diagnosis calls it; an empty part if it is nobody's.
Suspect wornPart(const Plant& plant, std::string_view channel) {
    struct Worn {
        const char* place;
        const char* key;
        const char* part;
        const char* name;
    };

    static constexpr std::array kWorn = {
        Worn{"loop", "fan_power_kw", "towers", "fans"},
        Worn{"loop", "pump_power_kw", "pumps", "loop pumps"},
        Worn{"cdu", "pump_power_kw", "pumps", "pumps"},
        Worn{"hall", "crah_fan_power_kw", "air_handlers", "air handlers"}};
    const ChannelName name = ChannelName::parse(channel);
    for (const Worn& worn : kWorn) {
        if (name.place != worn.place || name.key != worn.key) {
            continue;
        }
        const std::string id(name.object);
        std::string part = worn.part;
        for (const PlantLoop& loop : plant.loops) {
            if (loop.id == id && part == "towers" && !loop.hasTower) {
                part = "dry_coolers";
            }
        }
        return {PartAddress{id, 0, part}.text(),
                fmt::format("{} of {}, worn", worn.name, id),
                kSensorScore,
                {}};
    }
    return {};
}

bool isThroughput(const TwinRun& twin, const TwinReport& report, std::size_t place) {
    const int sensor = report.residuals[place].sensor;
    return twin.map().sensors[static_cast<std::size_t>(sensor)].channel == "facility/tokens_per_s";
}

}  // namespace

Diagnosis suspectsAt(const TwinRun& twin, const TwinReport& report, double whenS) {
    Telemetry telemetry;
    std::vector<SensorNow> readings;
    for (std::size_t k = 0; k < report.residuals.size(); ++k) {
        const SensorSpec& sensor =
            twin.map().sensors[static_cast<std::size_t>(report.residuals[k].sensor)];
        const ResidualSeries& series = report.series[k];
        if (sensor.drives != Drive::Nothing || series.timeS.empty() ||
            series.timeS.front() > whenS) {
            continue;
        }
        const std::vector<double> smooth =
            smoothedResidual(sensor, series, report.residuals[k], kSmoothS);
        const auto at = std::upper_bound(series.timeS.begin(), series.timeS.end(), whenS) -
                        series.timeS.begin() - 1;
        readings.push_back({k, smooth[static_cast<std::size_t>(at)]});
        telemetry.channels.push_back(sensor.channel);
    }
    // Expected value: the model now, give or take the learned spread; then that with the residual of now.
    for (double t = whenS - kBackS; t <= whenS; t += kRowS) {
        telemetry.timeS.push_back(t);
        const bool isUsual = t < whenS - kBackS + kUsualS;
        const auto row = static_cast<int>(telemetry.timeS.size());
        for (const SensorNow& reading : readings) {
            const SensorResidual& residual = report.residuals[reading.place];
            const SensorSpec& sensor =
                twin.map().sensors[static_cast<std::size_t>(residual.sensor)];
            const ResidualSeries& series = report.series[reading.place];
            const auto at = std::upper_bound(series.timeS.begin(), series.timeS.end(), whenS) -
                            series.timeS.begin() - 1;
            const double modelled = series.modelled[static_cast<std::size_t>(at)];
            const double spread =
                alarmSpread(sensor, residual, series, static_cast<std::size_t>(at));
            const double usual = modelled + residual.learnedBias;
            const double value = isUsual ? usual + (row % 2 == 0 ? spread : -spread)
                                         : usual + reading.spreads * spread;
            telemetry.values.push_back(static_cast<float>(value));
        }
    }
    Diagnosis diagnosis = diagnose(twin.simulator().plant(), telemetry, whenS);
    for (const SensorNow& reading : readings) {
        if (std::abs(reading.spreads) < kOff) {
            continue;
        }
        if (reading.spreads < 0.0 && isThroughput(twin, report, reading.place)) {
            diagnosis.suspects.insert(
                diagnosis.suspects.begin(),
                {kSlowAccelerators,
                 "accelerators or network, slow",
                 kSensorScore,
                 {fmt::format("jobs train less than the models say ({:+.1f} spreads)",
                              reading.spreads)}});
            continue;
        }
        const SensorSpec& sensor =
            twin.map().sensors[static_cast<std::size_t>(report.residuals[reading.place].sensor)];
        bool alone = true;
        int neighbours = 0;
        for (const SensorNow& other : readings) {
            const SensorSpec& each =
                twin.map().sensors[static_cast<std::size_t>(report.residuals[other.place].sensor)];
            if (other.place != reading.place &&
                objectOf(each.channel) == objectOf(sensor.channel)) {
                ++neighbours;
                alone = alone && std::abs(other.spreads) < kStill;
            }
        }
        if (alone && neighbours > 1) {
            diagnosis.suspects.insert(
                diagnosis.suspects.begin(),
                {"sensor " + sensor.id,
                 "sensor " + sensor.id,
                 kSensorScore,
                 {fmt::format("it is off by {:+.1f} spreads, and {} others of {} are not",
                              reading.spreads, neighbours, objectOf(sensor.channel))}});
            if (Suspect worn = wornPart(twin.simulator().plant(), sensor.channel);
                reading.spreads > 0.0 && !worn.part.empty()) {
                worn.reasons = {fmt::format(
                    "it takes more power than its flow and speed explain ({:+.1f} spreads)",
                    reading.spreads)};
                diagnosis.suspects.insert(diagnosis.suspects.begin(), std::move(worn));
            }
        }
    }
    return diagnosis;
}

void nameSuspects(const TwinRun& twin, TwinReport& report) {
    for (ResidualAlarm& alarm : report.alarms) {
        if (alarm.raisedS < twin.keptFromS()) {
            continue;  // named while its readings were there
        }
        const Diagnosis diagnosis = suspectsAt(twin, report, alarm.raisedS);
        alarm.suspect =
            diagnosis.suspects.empty() ? std::string() : diagnosis.suspects.front().name;
    }
}

}  // namespace headroom::engine
