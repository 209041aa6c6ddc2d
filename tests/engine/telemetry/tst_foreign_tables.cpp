// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/document_source.h"
#include "engine/telemetry/ingest.h"
#include "engine/telemetry/prometheus.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fmt/format.h>

#include <fstream>
#include <string>
#include <vector>

namespace tst_foreign_tables {

using namespace headroom;
using namespace headroom::engine;

namespace {

/// 2026-07-01 00:00 of a clock: 20,454 days to 2026-01-01 and 181 more.
constexpr double kJulyS = 20635.0 * 86400.0;

SiteClock siteOf(double aheadH) {
    SiteClock site;
    site.aheadS = 3600.0 * aheadH;
    site.wall = TimeZone::fixed(site.aheadS);
    return site;
}

TelemetryMap mapOf(const std::string& body, const SiteClock& site) {
    auto map =
        parseTelemetryMap(R"({"format": "headroom-telemetry/1", )" + body + "}", "map.json", site);
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

const std::string kPower =
    R"("sensors": [{"id": "p", "column": "kw", "channel": "facility/it_power_kw", "unit": "kW"}])";

struct Taken {
    std::vector<TelemetrySeries> series;
    std::vector<TelemetryFinding> findings;
    std::vector<std::string> notes;
    Errors errors;
};

double telemetryTimeOf(const char* text, const TelemetryMap& map) {
    const auto read =
        readDocument(std::string(R"({"sensor": "kw", "time": ")") + text + R"(", "value": 1})", map,
                     0.0, "line");
    return read->readings.at(0).timeS;
}

}  // namespace

/// Files of meters, exporters and data bases: what arrives in the store.
class TestForeignTables : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Taken take(const std::string& bytes, const TelemetryMap& map) const {
        const std::filesystem::path file = folder_.filePath("export.csv").toStdString();
        std::ofstream(file, std::ios::binary) << bytes;
        Taken taken;
        auto source = openReadings(file, map);
        if (!source) {
            taken.errors = source.error();
            return taken;
        }
        auto store = TelemetryStore::open({}, map);
        Ingest ingest(map, **store);
        if (auto done = ingest.takeAll(**source, false); !done) {
            qFatal("%s", done.error().text().c_str());
        }
        taken.series = (*store)->allSeries().value();
        taken.findings = ingest.findings();
        taken.notes = (*source)->notes();
        return taken;
    }

  private slots:

    // 1.234,5 kW at 0:00 in a file of semicolons is 1,234,500 W; 24:00 is 0:00 of the next day.
    void semicolonsAndCommas() {
        const Taken taken = take(
            "Zeit;kw\n01.07.2026 00:00;1.234,5\n01.07.2026 12:00;No Data\n31.07.2026 24:00;900,5\n",
            mapOf(R"("time": {"column": "Zeit"}, )" + kPower, siteOf(0.0)));
        QVERIFY2(taken.errors.empty(), text(taken.errors).c_str());
        QCOMPARE(taken.series[0].value, (std::vector<double>{1234500.0, 900500.0}));
        QCOMPARE(taken.series[0].timeS, (std::vector<double>{kJulyS, kJulyS + 31.0 * 86400.0}));
    }

    // Local midnight of a site at -7 h stays midnight of its clock; epochs and other offsets are converted to it.
    void offsetsBecomeTheSitesClock() {
        const TelemetryMap map = mapOf(kPower, siteOf(-7.0));
        for (const char* time : {"2026-07-01T00:00:00-07:00", "2026-07-01T07:00:00Z",
                                 "2026-07-01T03:00:00-04:00", "2026-07-01 00:00"}) {
            const Taken taken = take(std::string("time,kw\n") + time + ",5\n", map);
            QCOMPARE(taken.series[0].timeS.at(0), kJulyS);
        }
        const Taken epoch = take("time,kw\n1782889200,5\n", map);  // 20,635 days and 7 hours
        QCOMPARE(epoch.series[0].timeS.at(0), kJulyS);
        // With an IANA zone a wall clock in daylight saving is an hour ahead of the run's standard time.
        SiteClock denver;
        denver.wall = TimeZone::named("America/Denver").value();
        denver.aheadS = -7.0 * 3600.0;
        const Taken summer = take("time,kw\n2026-07-01 01:00,5\n", mapOf(kPower, denver));
        QCOMPARE(summer.series[0].timeS.at(0), kJulyS);
        QCOMPARE(telemetryTimeOf("2026-07-01T00:00:00-07:00", map), kJulyS);
    }

    // As nvidia-smi writes it: blanks behind commas, slashes, units in cells, "[N/A]". The sum of two GPUs is of the
    // second one's time, and a round with one of them is left out: 302 + 299 and 305 W + nothing.
    void nvidiaSmi() {
        const TelemetryMap map = mapOf(
            R"("time": {"column": "timestamp"}, "rows": {"sensor": "index", "value": "power.draw [W]"},
               "sensors": [{"id": "server", "columns": ["0", "1"], "channel": "x/p", "unit": "kW"}])",
            siteOf(0.0));
        const Taken taken = take(
            "timestamp, index, name, power.draw [W]\n"
            "2026/07/01 00:00:00.000, 0, H100, 302.00 W\n2026/07/01 00:00:00.125, 1, H100, 299.00 "
            "W\n"
            "2026/07/01 00:00:15.000, 0, H100, 305.00 W\n2026/07/01 00:00:15.125, 1, H100, [N/A]\n"
            "2026/07/01 00:00:30.000, 0, H100, 310.00 W\n2026/07/01 00:00:30.125, 1, H100, 300.00 "
            "W\n",
            map);
        QVERIFY2(taken.errors.empty(), text(taken.errors).c_str());
        QCOMPARE(taken.series[0].value, (std::vector<double>{601.0, 610.0}));
        QCOMPARE(taken.series[0].timeS.at(0), kJulyS + 0.125);
        QCOMPARE(taken.findings.size(), std::size_t{1});
    }

    // The unit of a head counts before the map's: 5,000 W are 5 kW. One of another kind is unreadable.
    void unitsOfTheFile() {
        const Taken watts = take("time,kw [W]\n2026-07-01,5000\n", mapOf(kPower, siteOf(0.0)));
        QCOMPARE(watts.series[0].value.at(0), 5000.0);
        QVERIFY(watts.notes.size() >= 1 &&
                watts.notes[0].find("the file states W and the map kW") != std::string::npos);
        const Taken amperes = take("time,kw\n2026-07-01,5 A\n", mapOf(kPower, siteOf(0.0)));
        QVERIFY(amperes.series[0].value.empty());
        QVERIFY(amperes.findings.at(0).words.find("which is a current") != std::string::npos);
    }

    // Hourly meter readings: 10 kWh an hour are 10 kW; the counter passes 99,999 once.
    void counters() {
        const TelemetryMap map = mapOf(
            R"("longest_gap_s": 7200, "sensors": [{"id": "m", "column": "kwh", "channel": "facility/it_power_kw", "unit": "kWh", "counter": true}])",
            siteOf(0.0));
        const Taken taken = take(
            "time,kwh\n2026-07-01 00:00,99980\n2026-07-01 01:00,99990\n2026-07-01 "
            "02:00,0\n2026-07-01 03:00,10\n",
            map);
        QCOMPARE(taken.series[0].value.size(), std::size_t{3});
        for (const double value : taken.series[0].value) {
            QVERIFY(std::abs(value - 10000.0) < 1e-6);
        }
        QVERIFY(taken.findings.size() == 1 && taken.findings[0].fault == TelemetryFault::Counter);
    }

    // Rows that cannot be read are counted with the others; a file of nothing usable says what it is.
    void badRows() {
        const Taken taken =
            take("time,kw\n2026-07-01,5\nbroken\n2026-07-02,6\n", mapOf(kPower, siteOf(0.0)));
        QCOMPARE(taken.series[0].value.size(), std::size_t{2});
        QVERIFY(taken.notes.back().find("1 of 3 rows skipped. Line 3") == 0);
        const Taken weather =
            take("LOCATION,Here,a,b,c,d,1,2,3,4\nx,y\n", mapOf(kPower, siteOf(0.0)));
        QCOMPARE(weather.errors.at(0).code, std::string("TEL-020"));
        QVERIFY(weather.errors[0].message.find("EnergyPlus weather file") != std::string::npos);
    }

    // PromQL drops the name of what a function made; a sum adds the series that match; a scalar has no labels.
    void prometheusExpressions() {
        const std::string answer =
            R"({"status": "success", "data": {"resultType": "matrix", "result": [
            {"metric": {"rack": "R1"}, "values": [[10, "100"], [20, "110"]]},
            {"metric": {"__name__": "gpu_watts", "gpu": "0"}, "values": [[10, "300"], [20, "310"]]},
            {"metric": {"__name__": "gpu_watts", "gpu": "1"}, "values": [[10, "200"]]}]}})";
        const std::string byLabel =
            R"({"id": "r", "column": "{rack=\u0022R1\u0022}", "channel": "x/a", "unit": "W"})";
        const std::string sum =
            R"({"id": "s", "column": "gpu_watts", "sum": true, "channel": "x/b", "unit": "W"})";
        const TelemetryMap map = mapOf("\"sensors\": [" + byLabel + "," + sum + "]", siteOf(0.0));
        const auto read = readPrometheusAnswer(answer, map, "answer");
        QVERIFY(read.has_value());
        QCOMPARE(read->readings.size(), std::size_t{3});
        QVERIFY(read->readings[2].sensor == 1 && read->readings[2].value == 500.0 &&
                read->readings[2].timeS == 10.0);
        QCOMPARE(read->unreadable.size(), std::size_t{1});  // at 20 s one of two series is missing
        const auto scalar = readPrometheusAnswer(
            R"({"status": "success", "data": {"resultType": "scalar", "result": [10, "7"]}})",
            mapOf(kPower, siteOf(0.0)), "answer");
        QCOMPARE(scalar->readings.at(0).value, 7.0);
    }

    // Rows of Home Assistant: a unit in each row, and states that are not numbers.
    void homeAssistant() {
        const TelemetryMap map = mapOf(
            R"("time": {"column": "last_changed"}, "rows": {"sensor": "entity_id", "value": "state"},
            "sensors": [{"id": "p", "column": "sensor.rack", "channel": "x/p", "unit": "kW"}])",
            siteOf(2.0));
        const Taken taken = take(
            "entity_id,state,last_changed\nsensor.rack,5.5,2026-06-30T22:00:00.000Z\n"
            "sensor.rack,unavailable,2026-06-30T22:05:00.000Z\n",
            map);
        QCOMPARE(taken.series[0].value, std::vector<double>{5500.0});
        QCOMPARE(taken.series[0].timeS, std::vector<double>{kJulyS});
    }

    // An answer on one line is a document, whether or not blanks follow its colons: 12 kW at 22:00 UTC, which is the site's midnight.
    void answersOnOneLine() {
        const TelemetryMap haystack = mapOf(
            "\"time\": {\"column\": \"ts\"}, \"sensors\": [{\"id\": \"p\", \"column\": \"val\", "
            "\"channel\": \"x/p\", \"unit\": \"W\"}]",
            siteOf(2.0));
        for (const char* blank : {"", " "}) {
            const std::string colon = std::string(":") + blank;
            const Taken taken =
                take("{\"meta\"" + colon + "{\"ver\"" + colon + "\"3.0\"},\"cols\"" + colon +
                         "[{\"name\"" + colon + "\"ts\"},{\"name\"" + colon + "\"val\"}],\"rows\"" +
                         colon + "[{\"ts\"" + colon + "\"t:2026-06-30T22:00:00Z UTC\",\"val\"" +
                         colon + "\"n:12 kW\"}]}",
                     haystack);
            QCOMPARE(taken.series[0].value, std::vector<double>{12000.0});
            QCOMPARE(taken.series[0].timeS, std::vector<double>{kJulyS});
        }
        const TelemetryMap grafana = mapOf(
            "\"rows\": {\"sensor\": \"sensor\", \"value\": \"value\"}, \"sensors\": [{\"id\": "
            "\"p\", \"column\": \"a\", \"channel\": \"x/p\", \"unit\": \"kW\"}]",
            siteOf(2.0));
        const Taken taken =
            take("[{\"target\": \"a\", \"datapoints\": [[5.5, 1782856800000]]}]", grafana);
        QCOMPARE(taken.series[0].value, std::vector<double>{5500.0});
        QCOMPARE(taken.series[0].timeS, std::vector<double>{kJulyS});
    }

    // 3,000 rows of July 1st, every 10 s, and one of July 13th, which alone shows that days come first; one slip of 1970. The same in
    // ISO 8601, which the first rows show already. 3,001 readings remain: the last is 12 days after the first, the slip is left out.
    void formsThatLaterRowsShow() {
        for (const bool isIso : {false, true}) {
            std::string rows = "time,kw\n";
            for (int i = 0; i < 3000; ++i) {
                rows += fmt::format("{} {:02}:{:02}:{:02},1\n", isIso ? "2026-07-01" : "01/07/2026",
                                    i / 360, i / 6 % 60, i % 6 * 10);
                rows +=
                    i == 100 ? (isIso ? "1970-01-02 00:00:00,9\n" : "02/01/1970 00:00:00,9\n") : "";
            }
            rows += isIso ? "2026-07-13 00:00:00,2\n" : "13/07/2026 00:00:00,2\n";
            const Taken taken = take(rows, mapOf(kPower, siteOf(0.0)));
            QVERIFY2(taken.errors.empty(), text(taken.errors).c_str());
            QCOMPARE(taken.series[0].timeS.size(), std::size_t{3001});
            QCOMPARE(taken.series[0].timeS.front(), kJulyS);
            QCOMPARE(taken.series[0].timeS.back(), kJulyS + 12.0 * 86400.0);
            QCOMPARE(taken.findings.size(), std::size_t{1});
            QCOMPARE(taken.findings[0].count, 1L);
        }
    }

    // An answer without series says so: it is not a matter of the map.
    void anEmptyAnswer() {
        const Taken taken =
            take(R"({"status":"success","data":{"resultType":"matrix","result":[]}})",
                 mapOf(kPower, siteOf(0.0)));
        QCOMPARE(taken.errors.size(), std::size_t{1});
        QCOMPARE(taken.errors[0].code, std::string("TEL-051"));
        QVERIFY(taken.errors[0].message.find("found no series") != std::string::npos);
    }
};

HEADROOM_TEST(TestForeignTables)
}  // namespace tst_foreign_tables

#include "tst_foreign_tables.moc"
