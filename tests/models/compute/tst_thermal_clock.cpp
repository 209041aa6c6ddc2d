// SPDX-License-Identifier: Apache-2.0
#include "models/compute/accelerator_power.h"
#include "models/compute/thermal_clock.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_thermal_clock {

using namespace headroom::models;

namespace {

/// Round figures with the throttle band of an H100, and power that follows the clock alone: the voltage
/// stands, P = 100 + 600 f W, so that fixed points are found by hand.
AcceleratorSpec chip() {
    AcceleratorSpec spec;
    spec.tdpW = 700.0;
    spec.idleW = 100.0;
    spec.leakagePerK = 0.0;
    spec.referenceC = 65.0;
    spec.voltageSlope = 0.0;
    spec.voltageFloor = 1.0;
    spec.throttleSoftwareC = 87.0;
    spec.throttleHardwareC = 89.0;
    spec.shutdownC = 92.0;
    return spec;
}

}  // namespace

class TestThermalClock : public QObject {
    Q_OBJECT

  private slots:

    void clock_data() {
        QTest::addColumn<double>("coolantC");
        QTest::addColumn<double>("left");
        QTest::addColumn<double>("most");
        QTest::addColumn<double>("clock");
        // R = 0.05 K/W, settled: T = T_c + 5 + 30 f. 45 + 35 = 80 C at full clock: nothing holds it.
        QTest::newRow("cool") << 45.0 << 0.0 << 1.0 << 1.0;
        // T_c + 5 + 30 f = 87 + 4 (1 - f) in the band: with T_c = 57, 34 f = 29.
        QTest::newRow("in the band") << 57.0 << 0.0 << 1.0 << 29.0 / 34.0;
        // A controller that allows less has the word.
        QTest::newRow("held by others") << 57.0 << 0.0 << 0.8 << 0.8;
        // 75 + 5 + 15 = 95 C at half the clock: no clock is enough, and it is off soon.
        QTest::newRow("too warm") << 75.0 << 0.0 << 1.0 << 0.5;
        // Half of the way from 80 C: T = 40 + (T_c + 5 + 30 f) / 2 = 91 - 4 f; T_c = 75: 19 f = 11.
        QTest::newRow("on the way") << 75.0 << 0.5 << 1.0 << 11.0 / 19.0;
    }

    void clock() {
        QFETCH(double, coolantC);
        QFETCH(double, left);
        QFETCH(double, most);
        const WarmingChip warming{80.0, coolantC, 0.05, left};
        QTEST(heldClock(chip(), warming, 1.0, most), "clock");
    }

    /// Whatever the interval is, the chip ends where its clock is the one of its temperature: nothing is left
    /// to swing about.
    void clockAndTemperatureAgree() {
        const AcceleratorSpec spec = chip();
        for (const double left : {0.0, 0.1, 0.5, 0.9}) {
            WarmingChip warming{88.0, 58.0, 0.05, left};
            for (int i = 0; i < 50; ++i) {
                const double f = heldClock(spec, warming, 1.0, 1.0);
                const double afterC = warming.afterC(acceleratorPowerW(spec, 1.0, f, 88.0));
                QVERIFY(qAbs(clockMultiplier(spec, afterC) - f) < 1e-9);
                warming.beforeC = afterC;
            }
            // 58 + 5 + 30 f = 91 - 4 f.
            QVERIFY(qAbs(warming.beforeC - (91.0 - 4.0 * 28.0 / 34.0)) < 0.05);
        }
    }

    /// Limits that coincide: it is at the limit.
    void noBand() {
        AcceleratorSpec spec = chip();
        spec.throttleHardwareC = spec.throttleSoftwareC;
        // 57 + 5 + 30 f = 87.
        const double f = heldClock(spec, {80.0, 57.0, 0.05, 0.0}, 1.0, 1.0);
        QVERIFY(qAbs(f - 25.0 / 30.0) < 1e-9);
    }
};

HEADROOM_TEST(TestThermalClock)
}  // namespace tst_thermal_clock

#include "tst_thermal_clock.moc"
