// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/sensor_instant.h"
#include "engine/twin/sensor_place.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_sensor_instant {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

TelemetryMap mapOf(const std::string& sensors) {
    auto map = parseTelemetryMap(
        R"({"format": "headroom-telemetry/1", "longest_gap_s": 600, "sensors": [)" + sensors + "]}",
        "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

/// A supply that is compared, a heat that drives, a wet bulb that drives and is not compared.
TelemetryMap threeSensors() {
    return mapOf(
        R"({"id": "supply", "column": "s", "channel": "loop/htw/supply_c", "unit": "degC", "sd": 0.5},
                    {"id": "heat", "column": "q", "drives": "liquid_heat", "of": "cdus", "unit": "W",
                     "channel": "cdu/cdus/3/heat_kw"},
                    {"id": "meter", "column": "m", "unit": "degC", "drives": "wet_bulb"})");
}

/// Readings of the supply every minute from second 0: as modelled, 20 °C, but 21 °C from the tenth on, and 24 °C from
/// the twentieth; learning ends with the fifth. The heat is as modelled. The meter said something once.
struct Told {
    TelemetryMap map = threeSensors();
    std::vector<TelemetrySeries> readings{3};
    TwinReport report;

    Told() {
        ResidualSeries supply, heat;
        for (int i = 0; i < 30; ++i) {
            const double when = 60.0 * i;
            supply.timeS.push_back(when);
            supply.measured.push_back(i < 10 ? 20.0 : i < 20 ? 21.0 : 24.0);
            supply.modelled.push_back(20.0);
            heat.timeS.push_back(when);
            heat.measured.push_back(5e5);
            heat.modelled.push_back(5e5);
        }
        supply.judgedFrom = heat.judgedFrom = 5;
        report.residuals = {judge(map.sensors[0], 0, supply), judge(map.sensors[1], 1, heat)};
        readings[0] = {supply.timeS, supply.measured};
        readings[1] = {heat.timeS, heat.measured};
        readings[2] = {{30.0}, {7.0}};
        report.series = {supply, heat};
        ResidualAlarm alarm;
        alarm.sensor = 0;
        alarm.raisedS = 1500.0;
        alarm.clearedS = 1680.0;
        report.alarms = {alarm};
    }
};

const Layout& frontier() {
    static const Layout layout = [] {
        const Project project = scenario("frontier-day");
        return layoutOf(project, catalogue(), nullptr);
    }();
    return layout;
}

SensorPlace placed(const std::string& sensor) {
    static const Project project = scenario("frontier-day");
    return placeOf(mapOf(sensor).sensors[0], project, frontier());
}

}  // namespace

/// Sensors at an instant, and where they are.
class TestSensorInstant : public QObject {
    Q_OBJECT

  private slots:

    // Learned nothing off (median 0, spread 0), so the spread is the sensor's 0.5 K where the models are as while
    // learning: 1 K is 2 spreads, beyond the 1.645 of the 90 % interval; 0 is within.
    void states() {
        const Told told;
        const SensorReader reader(told.map, told.readings, told.report);
        QVERIFY(reader.at(0, -1.0).state == SensorState::NoReading);
        QVERIFY(reader.at(0, 299.0).state == SensorState::Learning);
        QVERIFY(reader.at(0, 301.0).state == SensorState::AsExpected);
        const SensorInstant off = reader.at(0, 659.0);  // of the tenth minute
        QVERIFY(off.state == SensorState::Off);
        QCOMPARE(off.timeS, 600.0);
        QCOMPARE(off.residual(), 1.0);
        QCOMPARE(off.off(), 2.0);
        QVERIFY(off.isJudged());
        QVERIFY(reader.at(0, 1500.0).state == SensorState::Alarm);
        QCOMPARE(reader.at(0, 1500.0).alarm, 0);
        QVERIFY(reader.at(0, 1680.0).state == SensorState::Off);  // cleared then; 4 K still
        // The last reading is of second 1740, and the longest gap ten minutes.
        QVERIFY(reader.at(0, 2340.0).state != SensorState::Silent);
        QVERIFY(reader.at(0, 2341.0).state == SensorState::Silent);
    }

    // What drives the twin is compared and never judged; what has no channel is measured only, also where it drives.
    void otherKinds() {
        const Told told;
        const SensorReader reader(told.map, told.readings, told.report);
        QVERIFY(reader.at(1, 1000.0).state == SensorState::Drives);
        QVERIFY(!reader.at(1, 1000.0).isJudged());
        QCOMPARE(reader.at(1, 1000.0).residual(), 0.0);
        const SensorInstant meter = reader.at(2, 60.0);
        QVERIFY(meter.state == SensorState::NotCompared);
        QCOMPARE(meter.measured, 7.0);
        QVERIFY(std::isnan(meter.modelled));
        QCOMPARE(reader.residualOf(2), -1);
    }

    // Thirty readings either way: as they came, or of a twin that streams as the report holds them. Nothing but its own
    // readings tells the curve of a sensor that is not compared.
    void measuredCurve() {
        const Told told;
        const SensorReader reader(told.map, told.readings, told.report);
        const std::vector<TelemetrySeries> none;
        const SensorReader streaming(told.map, none, told.report);
        for (const int sensor : {0, 1}) {
            QCOMPARE(reader.measured(sensor).timeS,
                     told.report.series[static_cast<std::size_t>(sensor)].timeS);
            QCOMPARE(streaming.measured(sensor).timeS, reader.measured(sensor).timeS);
            QCOMPARE(streaming.measured(sensor).value, reader.measured(sensor).value);
        }
        QCOMPARE(reader.measured(2).value, std::vector<double>{7.0});
        QVERIFY(streaming.measured(2).timeS.empty());
    }

    // A reading that the models have not reached yet is told without them.
    void aheadOfTheModels() {
        Told told;
        told.readings[0].timeS.push_back(1800.0);
        told.readings[0].value.push_back(25.0);
        const SensorReader reader(told.map, told.readings, told.report);
        QVERIFY(reader.at(0, 1800.0).state == SensorState::NotCompared);
        QCOMPARE(reader.at(0, 1800.0).measured, 25.0);
    }

    // The third of 25 units 1.9 m apart northward stands 3.8 m north of the first; a loop is at the first of its
    // machines; a setting at its object; weather at the facility.
    void places() {
        const SensorPlace first =
            placed(R"({"id": "a", "column": "a", "unit": "W", "channel": "cdu/cdus/1/heat_kw"})");
        const SensorPlace third =
            placed(R"({"id": "a", "column": "a", "unit": "W", "channel": "cdu/cdus/3/heat_kw"})");
        QCOMPARE(third.object, std::string("cdus"));
        QCOMPARE(third.unit, 3);
        QVERIFY(third.stands && first.stands);
        QVERIFY2(std::abs(third.at.y - first.at.y - 3.8) < 1e-9,
                 qPrintable(QString::number(third.at.y - first.at.y)));
        QCOMPARE(third.at.x, first.at.x);
        const SensorPlace loop =
            placed(R"({"id": "a", "column": "a", "unit": "degC", "channel": "loop/htw/supply_c"})");
        QCOMPARE(loop.object, std::string("htw"));
        QCOMPARE(loop.stands, loop.equipment >= 0);
        const SensorPlace setting = placed(
            R"({"id": "a", "column": "a", "unit": "degC", "drives": "setting", "of": "htw.supply_setpoint_c"})");
        QCOMPARE(setting.object, std::string("htw"));
        const SensorPlace hall = placed(
            R"({"id": "a", "column": "a", "unit": "W", "channel": "hall/hall/it_power_kw"})");
        QCOMPARE(hall.object, std::string("hall"));
        QVERIFY(hall.stands);
        const SensorPlace rack =
            placed(R"({"id": "a", "column": "a", "unit": "W", "channel": "rack/)" +
                   frontier().blocks[0] + "/" + frontier().racks[0].label + R"(/power_kw"})");
        QCOMPARE(rack.rack, 0);
        QCOMPARE(rack.object,
                 frontier().blocks[static_cast<std::size_t>(frontier().racks[0].block)]);
        QVERIFY(
            placed(
                R"({"id": "a", "column": "a", "unit": "degC", "channel": "facility/wet_bulb_c"})")
                .isFacility());
        QVERIFY(
            placed(R"({"id": "a", "column": "a", "unit": "degC", "channel": "loop/none/supply_c"})")
                .isFacility());
    }
};

HEADROOM_TEST(TestSensorInstant)
}  // namespace tst_sensor_instant

#include "tst_sensor_instant.moc"
