// SPDX-License-Identifier: Apache-2.0
#include "models/workload/clocked_time.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_clocked_time {

using namespace headroom::models;

class TestClockedTime : public QObject {
    Q_OBJECT

  private slots:

    // Half of the time follows the clock: at half clock it doubles, 0.5 + 0.5 x 2 = 1.5.
    void halfFollows() {
        QCOMPARE(clockedTime(0.5, 0.5), 1.5);
        QCOMPARE(clockedTime(0.0, 0.3), 1.0);
        QCOMPARE(clockedTime(1.0, 0.25), 4.0);
        QCOMPARE(clockedTime(0.7, 1.0), 1.0);
    }

    // 59 GFLOP are half; ResNet-50 at a batch of 256 (8.2 GFLOP each: 2,099) follows to 97 %, at 8 to
    // 53 %, as its epochs under 100 W took 1.9 and 1.4 times as long.
    void largeStepsFollow() {
        QVERIFY(std::fabs(clockedKernelShare(59e9) - 0.5) < 1e-12);
        QVERIFY(std::fabs(clockedKernelShare(256 * 8.2e9) - 0.973) < 1e-3);
        QVERIFY(std::fabs(clockedKernelShare(8 * 8.2e9) - 0.526) < 1e-3);
        QCOMPARE(clockedKernelShare(0.0), 0.0);
    }

    // A step of 59 GFLOP is busy for two times of the mean. Where that is half of its time, the limiter sees at most
    // (1 - e^-2) / (1 - e^-4) = 0.8808 of full activity. Work that never waits is seen whole, however short its steps;
    // so are long steps (ResNet-50 at 256: 37 times). Idle work is seen as a single step, 1 - 1 / e, and costs nothing.
    void shortStepsAreAveraged() {
        QVERIFY(std::fabs(limitedActivity(0.5, 59e9) - 0.8808) < 1e-4);
        QCOMPARE(limitedActivity(1.0, 0.0), 1.0);
        QVERIFY(std::fabs(limitedActivity(0.5, 256 * 8.2e9) - 1.0) < 1e-12);
        QVERIFY(std::fabs(limitedActivity(0.0, 0.0) - (1.0 - std::exp(-1.0))) < 1e-12);
        double last = 0.0;
        for (double busy = 0.05; busy <= 1.0; busy += 0.05) {
            const double seen = limitedActivity(busy, 1e9);
            QVERIFY(seen > last && seen >= busy);
            last = seen;
        }
    }
};

HEADROOM_TEST(TestClockedTime)
}  // namespace tst_clocked_time

#include "tst_clocked_time.moc"
