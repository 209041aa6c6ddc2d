// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/twin_report.h"

#include "engine/telemetry/series_faults.h"
#include "engine/twin/model_faults.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kMostLearnS = 6.0 * 3600.0;
constexpr double kLearnShare = 0.25;

std::vector<TelemetryFinding> joined(std::vector<TelemetryFinding> all,
                                     const std::vector<TelemetryFinding>& more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

}  // namespace

Beside besideOf(const TwinRun& twin, std::size_t place) {
    const auto& two = twin.neighbours();
    return two.size() < 2
               ? Beside()
               : besideOf(two[0]->modelled().values[place], twin.modelled().values[place],
                          two[1]->modelled().values[place]);
}

TwinReport judgeTwin(const TwinRun& twin, const TwinReportSpec& spec) {
    TwinReport report;
    report.fromS = twin.firstS();
    report.nowS = twin.nowS();
    const TwinPast& past = twin.past();
    const double learnS =
        std::isnan(spec.learnS)
            ? std::min(kMostLearnS,
                       kLearnShare * followedS(report.fromS, report.nowS, twin.skipped()))
            : spec.learnS;
    report.learnUntilS =
        past.isKnown() ? past.learnUntilS : afterFollowed(report.fromS, learnS, twin.skipped());
    const double seriesFromS = std::max(report.fromS, past.untilS);
    report.alarms = past.ended;
    const ModelledSeries& modelled = twin.modelled();
    for (std::size_t k = 0; k < modelled.sensors.size(); ++k) {
        const int index = modelled.sensors[k];
        const SensorSpec& sensor = twin.map().sensors[static_cast<std::size_t>(index)];
        const TelemetrySeries& readings = twin.series()[static_cast<std::size_t>(index)];
        const SensorPast* before = past.isKnown() ? &past.sensors[k] : nullptr;
        ResidualSeries series = residualSeries(readings, modelled.timeS, modelled.values[k],
                                               seriesFromS, report.learnUntilS, besideOf(twin, k));
        const SensorResidual residual = judge(sensor, index, series, before);
        const AlarmState start = before != nullptr ? before->alarm : AlarmState();
        for (ResidualAlarm& alarm : residualAlarms(sensor, series, residual, spec.alarms, start)) {
            report.alarms.push_back(std::move(alarm));
        }
        if (spec.findsFaults) {
            for (TelemetryFinding& finding : modelFaults(sensor, series, residual, readings,
                                                         modelled.timeS, modelled.values[k])) {
                report.findings.push_back(std::move(finding));
            }
        }
        report.residuals.push_back(residual);
        report.series.push_back(std::move(series));
    }
    if (spec.findsFaults) {
        report.findings = joined(std::move(report.findings), boundaryFaults(twin));
    }
    for (std::size_t s = 0; spec.findsFaults && s < twin.series().size(); ++s) {
        for (TelemetryFinding& finding :
             seriesFaults(twin.map().sensors[s], twin.series()[s], twin.map().longestGapS)) {
            report.findings.push_back(std::move(finding));
        }
    }
    std::stable_sort(
        report.alarms.begin(), report.alarms.end(),
        [](const ResidualAlarm& a, const ResidualAlarm& b) { return a.raisedS < b.raisedS; });
    return report;
}

std::vector<double> residualRms(const TwinRun& twin, const TwinReport& report) {
    std::vector<double> rms(twin.map().sensors.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t k = 0; k < report.residuals.size(); ++k) {
        const ResidualSeries& series = report.series[k];
        if (!series.timeS.empty()) {
            rms[static_cast<std::size_t>(report.residuals[k].sensor)] =
                errorFigures(series.measured, series.modelled).rmse;
        }
    }
    return rms;
}

}  // namespace headroom::engine
