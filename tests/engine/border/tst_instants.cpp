// SPDX-License-Identifier: Apache-2.0
#include "engine/border/column_map.h"
#include "engine/border/instants.h"
#include "engine/border/series_step.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <string>
#include <vector>

namespace tst_instants {

using namespace headroom::engine;

namespace {

/// 2026-07-15 10:00:00 UTC: 20,454 days to 2026-01-01 (56 years of 365 days, 14 leap days), 195 days more, 10 hours.
constexpr double kNoonishS = (20454.0 + 195.0) * 86400.0 + 36000.0;

InstantReader readerOf(const std::vector<std::string>& cells, InstantOptions known = {}) {
    InstantColumn column;
    for (const std::string& cell : cells) {
        column.observe(cell);
    }
    auto options = column.decide(known);
    if (!options) {
        qFatal("%s", options.error().text().c_str());
    }
    return InstantReader(*options);
}

InstantOptions berlin() {
    InstantOptions options;
    options.zone = TimeZone::named("Europe/Berlin").value();
    return options;
}

}  // namespace

class TestInstants : public QObject {
    Q_OBJECT

  private slots:

    void onePlace_data() {
        QTest::addColumn<QString>("cell");
        QTest::newRow("ISO 8601, Z") << "2026-07-15T10:00:00Z";
        QTest::newRow("blank, offset west") << "2026-07-15 03:00:00-07:00";
        QTest::newRow("offset without colon") << "2026-07-15T15:30:00+0530";
        QTest::newRow("offset of hours") << "2026-07-15 12:00:00.000+02";
        QTest::newRow("basic") << "20260715T100000Z";
        QTest::newRow("slashes, year first") << "2026/07/15 10:00:00.000";
        QTest::newRow("month name") << "15-Jul-26 10:00:00 AM UTC";
        QTest::newRow("English") << "Jul 15, 2026 10:00 AM";
        QTest::newRow("web server") << "15/Jul/2026:10:00:00 +0000";
        QTest::newRow("weekday") << "Wed, 15 Jul 2026 10:00:00 GMT";
        QTest::newRow("zone word") << "15-Jul-26 3:00 AM PDT";
        QTest::newRow("Haystack") << "2026-07-15T03:00:00-07:00 Los_Angeles";
        QTest::newRow("Java") << "2026-07-15T12:00:00+02:00[Europe/Berlin]";
        QTest::newRow("day first, certain") << "15.07.2026 10:00";
        QTest::newRow("month first, certain") << "7/15/2026 10:00:00 AM";
        QTest::newRow("seconds") << "1784109600";
        QTest::newRow("milliseconds") << "1784109600000";
        QTest::newRow("microseconds") << "1784109600000000";
        QTest::newRow("nanoseconds") << "1784109600000000000";
        // 25,569 is 1970-01-01; 20,649 days more; 10 of 24 hours.
        QTest::newRow("spreadsheet") << "46218.41666666667";
        QTest::newRow("digits") << "20260715100000";
        QTest::newRow("digits to the hour") << "2026071510";
        QTest::newRow("Kibana") << "Jul 15, 2026 @ 10:00:00.000";
        QTest::newRow("narrow space before the half of the day") << "7/15/2026, 10:00:00\u202fAM";
        QTest::newRow("ctime") << "Wed Jul 15 10:00:00 2026";
        QTest::newRow("date(1)") << "Wed Jul 15 12:00:00 CEST 2026";
        QTest::newRow("French") << "15 juil. 2026 10h00";
        QTest::newRow("French, abbreviated") << "15-juil.-26 10:00";
        QTest::newRow("Spanish") << "15 jul 2026 10:00";
        QTest::newRow("Italian") << "15 luglio 2026 10.00";
        QTest::newRow("dots in the time") << "15.07.2026 10.00.00";
        QTest::newRow("Chinese") << "2026\u5e747\u670815\u65e5 10:00";
        QTest::newRow("Chinese, halves of the day") << "2026/7/15 \u4e0a\u534810:00:00";
        QTest::newRow("Korean") << "2026-07-15 \uc624\uc804 10:00:00";
        QTest::newRow("range") << "15.07.2026 10:00 - 15.07.2026 10:15";
    }

    /// The same instant in every form; texts without offset are UTC here.
    void onePlace() {
        QFETCH(QString, cell);
        InstantReader reader = readerOf({cell.toStdString()});
        const auto utcS = reader.utcS(cell.toStdString());
        QVERIFY(utcS.has_value());
        QVERIFY2(std::abs(*utcS - kNoonishS) < 1e-3,
                 qPrintable(QString::number(*utcS - kNoonishS)));
    }

    void noInstant_data() {
        QTest::addColumn<QString>("cell");
        for (const char* cell : {"", "noon", "2026-02-30", "2026-13-01", "2026-07-15T25:00",
                                 "24:00:01", "12 W", "2026-07-15T24:30:00", "31/02/2026"}) {
            QTest::newRow(cell) << cell;
        }
    }

    void noInstant() {
        QFETCH(QString, cell);
        InstantReader reader(InstantOptions{});
        QVERIFY(!reader.utcS(cell.toStdString()).has_value());
    }

    // 24:00 is 0:00 of the next day; EnergyPlus writes no year and means month/day.
    void midnight() {
        InstantReader iso = readerOf({"2026-07-01T24:00:00"});
        QCOMPARE(instantText(iso.utcS("2026-07-01T24:00:00").value(), {}),
                 std::string("2026-07-02 00:00:00"));
        InstantOptions year;
        year.year = 2025;
        InstantReader plus = readerOf({" 02/28  24:00:00"}, year);
        QCOMPARE(instantText(plus.utcS(" 02/28  24:00:00").value(), {}),
                 std::string("2025-03-01 00:00:00"));
    }

    // One cell decides for its column; where none does, the order in which rows are close together; else an error.
    void orderOfDates() {
        InstantReader day = readerOf({"03/04/2026 00:00", "13/04/2026 00:00"});
        QCOMPARE(instantText(day.utcS("03/04/2026 00:00").value(), {}),
                 std::string("2026-04-03 00:00:00"));
        InstantReader month = readerOf({"03/04/2026 00:00", "03/14/2026 00:00"});
        QCOMPARE(instantText(month.utcS("03/04/2026 00:00").value(), {}),
                 std::string("2026-03-04 00:00:00"));
        // The first to the third of July; read month first they would be months apart.
        InstantReader close = readerOf({"01/07/2026", "02/07/2026", "03/07/2026"});
        QCOMPARE(instantText(close.utcS("02/07/2026").value(), {}),
                 std::string("2026-07-02 00:00:00"));
        InstantColumn open;
        open.observe("01/02/2026 00:00");
        open.observe("01/02/2026 01:00");
        QCOMPARE(open.decide({}).error().code, std::string("TIM-003"));
        InstantOptions stated;
        stated.order = DateOrder::DayFirst;
        QVERIFY(open.decide(stated).has_value());
    }

    // In Berlin clocks go from 2:00 to 3:00 on 2026-03-29 and from 3:00 to 2:00 on 2026-10-25 (both 01:00 UTC).
    void daylightSaving() {
        InstantReader spring = readerOf({"2026-03-29 01:45"}, berlin());
        QCOMPARE(instantText(spring.utcS("2026-03-29 01:45").value(), {}),
                 std::string("2026-03-29 00:45:00"));
        QCOMPARE(instantText(spring.utcS("2026-03-29 03:00").value(), {}),
                 std::string("2026-03-29 01:00:00"));
        QCOMPARE(spring.skipped(), 0L);
        QCOMPARE(instantText(spring.utcS("2026-03-29 02:30").value(), {}),
                 std::string("2026-03-29 01:30:00"));
        QCOMPARE(spring.skipped(), 1L);

        InstantReader autumn = readerOf({"2026-10-25 01:30"}, berlin());
        const std::vector<std::string> local{"01:30", "02:00", "02:30", "02:00", "02:30", "03:00"};
        const std::vector<std::string> utc{"2026-10-24 23:30:00", "2026-10-25 00:00:00",
                                           "2026-10-25 00:30:00", "2026-10-25 01:00:00",
                                           "2026-10-25 01:30:00", "2026-10-25 02:00:00"};
        SeriesStep step;
        for (std::size_t i = 0; i < local.size(); ++i) {
            const double atS = autumn.utcS("2026-10-25 " + local[i]).value();
            step.add(atS);
            QCOMPARE(instantText(atS, {}), utc[i]);
        }
        QCOMPARE(autumn.repeated(), 4L);
        QCOMPARE(step.words(), std::string("half hours"));
        // Hourly: the same text twice is both passes.
        InstantReader hourly = readerOf({"2026-10-25 01:00"}, berlin());
        const double firstS = hourly.utcS("2026-10-25 02:00").value();
        QCOMPARE(hourly.utcS("2026-10-25 02:00").value(), firstS + 3600.0);
    }

    // Newest first: the later pass comes first.
    void fallingThroughAutumn() {
        const std::vector<std::string> cells{"2026-10-25 03:00", "2026-10-25 02:30",
                                             "2026-10-25 02:00", "2026-10-25 02:30",
                                             "2026-10-25 02:00", "2026-10-25 01:30"};
        InstantReader reader = readerOf(cells, berlin());
        double before = 0.0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const double atS = reader.utcS(cells[i]).value();
            QVERIFY(i == 0 || std::abs(before - atS - 1800.0) < 1e-6);
            before = atS;
        }
    }

    void zones() {
        QCOMPARE(TimeZone::named("UTC-5").value().aheadS(0.0), -18000.0);
        QCOMPARE(TimeZone::named("+05:30").value().aheadS(0.0), 19800.0);
        const TimeZone york = TimeZone::named("America/New_York").value();
        QCOMPARE(york.aheadS(kNoonishS), -14400.0);
        QCOMPARE(york.standardAheadS(kNoonishS), -18000.0);
        const auto unknown = TimeZone::named("America/NewYork");
        QCOMPARE(unknown.error().code, std::string("TIM-001"));
        QVERIFY(unknown.error().remedy.find("America/New_York") != std::string::npos);
        QVERIFY(zoneOfHead("MTU (CET/CEST)").has_value());
        QCOMPARE(zoneOfHead("Datetime (UTC)")->name(), std::string("UTC"));
        QVERIFY(!zoneOfHead("Load (kW)").has_value());
    }

    void columnMaps() {
        const auto map = columnMap(
            "time=Datum von; value=Deutschland/Luxemburg; unit=EUR/MWh; zone=Europe/Berlin; "
            "order=day_first");
        QVERIFY(map.has_value());
        QCOMPARE(std::string(map->column("value")), std::string("Deutschland/Luxemburg"));
        QCOMPARE(map->zone->name(), std::string("Europe/Berlin"));
        QCOMPARE(columnMap("time").error().code, std::string("TIM-004"));
        QCOMPARE(columnMap("colour=red").error().code, std::string("TIM-004"));
    }
};

HEADROOM_TEST(TestInstants)
}  // namespace tst_instants

#include "tst_instants.moc"
