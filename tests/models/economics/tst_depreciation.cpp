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

    // IRS, Publication 946: table A-1 (5, 7 and 15 years, half-year convention) in per cent, and table A-7a
    // (39 years, first month): 2.461, then 2.564 each year, 0.107 in the 40th. Rounded there to 0.01 and 0.001, the first of 39 by
    // months;
    // of 7 and 15 years it rounds up and down in turn.
    void macrs_data() {
        QTest::addColumn<double>("life");
        QTest::addColumn<QList<double>>("percent");
        QTest::addColumn<double>("rounding");
        QTest::newRow("5 years") << 5.0 << QList<double>{20.0, 32.0, 19.2, 11.52, 11.52, 5.76}
                                 << 0.005;
        QTest::newRow("7 years") << 7.0 << QList<double>{14.29, 24.49, 17.49, 12.49,
                                                         8.93,  8.92,  8.93,  4.46}
                                 << 0.0101;
        QTest::newRow("15 years") << 15.0
                                  << QList<double>{5.0,  9.5,  8.55, 7.70, 6.93, 6.23, 5.90, 5.90,
                                                   5.91, 5.90, 5.91, 5.90, 5.91, 5.90, 5.91, 2.95}
                                  << 0.0101;
        QList<double> shell(40, 2.564);
        shell.front() = 2.461;
        shell.back() = 0.107;
        QTest::newRow("39 years") << 39.0 << shell << 0.005;
    }

    void macrs() {
        QFETCH(double, life);
        QFETCH(QList<double>, percent);
        QFETCH(double, rounding);
        double sum = 0.0;
        for (int year = 1; year <= percent.size(); ++year) {
            const double got = 0.1 * charge(Depreciation::Macrs, life, year);
            QVERIFY2(std::abs(got - percent[year - 1]) < rounding,
                     qPrintable(QString("year %1: %2").arg(year).arg(got)));
            sum += got;
        }
        QVERIFY(std::abs(sum - 100.0) < 1e-9);
        QCOMPARE(charge(Depreciation::Macrs, life, static_cast<int>(percent.size()) + 1), 0.0);
    }
};

HEADROOM_TEST(TestDepreciation)
}  // namespace tst_depreciation

#include "tst_depreciation.moc"
