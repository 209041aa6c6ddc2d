// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/boundary.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_boundary {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

TelemetryMap mapOf(const std::string& sensors) {
    auto map = parseTelemetryMap(
        R"({"format": "headroom-telemetry/1", "sensors": [)" + sensors + "]}", "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

const Plant& frontier() {
    static const auto kPlant = simulator(scenario("frontier-day"))->sharedPlant();
    return *kPlant;
}

double sumOf(const Boundary& boundary, std::size_t row) {
    double sum = 0.0;
    for (std::size_t r = 0; r < boundary.trace.rackColumn.size(); ++r) {
        const int column = boundary.trace.rackColumn[r];
        if (column >= 0) {
            sum += boundary.trace.rackShare[r] *
                   boundary.trace.table.columns[static_cast<std::size_t>(column)][row];
        }
    }
    return sum;
}

}  // namespace

/// From sensors to what racks draw.
class TestBoundary : public QObject {
    Q_OBJECT

  private slots:

    // Names of every kind: a unit of three cabinets, the group of all 74, a block of 24, the hall, the loop, one rack.
    void racksByName() {
        const Plant& plant = frontier();
        QCOMPARE(racksOf(plant, "cdus/3").size(), std::size_t{3});
        QCOMPARE(racksOf(plant, "cdus/14").size(), std::size_t{2});
        QCOMPARE(racksOf(plant, "cdus/25").size(), std::size_t{3});
        QCOMPARE(racksOf(plant, "cdus").size(), std::size_t{74});
        QCOMPARE(racksOf(plant, "a").size(), std::size_t{24});
        QCOMPARE(racksOf(plant, "hall").size(), std::size_t{74});
        QCOMPARE(racksOf(plant, "htw").size(), std::size_t{74});
        QCOMPARE(racksOf(plant, "").size(), std::size_t{74});
        QCOMPARE(racksOf(plant, "rack/" + plant.rackNames[5]), std::vector<int>{5});
        QVERIFY(racksOf(plant, "nowhere").empty());
    }

    // 945 kW of heat in the coolant of the racks of a unit are 1,000 kW at their inputs: 94.5 % reach it.
    void heatIsPower() {
        const TelemetryMap map =
            mapOf(R"({"column": "q", "drives": "liquid_heat", "of": "cdus/3", "unit": "kW"})");
        const auto made = boundaryOf(frontier(), map, {{{0.0, 60.0}, {945e3, 945e3}}}, 0.0, 60.0);
        QVERIFY2(made.has_value(), made ? "" : text(made.error()).c_str());
        QCOMPARE(made->measuredRacks, 3);
        // The rest draws as much for its rating: all cabinets are alike, so 74 / 3 times as much in all.
        QCOMPARE(made->estimatedRacks, 71);
        QVERIFY(std::abs(sumOf(*made, 0) - 1e6 * 74.0 / 3.0) < 1.0);
    }

    // Power stays power, and straight lines are between readings: 1 MW and 3 MW make 2 MW half way.
    void powerOfAHall() {
        const TelemetryMap map =
            mapOf(R"({"column": "p", "drives": "rack_power", "of": "hall", "unit": "MW"})");
        const auto made =
            boundaryOf(frontier(), map, {{{1000.0, 1120.0}, {1e6, 3e6}}}, 900.0, 60.0);
        QVERIFY(made.has_value());
        QCOMPARE(made->trace.table.timeS, (std::vector<double>{100.0, 160.0, 220.0}));
        QVERIFY(std::abs(sumOf(*made, 1) - 2e6) < 1e-6);
        QCOMPARE(made->estimatedRacks, 0);
    }

    // 30 °C at 50 % have a wet bulb of 22.0 °C at sea level (psychrometric charts); Oak Ridge' weather has a pressure near.
    void wetBulbOfHumidity() {
        const TelemetryMap map = mapOf(R"({"column": "t", "drives": "dry_bulb", "unit": "degC"},
                                          {"column": "h", "drives": "relative_humidity", "unit": "%"})");
        const auto made = boundaryOf(
            frontier(), map, {{{0.0, 60.0}, {30.0, 30.0}}, {{0.0, 60.0}, {0.5, 0.5}}}, 0.0, 60.0);
        QVERIFY2(made.has_value(), made ? "" : text(made.error()).c_str());
        const auto wet = static_cast<std::size_t>(made->trace.wetBulbColumn);
        QVERIFY(std::abs(made->trace.table.columns[wet][0] - 22.0) < 0.3);
        QVERIFY(made->trace.dryBulbColumn >= 0);
    }

    // A set-point is told at the beginning and where it moves by more than three uncertainties (0.9 K), not for noise.
    void settings() {
        const TelemetryMap map = mapOf(
            R"({"column": "t", "drives": "wet_bulb", "unit": "degC"},
               {"column": "s", "drives": "setting", "of": "htw.supply_setpoint_c", "unit": "degC"})");
        const auto made = boundaryOf(
            frontier(), map,
            {{{0.0, 300.0}, {10.0, 10.0}}, {{0.0, 100.0, 200.0, 300.0}, {21.0, 21.2, 23.0, 23.1}}},
            -50.0, 60.0);
        QVERIFY(made.has_value());
        QCOMPARE(made->settings.size(), std::size_t{2});
        QCOMPARE(made->settings[0].si, 21.0);
        QCOMPARE(made->settings[1].si, 23.0);
        QCOMPARE(made->settings[1].atS, 250.0);
    }

    void faults_data() {
        QTest::addColumn<QString>("sensors");
        QTest::addColumn<QString>("code");
        QTest::newRow("no racks there")
            << R"({"column": "a", "drives": "rack_power", "of": "x", "unit": "W"},
                                              {"column": "b", "channel": "facility/pue", "unit": "1"})"
            << "TEL-040";
        QTest::newRow("twice")
            << R"({"column": "a", "drives": "rack_power", "of": "hall", "unit": "W"},
                                     {"column": "b", "drives": "liquid_heat", "of": "cdus/3", "unit": "W"})"
            << "TEL-041";
        QTest::newRow("nothing drives")
            << R"({"column": "a", "channel": "facility/pue", "unit": "1"},
                                              {"column": "b", "channel": "facility/it_power_kw", "unit": "W"})"
            << "TEL-042";
        QTest::newRow("humidity alone")
            << R"({"column": "a", "drives": "relative_humidity", "unit": "1"},
                                              {"column": "b", "channel": "facility/pue", "unit": "1"})"
            << "TEL-043";
        // A reading of 1 W told in MW: a million times too much.
        QTest::newRow("another unit")
            << R"({"column": "a", "drives": "rack_power", "of": "cdus/3", "unit": "MW"},
                                            {"column": "b", "channel": "facility/pue", "unit": "1"})"
            << "TEL-044";
    }

    void faults() {
        QFETCH(QString, sensors);
        QFETCH(QString, code);
        const TelemetryMap map = mapOf(sensors.toStdString());
        const double reading = code == "TEL-044" ? 9e5 : 0.5;
        const TelemetrySeries series{
            {0.0, 60.0}, {map.sensors[0].unit->si(reading), map.sensors[0].unit->si(reading)}};
        const auto made = boundaryOf(frontier(), map, {series, series}, 0.0, 60.0);
        QVERIFY(!made.has_value());
        QCOMPARE(made.error().front().code, code.toStdString());
    }
};

HEADROOM_TEST(TestBoundary)
}  // namespace tst_boundary

#include "tst_boundary.moc"
