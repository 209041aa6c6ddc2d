// SPDX-License-Identifier: Apache-2.0
#include "engine/border/formats.h"
#include "engine/border/table_text.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <string>

namespace tst_table_text {

using namespace headroom::engine;

namespace {

TableReader tableOf(std::string text) {
    auto table = TableReader::ofText(std::move(text), "a.csv");
    if (!table) {
        qFatal("%s", table.error().text().c_str());
    }
    return std::move(*table);
}

std::string utf16(const std::string& text, bool isBig) {
    std::string bytes = isBig ? "\xfe\xff" : "\xff\xfe";
    for (const char c : text) {
        bytes += isBig ? std::string{'\0', c} : std::string{c, '\0'};
    }
    return bytes;
}

}  // namespace

class TestTableText : public QObject {
    Q_OBJECT

  private slots:

    void forms_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("form");
        const auto row = [](const char* name, const std::string& text, TableForm form) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << static_cast<int>(form);
        };
        row("commas", "time,kw\n1,2\n3,4\n", TableForm::Comma);
        row("decimal commas", "time;kw;t\n1;2,5;3,5\n3;4,5;6,5\n", TableForm::Semicolon);
        row("tabs", "time\tkw\n1\t2\n", TableForm::Tab);
        row("bars", "time|kw\n1|2\n", TableForm::Bar);
        row("aligned", "time   kw\n1      2\n3      4\n", TableForm::Aligned);
        row("mark of spreadsheets", "sep=;\ntime;kw\n1;2\n", TableForm::Semicolon);
        row("byte-order mark", "\xef\xbb\xbftime,kw\n1,2\n", TableForm::Comma);
        row("UTF-16, little", utf16("time;kw\n1;2\n", false), TableForm::Semicolon);
        row("UTF-16, big", utf16("time;kw\n1;2\n", true), TableForm::Semicolon);
        row("blanks behind commas", "time, kw\n1, 2\n", TableForm::Comma);
        row("title and comment", "My plant\n\n# exported\ntime,kw\n1,2\n3,4\n", TableForm::Comma);
        row("old line ends", "time,kw\r1,2\r3,4\r", TableForm::Comma);
        row("JSON list", R"([{"time": "1", "kw": 2}, {"time": 3, "kw": 4}])", TableForm::Json);
        row("JSON lists", R"({"hourly": {"time": ["1", "3"], "kw": [2, 4]}})", TableForm::Json);
        row("JSON lines", "{\"time\": 1, \"kw\": 2}\n{\"time\": 3, \"kw\": 4}\n",
            TableForm::JsonLines);
        row("InfluxDB",
            R"({"results": [{"series": [{"name": "p", "columns": ["time", "kw"], "values": [[1, 2], [3, 4]]}]}]})",
            TableForm::Json);
    }

    /// Each has a column kw whose first value is 2.
    void forms() {
        QFETCH(QByteArray, text);
        QFETCH(int, form);
        TableReader table = tableOf(text.toStdString());
        QCOMPARE(static_cast<int>(table.head().form), form);
        const int kw = table.head().column("kw");
        QVERIFY(kw >= 0 && table.head().column("time") >= 0);
        QVERIFY(table.next());
        QVERIFY(table.cell(kw).starts_with("2"));
        table.rewind();
        QVERIFY(table.next());
        QVERIFY(table.cell(kw).starts_with("2"));
    }

    // A row of another width is left out and counted with its line; a head that comes again is none.
    void skippedRows() {
        TableReader table = tableOf("a,b\n1,2\nbad\n3,4\n5,6,7\na,b\n8,9,\n");
        long rows = 0;
        while (table.next()) {
            ++rows;
        }
        QCOMPARE(rows, 3L);
        QCOMPARE(table.skipped().count(), 2L);
        QCOMPARE(table.skipped().first().at(0).line, 3);
        QCOMPARE(table.skippedWords(), std::string("2 of 5 rows skipped. Line 3: 1 cells for 2 "
                                                   "columns. Line 5: 3 cells for 2 columns."));
    }

    void unitsAndNames() {
        TableReader table = tableOf(
            "time,Power [kW],Water temp\n,,\xc2\xb0"
            "F\n2026-07-01,5,70\n");
        QVERIFY(table.head().hasUnitRow);
        QCOMPARE(table.head().units.at(1), std::string("kW"));
        QCOMPARE(table.head().column("power"), 1);
        QCOMPARE(table.head().column("water_temp"), 2);
        QVERIFY(table.next() && table.cell(2) == "70");
        TableReader bare = tableOf("2026-07-01,5\n2026-07-02,6\n");
        QVERIFY(!bare.head().hasNames && bare.next() && bare.cell(1) == "5");
    }

    // A line of metadata that is nearly as wide as the table is a title, as in TMY3; rows wider than their head have no names.
    void titlesAndNarrowHeads() {
        TableReader tmy = tableOf(
            "725300,\"CHICAGO\",IL,-6.0,41.9,-87.9,205\nDate,Time,GHI,DHI,DB,DP,RH,P\n1,2,3,4,5,6,"
            "7,8\n1,2,3,4,5,6,7,8\n");
        QCOMPARE(tmy.head().titles.size(), std::size_t{1});
        QCOMPARE(tmy.head().column("DB"), 4);
        TableReader open = tableOf("time,kw,\n1,2,3\n1,2,3\n");
        QVERIFY(open.head().column("kw") == 1 && open.head().names.at(2) == "column 3" &&
                open.next());
        // Two lines about the meter that are wider than the readings (a utility in France).
        TableReader meter = tableOf(
            "PRM;Type;Debut;Fin;Unite\n1;Courbe;01/07/2026;08/07/2026;W\nHorodate;Valeur\n"
            "2026-07-01T00:30:00+02:00;432\n2026-07-01T01:00:00+02:00;440\n2026-07-01T01:30:00+02:"
            "00;441\n");
        QCOMPARE(meter.head().names, (std::vector<std::string>{"Horodate", "Valeur"}));
        // A spreadsheet left out empty cells at the end of rows.
        TableReader cut = tableOf("time,kw,note\n1,2\n3,4\n7,8\n5,6,seen\n");
        QVERIFY(cut.head().column("note") == 2 && cut.next() && cut.cell(2).empty() &&
                cut.cell(1) == "2");
        // Rows with a cell more than the head: which cell has no name is not known, so no name is taken.
        TableReader narrow = tableOf("time,kw,t\n1,2,3,4\n1,2,3,4\n");
        QVERIFY(!narrow.head().hasNames && narrow.head().titles.size() == 1);
    }

    // Exporters that leave the names out write a row of values first, with texts among them. Names that hold instants or
    // numbers, as in a matrix of hours or years, stay names: below them stand values of another kind.
    void tablesWithoutNames_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("hasNames");
        QTest::newRow("nvidia-smi --format=csv,noheader")
            << QByteArray(
                   "2026/03/01 10:00:00.123, 0, NVIDIA H100 80GB HBM3, 412.33 W, 61, 98 %\n"
                   "2026/03/01 10:00:00.123, 1, NVIDIA H100 80GB HBM3, 398.10 W, 58, 97 %\n")
            << false;
        QTest::newRow("a logger without heads")
            << QByteArray("2026-03-01T10:00:00Z;CRAH-1;on\n2026-03-01T10:01:00Z;CRAH-1;on\n")
            << false;
        QTest::newRow("numbers with units")
            << QByteArray("rack-1,12.5 kW,ok\nrack-2,13.1 kW,ok\n") << false;
        QTest::newRow("hours as columns")
            << QByteArray("meter,2026-03-01 00:00,2026-03-01 01:00\nM1,5.0,6.0\nM2,7.0,8.0\n")
            << true;
        QTest::newRow("years as columns")
            << QByteArray("region,2024,2025\nWest,5.0,6.0\nEast,7.0,8.0\n") << true;
        QTest::newRow("names with units below")
            << QByteArray("time,P 1 kW,T\n,kW,degC\n2026-03-01 10:00,5 kW,20\n") << true;
    }

    void tablesWithoutNames() {
        QFETCH(QByteArray, text);
        QFETCH(bool, hasNames);
        TableReader table = tableOf(text.constData());
        QCOMPARE(table.head().hasNames, hasNames);
        int rows = 0;
        while (table.next()) {
            ++rows;
        }
        QCOMPARE(rows, hasNames && !table.head().hasUnitRow ? 2 : hasNames ? 1 : 2);
        QCOMPARE(table.skipped().count(), 0L);
    }

    // squeue aligns to the right: a long cell touches its neighbour but for one blank. Names with blanks inside stay whole where
    // columns are two blanks apart in every line.
    void alignedWords() {
        TableReader queue = tableOf(
            "             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n"
            "             12345       gpu    llama    alice  R   10:21:33     16 node[001-016]\n"
            "             12346       gpu     bert      bob PD       0:00      4 (Resources)\n");
        QCOMPARE(queue.head().names,
                 (std::vector<std::string>{"JOBID", "PARTITION", "NAME", "USER", "ST", "TIME",
                                           "NODES", "NODELIST(REASON)"}));
        QVERIFY(queue.next() && queue.cell(6) == "16" && queue.cell(7) == "node[001-016]");
        QVERIFY(queue.next() && queue.cell(4) == "PD" && !queue.next());
        TableReader wide = tableOf("Rack name  Power W\nrack one   412\nrack two   398\n");
        QCOMPARE(wide.head().names, (std::vector<std::string>{"Rack name", "Power W"}));
        QVERIFY(wide.next() && wide.cell(0) == "rack one");
    }

    // Spreadsheets pad all rows to the same width, so a title is as wide as the table. A head with fewer names than
    // columns stays a head.
    void paddedTitles() {
        TableReader padded = tableOf(
            "Meters of hall 1,,\nSite:,Leesburg,,\n,,\ntime,kw,unit\n1,2,kW\n3,4,kW\n5,6,kW\n");
        QCOMPARE(padded.head().names, (std::vector<std::string>{"time", "kw", "unit"}));
        QCOMPARE(padded.head().titles.size(), std::size_t{2});
        QVERIFY(padded.next() && padded.cell(1) == "2");
        TableReader indexed = tableOf(",kw\n0,5\n1,6\n");
        QVERIFY(indexed.head().column("kw") == 1);
        TableReader sparse = tableOf("time,,,\n1,2,3,4\n2,3,4,5\n");
        QVERIFY(sparse.head().column("time") == 0 && sparse.next() && sparse.cell(0) == "1");
    }

    void quotes() {
        TableReader table = tableOf("name,kw\n\"a, \"\"b\"\"\",1\n24\" rack,2\n\"two\nlines\",3\n");
        QVERIFY(table.next());
        QCOMPARE(std::string(table.cell(0)), std::string("a, \"b\""));
        QVERIFY(table.next());
        QCOMPARE(std::string(table.cell(0)), std::string("24\" rack"));
        QVERIFY(table.next());
        QCOMPARE(table.line(), 4);
        QCOMPARE(std::string(table.cell(1)), std::string("3"));
    }

    // Windows-1252: 0xe9 is e with an acute accent, two bytes in UTF-8.
    void latin() {
        TableReader table = tableOf(
            "ville,kw\nOrl\xe9"
            "ans,1\n");
        QVERIFY(table.head().encoding == TextEncoding::Windows1252);
        QVERIFY(table.next());
        QCOMPARE(std::string(table.cell(0)), std::string("Orl\xc3\xa9"
                                                         "ans"));
    }

    // Home Assistant names an entity in its first row; a text next to lists is of all rows.
    void jsonOfServices() {
        TableReader rooms = tableOf(
            R"([[{"entity_id": "sensor.a", "state": "1"}, {"state": "2"}], [{"entity_id": "sensor.b", "state": "3"}]])");
        QVERIFY(rooms.next() && rooms.next());
        QCOMPARE(std::string(rooms.cell(rooms.head().column("entity_id"))),
                 std::string("sensor.a"));
        QVERIFY(rooms.next() && rooms.cell(rooms.head().column("entity_id")) == "sensor.b");
        TableReader prices =
            tableOf(R"({"unix_seconds": [1, 2], "price": [50, 60], "unit": "EUR / MWh"})");
        QVERIFY(prices.next() && prices.cell(prices.head().column("unit")) == "EUR / MWh");
    }

    void refused() {
        QCOMPARE(TableReader::ofText("", "a").error().code, std::string("TXT-001"));
        // A line of 200,001 names, as a file without line ends makes it; one name less is read.
        std::string wide;
        for (int column = 0; column < 200'000; ++column) {
            wide += "a,";
        }
        QCOMPARE(TableReader::ofText(wide + "a\n1,2\n", "a").error().code, std::string("TXT-007"));
        QCOMPARE(TableReader::ofText("{\"a\": ", "a").error().code, std::string("TXT-002"));
        QCOMPARE(TableReader::ofText(std::string("PK\0\0a", 5), "a").error().code,
                 std::string("TXT-003"));
    }

    void formats() {
        const auto id = [](const char* name, const char* text) {
            const KnownFormat* format = formatOf(name, text);
            return format == nullptr ? std::string() : std::string(format->id);
        };
        QCOMPARE(id("x.epw", "\xef\xbb\xbfLOCATION,Here\n"), std::string("epw"));
        QCOMPARE(id("a.json",
                    R"({"status": "success", "data": {"resultType": "matrix", "result": []}})"),
                 std::string("prometheus"));
        QCOMPARE(id("smi.csv", "timestamp, index, power.draw [W]\n"), std::string("nvidia-smi"));
        QCOMPARE(id("r.json", R"({"@odata.id": "/redfish/v1"})"), std::string("redfish"));
        QCOMPARE(id("t.csv", "a,b\n1,2\n"), std::string());
    }
};

HEADROOM_TEST(TestTableText)
}  // namespace tst_table_text

#include "tst_table_text.moc"
