// SPDX-License-Identifier: Apache-2.0
#include "models/core/calendar.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_calendar {

using namespace headroom::models;

class TestCalendar : public QObject {
    Q_OBJECT

  private slots:

    // 2000-03-01 is day 11017 after 1970-01-01: 30 years of 365 days, 7 leap days, 31 + 29 days.
    void moments() {
        QCOMPARE(calendarTimeS("2000-03-01"), 11017.0 * 86400.0);
        QCOMPARE(calendarTimeS("2000-03-01T01:02:03.5Z"), 11017.0 * 86400.0 + 3723.5);
        QCOMPARE(calendarTimeS(" 2000-03-01 01:02+01:00 "), 11017.0 * 86400.0 + 120.0);
        for (const char* bad :
             {"", "2000", "2000-13-01", "2000-02-30", "2000-00-10", "2000-01-00", "2000-03-01T",
              "1.5", "2000-03-01T25:00", "2000-03-01T24:00", "2000-03-01T01:60",
              "2000-03-01T01:02:03x", "2000-03-01T01:02:03.", "2000-03-01T01:02Z0", "-001-01-01",
              "2000-03-01T01:02+24:00", "2000-03-01T01:02+01:60"}) {
            QVERIFY2(std::isnan(calendarTimeS(bad)), bad);
        }
    }

    // Every fourth year has a February 29th, centuries only where 400 divides them.
    void leapYears() {
        for (const char* good : {"2024-02-29", "2000-02-29", "2400-02-29"}) {
            QVERIFY2(!std::isnan(calendarTimeS(good)), good);
        }
        for (const char* bad : {"2026-02-29", "1900-02-29", "2100-02-29", "2024-02-30"}) {
            QVERIFY2(std::isnan(calendarTimeS(bad)), bad);
        }
    }

    // 2026-07-01 is a Wednesday; the months before it have 181 days.
    void starts() {
        const auto start = startTime("2026-07-01T06:30:00");
        QVERIFY(start.has_value());
        QCOMPARE(start->sinceYearS, 181.0 * 86400.0 + 6.5 * 3600.0);
        QCOMPARE(start->sinceMondayS, 2.0 * 86400.0 + 6.5 * 3600.0);
        QCOMPARE(start->sinceEpochS, calendarTimeS("2026-07-01T06:30:00"));
        QCOMPARE(startTime("2026-07-01")->sinceYearS, 181.0 * 86400.0);
        // The year of the weather has no February 29th: it is that of March 1st.
        QCOMPARE(startTime("2024-02-29")->sinceYearS, startTime("2024-03-01")->sinceYearS);
        for (const char* bad : {"", "-1", "2026-02-30T00:00:00", "2026-13-01", "1899-12-31",
                                "2201-01-01", "2026-07-01T00:00:00Z", "2026-07-01T00:00:00.5",
                                "2026-07-01T23:59:60", "2026-07-01T25:00:00", "next monday"}) {
            QVERIFY2(!startTime(bad).has_value(), bad);
        }
    }

    void textReadsBack() {
        for (const char* text : {"1970-01-01 00:00:00", "2028-02-29 12:00:01",
                                 "2200-12-31 23:59:59", "1900-01-01 00:00:00"}) {
            const auto ms = static_cast<std::int64_t>(1000.0 * calendarTimeS(text));
            QCOMPARE(calendarText(ms), std::string(text));
        }
        QCOMPARE(calendarText(250), std::string("1970-01-01 00:00:00.250"));
    }

    void dates() {
        for (const char* good : {"2026", "2026-07", "2026-07-01"}) {
            QVERIFY2(isDate(good), good);
        }
        for (const char* bad : {"", "26", "2026-", "2026-13", "2026-02-30", "2026-07-01T00:00",
                                "July 2026", "2026-7"}) {
            QVERIFY2(!isDate(bad), bad);
        }
    }
};

HEADROOM_TEST(TestCalendar)
}  // namespace tst_calendar

#include "tst_calendar.moc"
