// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/telemetry_map.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_telemetry_map {

using namespace headroom;
using namespace headroom::engine;

/// What a map says, and what it may not say.
class TestTelemetryMap : public QObject {
    Q_OBJECT

  private slots:

    // {} stands for 1 to 3 in every text: three sensors, each with its own column, channel and object.
    void numbersStandForSensors() {
        const auto map = parseTelemetryMap(R"({"format": "headroom-telemetry/1",
            "time": {"column": "t", "as": "seconds", "start": "2024-04-07T00:00:00", "offset_s": 30},
            "sensors": [{"id": "heat-{}", "column": "p[{}]", "from": 1, "to": 3, "unit": "kW",
                         "channel": "cdu/cdus/{}/heat_kw", "drives": "liquid_heat", "of": "cdus/{}"}]})",
                                           "map.json");
        QVERIFY2(map.has_value(), map ? "" : text(map.error()).c_str());
        QCOMPARE(map->sensors.size(), std::size_t{3});
        QCOMPARE(map->sensors[2].id, std::string("heat-3"));
        QCOMPARE(map->sensors[2].column, std::string("p[3]"));
        QCOMPARE(map->sensors[2].of, std::string("cdus/3"));
        QCOMPARE(map->sensorOf("p[2]"), 1);
        QCOMPARE(map->sensorOf("p[4]"), -1);
        // 2024-04-07 is 19,820 days after 1970-01-01: 54 years of 365 days, 13 leap days (1972 to 2020) make
        // 19,723 up to 2024-01-01; January 31, February 29, March 31, and 6 days make 97 more.
        QCOMPARE(map->startS, 19820.0 * 86400.0);
        QCOMPARE(map->offsetS, 30.0);
    }

    // 1 % of class 1 where nothing is stated; the stated ones add as squares: 3 kW and 4 % of 100 kW are 5 kW.
    void uncertainty() {
        const auto map = parseTelemetryMap(R"({"format": "headroom-telemetry/1", "sensors": [
            {"column": "a", "channel": "facility/it_power_kw", "unit": "kW"},
            {"column": "b", "channel": "facility/it_power_kw", "unit": "kW", "sd": 3, "sd_pct": 4}]})",
                                           "map.json");
        QVERIFY(map.has_value());
        QVERIFY(std::abs(map->sensors[0].uncertainty(2e5) - 2e3) < 1e-9);
        QVERIFY(std::abs(map->sensors[1].uncertainty(1e5) - 5e3) < 1e-9);
    }

    // 50 °F are 10 °C, 273.15 K are 0 °C, 100 gpm 6.309 L/s (3.785411784 L in 60 s), 1 psi 6.894757 kPa.
    void units() {
        using models::measuredUnit;
        QVERIFY(std::abs(measuredUnit("degF")->si(50.0) - 10.0) < 1e-12);
        QVERIFY(std::abs(measuredUnit("K")->si(273.15)) < 1e-12);
        QVERIFY(std::abs(measuredUnit("gpm")->si(100.0) - 3.785411784e-3 / 60.0 * 100.0) < 1e-15);
        QVERIFY(std::abs(measuredUnit("psi")->si(1.0) - 6894.757) < 1e-3);
        QVERIFY(measuredUnit("furlong") == nullptr);
    }

    void faults_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("code");
        const QString head = R"({"format": "headroom-telemetry/1", )";
        QTest::newRow("no map") << R"({"format": "headroom-project/1"})"
                                << "TEL-001";
        QTest::newRow("newer") << R"({"format": "headroom-telemetry/2", "sensors": []})"
                               << "TEL-001";
        QTest::newRow("no JSON") << head << "TEL-002";
        QTest::newRow("a key twice") << head + R"("name": "a", "name": "b"})"
                                     << "TEL-003";
        QTest::newRow("unknown key") << head + R"("sensor": []})"
                                     << "TEL-010";
        QTest::newRow("no sensors") << head + R"("sensors": []})"
                                    << "TEL-011";
        QTest::newRow("nothing to do") << head + R"("sensors": [{"column": "a", "unit": "W"}]})"
                                       << "TEL-011";
        QTest::newRow("no end of numbers")
            << head + R"("sensors": [{"column": "a{}", "channel": "x", "unit": "W"}]})"
            << "TEL-011";
        QTest::newRow("too many")
            << head +
                   R"("sensors": [{"column": "a{}", "to": 1000000, "channel": "x", "unit": "W"}]})"
            << "TEL-011";
        QTest::newRow("no unit") << head + R"("sensors": [{"column": "a", "channel": "x"}]})"
                                 << "TEL-013";
        QTest::newRow("no such unit")
            << head + R"("sensors": [{"column": "a", "channel": "x", "unit": "kwx"}]})"
            << "TEL-013";
        QTest::newRow("heat in degrees")
            << head + R"("sensors": [{"column": "a", "drives": "liquid_heat", "unit": "degC"}]})"
            << "TEL-013";
        QTest::newRow("a column twice")
            << head + R"("sensors": [{"column": "a", "channel": "x", "unit": "W"},
                                     {"id": "b", "column": "a", "channel": "y", "unit": "W"}]})"
            << "TEL-012";
        QTest::newRow("seconds of nothing")
            << head +
                   R"("time": {"as": "seconds"}, "sensors": [{"column": "a", "channel": "x", "unit": "W"}]})"
            << "TEL-011";
        QTest::newRow("no date")
            << head +
                   R"("time": {"start": "2024-02-30"}, "sensors": [{"column": "a", "channel": "x", "unit": "W"}]})"
            << "TEL-011";
    }

    // Each is refused with a code, a place and a remedy.
    void faults() {
        QFETCH(QString, body);
        QFETCH(QString, code);
        const auto map = parseTelemetryMap(body.toStdString(), "map.json");
        QVERIFY(!map.has_value());
        const auto it = std::find_if(map.error().begin(), map.error().end(),
                                     [&](const Error& e) { return e.code == code.toStdString(); });
        QVERIFY2(it != map.error().end(), text(map.error()).c_str());
        QVERIFY(!it->remedy.empty() && it->file == "map.json");
    }

    // The map that ships says what the Frontier day has: 25 heats and one wet bulb.
    void frontier() {
        const auto map =
            readTelemetryMap(HEADROOM_SOURCE_DIR "/scenarios/frontier-day/telemetry.json", {});
        QVERIFY2(map.has_value(), map ? "" : text(map.error()).c_str());
        QCOMPARE(map->sensors.size(), std::size_t{26});
    }
};

HEADROOM_TEST(TestTelemetryMap)
}  // namespace tst_telemetry_map

#include "tst_telemetry_map.moc"
