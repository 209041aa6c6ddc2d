// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/staging.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_staging {

using namespace headroom::models;

namespace {

StagingRule chillers() {
    return {.units = 4,
            .least = 0,
            .upAt = 0.9,
            .downAt = 0.75,
            .minOnS = 900.0,
            .minOffS = 600.0,
            .intervalS = 300.0,
            .startS = 240.0};
}

}  // namespace

class TestStaging : public QObject {
    Q_OBJECT

  private slots:

    // A demand of 1.5 machines: the first at once, the second 300 s later; each on duty 240 s after
    // its order. One would carry 1.5 > 0.9; two carry 0.75 each.
    void stagesUp() {
        StagingState s;
        s = stageStep(chillers(), s, 1.5, 4, 0.0);
        QCOMPARE(s.on, 1);
        QCOMPARE(s.ready(), 0);
        s = stageStep(chillers(), s, 1.5, 4, 239.0);
        QCOMPARE(s.ready(), 0);
        s = stageStep(chillers(), s, 1.5, 4, 2.0);
        QCOMPARE(s.ready(), 1);
        s = stageStep(chillers(), s, 1.5, 4, 58.0);
        QCOMPARE(s.on, 1);
        s = stageStep(chillers(), s, 1.5, 4, 2.0);
        QCOMPARE(s.on, 2);
        QCOMPARE(s.ready(), 1);
        s = stageStep(chillers(), s, 1.5, 4, 300.0);
        QCOMPARE(s.ready(), 2);
    }

    // The same in one step of an hour: two machines, on duty from 240 s and 540 s: (3,360 + 3,060)
    // / 3,600 = 1.78333 in the mean.
    void oneLongStep() {
        const StagingState s = stageStep(chillers(), {}, 1.5, 4, 3600.0);
        QCOMPARE(s.on, 2);
        QCOMPARE(s.ready(), 2);
        QVERIFY(std::abs(s.duty - 6420.0 / 3600.0) < 1e-12);
    }

    // The division of time into steps does not matter while the demand stays.
    void stepsAgree() {
        for (const double demand : {0.5, 1.5, 2.3, 3.9}) {
            const StagingState one = stageStep(chillers(), {}, demand, 4, 1800.0);
            StagingState many;
            double duty = 0.0;
            for (int i = 0; i < 120; ++i) {
                many = stageStep(chillers(), many, demand, 4, 15.0);
                duty += many.duty / 120.0;
            }
            QCOMPARE(many.on, one.on);
            QCOMPARE(many.ready(), one.ready());
            QVERIFY(std::abs(duty - one.duty) < 1e-9);
        }
    }

    // Two machines at 0.8: each of one fewer would carry 1.6, far above 0.75: no change. At 0.7 the
    // one would carry 0.7 < 0.75, but not before the least run of 900 s is over.
    void stagesDownWithHysteresis() {
        StagingState s{.on = 2, .sinceStartS = 600.0};
        QCOMPARE(stageStep(chillers(), s, 0.8, 4, 3600.0).on, 2);
        s = stageStep(chillers(), s, 0.7, 4, 299.0);
        QCOMPARE(s.on, 2);
        s = stageStep(chillers(), s, 0.7, 4, 2.0);
        QCOMPARE(s.on, 1);
    }

    // A demand that swings every minute between 0.5 and 1.2 does not cycle: at most one start in
    // fifteen minutes.
    void antiShortCycle() {
        StagingState s;
        int starts = 0;
        for (int i = 0; i < 240; ++i) {
            const int before = s.on;
            s = stageStep(chillers(), s, i % 2 == 0 ? 0.5 : 1.2, 4, 60.0);
            starts += s.on > before ? 1 : 0;
        }
        QVERIFY2(starts <= 17, qPrintable(QString::number(starts)));
        QCOMPARE(stageStep(chillers(), {.on = 1, .sinceStartS = 10.0}, 0.0, 4, 60.0).on, 1);
        QCOMPARE(stageStep(chillers(), {.on = 1, .sinceStartS = 1000.0}, 0.0, 4, 60.0).on, 0);
    }

    // One of two running machines fails: the rested third starts at once. After loss of power all
    // rest for 600 s.
    void tripAndRestart() {
        StagingState s{.on = 2};
        s = stageStep(chillers(), s, 1.6, 3, 1.0, 1);
        QCOMPARE(s.on, 2);
        QCOMPARE(s.ready(), 1);
        // A machine at rest that is lost is none of the two.
        QCOMPARE(stageStep(chillers(), {.on = 2}, 1.6, 3, 1.0).ready(), 2);
        s = stageStep(chillers(), {.on = 2}, 1.6, 0, 1.0);
        QCOMPARE(s.on, 0);
        QCOMPARE(s.duty, 0.0);
        // Two of four tripped; the two that never ran may start with the interval.
        StagingState back = stageStep(chillers(), s, 1.6, 4, 1.0);
        QCOMPARE(back.on, 1);
        StagingRule two = chillers();
        two.units = 2;
        s = stageStep(two, {.on = 2}, 1.6, 0, 1.0);
        back = stageStep(two, s, 1.6, 2, 590.0);
        QCOMPARE(back.on, 0);
        back = stageStep(two, back, 1.6, 2, 20.0);
        QCOMPARE(back.on, 1);
    }

    // Starts 60 s apart do not hold each other up: orders at 0, 60 and 120 s, on duty at 240, 300
    // and 360 s.
    void startsOverlap() {
        StagingRule rule = chillers();
        rule.intervalS = 60.0;
        StagingState s;
        for (int t = 0; t < 420; t += 10) {
            s = stageStep(rule, s, 2.6, 3, 10.0);
            const int now = t + 10;
            QCOMPARE(s.ready(), now < 240 ? 0 : now < 300 ? 1 : now < 360 ? 2 : 3);
        }
        QCOMPARE(s.starts, 3);
    }

    void limits() {
        QCOMPARE(stageStep(chillers(), {}, 100.0, 4, 36000.0).on, 4);
        QCOMPARE(stageStep(chillers(), {}, 100.0, 2, 36000.0).on, 2);
        QCOMPARE(stageStep(chillers(), {}, 100.0, -3, 36000.0).on, 0);
        StagingRule rule = chillers();
        rule.least = 2;
        QCOMPARE(stageStep(rule, {}, 0.1, 4, 3600.0).on, 2);
        QCOMPARE(stageStep(rule, {.on = 2}, 0.0, 4, 3600.0).on, 0);
    }

    // On above 2 K, off below 0.5 K, and at least 900 s between: a source that hovers at the edge
    // changes over once.
    void changeOver() {
        const ChangeOverRule rule{.onAboveK = 2.0, .offBelowK = 0.5, .dwellS = 900.0};
        ChangeOverState s;
        s = changeOverStep(rule, s, 1.9, 60.0);
        QVERIFY(!s.on);
        s = changeOverStep(rule, s, 2.1, 60.0);
        QVERIFY(s.on);
        s = changeOverStep(rule, s, 0.6, 3600.0);
        QVERIFY(s.on);
        ChangeOverState quick = changeOverStep(rule, {}, 3.0, 60.0);
        quick = changeOverStep(rule, quick, 0.0, 600.0);
        QVERIFY(quick.on);
        quick = changeOverStep(rule, quick, 0.0, 301.0);
        QVERIFY(!quick.on);
    }
};

HEADROOM_TEST(TestStaging)
}  // namespace tst_staging

#include "tst_staging.moc"
