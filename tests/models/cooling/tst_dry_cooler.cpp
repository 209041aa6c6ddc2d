// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/heat_exchanger.h"

#include <QTest>

#include <cmath>

using namespace headroom::models;

namespace {

constexpr double kSeaLevelPa = 101325.0;

DryCoolerSpec cooler() {
    DryCoolerSpec spec;
    spec.ratedHeatW = 1.0e6;
    spec.uaWPerK = 80000.0;
    spec.waterFlowM3PerS = 0.03;
    spec.airflowM3PerS = 60.0;
    spec.airExponent = 0.8;
    spec.fanRatedW = 20000.0;
    return spec;
}

double waterWPerK() {
    return 0.03 * kWaterDensity * kWaterCp;
}

}  // namespace

class TestDryCooler : public QObject {
    Q_OBJECT

  private slots:

    // Full air, by the same equations written out: air of 30 C and dry enough to neglect nothing.
    void fullAirByHand() {
        const double w = humidityRatioFromWetBulb(30.0, 20.0, kSeaLevelPa);
        const double air =
            60.0 / specificVolumeM3PerKg(30.0, w, kSeaLevelPa) * (1006.0 + 1860.0 * w);
        QVERIFY(air < waterWPerK());
        const double eps = crossflowEffectiveness(80000.0 / air, air / waterWPerK());
        const double heat = eps * air * 10.0;
        const DryCoolerOperation o =
            dryCoolerOperation(cooler(), 40.0, 1.0, 30.0, 20.0, kSeaLevelPa, 31.0);
        QCOMPARE(o.airRatio, 1.0);
        QVERIFY(std::abs(o.heatW - heat) < 1e-6 * heat);
        QVERIFY(std::abs(o.outC - (40.0 - heat / waterWPerK())) < 1e-9);
        QCOMPARE(o.fanW, 20000.0);
        QCOMPARE(o.waterKgPerS, 0.0);
    }

    // With cold air the target is held with less air, and heat is m cp times the fall.
    void holdsTheTarget() {
        const DryCoolerOperation o =
            dryCoolerOperation(cooler(), 40.0, 1.0, 5.0, 2.0, kSeaLevelPa, 33.0);
        QVERIFY(o.airRatio > 0.1 && o.airRatio < 1.0);
        QVERIFY(std::abs(o.outC - 33.0) < 1e-9);
        QVERIFY(std::abs(o.heatW - waterWPerK() * 7.0) < 1e-6 * o.heatW);
        QCOMPARE(o.fanW, 20000.0 * o.airRatio * o.airRatio * o.airRatio);
        // The ratio is the right one: the exchanger carries that heat at that air.
        const double w = humidityRatioFromWetBulb(5.0, 2.0, kSeaLevelPa);
        const double air =
            o.airRatio * 60.0 / specificVolumeM3PerKg(5.0, w, kSeaLevelPa) * (1006.0 + 1860.0 * w);
        const double ua = 80000.0 * std::pow(o.airRatio, 0.8);
        const double heat =
            crossflowEffectiveness(ua / air, air / waterWPerK()) * air * (40.0 - 5.0);
        QVERIFY(std::abs(heat - o.heatW) < 1e-6 * heat);
    }

    // Less is needed than a tenth of the air gives: fans cycle, the target is held.
    void leastAir() {
        const DryCoolerOperation o =
            dryCoolerOperation(cooler(), 40.0, 1.0, -20.0, -21.0, kSeaLevelPa, 39.5);
        QCOMPARE(o.airRatio, 0.1);
        QVERIFY(std::abs(o.outC - 39.5) < 1e-9);
    }

    void idle_data() {
        QTest::addColumn<double>("inC");
        QTest::addColumn<double>("waterRatio");
        QTest::addColumn<double>("targetC");
        QTest::newRow("air warmer than the water") << 28.0 << 1.0 << 25.0;
        QTest::newRow("at the target already") << 32.0 << 1.0 << 33.0;
        QTest::newRow("no water") << 40.0 << 0.0 << 33.0;
    }

    void idle() {
        QFETCH(double, inC);
        QFETCH(double, waterRatio);
        QFETCH(double, targetC);
        const DryCoolerOperation o =
            dryCoolerOperation(cooler(), inC, waterRatio, 30.0, 20.0, kSeaLevelPa, targetC);
        QCOMPARE(o.airRatio, 0.0);
        QCOMPARE(o.heatW, 0.0);
        QCOMPARE(o.fanW, 0.0);
        QCOMPARE(o.outC, inC);
    }

    // Pads of 80 % with 35 C dry and 20 C wet bulb: the air enters at 35 - 0.8 * 15 = 23 C, so that
    // the water comes out as with dry air of 23 C (within the small effect of humidity on air), and
    // the water taken up nears the heat that the air lost: 12 K * cp of air over 2.45 MJ/kg.
    void pads() {
        DryCoolerSpec wet = cooler();
        wet.padEffectiveness = 0.8;
        wet.padSwitchOnC = 25.0;
        const DryCoolerOperation a =
            dryCoolerOperation(wet, 40.0, 1.0, 35.0, 20.0, kSeaLevelPa, 25.0);
        const DryCoolerOperation b =
            dryCoolerOperation(cooler(), 40.0, 1.0, 23.0, 18.0, kSeaLevelPa, 25.0);
        QVERIFY(std::abs(a.outC - b.outC) < 0.05);
        const double air = 60.0 / 0.85;  // kg/s
        QVERIFY(std::abs(a.waterKgPerS - air * 12.0 * 1006.0 / 2.45e6) < 0.03 * a.waterKgPerS);
        // Below the switch-on temperature the pads are dry.
        QCOMPARE(dryCoolerOperation(wet, 40.0, 1.0, 24.0, 15.0, kSeaLevelPa, 25.0).waterKgPerS,
                 0.0);
    }

    // The law at the air flow that the operation chose gives the operation's outlet.
    void lawAgreesWithOperation() {
        for (const double dry : {-10.0, 5.0, 20.0, 30.0}) {
            Weather w;
            w.dryBulbC = dry;
            w.wetBulbC = dry - 3.0;
            w.pressurePa = kSeaLevelPa;
            w.humidityRatio = humidityRatioFromWetBulb(dry, dry - 3.0, kSeaLevelPa);
            const DryCoolerOperation o =
                dryCoolerOperation(cooler(), 40.0, 1.0, dry, dry - 3.0, kSeaLevelPa, 33.0);
            const DryCoolerLaw law = dryCoolerLaw(cooler(), 1.0, o.airRatio, w);
            if (o.airRatio > 0.1) {
                QVERIFY(std::abs(40.0 - law.effectiveness * (40.0 - law.airC) - o.outC) < 1e-6);
            }
            QCOMPARE(law.fanW, o.fanW);
        }
    }

    // Over a grid: nothing leaves beyond the air, warm or cold water; still fans are buoyancy and
    // dry pads; no water, no effect.
    void lawStaysBetween() {
        DryCoolerSpec wet = cooler();
        wet.padEffectiveness = 0.8;
        wet.padSwitchOnC = 25.0;
        Weather w;
        w.dryBulbC = 35.0;
        w.wetBulbC = 20.0;
        w.humidityRatio = humidityRatioFromWetBulb(35.0, 20.0, kSeaLevelPa);
        double last = 0.0;
        for (double air = 0.0; air <= 1.0; air += 0.05) {
            const DryCoolerLaw law = dryCoolerLaw(wet, 1.0, air, w);
            QVERIFY(law.effectiveness >= last && law.effectiveness <= 1.0);
            QVERIFY(std::abs(law.airC - (air > 0.0 ? 23.0 : 35.0)) < 1e-9);
            last = law.effectiveness;
        }
        const DryCoolerLaw still = dryCoolerLaw(wet, 1.0, 0.0, w);
        QVERIFY(still.effectiveness > 0.0 && still.effectiveness < 0.2);
        QCOMPARE(still.waterKgPerS, 0.0);
        QCOMPARE(still.fanW, 0.0);
        QCOMPARE(dryCoolerLaw(wet, 0.0, 1.0, w).effectiveness, 0.0);
    }

    // Thin air carries less: at 83 kPa full air takes less heat than at sea level.
    void altitude() {
        const auto at = [](double pressurePa) {
            return dryCoolerOperation(cooler(), 40.0, 1.0, 30.0, 20.0, pressurePa, 31.0).heatW;
        };
        QVERIFY(at(83000.0) < 0.95 * at(kSeaLevelPa));
    }
};

QTEST_APPLESS_MAIN(TestDryCooler)
#include "tst_dry_cooler.moc"
