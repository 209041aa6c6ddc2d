// SPDX-License-Identifier: Apache-2.0
#include "models/compute/chip_phases.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_chip_phases {

using namespace headroom::models;

namespace {

bool near(double value, double expected) {
    return std::abs(value - expected) <= 1e-12;
}

}  // namespace

class TestChipPhases : public QObject {
    Q_OBJECT

  private slots:

    // 0.5 x 0.9 + 0.3 x 0.4, idle for the rest: 0.57. Under 0.6 the first phase alone is cut: 0.42.
    void meanAndCap() {
        ChipPhases p;
        QCOMPARE(p.mean(), 0.0);
        QCOMPARE(p.highest(), 0.0);
        p.add(0.5, 0.9);
        p.add(0.3, 0.4);
        QVERIFY(near(p.mean(), 0.57));
        QCOMPARE(p.highest(), 0.9);
        QVERIFY(near(p.capped(0.6), 0.42));
        QVERIFY(near(p.capped(1.0), p.mean()));
        QVERIFY(near(p.capped(0.2), 0.16));
        QVERIFY(near(p.times(0.5).mean(), 0.285));
        QVERIFY(ChipPhases(0.7) == ChipPhases(0.7));
        QVERIFY(near(ChipPhases(0.7).capped(0.5), 0.5));
    }

    // A cap on the mean allows more than caps on the phases, never less: A(x) is concave.
    void capOfTheMeanOverstates() {
        ChipPhases p;
        p.add(0.4, 1.0);
        p.add(0.4, 0.3);
        p.add(0.2, 0.1);
        for (double x = 0.0; x <= 1.0; x += 0.05) {
            QVERIFY(p.capped(x) <= std::min(p.mean(), x) + 1e-12);
        }
        QVERIFY(p.capped(0.55) < std::min(p.mean(), 0.55) - 0.05);
    }

    // The same activity is one phase; of more than fit, the two closest are merged, and neither the mean nor
    // the sum of the shares changes.
    void mergesTheClosest() {
        ChipPhases p;
        p.add(0.1, 0.5);
        p.add(0.1, 0.5);
        QVERIFY(near(p.all()[0].share, 0.2));
        p.add(0.2, 0.9);
        p.add(0.2, 0.1);
        p.add(0.2, 0.3);
        p.add(0.1, 0.88);
        QVERIFY(near(p.mean(), 0.2 * 0.5 + 0.2 * 0.9 + 0.2 * 0.1 + 0.2 * 0.3 + 0.1 * 0.88));
        double share = 0.0;
        for (const ChipPhase& phase : p.all()) {
            share += phase.share;
        }
        QVERIFY(near(share, 0.9));
        // 0.9 and 0.88 became one: (0.2 x 0.9 + 0.1 x 0.88) / 0.3.
        QVERIFY(near(p.highest(), 0.268 / 0.3));
        QVERIFY(near(p.capped(0.5), 0.3 * 0.5 + 0.2 * 0.5 + 0.2 * 0.1 + 0.2 * 0.3));
    }

    // Two chips of a rack as one: half of the time of each.
    void together() {
        ChipPhases a, sum;
        a.add(0.5, 0.8);
        a.add(0.5, 0.2);
        sum.add(0.5, a);
        sum.add(0.5, ChipPhases(0.4));
        QVERIFY(near(sum.mean(), 0.45));
        QVERIFY(near(sum.capped(0.5), 0.5 * (0.5 * 0.5 + 0.5 * 0.2) + 0.5 * 0.4));
    }
};

HEADROOM_TEST(TestChipPhases)
}  // namespace tst_chip_phases

#include "tst_chip_phases.moc"
