// SPDX-License-Identifier: Apache-2.0
#include "models/reliability/spares.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_spares {

using namespace headroom::models;

/// Spare servers by Erlang's formula.
class TestSpares : public QObject {
    Q_OBJECT

  private slots:

    // No spare: the job is a machine that works for 1 / (N r) and is repaired for T. It waits for a / (1 + a).
    void noSpare() { QVERIFY(std::abs(waitingShare(0.25, 0) - 0.25 / 1.25) < 1e-12); }

    // Tables of Erlang's formula (e.g. ITU-D, teletraffic handbook): B(2, 1) = 0.2, B(10, 5) = 0.0184.
    void tabled() {
        QVERIFY(std::abs(waitingShare(1.0, 1) - 0.2) < 1e-12);
        QVERIFY(std::abs(waitingShare(5.0, 9) - 0.0184) < 5e-5);
    }

    // The advised number is the first whose waiting share is at most 1 %: one fewer waits longer. B(11, 5) = 0.0083.
    void advised() {
        QCOMPARE(sparesFor(5.0, 0.99), 10);
        QVERIFY(waitingShare(5.0, 10) <= 0.01 && waitingShare(5.0, 9) > 0.01);
        QCOMPARE(sparesFor(0.0, 0.99), 0);
        QCOMPARE(waitingShare(0.0, 0), 0.0);
    }

    // Large loads: with as many spares as are away on average about a tenth waits (B(n, n) ~ sqrt(2 / (pi n)) for large n).
    void large() {
        const double share = waitingShare(400.0, 399);
        QVERIFY(std::abs(share - std::sqrt(2.0 / (M_PI * 400.0))) < 0.002);
    }

    // E[K] = a, so that a share of 1 % a server loses a percent of the job for each server away, while all fit.
    void shrinking() {
        QVERIFY(std::abs(shrunkShare(3.0, 0.01) - 0.03) < 1e-9);
        // Without the only replica nothing is left: 1 - P(K = 0).
        QVERIFY(std::abs(shrunkShare(0.5, 1.0) - (1.0 - std::exp(-0.5))) < 1e-9);
    }
};

HEADROOM_TEST(TestSpares)

}  // namespace tst_spares

#include "tst_spares.moc"
