// SPDX-License-Identifier: Apache-2.0
#include "models/economics/present_value.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_present_value {

using namespace headroom::models;

bool near(double got, double expected, double relative = 1e-12) {
    return std::abs(got - expected) <= relative * std::abs(expected);
}

class TestPresentValue : public QObject {
    Q_OBJECT

  private slots:

    // 1/1.1 + 1/1.21 + 1/1.331 = 0.9091 + 0.8264 + 0.7513 = 2.4869 (interest tables, 10 %, 3).
    void annuity() {
        QVERIFY(near(annuityFactor(0.1, 3.0), 1 / 1.1 + 1 / 1.21 + 1 / 1.331));
        QCOMPARE(annuityFactor(0.0, 7.0), 7.0);
        // Next to nothing, 1/r (1 - (1+r)^-n) would lose its digits: n (1 - r (n + 1) / 2).
        QVERIFY(near(annuityFactor(1e-13, 10.0), 10.0, 1e-11));
        QVERIFY(near(discountFactor(0.1, 2.0), 1.0 / 1.21));
    }

    // 100,000 over 30 years at 6 %: 599.55 a month, as every table of mortgages has it; 360 of them
    // are 215,838.19, so interest 115,838.19.
    void loan() {
        const Loan loan{100000.0, 0.06, 360};
        QVERIFY(std::abs(loan.monthlyUsd() - 599.55) < 0.005);
        QVERIFY(std::abs(loan.interestUsd() - 115838.19) < 0.01);
        // What is owed continues by interest and payment: L (1 + i) - payment after the first.
        QVERIFY(near(loan.owedUsd(0), 100000.0));
        QVERIFY(near(loan.owedUsd(1), 100000.0 * 1.005 - loan.monthlyUsd()));
        QCOMPARE(loan.owedUsd(360), 0.0);
        QCOMPARE(loan.owedUsd(999), 0.0);
    }

    // 100,000 with 20,000 left after 3 years at 6 %: a loan of 80,000 (2,433.75 a month) and the interest on
    // 20,000, 100 a month. The present value of it all is the price. Without a rate: equal parts of what goes.
    void lease() {
        const double monthly = leaseMonthlyUsd(100000.0, 20000.0, 0.06, 36);
        QVERIFY(std::abs(monthly - (2433.75 + 100.0)) < 0.01);
        QVERIFY(near(monthly * annuityFactor(0.005, 36) + 20000.0 * discountFactor(0.005, 36),
                     100000.0));
        QCOMPARE(leaseMonthlyUsd(3600.0, 0.0, 0.0, 36), 100.0);
    }

    // Month by month by hand; and a loan at the rate that money costs is worth what was lent, whatever its term and
    // where it is paid off: 1 + r = (1 + i / 12)^12.
    void months() {
        double sum = 0.0;
        for (int m = 13; m <= 30; ++m) {
            sum += std::pow(1.08, -m / 12.0);
        }
        QVERIFY(near(monthlyFactor(0.08, 12, 30), sum, 1e-12));
        QCOMPARE(monthlyFactor(0.0, 12, 30), 18.0);
        QCOMPARE(monthlyFactor(0.08, 30, 30), 0.0);
        for (const double rate : {0.01, 0.077208, 0.12, 0.3}) {
            const double effective = std::pow(1.0 + rate / 12.0, 12.0) - 1.0;
            for (const int term : {12, 36, 60, 120}) {
                for (const int until : {12, 60}) {
                    const Loan loan{1e6, rate, term};
                    const int paid = std::min(term, until);
                    const double worth =
                        loan.monthlyUsd() * monthlyFactor(effective, 0, paid) +
                        loan.owedUsd(paid) * discountFactor(effective, paid / 12.0);
                    QVERIFY(near(worth, 1e6, 1e-9));
                }
            }
        }
    }

    // Without interest a loan is its principal in equal parts.
    void loanWithoutInterest() {
        const Loan loan{1200.0, 0.0, 12};
        QCOMPARE(loan.monthlyUsd(), 100.0);
        QCOMPARE(loan.interestUsd(), 0.0);
        QCOMPARE((Loan{1200.0, 0.05, 0}.monthlyUsd()), 0.0);
    }
};

HEADROOM_TEST(TestPresentValue)
}  // namespace tst_present_value

#include "tst_present_value.moc"
