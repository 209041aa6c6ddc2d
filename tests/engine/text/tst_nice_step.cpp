// SPDX-License-Identifier: Apache-2.0
#include "engine/text/nice_step.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_nice_step {
using namespace headroom::engine;

class TestNiceStep : public QObject {
    Q_OBJECT

  private slots:

    // The next of 1, 2, 5, 10 upwards; 0.01 % above a round number is that number.
    void stepsAreAtLeastWhatIsAsked() {
        QCOMPARE(niceStep(1.0), 1.0);
        QCOMPARE(niceStep(1.00005), 1.0);
        QCOMPARE(niceStep(1.1), 2.0);
        QCOMPARE(niceStep(23.0), 50.0);
        QCOMPARE(niceStep(0.06), 0.1);
        QCOMPARE(niceStep(23.0, kRoundAndQuarterFactors), 25.0);
        QCOMPARE(niceStep(26.0, kRoundAndQuarterFactors), 50.0);
    }

    // The next of 1, 2, 5 downwards.
    void lengthsAreAtMostWhatIsAsked() {
        QCOMPARE(niceLength(1.0), 1.0);
        QCOMPARE(niceLength(1.99), 1.0);
        QCOMPARE(niceLength(49.0), 20.0);
        QCOMPARE(niceLength(730.0), 500.0);
        QCOMPARE(niceLength(0.03), 0.02);
    }
};

HEADROOM_TEST(TestNiceStep)
}  // namespace tst_nice_step

#include "tst_nice_step.moc"
