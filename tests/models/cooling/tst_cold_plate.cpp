// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/cold_plate.h"
#include "models/cooling/heat_exchanger.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <numbers>

namespace tst_cold_plate {

using namespace headroom::models;

namespace {

// A plate of the catalogue's kind.
ServerSpec plate() {
    ServerSpec spec;
    spec.chipToCoolantKPerW = 0.03;
    spec.convectiveShare = 0.45;
    spec.convectiveExponent = 0.65;
    spec.stagnantFlow = 0.02;
    spec.platePressurePa = 20e3;
    return spec;
}

}  // namespace

class TestColdPlate : public QObject {
    Q_OBJECT

  private slots:

    // Nominal flow: the stated figure to the bit. Half flow: 0.55 + 0.45 2^0.65 = 0.55 + 0.45 *
    // 1.569168 = 1.256126 of it. Twice: 0.55 + 0.45 / 1.569168 = 0.836776.
    void resistance() {
        const ServerSpec s = plate();
        QCOMPARE(chipToCoolantKPerW(s, 1.0), 0.03);
        QVERIFY(std::abs(chipToCoolantKPerW(s, 0.5) - 0.03 * 1.256126) < 1e-8);
        QVERIFY(std::abs(chipToCoolantKPerW(s, 2.0) - 0.03 * 0.836776) < 1e-8);
        ServerSpec plain;
        plain.chipToCoolantKPerW = 0.05;
        QCOMPARE(chipToCoolantKPerW(plain, 0.1), 0.05);
    }

    // Less flow is never better; stopped or backward flow is natural circulation, and finite.
    void stagnation() {
        const ServerSpec s = plate();
        double last = 0.0;
        for (double flow = 2.0; flow > 0.001; flow *= 0.8) {
            const double r = chipToCoolantKPerW(s, flow);
            QVERIFY(r >= last);
            last = r;
        }
        QCOMPARE(chipToCoolantKPerW(s, 0.0), chipToCoolantKPerW(s, 0.02));
        QCOMPARE(chipToCoolantKPerW(s, -1.0), chipToCoolantKPerW(s, 0.02));
        // 0.55 + 0.45 * 0.02^-0.65 = 0.55 + 0.45 * 12.7134 = 6.2710.
        QVERIFY(std::abs(chipToCoolantKPerW(s, 0.0) / 0.03 - 6.2710) < 1e-3);
    }

    // Loss of flow: 1 kW on 500 J/K, 30 K over its coolant before, throttles 40 K higher. The
    // coolant left in the plate (0.25 L for the kilowatt: 1,000 J/K) warms too. Between the
    // adiabatic 20 s and the fixed coolant's 27 s of the header's reasoning; the trade says 10 to
    // 40 s.
    void lossOfFlow_data() {
        QTest::addColumn<double>("coolantJPerK");
        QTest::newRow("coolant of the plate") << 1000.0;
        QTest::newRow("coolant of the whole rack") << 4000.0;
        QTest::newRow("no end of coolant") << 1e12;
    }

    void lossOfFlow() {
        QFETCH(double, coolantJPerK);
        const double g = 1.0 / chipToCoolantKPerW(plate(), 0.0);
        double chipC = 60.0;
        double coolantC = 30.0;
        double timeS = 0.0;
        constexpr double dt = 0.01;
        while (chipC < 100.0 && timeS < 200.0) {
            const double w = g * (chipC - coolantC);
            chipC += (1000.0 - w) * dt / 500.0;
            coolantC += w * dt / coolantJPerK;
            timeS += dt;
        }
        QVERIFY2(timeS > 10.0 && timeS < 40.0, qPrintable(QString::number(timeS)));
    }

    // Plates and manifold in series: 20 + 70 kPa at nominal flow; 0.5^1.8 = 0.287175 of it at half.
    void pressure() {
        RackSpec rack;
        rack.pressurePa = 70e3;
        QCOMPARE(rackDropPa(rack, plate(), 1.0), 90e3);
        QVERIFY(std::abs(rackDropPa(rack, plate(), 0.5) - 90e3 * 0.287175) < 0.1);
        QCOMPARE(rackDropPa(rack, plate(), 0.0), 0.0);
    }

    // Exact: n = 2: 1/sqrt(pi); n = 3: 3 / (2 sqrt(pi)). Tables of order statistics (Harter 1961):
    // n = 10: 1.53875; n = 100: 2.50759; n = 1000: 3.24144.
    void expectedMaximum() {
        const double root = std::sqrt(std::numbers::pi_v<double>);
        QCOMPARE(expectedMaximumOfNormals(0), 0.0);
        QCOMPARE(expectedMaximumOfNormals(1), 0.0);
        QVERIFY(std::abs(expectedMaximumOfNormals(2) - 1.0 / root) < 1e-9);
        QVERIFY(std::abs(expectedMaximumOfNormals(3) - 1.5 / root) < 1e-9);
        QVERIFY(std::abs(expectedMaximumOfNormals(10) - 1.53875) < 1e-5);
        QVERIFY(std::abs(expectedMaximumOfNormals(100) - 2.50759) < 1e-5);
        QVERIFY(std::abs(expectedMaximumOfNormals(1000) - 3.24144) < 1e-5);
    }

    // 72 devices, 5 % of resistance and 3 % of power: sigma = sqrt(0.0034) = 0.05831.
    void hottest() {
        ServerSpec s = plate();
        AcceleratorSpec a;
        QCOMPARE(hottestRiseRatio(s, a, 72), 1.0);
        s.resistanceSpread = 0.05;
        a.leakageSpread = 0.03;
        QCOMPARE(hottestRiseRatio(s, a, 1), 1.0);
        QVERIFY(std::abs(hottestRiseRatio(s, a, 72) -
                         (1.0 + expectedMaximumOfNormals(72) * std::sqrt(0.0034))) < 1e-12);
    }
};

HEADROOM_TEST(TestColdPlate)
}  // namespace tst_cold_plate

#include "tst_cold_plate.moc"
