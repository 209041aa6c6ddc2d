// SPDX-License-Identifier: Apache-2.0
#include "models/economics/depreciation.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_depreciation {

using namespace headroom::models;

class TestDepreciation : public QObject {
    Q_OBJECT

    static double charge(Depreciation method, double life, int year) {
        return depreciationUsd(method, 1000.0, life, year);
    }

  private slots:

    void straightLine() {
        for (int year = 1; year <= 5; ++year) {
            QVERIFY(std::abs(charge(Depreciation::StraightLine, 5.0, year) - 200.0) < 1e-9);
        }
        QCOMPARE(charge(Depreciation::StraightLine, 5.0, 6), 0.0);
        // 2.5 years: 400, 400, 200.
        QVERIFY(std::abs(charge(Depreciation::StraightLine, 2.5, 3) - 200.0) < 1e-9);
    }

    // 40 % of 1000, 600, 360; of 216 equal parts over two years are more than 86.4: 108, 108.
    void doubleDeclining() {
        const double expected[] = {400.0, 240.0, 144.0, 108.0, 108.0, 0.0};
        double sum = 0.0;
        for (int year = 1; year <= 6; ++year) {
            const double got = charge(Depreciation::DoubleDeclining, 5.0, year);
            QVERIFY(std::abs(got - expected[year - 1]) < 1e-9);
            sum += got;
        }
        QVERIFY(std::abs(sum - 1000.0) < 1e-9);
        QVERIFY(std::abs(charge(Depreciation::DoubleDeclining, 1.0, 1) - 1000.0) < 1e-9);
    }
};

HEADROOM_TEST(TestDepreciation)
}  // namespace tst_depreciation

#include "tst_depreciation.moc"
