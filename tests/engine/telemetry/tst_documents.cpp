// SPDX-License-Identifier: Apache-2.0
#include "engine/border/stray_times.h"
#include "engine/telemetry/document_source.h"
#include "engine/telemetry/json_lines.h"
#include "engine/telemetry/prometheus.h"
#include "engine/telemetry/redfish.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>

namespace tst_documents {

using namespace headroom::engine;

namespace {

TelemetryMap mapOf(const std::string& sensors, const std::string& more = {}) {
    auto map = parseTelemetryMap(
        R"({"format": "headroom-telemetry/1", )" + more + R"("sensors": [)" + sensors + "]}",
        "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

const std::string kPower = R"({"column": "p", "channel": "facility/it_power_kw", "unit": "W"})";

}  // namespace

/// What servers and senders write.
class TestDocuments : public QObject {
    Q_OBJECT

  private slots:

    // A resource by the place of its number, at its own time: 13:30 at +02:00 is 11:30 of UTC; 2026-07-01 is day 20,635
    // (56 years of 365 days and 14 leap days make 20,454 up to January 1st; 181 days more).
    void redfishResource() {
        const TelemetryMap map = mapOf(
            R"({"column": "/redfish/v1/Chassis/1/Power\u0023/PowerControl/0/PowerConsumedWatts", "channel": "x/y", "unit": "W"})");
        const auto read = readRedfish(
            R"({"@odata.id": "/redfish/v1/Chassis/1/Power", "DateTime": "2026-07-01T13:30:00+02:00", )"
            R"("PowerControl": [{"PowerConsumedWatts": 344, "PowerCapacityWatts": 800}]})",
            map, 5.0, "power.json");
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(read->readings.size(), std::size_t{1});
        QCOMPARE(read->readings[0].value, 344.0);
        QCOMPARE(read->readings[0].timeS, 20635.0 * 86400.0 + 11.5 * 3600.0);
        QVERIFY(read->unknown.empty());
    }

    // An expanded collection: members by their own ids, in any order; by their place in the collection as well. A list of
    // members without values is rejected, and the remedy names the query that has them.
    void redfishCollection() {
        const TelemetryMap map = mapOf(
            R"({"column": "/redfish/v1/Chassis/1/Sensors/Inlet\u0023/Reading", "channel": "x/t", "unit": "degC"},
               {"column": "/redfish/v1/Chassis/1/Power\u0023/PowerControl/0/PowerConsumedWatts", "channel": "x/p", "unit": "W"},
               {"column": "/redfish/v1/Chassis/1/Sensors\u0023/Members/0/Reading", "channel": "x/q", "unit": "W"})");
        const auto read = readRedfish(R"({"@odata.id": "/redfish/v1/Chassis/1/Sensors", "Members": [
            {"@odata.id": "/redfish/v1/Chassis/1/Sensors/Psu", "Reading": 410},
            {"@odata.id": "/redfish/v1/Chassis/1/Sensors/Inlet", "Reading": 24.5},
            {"@odata.id": "/redfish/v1/Chassis/1/Power\u0023/PowerControl/0", "PowerConsumedWatts": 344}]})",
                                      map, 5.0, "sensors.json");
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(read->readings.size(), std::size_t{3});
        QCOMPARE(read->readings[0].value, 410.0);
        QCOMPARE(read->readings[1].value, 24.5);
        QCOMPARE(read->readings[2].value, 344.0);
        const auto bare = readRedfish(
            R"({"@odata.id": "/redfish/v1/Chassis", "Members": [{"@odata.id": "/redfish/v1/Chassis/1"}]})",
            map, 5.0, "x");
        QVERIFY(!bare.has_value() && bare.error().remedy.find("$expand") != std::string::npos);
    }

    // A report of the telemetry service: by property or by id, each with its time, values as texts.
    void redfishReport() {
        const TelemetryMap map = mapOf(
            R"({"column": "/redfish/v1/Chassis/1/Thermal\u0023/Temperatures/0/ReadingCelsius", "channel": "x/t", "unit": "degC"},
               {"column": "RackPower", "channel": "x/p", "unit": "W"})");
        const auto read = readRedfish(
            R"({"@odata.id": "/redfish/v1/TelemetryService/MetricReports/1", "MetricValues": [
            {"MetricProperty": "/redfish/v1/Chassis/1/Thermal\u0023/Temperatures/0/ReadingCelsius", "MetricValue": "24.5",
             "Timestamp": "1970-01-01T00:01:00Z"},
            {"MetricId": "RackPower", "MetricValue": "12500"}, {"MetricId": "RackPower", "MetricValue": "high"},
            {"MetricId": "Other", "MetricValue": "1"}]})",
            map, 7.0, "report.json");
        QVERIFY(read.has_value());
        QCOMPARE(read->readings.size(), std::size_t{2});
        QCOMPARE(read->readings[0].timeS, 60.0);
        QCOMPARE(read->readings[1].timeS, 7.0);
        QCOMPARE(read->unreadable.size(), std::size_t{1});
        QVERIFY(!readRedfish("[]", map, 0.0, "x").has_value());
        QVERIFY(!readRedfish("{}", map, 0.0, "x").has_value());
    }

    // A range of two series, of which the map names one with its label, and one without labels; NaN is a gap, "x" is told.
    void prometheusRange() {
        const TelemetryMap map =
            mapOf(R"({"column": "w{rack=\u0022R1\u0022}", "channel": "x/a", "unit": "W"},
                                          {"column": "t", "channel": "x/b", "unit": "degC"})");
        const auto read = readPrometheusAnswer(
            R"({"status": "success", "data": {"resultType": "matrix", "result": [
            {"metric": {"__name__": "w", "rack": "R1", "job": "pdu"}, "values": [[10, "412.5"], [25.5, "NaN"], [40, "x"]]},
            {"metric": {"__name__": "w", "rack": "R2"}, "values": [[10, "1"]]},
            {"metric": {"__name__": "t"}, "value": [10, "21"]}]}})",
            map, "answer");
        QVERIFY(read.has_value());
        QCOMPARE(read->readings.size(), std::size_t{2});
        QVERIFY(read->readings[0].sensor == 0 && read->readings[0].value == 412.5 &&
                read->readings[0].timeS == 10.0);
        QVERIFY(read->readings[1].sensor == 1 && read->readings[1].value == 21.0);
        QCOMPARE(read->unknown, std::vector<std::string>{"w{rack=\"R2\"}"});
        QCOMPARE(read->unreadable.size(), std::size_t{1});
        const auto refused =
            readPrometheusAnswer(R"({"status": "error", "error": "bad step"})", map, "answer");
        QVERIFY(!refused && refused.error().code == "TEL-051");
        QVERIFY(refused.error().message.find("bad step") != std::string::npos);
    }

    // Times of an exporter are milliseconds, those of OpenMetrics seconds; without one it is when it was asked.
    void exposition() {
        const TelemetryMap map = mapOf(R"({"column": "w", "channel": "x/a", "unit": "W"})");
        const Delivery plain =
            readExposition("# TYPE w gauge\nw{a=\"x\\\"}y\"} 3 5000\nw 4\nother 1\n}{\n", map, 9.0);
        QCOMPARE(plain.readings.size(), std::size_t{2});
        QVERIFY(plain.readings[0].timeS == 5.0 && plain.readings[1].timeS == 9.0);
        QVERIFY(plain.unreadable.size() == 1 && plain.unreadable[0].place == 5);
        const Delivery open = readExposition("w 3 5.5\n# EOF\n", map, 9.0);
        QVERIFY(open.readings.size() == 1 && open.readings[0].timeS == 5.5);
    }

    // One slip loses one line: number as text, a deep line, a cut one, an infinite value, a name that is not known.
    void jsonLines() {
        const TelemetryMap map = mapOf(kPower, R"("time": {"as": "epoch_s"}, )");
        const Delivery read = readJsonLines(
            "{\"sensor\": \"p\", \"time\": 5, \"value\": \"3\"}\n"
            "{\"p\": 4, \"time\": 6}\r\n\n"
            "{\"p\": [[[[[[[[[1]]]]]]]]]}\n{\"p\": 1\n{\"p\": 1e999}\n"
            "{\"sensor\": \"q\", \"value\": 1}\n{\"sensor\": \"p\"}\n{\"p\": 7, \"time\": "
            "\"noon\"}\n",
            map, 9.0);
        QCOMPARE(read.readings.size(), std::size_t{2});
        QVERIFY(read.readings[0].value == 3.0 && read.readings[0].timeS == 5.0 &&
                read.readings[0].place == 1);
        QVERIFY(read.readings[1].value == 4.0 && read.readings[1].timeS == 6.0 &&
                read.readings[1].place == 2);
        QCOMPARE(read.unknown, std::vector<std::string>{"q"});
        QCOMPARE(read.unreadable.size(), std::size_t{5});  // lines 4, 5, 6, 8 and 9
        // On a topic that is a sensor, a value needs no name.
        QCOMPARE(readJsonLines(R"({"value": 2})", map, 9.0, 1, 0).readings.at(0).value, 2.0);
    }

    // Lines of a file are of many moments: one without a time is not of now. It is told with its line, the rest is taken.
    void linesOfAFileNeedATime() {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("lines.jsonl").toStdString();
        std::ofstream(file) << "{\"time\": 100, \"p\": 1}\n{\"p\": 2}\n{\"time\": 160, \"p\": 3}\n";
        const TelemetryMap map = mapOf(kPower, R"("time": {"as": "epoch_s"}, )");
        const auto source = openReadings(file, map);
        QVERIFY(source.has_value());
        Delivery all;
        QVERIFY((*source)
                    ->next([&](const Delivery& delivery) -> Result<void> {
                        all = delivery;
                        return {};
                    })
                    .has_value());
        QCOMPARE(all.readings.size(), std::size_t{2});
        QCOMPARE(all.unreadable.size(), std::size_t{1});
        QCOMPARE(all.unreadable[0].place, 2);
        QVERIFY(all.unreadable[0].text.find("without \"time\"") != std::string::npos);
    }

    // 200 rows a minute apart, and one 50 years before, in between or after: left out with its line, wherever it stands, in
    // a table and in lines. Two of 201 are at most 1 % as well. A log of two halves, or of a reading a quarter, has none.
    void rowsOfAnotherYear() {
        const auto strayTimes = [](const std::vector<double>& times) {
            StrayTimes strays;
            for (const double time : times) {
                strays.add(time);
            }
            strays.decide();
            std::vector<double> found;
            std::copy_if(times.begin(), times.end(), std::back_inserter(found),
                         [&](double time) { return strays.contains(time); });
            return found;
        };
        std::vector<double> hours;
        for (int i = 0; i < 200; ++i) {
            hours.push_back(1.7e9 + 60.0 * i);
        }
        for (const double stray : {0.0, 1.2e9, 3e9}) {
            std::vector<double> with = hours;
            with.insert(with.begin() + 100, stray);
            QCOMPARE(strayTimes(with), std::vector<double>{stray});
        }
        std::vector<double> two = hours, halves = hours, quarters;
        two.insert(two.end(), {0.0, 60.0});
        QCOMPARE(strayTimes(two), (std::vector<double>{0.0, 60.0}));
        for (const double time : hours) {
            halves.push_back(time + 1e8);
        }
        QVERIFY(strayTimes(halves).empty());
        for (int i = 0; i < 12; ++i) {
            quarters.push_back(i * 91.0 * 86400.0);
        }
        QVERIFY(strayTimes(quarters).empty());
        QVERIFY(strayTimes({}).empty());
        // Groups join when a time between them arrives last: 0 and 40 days are one group with 20 days.
        std::vector<double> joined = hours;
        joined.insert(joined.end(), {0.0, 40.0 * 86400.0, 20.0 * 86400.0});
        QVERIFY(strayTimes(joined).empty());
    }

    void strayRowsOfFiles_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("row");
        QTest::newRow("table") << "time,p\n"
                               << "%1,5\n";
        QTest::newRow("lines") << ""
                               << "{\"time\": %1, \"p\": 5}\n";
    }

    // The row at place 51 of 120 says the second 7 of 1970.
    void strayRowsOfFiles() {
        QFETCH(QString, header);
        QFETCH(QString, row);
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("log").toStdString();
        QString content = header;
        for (int i = 0; i < 120; ++i) {
            content += row.arg(i == 50 ? 7 : 1700000000 + 60 * i);
        }
        std::ofstream(file) << content.toStdString();
        const TelemetryMap map = mapOf(kPower, R"("time": {"as": "epoch_s"}, )");
        const auto source = openReadings(file, map);
        QVERIFY(source.has_value());
        Delivery all;
        QVERIFY((*source)
                    ->next([&](const Delivery& delivery) -> Result<void> {
                        all = delivery;
                        return {};
                    })
                    .has_value());
        QCOMPARE(all.readings.size(), std::size_t{119});
        QCOMPARE(all.unreadable.size(), std::size_t{1});
        QCOMPARE(all.unreadable[0].place, 51 + (header.isEmpty() ? 0 : 1));
        QVERIFY(all.unreadable[0].text.find("1970-01-01 00:00:07") != std::string::npos);
    }

    void forms_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("form");
        QTest::newRow("redfish") << R"({"@odata.id": "/redfish/v1"})"
                                 << static_cast<int>(TextForm::Redfish);
        QTest::newRow("prometheus") << R"( {"status": "success", "data": {}})"
                                    << static_cast<int>(TextForm::PrometheusAnswer);
        QTest::newRow("lines") << R"({"sensor": "a", "value": 1, "status": "ok"})"
                               << static_cast<int>(TextForm::JsonLines);
        QTest::newRow("exporter") << "# HELP up Up.\nup 1\n"
                                  << static_cast<int>(TextForm::Exposition);
        QTest::newRow("table") << "time,a\n0,1\n" << static_cast<int>(TextForm::Table);
        QTest::newRow("nothing") << "" << static_cast<int>(TextForm::Table);
    }

    void forms() {
        QFETCH(QString, text);
        QFETCH(int, form);
        QCOMPARE(static_cast<int>(formOfText(text.toStdString())), form);
    }
};

HEADROOM_TEST(TestDocuments)
}  // namespace tst_documents

#include "tst_documents.moc"
