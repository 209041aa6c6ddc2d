// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/pump.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_pump {

using namespace headroom::models;

namespace {

PumpSpec pump() {
    PumpSpec spec;
    spec.flowM3PerS = 0.1;
    spec.headPa = 200000.0;
    spec.efficiency = 0.8;
    spec.driveEfficiency = 0.95;
    spec.minSpeed = 0.3;
    spec.coastDownS = 4.0;
    spec.rampS = 15.0;
    return spec;
}

}  // namespace

class TestPump : public QObject {
    Q_OBJECT

  private slots:

    // 0.1 m3/s against 200 kPa is 20 kW of hydraulic power; 20 / (0.8 * 0.95) = 26.3158 kW.
    void power_data() {
        QTest::addColumn<double>("flowRatio");
        QTest::addColumn<double>("watt");
        QTest::newRow("design") << 1.0 << 20000.0 / 0.76;
        QTest::newRow("half flow: an eighth") << 0.5 << 2500.0 / 0.76;
        QTest::newRow("not below the lowest speed") << 0.1 << 20000.0 * 0.027 / 0.76;
        QTest::newRow("stopped flow: lowest speed") << 0.0 << 20000.0 * 0.027 / 0.76;
    }

    void power() {
        QFETCH(double, flowRatio);
        QFETCH(double, watt);
        QVERIFY(std::abs(pumpPowerW(pump(), flowRatio) - watt) < 1e-9 * watt);
    }

    // One-point rule, Q_d 0.1 m3/s, H_d 200 kPa: 4/3 H_d at no flow, H_d at the design flow, none
    // at twice of it; by the affinity laws a quarter of the head at half flow and half speed.
    void head() {
        const PumpSpec p = pump();
        QVERIFY(std::abs(pumpHeadPa(p, 0.0, 1.0) - 200000.0 * 4.0 / 3.0) < 1e-6);
        QVERIFY(std::abs(pumpHeadPa(p, 0.1, 1.0) - 200000.0) < 1e-6);
        QVERIFY(std::abs(pumpHeadPa(p, 0.2, 1.0)) < 1e-6);
        QVERIFY(std::abs(pumpHeadPa(p, 0.05, 0.5) - 50000.0) < 1e-6);
        QVERIFY(pumpHeadPa(p, -0.05, 1.0) > pumpHeadPa(p, 0.0, 1.0));
        QVERIFY(pumpHeadPa(p, 0.1, 0.0) < 0.0);
        const PumpCurve c = pumpCurve(p);
        QVERIFY(std::abs(c.shutoffPa * 0.49 - c.resistancePaS2PerM6 * 0.0036 -
                         pumpHeadPa(p, 0.06, 0.7)) < 1e-6);
    }

    // The speed at which a pump makes a head at a flow, forward and back. Two pumps at 0.05 m3/s and speed 0.7 hand over
    // to one at 0.1 m3/s: sqrt((4/3 0.49 - 1/3 0.25 + 1/3) / (4/3)) = 0.823.
    void speedForHead() {
        const PumpSpec p = pump();
        for (const double speed : {0.3, 0.7, 1.0}) {
            QVERIFY(std::abs(pumpSpeed(p, 0.04, pumpHeadPa(p, 0.04, speed)) - speed) < 1e-12);
        }
        QVERIFY(std::abs(pumpSpeed(p, 0.1, pumpHeadPa(p, 0.05, 0.7)) - 0.823) < 1e-3);
        QCOMPARE(pumpSpeed(p, 0.0, -1e6), 0.0);
    }

    // At the design point 20 kW / (0.8 0.95); at no flow the shaft takes s / 2 of the design's 25
    // kW, 16.667 kW; P = Q H / eta wherever there is a flow, run-out included: eta = 0.8 x (2 - x) up to
    // x = 1.5 of the design flow of 0.1 m3/s.
    void inputPower() {
        const PumpSpec p = pump();
        QVERIFY(std::abs(pumpInputW(p, 0.1, 200000.0, 1.0) - 20000.0 / 0.76) < 1e-6);
        QVERIFY(std::abs(pumpShaftW(p, 0.0, pumpHeadPa(p, 0.0, 1.0), 1.0) - 25000.0 * 2.0 / 3.0) <
                1e-6);
        for (const double q : {0.01, 0.08, 0.12, 0.15, 0.18}) {
            const double h = pumpHeadPa(p, q, 1.0), x = std::min(q / 0.1, 1.5);
            const double eta = 0.8 * x * (2.0 - x);
            QVERIFY(std::abs(pumpShaftW(p, q, h, 1.0) - q * h / eta) < 1e-6);
        }
        QCOMPARE(pumpInputW(p, 0.1, 200000.0, 0.0), 0.0);
        // Half flow at half speed: an eighth of the shaft power; of the loss L = 25 kW (1 / 0.95 -
        // 1) = 1,315.79 W the fixed 0.35, linear 0.15 / 8 and square 0.5 / 64.
        const double loss = 25000.0 / 0.95 - 25000.0;
        const double expected = 25000.0 / 8.0 + loss * (0.35 + 0.15 / 8.0 + 0.5 / 64.0);
        QVERIFY(std::abs(pumpInputW(p, 0.05, 50000.0, 0.5) - expected) < 1e-6);
    }

    // From full to half speed in T, to a quarter in 3 T; two steps are one of twice the length.
    void coastsDown() {
        const PumpSpec p = pump();
        QCOMPARE(coastDownSpeed(p, 1.0, 4.0), 0.5);
        QCOMPARE(coastDownSpeed(p, 1.0, 12.0), 0.25);
        const double two = coastDownSpeed(p, coastDownSpeed(p, 0.8, 3.0), 3.0);
        QVERIFY(std::abs(two - coastDownSpeed(p, 0.8, 6.0)) < 1e-15);
        QCOMPARE(coastDownSpeed(p, 0.0, 1.0), 0.0);
    }

    void ramps() {
        const PumpSpec p = pump();
        QCOMPARE(rampSpeed(p, 0.0, 1.0, 7.5), 0.5);
        QCOMPARE(rampSpeed(p, 0.9, 1.0, 7.5), 1.0);
        QCOMPARE(rampSpeed(p, 1.0, 0.4, 3.0), 0.8);
    }
};

HEADROOM_TEST(TestPump)
}  // namespace tst_pump

#include "tst_pump.moc"
