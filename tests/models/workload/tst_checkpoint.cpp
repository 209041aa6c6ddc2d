// SPDX-License-Identifier: Apache-2.0
#include "models/workload/checkpoint.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace tst_checkpoint {

using namespace headroom::models;

class TestCheckpoint : public QObject {
    Q_OBJECT

  private slots:

    // w = 5 s, M = 1 h: sqrt(2 x 5 x 3600) = 189.737 s.
    void young() {
        QVERIFY(std::abs(youngIntervalS(5.0, 3600.0) - 189.73666) < 1e-4);
        QCOMPARE(youngIntervalS(0.0, 3600.0), 0.0);
        QVERIFY(std::isinf(youngIntervalS(5.0, std::numeric_limits<double>::infinity())));
        QCOMPARE(youngIntervalS(0.0, std::numeric_limits<double>::infinity()), 0.0);
        QCOMPARE(youngIntervalS(-1.0, 3600.0), 0.0);
    }

    // The same: x = 5 / 7200 = 6.9444e-4, sqrt(x) / 3 = 8.7841e-3, x / 9 = 7.716e-5:
    // 189.73666 x 1.00886126 - 5 = 186.41799 s. From w = 2 M on: M.
    void daly() {
        QVERIFY(std::abs(dalyIntervalS(5.0, 3600.0) - 186.418) < 1e-3);
        QCOMPARE(dalyIntervalS(7200.0, 3600.0), 3600.0);
        QCOMPARE(dalyIntervalS(1e9, 3600.0), 3600.0);
        QVERIFY(std::isinf(dalyIntervalS(5.0, std::numeric_limits<double>::infinity())));
        QCOMPARE(dalyIntervalS(0.0, 3600.0), 0.0);
        QCOMPARE(dalyIntervalS(5.0, 0.0), 0.0);
    }

    // A job on 12,500 nodes at 3.8 failures per 1000 node-days is interrupted 47.5 times a day, once in
    // M = 1819 s. With w = 1 s and t = 60 s a piece takes M (e^(61 / M) - 1) = 62.035 s, times e^(180 / M)
    // = 1.1040 after restarts of 3 minutes: 60 / 68.49 = 0.8761; times e^(600 / M) = 1.3908 after 10: 0.6954.
    void expectedShare() {
        const double f = 47.5 / 86400.0;
        QVERIFY(std::abs(expectedEttr(f, 180.0, 60.0, 1.0) - 0.8761) < 1e-4);
        QVERIFY(std::abs(expectedEttr(f, 600.0, 60.0, 1.0) - 0.6954) < 1e-4);
        QCOMPARE(expectedEttr(f, 600.0, 0.0, 1.0), 0.0);
    }

    // Rare interruptions: what is lost is f (u + t / 2), here 1e-6 x 130 of 60 / 61. None: 60 / 61.
    void rareInterruptions() {
        QVERIFY(std::abs(expectedEttr(1e-6, 100.0, 60.0, 1.0) - (1.0 - 130e-6) * 60.0 / 61.0) <
                1e-6);
        QCOMPARE(expectedEttr(0.0, 100.0, 60.0, 1.0), 60.0 / 61.0);
    }

    // Interruptions more often than restarts end leave little, never less than nothing: with M = u / 4
    // a restart takes e^4 = 54.6 attempts' worth. Ten a second in 600 s: less than a double can tell.
    void constantInterruptions() {
        const double few = expectedEttr(4.0 / 600.0, 600.0, 10.0, 1.0);
        QVERIFY(few > 0.0 && few < 1.0 / 54.6);
        QCOMPARE(expectedEttr(10.0, 600.0, 60.0, 1.0), 0.0);
    }

    // The optimum is one: nothing near is better. To first order d/dt (f t / 2 + w / t) = 0 at
    // Young's interval, so that the expected share falls to both sides.
    void youngIsTheOptimum() {
        const double w = 2.0, m = 20000.0, best = youngIntervalS(w, m);
        const double there = expectedEttr(1.0 / m, 100.0, best, w);
        for (const double factor : {0.25, 0.5, 0.8, 1.3, 2.0, 4.0}) {
            QVERIFY(expectedEttr(1.0 / m, 100.0, factor * best, w) < there);
        }
    }

    // Once in 3,600 s, starts of 600 s: 3600 e^(-1/6) = 3047.3 s of running time. It lives through a start and an
    // interval of 3,000 s on average, and not through 3,001.
    void runningTime() {
        QVERIFY(std::abs(runningTimeToInterruptionS(1.0 / 3600.0, 600.0) -
                         3600.0 * std::exp(-1.0 / 6.0)) < 1e-9);
        QVERIFY(std::isinf(runningTimeToInterruptionS(0.0, 600.0)));
        QVERIFY(keepsAnInterval(1.0 / 3600.0, 600.0, 2999.0));
        QVERIFY(!keepsAnInterval(1.0 / 3600.0, 600.0, 3001.0));
    }
};

HEADROOM_TEST(TestCheckpoint)
}  // namespace tst_checkpoint

#include "tst_checkpoint.moc"
