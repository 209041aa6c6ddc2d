// SPDX-License-Identifier: Apache-2.0
#include "models/power/breaker.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_breaker {

using namespace headroom::models;

namespace {

BreakerSpec breaker() {
    BreakerSpec b;
    b.ratedA = 1000.0;
    b.longTimePickup = 1.05;
    b.thermalS = 300.0;
    b.shortTimePickup = 6.0;
    b.shortTimeS = 0.2;
    b.instantaneousPickup = 12.0;
    b.openingS = 0.05;
    return b;
}

}  // namespace

class TestBreaker : public QObject {
    Q_OBJECT

  private slots:

    // At the pickup the thermal state settles at 1 and never passes it; below it never trips.
    void carriesItsPickupForEver() {
        QVERIFY(std::isinf(breakerTripS(breaker(), 1050.0, 0.0)));
        QVERIFY(std::isinf(breakerTripS(breaker(), 1000.0, 0.9)));
    }

    // Twice the pickup from cold: q = 4, t = 300 ln(4 / 3) = 86.3046 s, and 0.05 s to open. From a
    // steady 70 % of the pickup (theta = 0.49): 300 ln(3.51 / 3) = 47.1014 s.
    void heatsUpToItsTrip() {
        QVERIFY(std::abs(breakerTripS(breaker(), 2100.0, 0.0) - 86.3546) < 1e-3);
        QVERIFY(std::abs(breakerTripS(breaker(), 2100.0, 0.49) - 47.1514) < 1e-3);
    }

    // The state integrated to the trip time is 1, by any number of sub-steps.
    void stateMeetsTheCurve() {
        const BreakerSpec b = breaker();
        const double tripS = breakerTripS(b, 1600.0, 0.2) - b.openingS;
        double theta = 0.2;
        for (int i = 0; i < 7; ++i) {
            theta = breakerTheta(b, 1600.0, theta, std::exp(-tripS / 7.0 / b.thermalS));
        }
        QVERIFY(std::abs(theta - 1.0) < 1e-12);
    }

    // Short-time pickup 6 kA within 20 %: at 4.9 kA it may trip by the fast edge, 0.8 x 0.25 = 0.2 s, and by the
    // slow one not before its heat says so, 300 ln(q / (q - 1)) with q = (4.9 / 1.05)^2 = 21.78, 14.1 s. Above
    // 7.2 kA both edges are in the delayed zone: 0.2 and 0.25 s.
    void tripsWithinItsBand() {
        const BreakerBand below = breakerBand(breaker(), 4900.0);
        QVERIFY(std::abs(below.fastS - 0.2) < 1e-12);
        QVERIFY(std::abs(below.slowS - 14.15) < 0.02);
        const BreakerBand above = breakerBand(breaker(), 7300.0);
        QVERIFY(std::abs(above.fastS - 0.2) < 1e-12 && std::abs(above.slowS - 0.25) < 1e-12);
        QVERIFY(std::isinf(breakerBand(breaker(), 1000.0).fastS));
    }

    // 6 kA: delayed by 0.2 s and opening 0.05 s; 12 kA: opening alone.
    void shortCircuitZones() {
        QCOMPARE(breakerTripS(breaker(), 6000.0, 0.0), 0.25);
        QCOMPARE(breakerTripS(breaker(), 12000.0, 0.0), 0.05);
        BreakerSpec plain = breaker();
        plain.shortTimePickup = plain.instantaneousPickup = kNotStated;
        QVERIFY(breakerTripS(plain, 12000.0, 0.0) > 2.0);
    }

    // More current never trips later.
    void isMonotone() {
        double last = std::numeric_limits<double>::infinity();
        for (double a = 500.0; a < 20000.0; a *= 1.01) {
            const double t = breakerTripS(breaker(), a, 0.1);
            QVERIFY(t <= last);
            last = t;
        }
    }
};

HEADROOM_TEST(TestBreaker)
}  // namespace tst_breaker

#include "tst_breaker.moc"
