// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/pump.h"

#include <QTest>

#include <cmath>

using namespace headroom::models;

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
        PumpSpec spec;
        spec.flowM3PerS = 0.1;
        spec.headPa = 200000.0;
        spec.efficiency = 0.8;
        spec.driveEfficiency = 0.95;
        spec.minSpeed = 0.3;
        QVERIFY(std::abs(pumpPowerW(spec, flowRatio) - watt) < 1e-9 * watt);
    }
};

QTEST_APPLESS_MAIN(TestPump)
#include "tst_pump.moc"
