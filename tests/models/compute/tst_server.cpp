// SPDX-License-Identifier: Apache-2.0
#include "models/compute/server.h"

#include <QTest>

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
        QTest::addColumn<double>("riseK");
        QTest::addColumn<double>("speed");
        // 7,200 W at 10 K: 7,200 / (1,200 * 10) = 0.6 m3/s of 1.0.
        QTest::newRow("in range") << 7200.0 << 10.0 << 0.6;
        QTest::newRow("not below the lowest speed") << 100.0 << 10.0 << 0.3;
        QTest::newRow("not above full speed") << 24000.0 << 10.0 << 1.0;
        QTest::newRow("no rise left: full speed") << 7200.0 << 0.0 << 1.0;
        QTest::newRow("no rise and no heat: lowest speed") << 0.0 << -1.0 << 0.3;
    }

    void fanSpeed() {
        QFETCH(double, heatW);
        QFETCH(double, riseK);
        QFETCH(double, speed);
        ServerSpec spec;
        spec.fanAirflowM3PerS = 1.0;
        spec.fanMinSpeed = 0.3;
        QCOMPARE(serverFanSpeed(spec, heatW, riseK), speed);
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
};

QTEST_APPLESS_MAIN(TestServer)
#include "tst_server.moc"
