// SPDX-License-Identifier: Apache-2.0
#include "models/economics/own_or_rent.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <random>

namespace tst_own_or_rent {

using namespace headroom::models;

class TestOwnOrRent : public QObject {
    Q_OBJECT

  private slots:

    /// `ownUsdPerYear` and what its use costs, against a rent; cash apart.
    static OwnOrRent question(double accelerators, double ownUsdPerYear, double running,
                              double rent) {
        OwnOrRent q;
        q.accelerators = accelerators;
        q.ownUsdPerYear = ownUsdPerYear;
        q.ownUsdPerUsedHour = running;
        q.rentUsdPerHour = rent;
        return q;
    }

    // 8 at 8,760 USD a year together. Saved by owning: 2.5 - 0.5 = 2 USD an hour, 8 x 8,760 x 2 = 140,160 USD a
    // year at full use: 6.25 %.
    void utilisation() {
        OwnOrRent q = question(8.0, 8760.0, 0.5, 2.5);
        QVERIFY(std::abs(breakEvenUtilisation(q) - 0.0625) < 1e-12);
        q.ownUsdPerYear *= 2.0;
        QVERIFY(std::abs(breakEvenUtilisation(q) - 0.125) < 1e-12);
        q.rentUsdPerHour = 0.5;
        QVERIFY(std::isnan(breakEvenUtilisation(q)));
    }

    // The same 8: 70,080 hours a year. At 10 % 7,008 are used, and 8,760 USD over them are 1.25 USD, with 0.5
    // for use 1.75. 7,008 h a year are 0.1 of all.
    void hour() {
        const OwnOrRent q = question(8.0, 8760.0, 0.5, 2.5);
        QVERIFY(std::abs(ownUsdPerHour(q, 0.1) - 1.75) < 1e-12);
        QVERIFY(std::abs(shareOfHours(7008.0, 8.0) - 0.1) < 1e-12);
    }

    // Break-even is where the own hour costs the rent: one function, by random questions.
    void breakEvenIsWhereTheHourCostsTheRent() {
        std::mt19937 random(7);
        const auto between = [&](double low, double high) {
            return std::uniform_real_distribution<double>(low, high)(random);
        };
        for (int i = 0; i < 1000; ++i) {
            const double running = i % 2 == 0 ? 0.0 : between(0.0, 1.0);
            const OwnOrRent q = question(std::floor(between(1.0, 1e5)), between(1e3, 1e9), running,
                                         running + between(0.01, 20.0));
            const double at = ownUsdPerHour(q, breakEvenUtilisation(q));
            QVERIFY(std::abs(at / q.rentUsdPerHour - 1.0) < 1e-9);
        }
    }

    // One at half use: 365 h a month. After 10 months 3,650 h: 7,300 + 10 x 100 + 3,650 x 0.5 = 10,125 USD
    // owned, 3,650 x 2.5 = 9,125 USD rented.
    void spent() {
        OwnOrRent q = question(1.0, 0.0, 0.5, 2.5);
        q.capitalUsd = 7300.0;
        q.fixedUsdPerYear = 1200.0;
        q.utilisation = 0.5;
        QVERIFY(std::abs(ownUsdBy(q, 10.0) - 10125.0) < 1e-9);
        QVERIFY(std::abs(rentUsdBy(q, 10.0) - 9125.0) < 1e-9);
    }

    // One at half use: 365 h a month, 2 USD saved in each, 730 a month. Of 7,300 the tenth month
    // pays; of 7,300.01 the eleventh.
    void month() {
        OwnOrRent q = question(1.0, 0.0, 0.5, 2.5);
        q.capitalUsd = 7300.0;
        q.utilisation = 0.5;
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
