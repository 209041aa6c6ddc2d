// SPDX-License-Identifier: Apache-2.0
#include "models/economics/cents.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <numeric>

namespace tst_cents {

using namespace headroom::models;

class TestCents : public QObject {
    Q_OBJECT

  private slots:

    void roundsOnce() {
        QCOMPARE(centsOf(12.344), Cents{1234});
        // 0.125 is exact in binary: half a cent goes away from zero, on both sides.
        QCOMPARE(centsOf(0.125), Cents{13});
        QCOMPARE(centsOf(-0.125), Cents{-13});
        QCOMPARE(usdOf(centsOf(19.99)), 19.99);
        QCOMPARE(centsOf(std::nan("")), Cents{0});
        QCOMPARE(centsOf(1e300), Cents{9'000'000'000'000'000});
    }

    // A dollar in three: 33 cents each, the cent that is left to the first. By weights 1, 2, 4 of
    // 1.00: 14.29, 28.57, 57.14 cents; one cent is left, and the largest remainder is .57.
    void sharesOut() {
        const double equal[] = {1.0, 1.0, 1.0};
        QCOMPARE(apportioned(100, equal), (std::vector<Cents>{34, 33, 33}));
        const double weights[] = {1.0, 2.0, 4.0};
        QCOMPARE(apportioned(100, weights), (std::vector<Cents>{14, 29, 57}));
        const double none[] = {0.0, -1.0};
        QCOMPARE(apportioned(7, none), (std::vector<Cents>{7, 0}));
        QVERIFY(apportioned(7, {}).empty());
    }

    // Whatever the weights, and where the total is owed back: the shares sum to it.
    void sumsToTheWhole() {
        for (int n = 1; n < 40; ++n) {
            std::vector<double> weights;
            for (int i = 0; i < n; ++i) {
                weights.push_back(std::abs(std::sin(1.7 * i + n)));
            }
            for (const Cents total : {Cents{1}, Cents{99'999'999'999}, Cents{-1234567}}) {
                const auto shares = apportioned(total, weights);
                QCOMPARE(std::accumulate(shares.begin(), shares.end(), Cents{0}), total);
            }
        }
    }
};

HEADROOM_TEST(TestCents)
}  // namespace tst_cents

#include "tst_cents.moc"
