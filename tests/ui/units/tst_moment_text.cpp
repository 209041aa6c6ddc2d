// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/units/moment_text.h"

#include <QtTest>

namespace tst_moment_text {

using namespace headroom::ui;

class TestMomentText : public QObject {
    Q_OBJECT

  private slots:

    void init() {
        TimeNotation::instance().choose(TimeChoice::Clock);
        TimeNotation::instance().setStart(startOfClock("2026-07-01 08:00:00", 0.0));
    }

    void cleanup() {
        TimeNotation::instance().choose(TimeChoice::Clock);
        TimeNotation::instance().setStart({});
    }

    // A frame at second 7200 whose clock says 10:00: the run began at 8:00.
    void startFollowsFromAnyFrame() {
        QCOMPARE(startOfClock("2026-07-01 10:00:00", 7200.0), TimeNotation::instance().start());
        QVERIFY(!startOfClock("", 0.0).isValid());
    }

    // 3 h 40 min 52 s after 8:00 is 11:40:52; the year is told where it is another one.
    void oneInstantInBothNotations() {
        const double at = 3 * 3600.0 + 40 * 60.0 + 52.0;
        QCOMPARE(momentText(at), QString("1 Jul 11:40:52"));
        QCOMPARE(momentText(at + 365 * 86400.0), QString("1 Jul 2027 11:40:52"));
        QCOMPARE(momentsText(at, at + 60.0), QString::fromUtf8("1 Jul 11:40:52 – 11:41:52"));
        TimeNotation::instance().choose(TimeChoice::Since);
        QCOMPARE(momentText(at), QString("03:40:52"));
        QCOMPARE(momentText(at + 86400.0), QString("1 d 03:40:52"));
        QCOMPARE(momentText(-1.0), QString::fromUtf8("–"));
    }

    // Without a run there is no clock, whatever is chosen.
    void withoutARunTimesCountFromTheStart() {
        TimeNotation::instance().setStart({});
        QCOMPARE(momentText(60.0), QString("00:01:00"));
    }

    // Days begin at midnight: a run that began at 8:00 has its first tick of a day after 16 h.
    void ticksStandAtRoundTimesOfDay() {
        QCOMPARE(momentOffset(), 8 * 3600.0);
        QCOMPARE(momentTick(16 * 3600.0, 3600.0), QString("2 Jul"));
        QCOMPARE(momentTick(3600.0, 3600.0), QString("09:00"));
        QCOMPARE(momentTick(90.0, 30.0), QString("08:01:30"));
        TimeNotation::instance().choose(TimeChoice::Since);
        QCOMPARE(momentOffset(), 0.0);
        QCOMPARE(momentTick(16 * 3600.0, 3600.0), QString("16:00"));
        QCOMPARE(momentTick(2 * 86400.0, 3600.0), QString("2 d"));
    }

    void stepsAreRound() {
        QCOMPARE(momentStep(96.0), 120.0);
        QCOMPARE(momentStep(3600.0), 3600.0);
        QCOMPARE(momentStep(1e8), 200.0 * 86400.0 * 6.0);  // 1e8 s are 5.8 steps of 200 d
    }
};

HEADROOM_TEST(TestMomentText)
}  // namespace tst_moment_text

#include "tst_moment_text.moc"
