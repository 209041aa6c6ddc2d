// SPDX-License-Identifier: Apache-2.0
#include "models/power/fault_current.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_fault_current {

using namespace headroom::models;

/// Factors of IEC 60909-0; whole currents are in tests/engine/solve/electrical.
class TestFaultCurrent : public QObject {
    Q_OBJECT

  private slots:

    // Table 1: 1.05 up to 1 kV, 1.10 there with a tolerance of 10 %, and 1.10 above.
    void voltageFactors() {
        QCOMPARE(greatestFaultFactor(400.0), 1.05);
        QCOMPARE(greatestFaultFactor(1000.0), 1.05);
        QCOMPARE(greatestFaultFactor(400.0, 1.10), 1.10);
        QCOMPARE(greatestFaultFactor(20e3), 1.10);
    }

    // IEC TR 60909-4, low-voltage example: 630 kVA with x_T 0.0386 has K_T = 0.9975 / 1.02316 = 0.975.
    void transformers() { QVERIFY(std::abs(transformerFaultFactor(1.05, 0.0386) - 0.975) < 5e-4); }

    // x"d 0.15 at a power factor of 0.8: sin phi = 0.6, K_G = 1.05 / 1.09 = 0.96330; a generator of 420 V at 400 V has 400 / 420 of it.
    void generators() {
        QVERIFY(std::abs(generatorFaultFactor(1.05, 0.15, 0.8) - 1.05 / 1.09) < 1e-12);
        QVERIFY(std::abs(generatorFaultFactor(1.05, 0.15, 0.8, 400.0 / 420.0) - 1.0 / 1.09) <
                1e-12);
        QCOMPARE(generatorFaultResistance(400.0), 0.15);
        QCOMPARE(generatorFaultResistance(6.6e3), 0.07);
    }

    // 500 MVA at 20 kV: 1.1 x 400e6 / 500e6 = 0.88 ohm.
    void supplies() {
        QVERIFY(std::abs(supplyFaultImpedance(1.1, 20e3 * 20e3, 500e6) - 0.88) < 1e-12);
    }
};

HEADROOM_TEST(TestFaultCurrent)
}  // namespace tst_fault_current

#include "tst_fault_current.moc"
