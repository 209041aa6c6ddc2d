// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/measured_readings.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <utility>
#include <vector>

namespace tst_measured_readings {

using namespace headroom;
using namespace headroom::engine;

namespace {

constexpr double kHourS = 3600.0, kDayS = 86400.0;

/// Sensor 0 drives a load, sensor 1 is compared. A reading of either each hour from `fromS`, `count` of them.
MeasuredReadings readings(const std::vector<std::pair<double, int>>& spans) {
    auto map = parseTelemetryMap(
        R"({"format": "headroom-telemetry/1", "time": {"as": "epoch_s"}, "sensors": [
        {"id": "heat", "column": "q", "drives": "liquid_heat", "of": "cdus", "unit": "W"},
        {"id": "supply", "column": "s", "channel": "loop/htw/supply_c", "unit": "degC", "sd": 0.2}]})",
        "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    std::vector<TelemetrySeries> series(2);
    for (const auto& [fromS, count] : spans) {
        for (int i = 0; i < count; ++i) {
            for (TelemetrySeries& each : series) {
                each.timeS.push_back(fromS + i * kHourS);
                each.value.push_back(100.0 * (i + 1));
            }
        }
    }
    MeasuredReadings made(*map, std::move(series));
    made.limitLoads({1000.0, std::numeric_limits<double>::infinity()});
    return made;
}

StoredSample sample(int sensor, double timeS, double value) {
    StoredSample made;
    made.sensor = sensor;
    made.timeS = timeS;
    made.value = value;
    return made;
}

}  // namespace

class TestMeasuredReadings : public QObject {
    Q_OBJECT

  private slots:

    // A late reading is put in its place by time. One of a time that is there already is ignored. Readings are then 30, 30 and 60
    // min apart: usually 30 min.
    void readingsAreKeptByTime() {
        MeasuredReadings held = readings({{0.0, 3}});
        held.take(std::vector{sample(0, 0.5 * kHourS, 150.0), sample(0, kHourS, 999.0)});
        QCOMPARE(held.series()[0].timeS,
                 (std::vector<double>{0.0, 0.5 * kHourS, kHourS, 2.0 * kHourS}));
        QCOMPARE(held.series()[0].value, (std::vector<double>{100.0, 150.0, 200.0, 300.0}));
        QCOMPARE(held.periodS(), 0.5 * kHourS);
    }

    // A load beyond its limit drives nothing; it is counted, and its first time is reported. A sensor without a limit takes it.
    void impossibleLoadsAreReported() {
        MeasuredReadings held = readings({{0.0, 3}});
        held.take(std::vector{sample(0, 3.0 * kHourS, 1001.0), sample(0, 4.0 * kHourS, 1002.0),
                              sample(1, 4.0 * kHourS, 1001.0)});
        QCOMPARE(held.series()[0].timeS.size(), std::size_t{3});
        QCOMPARE(held.series()[1].timeS.size(), std::size_t{4});
        QCOMPARE(held.lastS(), 2.0 * kHourS);  // of sensors that drive the run
        const auto findings = held.findings();
        QCOMPARE(findings.size(), std::size_t{1});
        QCOMPARE(findings[0].sensor, std::string("heat"));
        QCOMPARE(findings[0].count, 2L);
        QCOMPARE(findings[0].firstS, 3.0 * kHourS);
    }

    // Dropped before 1.5 h: the last reading before that time stays, and older ones that come late are ignored.
    void oldReadingsAreDropped() {
        MeasuredReadings held = readings({{0.0, 4}});
        held.forgetBefore(1.5 * kHourS);
        QCOMPARE(held.series()[0].timeS, (std::vector<double>{kHourS, 2.0 * kHourS, 3.0 * kHourS}));
        held.take(std::vector{sample(0, 0.25 * kHourS, 120.0)});
        QCOMPARE(held.series()[0].timeS.size(), std::size_t{3});
    }

    // Readings of two hours, and of two hours ten days later: with a limit of three days the silence between is the next gap.
    // Skipped, the readings after it are those that drive, and it is reported.
    void silencesAreSkipped() {
        MeasuredReadings held = readings({{0.0, 3}, {10.0 * kDayS, 3}});
        held.begin(3.0 * kDayS);
        QVERIFY(held.gap().has_value());
        QCOMPARE(held.gap()->fromS, 2.0 * kHourS);
        QCOMPARE(held.gap()->toS, 10.0 * kDayS);
        QCOMPARE(held.drivingNow()[0].timeS, (std::vector<double>{0.0, kHourS, 2.0 * kHourS}));
        held.skipGap();
        QVERIFY(!held.gap().has_value());
        QCOMPARE(held.segmentS(), 10.0 * kDayS);
        QCOMPARE(held.drivingNow()[0].timeS.front(), 10.0 * kDayS);
        QCOMPARE(held.skipped().size(), std::size_t{1});
        QVERIFY(held.findings().front().fault == TelemetryFault::Gap);
    }

    // Between 200 at 1 h and 300 at 2 h the load is a straight line: 250 at 1.5 h. Sensors that drive nothing are left out.
    void drivingReadingsBeginWithTheValueNow() {
        MeasuredReadings held = readings({{0.0, 3}});
        held.begin(3.0 * kDayS);
        const auto since = held.drivingSince(1.5 * kHourS);
        QCOMPARE(since[0].timeS, (std::vector<double>{1.5 * kHourS, 2.0 * kHourS}));
        QCOMPARE(since[0].value, (std::vector<double>{250.0, 300.0}));
        QVERIFY(since[1].timeS.empty());
    }

    void nothingDrivesWithoutReadings() {
        QVERIFY(readings({{0.0, 1}}).isDriven());
        const MeasuredReadings none = readings({});
        QVERIFY(!none.isDriven());
        QVERIFY(std::isinf(none.periodS()));
    }
};

HEADROOM_TEST(TestMeasuredReadings)
}  // namespace tst_measured_readings

#include "tst_measured_readings.moc"
