// SPDX-License-Identifier: Apache-2.0
#include "engine/border/foreign_tables.h"
#include "engine/border/formats.h"
#include "engine/border/instant_cells.h"
#include "engine/border/instants.h"
#include "engine/border/table_text.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <string>
#include <vector>

namespace tst_foreign_grammars {

using namespace headroom::engine;

namespace {

TableReader grammarTable(std::string text) {
    auto table = TableReader::ofText(std::move(text), "answer");
    if (!table) {
        qFatal("%s", table.error().text().c_str());
    }
    return std::move(*table);
}

/// Cells of the rows under some heads, with bars between them.
std::string cellsOf(TableReader& table, const std::vector<std::string>& heads) {
    std::string all;
    for (table.rewind(); table.next();) {
        for (const std::string& head : heads) {
            all += std::string(table.cell(table.head().column(head))) + '|';
        }
    }
    return all;
}

/// The instants of all rows as the columns of the table show them.
std::string instantsOf(const std::string& text) {
    TableReader table = grammarTable(text);
    const InstantCells cells = InstantCells::find(table, -1);
    std::string all;
    while (table.next()) {
        all += cells.text(table) + '|';
    }
    return all;
}

}  // namespace

class TestForeignGrammars : public QObject {
    Q_OBJECT

  private slots:

    // Zinc: the unit of a column is in its head, those of values are in the cells, N is missing.
    void zinc() {
        TableReader table = grammarTable(
            "ver:\"3.0\" id:@p:demo\nts,v0 id:@a dis:\"Feed A, main\" unit:\"kW\",v1\n"
            "2026-07-15T10:00:00-04:00 New_York,12kW,75.2\xc2\xb0"
            "F\n2026-07-15T10:15:00-04:00 New_York,N,75.4\xc2\xb0"
            "F\n\n");
        QCOMPARE(table.head().names[1], std::string("v0 [kW]"));
        QCOMPARE(table.head().units[1], std::string("kW"));
        QCOMPARE(cellsOf(table, {"v0", "v1"}), std::string("12kW|75.2\xc2\xb0"
                                                           "F||75.4\xc2\xb0"
                                                           "F|"));
    }

    // Version 3 tags a number with n:, version 4 makes it an object; both give value and unit. The list "cols" is as long as the rows.
    void haystackJson() {
        TableReader three = grammarTable(
            "{\"meta\":{\"ver\":\"3.0\"},\"cols\":[{\"name\":\"ts\"},{\"name\":\"val\"}],\"rows\":["
            "{\"ts\":\"t:2026-07-15T10:00:00-04:00 New_York\",\"val\":\"n:12 kW\"}]}");
        QCOMPARE(cellsOf(three, {"ts", "val"}),
                 std::string("2026-07-15T10:00:00-04:00 New_York|12 kW|"));
        TableReader four = grammarTable(
            "{\"_kind\":\"grid\",\"meta\":{\"ver\":\"3.0\"},\"cols\":[{\"name\":\"ts\"},{\"name\":"
            "\"val\"}],\"rows\":["
            "{\"ts\":{\"_kind\":\"dateTime\",\"val\":\"2026-07-15T10:00:00-04:00\",\"tz\":\"New_"
            "York\"},"
            "\"val\":{\"_kind\":\"number\",\"val\":12,\"unit\":\"kW\"}}]}");
        QCOMPARE(cellsOf(four, {"ts", "val"}), std::string("2026-07-15T10:00:00-04:00|12 kW|"));
    }

    // Two series of one query: the tag is a column, so that a row for each reading names its sensor.
    void influxJson() {
        TableReader table = grammarTable(
            "{\"results\":[{\"series\":["
            "{\"name\":\"power\",\"tags\":{\"rack\":\"R1\"},\"columns\":[\"time\",\"mean\"],"
            "\"values\":[[1784109600,12000],[1784109660,12100]]},"
            "{\"name\":\"power\",\"tags\":{\"rack\":\"R2\"},\"columns\":[\"time\",\"mean\"],"
            "\"values\":[[1784109600,11000]]}]}]}");
        QCOMPARE(
            cellsOf(table, {"time", "mean", "rack", "measurement"}),
            std::string(
                "1784109600|12000|R1|power|1784109660|12100|R1|power|1784109600|11000|R2|power|"));
    }

    // A field may be an integer (12000i) or lack in a line; a comma and a blank in a tag are escaped.
    void lineProtocol() {
        TableReader table = grammarTable(
            "# day\npower,rack=R\\ 1\\,a value=12000i,temp=23.5 1784109600000000000\npower,rack=R2 "
            "value=11000 1784109600000000000\n");
        QCOMPARE(
            cellsOf(table, {"time", "rack", "value", "temp"}),
            std::string("1784109600000000000|R 1,a|12000|23.5|1784109600000000000|R2|11000||"));
        for (const char* text :
             {"a,b\n1,2\n", "time value\n1 2\n", "x=1\n", "Time;kW\n2026-07-15 10:00;1,5\n"}) {
            QVERIFY2(!isLineProtocol(text), text);
        }
    }

    // Frames name their series by labels; the simple form puts the value before the time.
    void grafana() {
        TableReader frames = grammarTable(
            "{\"results\":{\"A\":{\"frames\":[{\"schema\":{\"fields\":[{\"name\":\"Time\",\"type\":"
            "\"time\"},"
            "{\"name\":\"Value\",\"type\":\"number\",\"labels\":{\"rack\":\"R1\"}}]},"
            "\"data\":{\"values\":[[1784109600000,1784109660000],[12000,12100]]}}]}}}");
        QCOMPARE(
            cellsOf(frames, {"time", "sensor", "value"}),
            std::string("1784109600000|{rack=\"R1\"}|12000|1784109660000|{rack=\"R1\"}|12100|"));
        TableReader simple = grammarTable(
            "[{\"target\":\"rackA\",\"datapoints\":[[12000,1784109600000]]},{\"target\":\"rackB\","
            "\"datapoints\":[[11000,1784109600000]]}]");
        QCOMPARE(cellsOf(simple, {"time", "sensor", "value"}),
                 std::string("1784109600000|rackA|12000|1784109600000|rackB|11000|"));
    }

    // Curve A03 leaves out a point that equals the one before: four hours with points 1 and 3 are 92.51, 92.51, 80, 80. 22:00 UTC on the day
    // before is midnight of Central Europe in summer.
    void entsoeXml() {
        TableReader table = grammarTable(
            "<?xml version=\"1.0\"?><Publication_MarketDocument "
            "xmlns=\"urn:x\"><TimeSeries><currency_Unit.name>EUR</currency_Unit.name>"
            "<price_Measure_Unit.name>MWH</price_Measure_Unit.name><curveType>A03</"
            "curveType><Period><timeInterval>"
            "<start>2025-09-30T22:00Z</start><end>2025-10-01T02:00Z</end></"
            "timeInterval><resolution>PT60M</resolution>"
            "<Point><position>1</position><price.amount>92.51</price.amount></Point>"
            "<Point><position>3</position><price.amount>80</price.amount></Point></Period></"
            "TimeSeries></Publication_MarketDocument>");
        QCOMPARE(table.head().units[1], std::string("EUR/MWh"));
        QCOMPARE(cellsOf(table, {"time", "price"}),
                 std::string("2025-09-30 22:00:00Z|92.51|2025-09-30 23:00:00Z|92.51|2025-10-01 "
                             "00:00:00Z|80|2025-10-01 01:00:00Z|80|"));
        QVERIFY(!foreignTable("<Publication_MarketDocument><TimeSeries>").has_value());  // cut
    }

    // 250 of 10^1 Wh in a quarter hour are 2,500 Wh, so 10,000 W.
    void greenButton() {
        TableReader table = grammarTable(
            "<feed "
            "xmlns=\"http://naesb.org/"
            "espi\"><IntervalBlock><IntervalReading><timePeriod><duration>900</duration>"
            "<start>1784109600</start></timePeriod><value>250</value></IntervalReading></"
            "IntervalBlock>"
            "<ReadingType><powerOfTenMultiplier>1</powerOfTenMultiplier><uom>72</uom></"
            "ReadingType></feed>");
        QCOMPARE(cellsOf(table, {"time", "power", "energy"}),
                 std::string("1784109600|10000|2500|"));
    }

    // A date and a time; a date and the hour that ends (1 to 24 means 00:00 to 23:00); a date and the hour that begins; the beginning of an
    // interval before its end.
    void instantsInTwoColumns() {
        QCOMPARE(instantsOf("Datum;Zeit;kW\n15.07.2026;10:00;1\n15.07.2026;10:15;2\n"),
                 std::string("15.07.2026 10:00|15.07.2026 10:15|"));
        QCOMPARE(instantsOf(
                     "Delivery Date,Hour Ending,Price\n01/15/2025,01:00,25\n01/15/2025,24:00,22\n"),
                 std::string("01/15/2025 00:00|01/15/2025 23:00|"));
        std::string ending = "day,hour,price\n", beginning = ending;
        for (int hour = 1; hour <= 24; ++hour) {
            ending += "2025-01-15," + std::to_string(hour) + ",25\n";
            beginning += "2025-01-15," + std::to_string(hour - 1) + ",25\n";
        }
        QVERIFY(instantsOf(ending).starts_with("2025-01-15 00:00|2025-01-15 01:00|"));
        QCOMPARE(instantsOf(ending), instantsOf(beginning));
        QCOMPARE(instantsOf("end_time,start_time,v\n2025-01-15 01:00,2025-01-15 00:00,5\n"),
                 std::string("2025-01-15 00:00|"));
        QCOMPARE(instantsOf("id,duration,v\n1,10:00,5\n"), std::string("10:00|"));
    }

    void zonesOfHeads() {
        QCOMPARE(zoneOfHead("datetime_beginning_utc")->standardAheadS(1.7e9), 0.0);
        QCOMPARE(zoneOfHead("INTERVALSTARTTIME_GMT")->standardAheadS(1.7e9), 0.0);
        QCOMPARE(zoneOfHead("datetime_beginning_ept")->standardAheadS(1.7e9), -5.0 * 3600.0);
        QVERIFY(!zoneOfHead("time").has_value() && !zoneOfHead("utc").has_value() &&
                !zoneOfHead("local_time").has_value());
    }
};

HEADROOM_TEST(TestForeignGrammars)
}  // namespace tst_foreign_grammars

#include "tst_foreign_grammars.moc"
