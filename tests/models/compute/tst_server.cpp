// SPDX-License-Identifier: Apache-2.0
#include "models/compute/server.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_server {

using namespace headroom::models;

class TestServer : public QObject {
    Q_OBJECT

  private slots:

    // Linear between 800 and 2,000 W: 800 + 0.25 * 1,200 = 1,100.
    void hostPower() {
        ServerSpec spec;
        spec.hostIdleW = 800.0;
        spec.hostMaxW = 2000.0;
        QCOMPARE(hostPowerW(spec, 0.0), 800.0);
        QCOMPARE(hostPowerW(spec, 0.25), 1100.0);
        QCOMPARE(hostPowerW(spec, 1.0), 2000.0);
    }

    void fanSpeed_data() {
        QTest::addColumn<double>("heatW");
        QTest::addColumn<double>("fullW");
        QTest::addColumn<double>("speed");
        // 4,200 W of 7,000 W: 0.6.
        QTest::newRow("in range") << 4200.0 << 7000.0 << 0.6;
        QTest::newRow("not below the lowest speed") << 100.0 << 7000.0 << 0.3;
        QTest::newRow("not above full speed") << 9000.0 << 7000.0 << 1.0;
        QTest::newRow("nothing to size by: off") << 4200.0 << 0.0 << 0.0;
    }

    void fanSpeed() {
        QFETCH(double, heatW);
        QFETCH(double, fullW);
        QFETCH(double, speed);
        ServerSpec spec;
        spec.fanRatedW = 1000.0;
        spec.fanMinSpeed = 0.3;
        QCOMPARE(serverFanSpeed(spec, heatW, fullW), speed);
    }

    // 15 % of a nameplate of 10 kW stay on air; without a nameplate, of the rack's share of 8 kW.
    void heatOfFullFanSpeed() {
        ServerSpec spec;
        spec.liquidFraction = 0.85;
        QVERIFY(std::abs(fullFanHeatW(spec, 8000.0) - 1200.0) < 1e-9);
        spec.nameplateW = 10000.0;
        QVERIFY(std::abs(fullFanHeatW(spec, 8000.0) - 1500.0) < 1e-9);
    }

    // Half speed takes an eighth of the power.
    void fanPower() {
        ServerSpec spec;
        spec.fanRatedW = 1600.0;
        QCOMPARE(serverFanPowerW(spec, 1.0), 1600.0);
        QCOMPARE(serverFanPowerW(spec, 0.5), 200.0);
        QCOMPARE(serverFanPowerW(spec, 0.0), 0.0);
    }

    void withoutFans() {
        const ServerSpec spec;
        QCOMPARE(serverFanSpeed(spec, 5000.0, 10.0), 0.0);
        QCOMPARE(serverFanPowerW(spec, 0.0), 0.0);
    }

    // Air of 0.8 of the density: a heat that took 0.4 of the speed takes 0.5, and the fans' power is
    // 0.5^3 x 0.8 of the rated: 1.5625 times as much, the square of 1.25. At full speed no more helps.
    void thinAir() {
        ServerSpec spec;
        spec.fanRatedW = 1000.0;
        spec.fanMinSpeed = 0.1;
        QCOMPARE(serverFanSpeed(spec, 400.0, 1000.0), 0.4);
        QVERIFY(std::abs(serverFanSpeed(spec, 400.0, 1000.0, 0.8) - 0.5) < 1e-12);
        QVERIFY(std::abs(serverFanPowerW(spec, 0.5, 0.8) / serverFanPowerW(spec, 0.4) - 1.5625) <
                1e-12);
        QCOMPARE(serverFanSpeed(spec, 900.0, 1000.0, 0.8), 1.0);
    }
};

HEADROOM_TEST(TestServer)
}  // namespace tst_server

#include "tst_server.moc"
