// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/units/moment_parse.h"
#include "ui/units/moment_text.h"

#include <QtTest>

#include <cmath>

namespace tst_moment_parse {

using namespace headroom::ui;

class TestMomentParse : public QObject {
    Q_OBJECT

  private slots:

    // The run began on 1 July 2026 at 8:00.
    void init() {
        TimeNotation::instance().choose(TimeChoice::Clock);
        TimeNotation::instance().setStart(startOfClock("2026-07-01 08:00:00", 0.0));
    }

    void cleanup() {
        TimeNotation::instance().choose(TimeChoice::Clock);
        TimeNotation::instance().setStart({});
    }

    void reads_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<double>("nowS");
        QTest::addColumn<double>("expectedS");
        constexpr double kHour = 3600.0, kDay = 86400.0;
        // 14:05 is 6 h 5 min after 8:00.
        QTest::newRow("clock") << "14:05" << 0.0 << 6 * kHour + 300.0;
        QTest::newRow("clock with seconds") << " 14:05:30 " << 0.0 << 6 * kHour + 330.0;
        // At 15:00 the clock shows 14:05 again on the next day, 30 h 5 min after the start.
        QTest::newRow("clock, past") << "14:05" << 7 * kHour << 30 * kHour + 300.0;
        QTest::newRow("date") << "2 Jul 14:05" << 0.0 << 30 * kHour + 300.0;
        QTest::newRow("whole date") << "2026-07-02T14:05" << 0.0 << 30 * kHour + 300.0;
        QTest::newRow("date with year") << "1 Jul 2027 08:00:00" << 0.0 << 365 * kDay;
        // 1 February is behind 1 July 2026, so it is that of 2027: 215 days after 1 July (31+31+30+31+30+31+31).
        QTest::newRow("date of the next year") << "1 Feb 08:00" << 0.0 << 215 * kDay;
        QTest::newRow("since the start") << "36 h" << 500.0 << 36 * kHour;
        QTest::newRow("days since the start") << "1 d 04:05:06" << 0.0 << kDay + 4 * kHour + 306.0;
        QTest::newRow("later") << "+90 min" << 600.0 << 6000.0;
        QTest::newRow("earlier") << "-5 min" << 600.0 << 300.0;
    }

    void reads() {
        QFETCH(QString, typed);
        QFETCH(double, nowS);
        QFETCH(double, expectedS);
        QCOMPARE(parseMoment(typed, nowS, MomentDay::Next), expectedS);
    }

    // On the shown day, for a look back: 14:05 of 1 July at 15:00 is 6 h 5 min after the start.
    void theSameDay() {
        QCOMPARE(parseMoment("14:05", 7 * 3600.0, MomentDay::Same), 6 * 3600.0 + 300.0);
    }

    // Each text that the window writes is read back as the same second, in both notations.
    void readsWhatTheWindowWrites() {
        for (const TimeChoice choice : {TimeChoice::Clock, TimeChoice::Since}) {
            TimeNotation::instance().choose(choice);
            for (const double timeS :
                 {0.0, 59.0, 13252.0, 86399.0, 90000.0, 400.0 * 86400.0 + 7.0}) {
                QCOMPARE(parseMoment(momentText(timeS), 0.0, MomentDay::Same), timeS);
            }
        }
    }

    void refuses() {
        for (const char* typed : {"", "noon", "25:00", "14:61", "31 Feb 08:00", "2 Jul", "+", "+x",
                                  "14:05 2 Jul", "1e300"}) {
            const double read = parseMoment(typed, 0.0, MomentDay::Next);
            QVERIFY2(std::isnan(read), typed);
        }
        TimeNotation::instance().setStart({});
        QVERIFY(std::isnan(parseMoment("2 Jul 14:05", 0.0, MomentDay::Next)));
    }
};

HEADROOM_TEST(TestMomentParse)
}  // namespace tst_moment_parse

#include "tst_moment_parse.moc"
