// SPDX-License-Identifier: Apache-2.0
#include "engine/border/formats.h"
#include "engine/explain/explain.h"
#include "engine/explain/file_use.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <set>
#include <string>

namespace tst_explain {

using namespace headroom::engine;

class TestExplain : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Result<Explanation> explained(const char* name, const QByteArray& content) const {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
            qFatal("%s was not written", name);
        }
        file.close();
        return explainFile(file.fileName().toStdString(), {});
    }

  private slots:

    // Four quarter hours with a unit in the head, decimal commas and one cell each that cannot be read: the preview shows
    // what was understood and marks what was not, in both kinds of columns.
    void aTableIsShownAsUnderstood() {
        const auto made = explained(
            "meter.csv",
            "time;power [kW]\n2026-07-01 00:00;1,5\n2026-13-45 00:00;2,5\n2026-07-01 00:30;x\n"
            "2026-07-01 00:45;3,5\n");
        QVERIFY(made.has_value());
        QCOMPARE(made->columns.size(), std::size_t{2});
        QCOMPARE(made->columns[0].meaning, std::string("instant"));
        QCOMPARE(made->columns[1].unit, std::string("kW"));
        QCOMPARE(made->first.size(), std::size_t{4});
        QCOMPARE(made->first[0][1], std::string("1.5"));
        QCOMPARE(made->first[1][0], std::string("2026-13-45 00:00 (not read)"));
        QCOMPARE(made->first[2][1], std::string("x (not read)"));
    }

    // 8589934592 as seconds since 1970 is of the year 2242, and 4294967296 of 2106: bytes are not times. A column whose head says so, and
    // the first column, may count.
    void largeNumbersAreTimesByTheirHead() {
        const auto made = explained(
            "sizes.csv",
            "submitted,id,size_bytes,vocab,finish_time\n1784109600,7,4294967296,32000,1784109700\n"
            "1784109660,8,8589934592,32000,1784109800\n");
        QVERIFY(made.has_value());
        QCOMPARE(made->columns[0].meaning, std::string("instant"));
        QCOMPARE(made->columns[2].meaning, std::string("number"));
        QCOMPARE(made->columns[3].meaning, std::string("number"));
        QCOMPARE(made->columns[4].meaning, std::string("instant"));
    }

    // Our own files are recognised first: a map for nvidia-smi names its columns.
    void ownFilesComeFirst() {
        const auto map = explained(
            "map.json",
            "{\"format\": \"headroom-telemetry/1\", \"time\": {\"column\": \"timestamp\"}, "
            "\"rows\": {\"sensor\": \"index\", \"value\": \"power.draw [W]\"}, \"sensors\": "
            "[{\"column\": \"0\"}]}");
        QVERIFY(map.has_value());
        QCOMPARE(map->id, std::string("telemetry-map"));
        QCOMPARE(explained("c.json",
                           "{\"format\": \"headroom-catalogue/1\", \"parts\": [{\"id\": \"a\"}]}")
                     ->id,
                 std::string("catalogue"));
    }

    void everyUseHasASentence() {
        for (int use = 0; use <= static_cast<int>(FileUse::Command); ++use) {
            const FileUseInfo& info = fileUseInfo(static_cast<FileUse>(use));
            QCOMPARE(static_cast<int>(info.use), use);
            QVERIFY(!info.does.empty());
        }
    }

    // Tables of no known format: an "id" next to a key of a section makes objects; instants next to numbers make a series; a word in the
    // head decides which series comes first; a table with neither can only be objects.
    void aTableIsOfferedByItsColumns() {
        const auto first = [&](const char* name, const QByteArray& content) {
            QFile file(folder_.filePath(name));
            if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
                qFatal("%s was not written", name);
            }
            file.close();
            const auto made = previewFile(file.fileName().toStdString(), {});
            return made ? made->offers.front() : FileOffer{FileUse::Command, "error"};
        };
        QCOMPARE(first("h.csv", "id,width_m,depth_m\nhall,60,40\n"),
                 (FileOffer{FileUse::Table, "halls"}));
        const QByteArray rows = "\n2026-07-01 00:00,1.5\n2026-07-01 01:00,2.5\n";
        QCOMPARE(first("t.csv", "time,supply [C]" + rows).use, FileUse::Telemetry);
        QCOMPARE(first("p.csv", "time,price [EUR/MWh]" + rows).use, FileUse::Prices);
        QCOMPARE(first("c.csv", "time,carbon [g/kWh]" + rows).use, FileUse::Carbon);
        QCOMPARE(first("n.csv", "a,b\nx,y\n").use, FileUse::Table);
        QCOMPARE(first("picture.png", "\x89PNG").use, FileUse::Drawing);
        QCOMPARE(
            first("x4.yaml", "manufacturer: Example\nmodel: X4\nslug: example-x4\nu_height: 4\n")
                .use,
            FileUse::DeviceType);
        QCOMPARE(first("f.dss", "Clear\nNew Circuit.a basekv=12.47\n").use, FileUse::Command);
    }

    // dcgmi dmon: the second line has units of two of four columns only, below their names.
    void unitsStandBelowTheirNames() {
        const auto made = explained("dmon.txt",
                                    "#Entity   POWER                 GPUTL                 TMPTR\n"
                                    "ID        W                                           C\n"
                                    "GPU 0     302.512               98                    61\n"
                                    "GPU 1     299.100               97                    60\n");
        QVERIFY(made.has_value());
        QCOMPARE(made->columns[1].unit, std::string("W"));
        QCOMPARE(made->columns[2].unit, std::string());
        QCOMPARE(made->columns[3].unit, std::string("degC"));
    }

    // The time of a reading, not of its record, and the beginning of an interval: the span is that of column "time" here.
    void theSpanIsOfTheTimeItself() {
        const auto made =
            explained("t.csv",
                      "created,_start,end,_time,kW\n2026-07-09 00:00,2026-07-01 00:00,2026-07-02 "
                      "00:00,2026-07-01 10:00,1\n"
                      "2026-07-09 00:00,2026-07-01 00:00,2026-07-02 00:00,2026-07-01 11:00,2\n");
        QVERIFY(made.has_value());
        QCOMPARE(made->from, std::string("2026-07-01 10:00:00"));
        QCOMPARE(made->step, std::string("hourly"));
    }

    // An empty answer, a scalar, and a metric report of Redfish, whose values are texts.
    void answersOfServersAreShown() {
        const auto empty = explained(
            "e.json", R"({"status":"success","data":{"resultType":"matrix","result":[]}})");
        QVERIFY(empty.has_value());
        QVERIFY(empty->notes.front().find("found no series") != std::string::npos);
        const auto scalar = explained(
            "s.json",
            R"({"status":"success","data":{"resultType":"scalar","result":[1784109600,"4200"]}})");
        QVERIFY(scalar.has_value());
        QCOMPARE(scalar->rows, 1L);
        const auto metric = [](const char* place, const char* value) {
            return QByteArray("{\"MetricId\":\"Power\",\"MetricProperty\":\"") + place +
                   "\",\"MetricValue\":\"" + value +
                   "\",\"Timestamp\":\"2026-07-15T10:00:00+00:00\"}";
        };
        const auto report = explained(
            "r.json",
            "{\"@odata.id\":\"/redfish/v1/TelemetryService/MetricReports/P\",\"MetricValues\":[" +
                metric("/redfish/v1/Chassis/1#/PowerWatts", "4210.5") + ',' +
                metric("/redfish/v1/Chassis/2#/PowerWatts", "4100") + "]}");
        QVERIFY(report.has_value());
        QCOMPARE(report->columns.size(), std::size_t{2});
        QCOMPARE(report->first[0][0], std::string("4210.5"));
        QCOMPARE(report->from, std::string("2026-07-15 10:00:00"));
    }

    // A format that no reader takes says what to do instead.
    void unreadFormatsNameTheWay() {
        const auto pods = explained(
            "pods.yaml",
            "apiVersion: v1\nkind: List\nitems:\n- kind: Pod\n  metadata:\n    name: a\n");
        QVERIFY(!pods.has_value());
        QVERIFY(pods.error().remedy.find("-o json") != std::string::npos);
        const auto columns = explained("jobs.parquet", QByteArray("PAR1\x15\x00", 6));
        QVERIFY(!columns.has_value());
        QCOMPARE(columns.error().code, std::string("FIL-009"));
    }

    // One row a column of the file, one cell a first row.
    void thePreviewIsASheet() {
        const auto made = explained(
            "s.csv",
            "time;power [kW]\n2026-07-01 00:00;1,5\n2026-13-45 00:00;x\n2026-07-01 00:30;2,5\n");
        QVERIFY(made.has_value());
        const Sheet sheet = explanationSheet(*made);
        QCOMPARE(sheet.columns.size(), std::size_t{6});
        QCOMPARE(sheet.rows.size(), std::size_t{2});
        QCOMPARE(std::get<std::string>(sheet.rows[1][2]), std::string("kW"));
        QVERIFY(isSkippedCell(std::get<std::string>(sheet.rows[0][4])));
        QVERIFY(isSkippedCell(std::get<std::string>(sheet.rows[1][4])));
        QVERIFY(!isSkippedCell(std::get<std::string>(sheet.rows[1][5])));
    }

    // Each explainer is of another format, and nothing in a file of noise is taken for one.
    void theTableOfFormats() {
        std::set<std::string_view> formats;
        for (const FormatExplainer& row : formatExplainers()) {
            QVERIFY2(formats.insert(row.format).second, std::string(row.format).c_str());
            QVERIFY(row.explain != nullptr);
        }
        QVERIFY(formats.size() >= 20);
        const auto noise = explained("noise.bin", QByteArray("\x00\xff\x1b[2J\x00\x01", 8));
        QVERIFY(!noise.has_value());
        QVERIFY(!noise.error().remedy.empty());
        QVERIFY(!explained("empty.csv", "").has_value());
    }
};

HEADROOM_TEST(TestExplain)
}  // namespace tst_explain

#include "tst_explain.moc"
