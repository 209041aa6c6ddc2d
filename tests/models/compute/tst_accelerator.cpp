// SPDX-License-Identifier: Apache-2.0
#include "models/compute/accelerator.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_accelerator {

using namespace headroom::models;

namespace {

// Round figures with the throttle band of an H100: 87, 89, 92 C.
AcceleratorSpec chip() {
    AcceleratorSpec spec;
    spec.tdpW = 700.0;
    spec.idleW = 100.0;
    spec.leakagePerK = 0.005;
    spec.referenceC = 65.0;
    spec.throttleSoftwareC = 87.0;
    spec.throttleHardwareC = 89.0;
    spec.shutdownC = 92.0;
    return spec;
}

}  // namespace

class TestAccelerator : public QObject {
    Q_OBJECT

  private slots:

    void clock_data() {
        QTest::addColumn<double>("celsius");
        QTest::addColumn<double>("multiplier");
        QTest::newRow("cool") << 20.0 << 1.0;
        QTest::newRow("at the software limit") << 87.0 << 1.0;
        // A quarter and half of the way from 87 to 89 C: 1 - 0.5 / 4, 1 - 0.5 / 2.
        QTest::newRow("a quarter into the band") << 87.5 << 0.875;
        QTest::newRow("half way") << 88.0 << 0.75;
        QTest::newRow("at the hardware limit") << 89.0 << 0.5;
        QTest::newRow("between hardware limit and shutdown") << 91.0 << 0.5;
        QTest::newRow("at shutdown") << 92.0 << 0.5;
        QTest::newRow("above shutdown") << 92.001 << 0.0;
    }

    void clock() {
        QFETCH(double, celsius);
        QFETCH(double, multiplier);
        QCOMPARE(clockMultiplier(chip(), celsius), multiplier);
    }

    // A chip whose limits coincide has no band to divide by.
    void noBand() {
        AcceleratorSpec spec = chip();
        spec.throttleHardwareC = spec.throttleSoftwareC;
        QCOMPARE(clockMultiplier(spec, 87.0), 1.0);
        QCOMPARE(clockMultiplier(spec, 87.1), 0.5);
    }
};

HEADROOM_TEST(TestAccelerator)
}  // namespace tst_accelerator

#include "tst_accelerator.moc"
