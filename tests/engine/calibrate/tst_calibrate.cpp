// SPDX-License-Identifier: Apache-2.0
#include "engine/calibrate/calibrate.h"
#include "models/core/random.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numbers>

namespace tst_calibrate {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

const std::atomic<bool> kGoOn = false;
constexpr double kNoise = 0.01;  // of a reading

TelemetryMap mapOfPlant() {
    auto map = parseTelemetryMap(R"({"format": "headroom-telemetry/1", "sensors": [
        {"id": "heat", "column": "q", "drives": "liquid_heat", "of": "cdus", "unit": "W"},
        {"id": "wet", "column": "w", "drives": "wet_bulb", "unit": "degC"},
        {"id": "pumps", "column": "p", "channel": "loop/htw/pump_power_kw", "unit": "kW", "sd_pct": 1},
        {"id": "fans", "column": "f", "channel": "loop/htw/fan_power_kw", "unit": "kW", "sd_pct": 1}]})",
                                 "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

/// Six hours of heat and weather that both move, a reading every two minutes; the rest one reading each, which makes them
/// followed.
std::vector<TelemetrySeries> drivers() {
    std::vector<TelemetrySeries> all(4);
    for (int i = 0; i <= 180; ++i) {
        const double turn = 2.0 * std::numbers::pi * i / 180.0;
        for (std::size_t s = 0; s < 2; ++s) {
            all[s].timeS.push_back(120.0 * i);
        }
        all[0].value.push_back(15e6 + 4e6 * std::sin(3.0 * turn));
        all[1].value.push_back(9.0 + 3.0 * std::sin(turn));
    }
    all[2] = all[3] = {{0.0}, {1.0}};
    return all;
}

TwinSpec twinSpec() {
    TwinSpec spec;
    spec.options.stepS = 60.0;
    spec.spinUpS = 1800.0;
    return spec;
}

CalibrationParameter parameter(const Project& project, const char* path, double low, double high) {
    auto figure = figurePath(project, catalogue(), path);
    if (!figure) {
        qFatal("%s", figure.error().text().c_str());
    }
    return {std::move(*figure), low, high};
}

/// The readings of a building that has these figures, with noise.
std::vector<TelemetrySeries> readingsOf(const Project& project,
                                        const std::vector<CalibrationParameter>& parameters,
                                        const std::vector<double>& values) {
    const TelemetryMap map = mapOfPlant();
    std::vector<FigurePath> figures;
    for (const CalibrationParameter& each : parameters) {
        figures.push_back(each.figure);
    }
    const auto design = withFigures(project, catalogue(), figures, values);
    if (!design) {
        qFatal("%s", text(design.error()).c_str());
    }
    auto all = drivers();
    auto building = TwinRun::make(design->project, design->catalogue, map, all, twinSpec());
    if (!building || !(*building)->follow({}, kGoOn)) {
        qFatal("the building does not run");
    }
    const ModelledSeries& modelled = (*building)->modelled();
    for (std::size_t s = 2; s < 4; ++s) {
        all[s] = {};
        for (std::size_t i = 0; i < modelled.timeS.size(); ++i) {
            const double noise = kNoise * models::randomNormal(7, s, i);
            all[s].timeS.push_back(modelled.timeS[i]);
            all[s].value.push_back(modelled.values[s - 2][i] * (1.0 + noise));
        }
    }
    return all;
}

}  // namespace

/// Known figures found again.
class TestCalibrate : public QObject {
    Q_OBJECT

  private slots:

    // A building with an approach of 4.6 K and pumps of 72 %, where the project says 5.56 K and what the catalogue has.
    // Both come back within three standard errors. The energy price does nothing to any sensor: it is not identified, and
    // said so.
    // Power of pumps goes with 1 / efficiency, so that d ln P / d ln eta = -1: n readings with a noise of 1 % know it to
    // 1 % / sqrt(n) of its value. Fitted is 70 % of six hours, a reading every five minutes: n = 51, 0.14 % of 72 are 0.10. Of
    // 51 readings the root mean square is known to 10 % (1 / sqrt(2 n)), and noise follows itself by chance with a correlation
    // of up to 0.28 (2 / sqrt(n)): no less than two thirds of that. More it may be, for the valves of 25 CDUs hunt a little
    // differently with other figures, and what hunts follows itself; but a hundredth of the value is not reached.
    void knownFigures() {
        const Project project = scenario("frontier-day");
        const std::vector<CalibrationParameter> parameters = {
            parameter(project, "htw.tower_approach_k", 3.0, 8.0),
            parameter(project, "pump/pump-frontier-loop.efficiency_pct", 50.0, 90.0),
            parameter(project, "site.energy_usd_per_kwh", 0.01, 0.5)};
        const auto readings = readingsOf(project, parameters, {4.6, 72.0, 0.094});
        CalibrationSpec spec;
        spec.twin = twinSpec();
        spec.threads = 2;
        const auto fit =
            calibrate(project, catalogue(), mapOfPlant(), readings, parameters, spec, {}, kGoOn);
        QVERIFY2(fit.has_value(), fit ? "" : text(fit.error()).c_str());
        const std::string said = calibrationText(*fit, mapOfPlant());
        const FittedParameter &approach = fit->fitted[0], &pumps = fit->fitted[1],
                              &price = fit->fitted[2];
        QVERIFY2(std::abs(approach.value - 4.6) < 3.0 * approach.sd && approach.sd < 0.2,
                 said.c_str());
        QVERIFY2(std::abs(pumps.value - 72.0) < 3.0 * pumps.sd, said.c_str());
        const double derived = 72.0 * kNoise / std::sqrt(51.0);
        QVERIFY2(pumps.sd > derived / 1.5 && pumps.sd < 0.01 * 72.0, said.c_str());
        QVERIFY2(!price.isIdentified && approach.isIdentified && pumps.isIdentified, said.c_str());
        QVERIFY2(said.find("site.energy_usd_per_kwh is not identified") != std::string::npos,
                 said.c_str());
        QVERIFY2(fit->costAfter < 0.2 * fit->costBefore, said.c_str());
        // Left out: noise of 1 % in hourly means of some sixty readings is next to nothing.
        for (const SensorFit& sensor : fit->sensors) {
            QVERIFY2(sensor.meetsGuideline && sensor.leftOut.cvRmse < 0.02, said.c_str());
            QVERIFY2(sensor.leftOut.cvRmse < sensor.leftOutBefore.cvRmse, said.c_str());
        }
        const Overlay overlay = overlayOf(*fit, mapOfPlant(), "file day.csv", "frontier-day");
        QCOMPARE(overlay.settings.size(), std::size_t{3});
        QCOMPARE(overlay.settings[1].value, pumps.value);
    }

    // Efficiency of the pump and of its drive only act as their product: correlation -1, told.
    void sameEffect() {
        const Project project = scenario("frontier-day");
        const std::vector<CalibrationParameter> parameters = {
            parameter(project, "pump/pump-frontier-loop.efficiency_pct", 50.0, 90.0),
            parameter(project, "pump/pump-frontier-loop.drive_efficiency_pct", 70.0, 99.0)};
        const auto readings = readingsOf(project, parameters, {72.0, 90.0});
        CalibrationSpec spec;
        spec.twin = twinSpec();
        spec.twin.untilS = 3.0 * 3600.0;
        spec.threads = 2;
        const auto fit =
            calibrate(project, catalogue(), mapOfPlant(), readings, parameters, spec, {}, kGoOn);
        QVERIFY2(fit.has_value(), fit ? "" : text(fit.error()).c_str());
        const std::string said = calibrationText(*fit, mapOfPlant());
        QVERIFY2(fit->correlation[1][0] < -0.95, said.c_str());
        // It settles, though nothing holds one of them, by a run for each step and one for each end of each figure, and as many
        // again for the first step and for the intervals.
        QVERIFY2(fit->converged && fit->runs <= (fit->rounds + 2) * (1 + 2 * 2), said.c_str());
        QVERIFY2(said.find("only a combination of them is known") != std::string::npos,
                 said.c_str());
        // The product is known: 0.72 times 0.90 are 0.648, to half a percent.
        QVERIFY2(std::abs(1e-4 * fit->fitted[0].value * fit->fitted[1].value - 0.648) < 0.004,
                 said.c_str());
    }

    void faults() {
        const Project project = scenario("frontier-day");
        CalibrationSpec spec;
        spec.twin = twinSpec();
        const auto none =
            calibrate(project, catalogue(), mapOfPlant(), drivers(), {}, spec, {}, kGoOn);
        QVERIFY(!none && none.error().front().code == "CAL-002");
        const auto turned =
            calibrate(project, catalogue(), mapOfPlant(), drivers(),
                      {parameter(project, "htw.tower_approach_k", 8.0, 3.0)}, spec, {}, kGoOn);
        QVERIFY(!turned && turned.error().front().code == "CAL-002");
        TelemetryMap map = mapOfPlant();
        auto readings = drivers();
        readings[2] = readings[3] = {};
        const auto silent =
            calibrate(project, catalogue(), map, readings,
                      {parameter(project, "htw.tower_approach_k", 3.0, 8.0)}, spec, {}, kGoOn);
        QVERIFY(!silent && silent.error().front().code == "CAL-001");
    }

    // A sensor that reads 0 throughout next to a model that says 1: the root mean square is 1 and the mean 0, so neither ratio
    // exists. Words say so, JSON has null, and no "inf" is anywhere.
    void ratiosToAMeanOfZero() {
        const std::vector<double> measured(10, 0.0), modelled(10, 1.0);
        SensorFit fit;
        fit.sensor = 2;
        fit.before = fit.fitted = fit.leftOut = fit.leftOutBefore =
            errorFigures(measured, modelled);
        QVERIFY(std::isinf(fit.fitted.cvRmse));
        Calibration calibration;
        calibration.sensors = {fit};
        const std::string said = calibrationText(calibration, mapOfPlant());
        QVERIFY2(
            said.find("not defined") != std::string::npos && said.find("inf") == std::string::npos,
            said.c_str());
        const std::string json = calibrationJson(calibration, mapOfPlant());
        QVERIFY2(json.find("null") != std::string::npos && json.find("inf") == std::string::npos,
                 json.c_str());
        QVERIFY(!calibration.sensors[0].meetsGuideline);
    }

    // A reading of 1970 before two hours of 2024: what is fitted and what is left out are shares of what is
    // followed. Of two hours after the gap 30 % are left out, so 84 minutes are fitted.
    void gapsAreNoPartOfTheSpan() {
        TelemetryMap map = mapOfPlant();
        std::vector<TelemetrySeries> readings(4);
        readings[0] = {{0.0}, {15e6}};
        readings[1] = {{0.0}, {10.0}};
        constexpr double kBeganS = 1712448000.0;
        for (int minute = 0; minute <= 120; ++minute) {
            const double when = kBeganS + 60.0 * minute;
            const std::array<double, 4> values = {15e6, 10.0, 100e3, 200e3};
            for (std::size_t s = 0; s < values.size(); ++s) {
                readings[s].timeS.push_back(when);
                readings[s].value.push_back(values[s]);
            }
        }
        CalibrationSpec spec;
        spec.twin = twinSpec();
        spec.mostRounds = 1;
        const Project project = scenario("frontier-day");
        const auto fit =
            calibrate(project, catalogue(), map, readings,
                      {parameter(project, "htw.tower_approach_k", 3.0, 8.0)}, spec, {}, kGoOn);
        QVERIFY2(fit.has_value(), fit ? "" : text(fit.error()).c_str());
        QVERIFY2(std::abs(fit->fitUntilS - (kBeganS + 84.0 * 60.0)) < 60.0,
                 qPrintable(QString::number(fit->fitUntilS - kBeganS)));
        QVERIFY(
            std::any_of(fit->warnings.begin(), fit->warnings.end(), [](const std::string& warning) {
                return warning.find("from 1970-01-01") != std::string::npos;
            }));
    }
};

HEADROOM_TEST(TestCalibrate)
}  // namespace tst_calibrate

#include "tst_calibrate.moc"
