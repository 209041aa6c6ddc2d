// SPDX-License-Identifier: Apache-2.0
#include "models/compute/accelerator_power.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_accelerator_power {

using namespace headroom::models;

namespace {

// Round figures: 600 W between idle and full activity, voltage 1 - 0.5 (1 - f) down to 0.8.
AcceleratorSpec chip() {
    AcceleratorSpec spec;
    spec.tdpW = 700.0;
    spec.idleW = 100.0;
    spec.leakagePerK = 0.005;
    spec.referenceC = 65.0;
    spec.voltageSlope = 0.5;
    spec.voltageFloor = 0.8;
    return spec;
}

bool near(double value, double expected, double share = 1e-9) {
    return std::fabs(value - expected) <= share * std::fabs(expected);
}

}  // namespace

class TestAcceleratorPower : public QObject {
    Q_OBJECT

  private slots:

    void power_data() {
        QTest::addColumn<double>("activity");
        QTest::addColumn<double>("clock");
        QTest::addColumn<double>("celsius");
        QTest::addColumn<double>("watt");
        QTest::newRow("idle draws the idle power at any temperature")
            << 0.0 << 1.0 << 80.0 << 100.0;
        QTest::newRow("full activity at the reference is the TDP") << 1.0 << 1.0 << 65.0 << 700.0;
        // 100 + 600 x 0.5 = 400
        QTest::newRow("half activity") << 0.5 << 1.0 << 65.0 << 400.0;
        // 100 + 600 x 0.5 x (1 + 0.005 x 10) = 100 + 300 x 1.05 = 415
        QTest::newRow("leakage above the reference") << 0.5 << 1.0 << 75.0 << 415.0;
        // 100 + 300 x (1 - 0.005 x 20) = 370
        QTest::newRow("leakage below the reference") << 0.5 << 1.0 << 45.0 << 370.0;
        // 100 + 600 x 1.05 = 730, limited to the TDP
        QTest::newRow("never above the TDP") << 1.0 << 1.0 << 75.0 << 700.0;
        // f = 0.9: v = 0.95, phi = 0.9 x 0.9025 = 0.81225; 100 + 600 x 0.81225 = 587.35
        QTest::newRow("voltage falls with the clock") << 1.0 << 0.9 << 65.0 << 587.35;
        // f = 0.5: v = 0.75 is under the floor: 0.5 x 0.64 = 0.32; 100 + 192 = 292
        QTest::newRow("down to its floor") << 1.0 << 0.5 << 65.0 << 292.0;
    }

    void power() {
        QFETCH(double, activity);
        QFETCH(double, clock);
        QFETCH(double, celsius);
        QFETCH(double, watt);
        QVERIFY(near(acceleratorPowerW(chip(), activity, clock, celsius), watt));
    }

    // clockOfPower() is the inverse of clockPower(), on the slope, on the floor and where they meet
    // (f = 1 - 0.2 / 0.5 = 0.6, phi = 0.384).
    void inverse() {
        const AcceleratorSpec spec = chip();
        for (const double f : {0.1, 0.3, 0.599, 0.6, 0.601, 0.7, 0.9, 0.999, 1.0}) {
            QVERIFY(near(clockOfPower(spec, clockPower(spec, f)), f));
        }
        QCOMPARE(clockOfPower(spec, 1.3), 1.0);
        QCOMPARE(clockOfPower(spec, 0.0), 0.0);
        // Without stated figures the same holds of the fitted curve.
        AcceleratorSpec plain = chip();
        plain.voltageSlope = plain.voltageFloor = kNotStated;
        for (const double f : {0.2, 0.5, 0.79, 0.8, 0.95}) {
            QVERIFY(near(clockOfPower(plain, clockPower(plain, f)), f));
        }
    }

    // A limit of 587.35 W leaves full activity 0.9 of the clock (above), half activity all of it.
    void limitCostsClock() {
        AcceleratorSpec spec = chip();
        spec.powerLimitW = 587.35;
        QCOMPARE(powerLimitW(spec), 587.35);
        QVERIFY(near(clockAtLimit(spec, 1.0, 65.0), 0.9));
        QCOMPARE(clockAtLimit(spec, 0.5, 65.0), 1.0);
        QVERIFY(near(acceleratorPowerW(spec, 1.0, clockAtLimit(spec, 1.0, 65.0), 65.0), 587.35));
        // A limit above the thermal design power limits nothing.
        spec.powerLimitW = 900.0;
        QCOMPARE(powerLimitW(spec), 700.0);
    }

    // A lower thermal design power is such a limit where the draw at full activity is stated, and
    // another chip where it is not.
    void lowerDesignPowerCostsClock() {
        AcceleratorSpec spec = chip();
        spec.tdpW = 292.0;
        QCOMPARE(clockAtLimit(spec, 1.0, 65.0), 1.0);
        spec.fullPowerW = 700.0;
        QVERIFY(near(clockAtLimit(spec, 1.0, 65.0), 0.5));
    }

    // Heat is leakage, and leakage under a limit is clock: at 85 C 1.1 of the active power, so that
    // phi = 1 / 1.1 of the limit's span is left.
    void heatCostsClockAtTheLimit() {
        const AcceleratorSpec spec = chip();
        const double f = clockAtLimit(spec, 1.0, 85.0);
        QVERIFY(near(clockPower(spec, f), 1.0 / 1.1));
        QVERIFY(f < 1.0 && f > 0.9);
    }

    // Published (project facts): cuts of 10 to 15 % of the power cost 5 to 10 % of the speed of
    // matrices, 2 to 6 % of work bound by memory; sources conflict. H100: idle 75 of 700 W. By the
    // curve 3.7 and 5.6 % of the clock, on the lower side of the former, since nothing else is
    // counted here.
    void publishedCuts() {
        AcceleratorSpec h100 = chip();
        h100.idleW = 75.0;
        h100.voltageSlope = h100.voltageFloor = kNotStated;
        h100.powerLimitW = 0.9 * 700.0;
        const double tenth = 1.0 - clockAtLimit(h100, 1.0, 65.0);
        h100.powerLimitW = 0.85 * 700.0;
        const double more = 1.0 - clockAtLimit(h100, 1.0, 65.0);
        QVERIFY2(tenth > 0.03 && tenth < 0.06, std::to_string(tenth).c_str());
        QVERIFY2(more > 0.05 && more < 0.10, std::to_string(more).c_str());
    }
};

HEADROOM_TEST(TestAcceleratorPower)
}  // namespace tst_accelerator_power

#include "tst_accelerator_power.moc"
