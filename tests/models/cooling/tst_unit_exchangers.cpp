// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/cdu.h"
#include "models/cooling/crah.h"
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/plate_exchanger.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_unit_exchangers {

using namespace headroom::models;

namespace {

constexpr double kWaterJPerM3K = kWaterDensity * kWaterCp;
constexpr double kCoolantJPerM3K = kCoolantDensity * kCoolantCp;

CduSpec cdu() {
    CduSpec spec;
    spec.uaWPerK = 100e3;
    spec.primaryFlowM3PerS = 0.012;
    spec.secondaryFlowM3PerS = 0.015;
    return spec;
}

}  // namespace

class TestUnitExchangers : public QObject {
    Q_OBJECT

  private slots:

    // Nominal flows: UA as stated, C of 50.1 and 59.7 kW/K.
    void cduNominal() {
        const double expected =
            counterflowConductanceWPerK(100e3, 0.012 * kWaterJPerM3K, 0.015 * kCoolantJPerM3K);
        QCOMPARE(cduConductanceWPerK(cdu(), 0.012, 0.015, kWaterJPerM3K, kCoolantJPerM3K),
                 expected);
        QCOMPARE(cduConductanceWPerK(cdu(), 0.0, 0.015, kWaterJPerM3K, kCoolantJPerM3K), 0.0);
        QCOMPARE(cduConductanceWPerK(cdu(), 0.012, 0.0, kWaterJPerM3K, kCoolantJPerM3K), 0.0);
    }

    // A closing valve never moves more heat.
    void cduMonotone() {
        double last = 0.0;
        for (double flow = 1e-4; flow < 0.02; flow *= 1.3) {
            const double g =
                cduConductanceWPerK(cdu(), flow, 0.015, kWaterJPerM3K, kCoolantJPerM3K);
            QVERIFY(g > last);
            last = g;
        }
    }

    // A table of 10 kW/K at 5 L/s and 20 at 15: with 5 and 15 on the two sides the films add to 2 /
    // (1/10 + 1/20) = 13.333 kW/K. At half of the first flow 10 * 0.5^0.8 = 5.74349 kW/K.
    void cduTable() {
        CduSpec c = cdu();
        c.uaTable = Curve({5.0, 15.0}, {10.0, 20.0});
        QCOMPARE(cduConductanceWPerK(c, 0.005, 0.015, kWaterJPerM3K, kCoolantJPerM3K),
                 counterflowConductanceWPerK(2.0 / (1.0 / 10e3 + 1.0 / 20e3), 0.005 * kWaterJPerM3K,
                                             0.015 * kCoolantJPerM3K));
        const double low = cduConductanceWPerK(c, 0.0025, 0.0025, kWaterJPerM3K, kCoolantJPerM3K);
        const double expected = counterflowConductanceWPerK(
            10e3 * std::pow(0.5, 0.8), 0.0025 * kWaterJPerM3K, 0.0025 * kCoolantJPerM3K);
        QVERIFY(std::abs(low - expected) < 1e-6);
    }

    void cduPressure() {
        QCOMPARE(cduPrimaryDropPa(cdu(), 0.012), 50e3);
        QCOMPARE(cduSecondaryDropPa(cdu(), 0.015), 60e3);
        QCOMPARE(cduSecondaryDropPa(cdu(), 0.0), 0.0);
    }

    // A coil at its design flows, and its fan at half air: 4 kW / 8.
    void airHandler() {
        CrahSpec c;
        c.airflowM3PerS = 10.0;
        c.waterFlowM3PerS = 0.004;
        c.uaWPerK = 20e3;
        c.fanRatedW = 4000.0;
        const AirProperties air{1200.0, 1.0};
        QCOMPARE(crahConductanceWPerK(c, air, 10.0, 0.004, kWaterJPerM3K),
                 counterflowConductanceWPerK(20e3, 10.0 * 1200.0, 0.004 * kWaterJPerM3K));
        QCOMPARE(crahConductanceWPerK(c, air, 0.0, 0.004, kWaterJPerM3K), 0.0);
        QCOMPARE(crahConductanceWPerK(c, air, 10.0, 0.0, kWaterJPerM3K), 0.0);
        QCOMPARE(crahFanW(c, 0.5), 500.0);
        QCOMPARE(crahFanW(c, 0.0), 0.0);
        QCOMPARE(crahFanW(c, 0.5, 0.8), 400.0);  // fan laws: power goes with the density
        c.fanExponent = 2.5;
        QVERIFY(std::abs(crahFanW(c, 0.5) - 4000.0 * std::pow(0.5, 2.5)) < 1e-9);
    }

    // Altitude: at the same volumes air of 0.8 of the density carries 0.8 of the heat capacity, and its
    // film is worth 0.8^0.8: 1/UA = 1/(2 UA_0) (0.8^-0.8 + 1), UA = 0.911 UA_0. The rated heat falls with the
    // conductance, between both.
    void thinAir() {
        CrahSpec c;
        c.ratedHeatW = 100e3;
        c.airflowM3PerS = 10.0;
        c.waterFlowM3PerS = 0.004;
        c.uaWPerK = 20e3;
        const AirProperties thin{960.0, 0.8};
        const double ua = 20e3 / (0.5 * (std::pow(0.8, -0.8) + 1.0));
        QVERIFY(std::abs(crahConductanceWPerK(c, thin, 10.0, 0.004, kWaterJPerM3K) -
                         counterflowConductanceWPerK(ua, 9600.0, 0.004 * kWaterJPerM3K)) < 1e-6);
        const double there = crahRatedHeatW(c, thin);
        QVERIFY2(there > 0.8 * 100e3 && there < 0.92 * 100e3, qPrintable(QString::number(there)));
        QCOMPARE(crahRatedHeatW(c, {1200.0, 1.0}), 100e3);
    }

    // 1 MW from 30 to 22 C against 20 to 28 C: balanced, 2 K everywhere, so UA = Q / 2 K and the
    // heat of the conductance over the inlet difference of 10 K is the rated one. Fouling of 1/UA
    // halves the UA.
    void plate() {
        const double flow = 1e6 / (kWaterJPerM3K * 8.0);
        PlateExchangerSpec p;
        p.uaWPerK = 500e3;
        p.hotFlowM3PerS = p.coldFlowM3PerS = flow;
        p.hotPressurePa = 60e3;
        p.coldPressurePa = 50e3;
        const double g = plateConductanceWPerK(p, flow, flow, kWaterJPerM3K, kWaterJPerM3K);
        QVERIFY(std::abs(10.0 * g - 1e6) < 1e-3);
        QVERIFY(std::abs(plateConductanceWPerK(p, flow, flow, kWaterJPerM3K, kWaterJPerM3K,
                                               1.0 / 500e3) -
                         counterflowConductanceWPerK(250e3, flow * kWaterJPerM3K,
                                                     flow * kWaterJPerM3K)) < 1e-6);
        QCOMPARE(plateConductanceWPerK(p, 0.0, flow, kWaterJPerM3K, kWaterJPerM3K), 0.0);
        QCOMPARE(plateHotDropPa(p, flow), 60e3);
        QCOMPARE(plateColdDropPa(p, flow), 50e3);
    }

    // The published point of a train: 75 kg/s from 29 to 21 C against 125 kg/s from 20 C. Log-mean
    // difference (29 - 24.8) and (21 - 20): 2.230 K; UA 1,126 kW/K brings the hot side to 21 C.
    void frontierTrain() {
        PlateExchangerSpec p;
        p.uaWPerK = 1126e3;
        p.hotFlowM3PerS = 0.075;
        p.coldFlowM3PerS = 0.125;
        const double jPerM3K = 1000.0 * kWaterCp;
        const double g = plateConductanceWPerK(p, 0.075, 0.125, jPerM3K, jPerM3K);
        const double outC = 29.0 - g * 9.0 / (0.075 * jPerM3K);
        QVERIFY2(std::abs(outC - 21.0) < 0.01, qPrintable(QString::number(outC)));
    }
};

HEADROOM_TEST(TestUnitExchangers)
}  // namespace tst_unit_exchangers

#include "tst_unit_exchangers.moc"
