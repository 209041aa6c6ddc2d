// SPDX-License-Identifier: Apache-2.0
#include "models/power/ups_battery.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_ups {

using namespace headroom::models;

namespace {

// Fit to a 97, 97 and 96.3 % module at 100, 50 and 25 % load; eco mode 0.3, 0.4, 0.3 %.
UpsSpec module() {
    UpsSpec spec;
    spec.ratedPowerW = 1.0e6;
    spec.lossA = 0.0050;
    spec.lossB = 0.0160;
    spec.lossC = 0.0099;
    spec.ecoLossA = 0.003;
    spec.ecoLossB = 0.004;
    spec.ecoLossC = 0.003;
    return spec;
}

}  // namespace

class TestUps : public QObject {
    Q_OBJECT

  private slots:

    // The efficiencies that the coefficients were fitted to, within 0.1 percentage points.
    void publishedEfficiency_data() {
        QTest::addColumn<double>("load");
        QTest::addColumn<double>("efficiency");
        QTest::newRow("100 %") << 1.0 << 0.970;
        QTest::newRow("50 %") << 0.5 << 0.970;
        QTest::newRow("25 %") << 0.25 << 0.963;
    }

    void publishedEfficiency() {
        QFETCH(double, load);
        QFETCH(double, efficiency);
        const double out = load * 1.0e6;
        const double in = out + upsLossW(module(), out, 1, false);
        QVERIFY2(std::abs(out / in - efficiency) < 0.001, qPrintable(QString::number(out / in)));
    }

    void loss_data() {
        QTest::addColumn<double>("loadW");
        QTest::addColumn<int>("modules");
        QTest::addColumn<bool>("eco");
        QTest::addColumn<double>("lossW");
        QTest::newRow("no load") << 0.0 << 1 << false << 5000.0;
        // 5,000 + 16,000 + 9,900
        QTest::newRow("full load") << 1.0e6 << 1 << false << 30900.0;
        // 5,000 + 8,000 + 2,475
        QTest::newRow("half load") << 0.5e6 << 1 << false << 15475.0;
        // Four modules at half load: four times the line above.
        QTest::newRow("shared") << 2.0e6 << 4 << false << 61900.0;
        // 3,000 + 4,000 + 3,000
        QTest::newRow("eco") << 1.0e6 << 1 << true << 10000.0;
        QTest::newRow("no module") << 1.0e6 << 0 << false << 0.0;
    }

    void loss() {
        QFETCH(double, loadW);
        QFETCH(int, modules);
        QFETCH(bool, eco);
        QFETCH(double, lossW);
        QVERIFY(std::abs(upsLossW(module(), loadW, modules, eco) - lossW) < 1e-6);
    }

    // Rated output of two modules and their loss are 2 x 1,030.9 kW, of which the battery gives 1 / 0.95: 2,170.316 kW, for 300 s.
    // At half of that load, 1,000 + 2 x 15.475 kW, it lasts 2 x 1,030.9 / 1,030.95 times as long.
    void batteryLastsAsStated() {
        UpsSpec spec = module();
        QCOMPARE(upsStoreJ(spec, 2), 0.0);
        spec.autonomyS = 300.0;
        const double storeJ = upsStoreJ(spec, 2);
        QVERIFY(std::abs(storeJ / (300.0 * 2170315.79) - 1.0) < 1e-8);
        QVERIFY(std::abs(storeJ / upsDrainW(spec, 2.0e6, 2) - 300.0) < 1e-9);
        QVERIFY(std::abs(storeJ / upsDrainW(spec, 1.0e6, 2) - 300.0 * 2061.8 / 1030.95) < 1e-6);
    }

    void ecoNotStatedStaysInDoubleConversion() {
        UpsSpec spec = module();
        spec.ecoLossA = kNotStated;
        QCOMPARE(upsLossW(spec, 0.5e6, 1, true), upsLossW(spec, 0.5e6, 1, false));
    }
};

HEADROOM_TEST(TestUps)
}  // namespace tst_ups

#include "tst_ups.moc"
