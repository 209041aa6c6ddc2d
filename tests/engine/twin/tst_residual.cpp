// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/residual.h"
#include "engine/twin/residual_alarm.h"
#include "models/core/random.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tst_residual {

using namespace headroom;
using namespace headroom::engine;

namespace {

SensorSpec thermometer(double sd) {
    SensorSpec sensor;
    sensor.id = "t";
    sensor.channel = "loop/htw/supply_c";
    sensor.unit = models::measuredUnit("degC");
    sensor.sd = sd;
    return sensor;
}

/// A reading a minute, model 20, residual as given.
template <class Residual>
ResidualSeries seriesOf(int n, std::size_t judgedFrom, const Residual& residual) {
    ResidualSeries series;
    series.judgedFrom = judgedFrom;
    for (int i = 0; i < n; ++i) {
        series.timeS.push_back(60.0 * i);
        series.modelled.push_back(20.0);
        series.measured.push_back(20.0 + residual(i));
    }
    return series;
}

}  // namespace

/// Figures of errors, expected spread, alarms.
class TestResidual : public QObject {
    Q_OBJECT

  private slots:

    // y = 10, 20, 30 and m = 11, 19, 33: y - m = -1, 1, -3. Mean 20; bias of the model -(-3)/3 = +1; squares 11: RMSE
    // sqrt(11/3); with one degree of freedom gone CV-RMSE sqrt(11/2)/20, NMBE -3/2/20.
    void figures() {
        const std::vector<double> y = {10.0, 20.0, 30.0}, m = {11.0, 19.0, 33.0};
        const ErrorFigures f = errorFigures(y, m);
        QCOMPARE(f.n, 3L);
        QVERIFY(std::abs(f.mean - 20.0) < 1e-12 && std::abs(f.bias - 1.0) < 1e-12);
        QVERIFY(std::abs(f.rmse - std::sqrt(11.0 / 3.0)) < 1e-12);
        QVERIFY(std::abs(f.cvRmse - std::sqrt(5.5) / 20.0) < 1e-12);
        QVERIFY(std::abs(f.nmbe + 0.075) < 1e-12);
    }

    // The model between its steps is a straight line: steps at 0 s (20) and 100 s (30), a reading of 27 at 40 s is
    // 3 above. What lies before the first step or after the last is not compared.
    void betweenSteps() {
        const std::vector<double> timeS = {0.0, 100.0}, model = {20.0, 30.0};
        const TelemetrySeries readings{{-10.0, 40.0, 100.0, 101.0}, {1.0, 27.0, 30.0, 1.0}};
        const ResidualSeries series = residualSeries(readings, timeS, model, -100.0, -100.0);
        QCOMPARE(series.timeS, (std::vector<double>{40.0, 100.0}));
        QVERIFY(std::abs(series.residual(0) - 3.0) < 1e-12 && std::abs(series.residual(1)) < 1e-12);
        QCOMPARE(series.judgedFrom, std::size_t{0});
    }

    // Normal residuals of 0.5 K next to a sensor of 0.1 K: the learned root mean square is 0.5 K, and 90 % lie within 1.645 times
    // that; of 2,000 readings give or take 2 % (three times sqrt(0.09 / 2000)).
    void expectedSpread() {
        const auto noise = [](int i) {
            return 0.5 * models::randomNormal(3, 1, static_cast<std::uint64_t>(i));
        };
        const ResidualSeries series = seriesOf(4000, 2000, noise);
        const SensorResidual r = judge(thermometer(0.1), 0, series);
        QVERIFY(std::abs(r.expected - 0.5) < 0.03);
        QVERIFY(std::abs(r.inside - 0.9) < 0.03);
        QVERIFY(std::abs(r.learnedBias) < 0.05 && std::abs(r.learnedSd - 0.5) < 0.04);
        QVERIFY(residualAlarms(thermometer(0.1), series, r).empty());
    }

    // A constant disagreement that was there while learning is no alarm, however large.
    void biasIsLearned() {
        const ResidualSeries series =
            seriesOf(600, 300, [](int i) { return 5.0 + 0.05 * (i % 2); });
        QVERIFY(
            residualAlarms(thermometer(0.3), series, judge(thermometer(0.3), 0, series)).empty());
    }

    // A step of 2 K at reading 400 next to a sensor of 0.3 K: 6.67 spreads. Smoothed over 15 min it passes 4 after
    // -900 ln(1 - 4 / 6.67) = 824 s, 14 readings; ten minutes later it is an alarm: about 24 min after the step. It goes at reading
    // 500: from 6.65 below 2 takes 900 ln(6.65 / 2) = 1,081 s.
    void alarmWithHysteresis() {
        const ResidualSeries series =
            seriesOf(700, 200, [](int i) { return i >= 400 && i < 500 ? 2.0 : 0.0; });
        const auto alarms =
            residualAlarms(thermometer(0.3), series, judge(thermometer(0.3), 0, series));
        QCOMPARE(alarms.size(), std::size_t{1});
        QVERIFY(std::abs(alarms[0].raisedS - (400.0 * 60.0 + 824.0 + 600.0)) < 120.0);
        QVERIFY(std::abs(alarms[0].clearedS - (500.0 * 60.0 + 1081.0)) < 120.0);
        QVERIFY(std::abs(alarms[0].worst - 2.0 / 0.3) < 0.1);
    }

    // A residual that goes to and fro between 3 and 5 spreads every half hour raises one alarm, not many: it never comes
    // below 2.
    void noChatter() {
        const ResidualSeries series = seriesOf(1000, 200, [](int i) {
            return i < 300 ? 0.0 : (i / 30) % 2 == 0 ? 0.9 : 1.8;
        });
        const auto alarms =
            residualAlarms(thermometer(0.3), series, judge(thermometer(0.3), 0, series));
        QCOMPARE(alarms.size(), std::size_t{1});
        QVERIFY(alarms[0].isActive());
    }

    // What drives the twin is in it: it cannot disagree.
    void driversDoNotAlarm() {
        SensorSpec sensor = thermometer(0.3);
        sensor.drives = Drive::WetBulb;
        const ResidualSeries series = seriesOf(600, 300, [](int i) { return i > 400 ? 9.0 : 0.0; });
        QVERIFY(residualAlarms(sensor, series, judge(sensor, 0, series)).empty());
    }

    // Half hours of 10 and 20 are one hour of 15.
    void hours() {
        ResidualSeries series;
        for (int i = 0; i < 120; ++i) {
            series.timeS.push_back(60.0 * i);
            series.measured.push_back(i % 60 < 30 ? 10.0 : 20.0);
            series.modelled.push_back(14.0);
        }
        const Hourly hourly = hourlyMeans(series);
        QCOMPARE(hourly.measured, (std::vector<double>{15.0, 15.0}));
        QCOMPARE(hourly.modelled, (std::vector<double>{14.0, 14.0}));
    }

    // Neighbours at 80 and 120 next to 100 lie on a line: no bend, and 20 is what a little of load does. At 80 and 150 a
    // machine of 30 has come on above: +30; at 50 and 120 one has gone below: -30. What is not known bends nothing.
    void besideTheTwin() {
        const std::vector<double> low = {80.0, 80.0, 50.0, std::nan("")},
                                  middle = {100.0, 100.0, 100.0, 100.0},
                                  high = {120.0, 150.0, 120.0, 120.0};
        const Beside beside = besideOf(low, middle, high);
        QCOMPARE(beside.bend, (std::vector<double>{0.0, 30.0, -30.0, 0.0}));
        QCOMPARE(beside.reach, (std::vector<double>{20.0, 35.0, 35.0, 0.0}));
        // A reading between steps: of both the machine counts.
        const ResidualSeries series = residualSeries(
            {{30.0}, {100.0}}, std::vector<double>{0.0, 60.0}, std::vector<double>{100.0, 100.0},
            0.0, 0.0, {{0.0, 30.0}, {20.0, 35.0}});
        QCOMPARE(series.bend, (std::vector<double>{30.0}));
        QCOMPARE(series.reach, (std::vector<double>{35.0}));
    }

    // With a machine of 5 that may be on: 5 more is explained, 6 more leave 1, 1 less stays; where it may be off the same
    // the other way round.
    void whatStagingExplains() {
        ResidualSeries series = seriesOf(4, 0, [](int i) {
            return std::vector<double>{5.0, 6.0, -1.0, -3.0}[static_cast<std::size_t>(i)];
        });
        series.bend = {5.0, 5.0, 5.0, -5.0};
        QCOMPARE(series.beyondStaging(0, 0.0), 0.0);
        QCOMPARE(series.beyondStaging(1, 0.0), 1.0);
        QCOMPARE(series.beyondStaging(2, 0.0), -1.0);
        QCOMPARE(series.beyondStaging(3, 0.0), 0.0);
        QCOMPARE(series.beyondStaging(1, 2.0), 0.0);  // 4 after the bias
    }

    // Ten hours: for the first two sensor and models agree within 0.1; then they are 5 apart, 50 spreads. Told, if nothing
    // explains it; not, where the models themselves say that a machine of 5 may be on; nor where what they say hangs
    // on a little of load by 2 more than while it learned: 5 is 2.5 of that.
    void explainedIsNoAlarm() {
        const SensorSpec sensor = thermometer(0.1);
        ResidualSeries series =
            seriesOf(600, 120, [](int i) { return i < 120 ? 0.1 * (i % 2 == 0 ? 1 : -1) : 5.0; });
        QCOMPARE(residualAlarms(sensor, series, judge(sensor, 0, series)).size(), std::size_t{1});
        series.bend.assign(600, 5.0);
        series.reach.assign(600, 0.0);
        QVERIFY(residualAlarms(sensor, series, judge(sensor, 0, series)).empty());
        series.bend.assign(600, 0.0);
        std::fill(series.reach.begin() + 120, series.reach.end(), 2.0);
        QVERIFY(residualAlarms(sensor, series, judge(sensor, 0, series)).empty());
    }
};

HEADROOM_TEST(TestResidual)
}  // namespace tst_residual

#include "tst_residual.moc"
