// SPDX-License-Identifier: Apache-2.0
#include "models/economics/own_or_rent.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_own_or_rent {

using namespace headroom::models;

class TestOwnOrRent : public QObject {
    Q_OBJECT

  private slots:

    // 8 at 35,040 USD together, life 4, no interest: 8,760 USD a year. Saved by owning: 2.5 - 0.5 =
    // 2 USD an hour, 8 x 8,760 x 2 = 140,160 USD a year at full use: 6.25 %.
    void utilisation() {
        OwnOrRent q{8.0, 35040.0, 0.0, 0.5, 2.5, 4.0, 0.0, 1.0};
        QVERIFY(std::abs(breakEvenUtilisation(q) - 0.0625) < 1e-12);
        q.fixedUsdPerYear = 8760.0;  // as much again
        QVERIFY(std::abs(breakEvenUtilisation(q) - 0.125) < 1e-12);
        q.rentUsdPerHour = 0.5;
        QVERIFY(std::isnan(breakEvenUtilisation(q)));
    }

    // The same 8: 70,080 hours a year. At 10 % 7,008 are used, and 8,760 USD over them are 1.25 USD, with 0.5
    // for use 1.75; at the break-even the rent. 7,008 h a year are 0.1 of all.
    void hour() {
        const OwnOrRent q{8.0, 35040.0, 0.0, 0.5, 2.5, 4.0, 0.0, 1.0};
        QVERIFY(std::abs(ownUsdPerHour(q, 0.1) - 1.75) < 1e-12);
        QVERIFY(std::abs(ownUsdPerHour(q, breakEvenUtilisation(q)) - 2.5) < 1e-12);
        QVERIFY(std::abs(shareOfHours(7008.0, 8.0) - 0.1) < 1e-12);
    }

    // One at half use: 365 h a month. After 10 months 3,650 h: 7,300 + 10 x 100 + 3,650 x 0.5 = 10,125 USD
    // owned, 3,650 x 2.5 = 9,125 USD rented.
    void spent() {
        const OwnOrRent q{1.0, 7300.0, 1200.0, 0.5, 2.5, 4.0, 0.1, 0.5};
        QVERIFY(std::abs(ownUsdBy(q, 10.0) - 10125.0) < 1e-9);
        QVERIFY(std::abs(rentUsdBy(q, 10.0) - 9125.0) < 1e-9);
    }

    // One at half use: 365 h a month, 2 USD saved in each, 730 a month. Of 7,300 the tenth month
    // pays; of 7,300.01 the eleventh.
    void month() {
        OwnOrRent q{1.0, 7300.0, 0.0, 0.5, 2.5, 4.0, 0.1, 0.5};
        QCOMPARE(breakEvenMonth(q), 10.0);
        q.capitalUsd = 7300.01;
        QCOMPARE(breakEvenMonth(q), 11.0);
        // Nothing to pay back: the first month already.
        q.capitalUsd = 0.0;
        QCOMPARE(breakEvenMonth(q), 1.0);
        // 730 a month saved, 12 x 730 a year to pay: never.
        q.fixedUsdPerYear = 8760.0;
        QVERIFY(std::isnan(breakEvenMonth(q)));
        q.fixedUsdPerYear = 8759.999999;
        q.capitalUsd = 1e12;
        QVERIFY(std::isnan(breakEvenMonth(q)));
    }
};

HEADROOM_TEST(TestOwnOrRent)
}  // namespace tst_own_or_rent

#include "tst_own_or_rent.moc"
