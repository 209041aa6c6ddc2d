// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/heat_exchanger.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_dry_cooler {

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

Weather weather(double dryBulbC, double wetBulbC) {
    Weather w;
    w.dryBulbC = dryBulbC;
    w.wetBulbC = wetBulbC;
    w.pressurePa = kSeaLevelPa;
    w.humidityRatio = humidityRatioFromWetBulb(dryBulbC, wetBulbC, kSeaLevelPa);
    return w;
}

double waterWPerK() {
    return 0.03 * kWaterDensity * kWaterCp;
}

}  // namespace

class TestDryCooler : public QObject {
    Q_OBJECT

  private slots:

    // Full air, by the equations written out: 30 C dry, 20 C wet bulb, 40 C water.
    void fullAirByHand() {
        const Weather w = weather(30.0, 20.0);
        const double air = 60.0 / specificVolumeM3PerKg(30.0, w.humidityRatio, kSeaLevelPa) *
                           (1006.0 + 1860.0 * w.humidityRatio);
        QVERIFY(air < waterWPerK());
        const double eps = crossflowEffectiveness(80000.0 / air, air / waterWPerK());
        const DryCoolerLaw law = dryCoolerLaw(cooler(), 1.0, 1.0, w);
        // Heat eps C_air 10 K is effectiveness C_water 10 K.
        QVERIFY(std::abs(law.effectiveness * waterWPerK() - eps * air) < 1e-6 * eps * air);
        QCOMPARE(law.airC, 30.0);
        QCOMPARE(law.fanW, 20000.0);
        QCOMPARE(law.waterKgPerS, 0.0);
    }

    // Half of the air: UA falls by 0.5^0.8, fan power by 0.5^3.
    void halfAir() {
        const Weather w = weather(5.0, 2.0);
        const double air = 30.0 / specificVolumeM3PerKg(5.0, w.humidityRatio, kSeaLevelPa) *
                           (1006.0 + 1860.0 * w.humidityRatio);
        const double ua = 80000.0 * std::pow(0.5, 0.8);
        const double eps = crossflowEffectiveness(ua / air, air / waterWPerK());
        const DryCoolerLaw law = dryCoolerLaw(cooler(), 1.0, 0.5, w);
        QVERIFY(std::abs(law.effectiveness * waterWPerK() - eps * air) < 1e-6 * eps * air);
        QCOMPARE(law.fanW, 2500.0);
    }

    // Drives stop at 20 %: at 5 % of the air a quarter of the fans runs at that. Power 0.25 x 0.2^3 = 0.002 of full,
    // heat and pads' water the mean of what runs and what is stopped.
    void stagedFans() {
        DryCoolerSpec wet = cooler();
        wet.padEffectiveness = 0.8;
        wet.padSwitchOnC = 25.0;
        const Weather w = weather(35.0, 20.0);
        const DryCoolerLaw at = dryCoolerLaw(wet, 1.0, 0.05, w);
        const DryCoolerLaw on = dryCoolerLaw(wet, 1.0, 0.2, w),
                           off = dryCoolerLaw(wet, 1.0, 0.0, w);
        QVERIFY(std::abs(at.fanW - 0.002 * 20000.0) < 1e-9);
        QVERIFY(std::abs(at.waterKgPerS - 0.25 * on.waterKgPerS) < 1e-12);
        const auto heat = [](const DryCoolerLaw& l) { return l.effectiveness * (50.0 - l.airC); };
        QVERIFY(std::abs(heat(at) - (0.25 * heat(on) + 0.75 * heat(off))) < 1e-9);
    }

    // Pads of 80 % with 35 C dry and 20 C wet bulb: the air enters at 35 - 0.8 * 15 = 23 C, and the
    // water taken up nears the heat that the air lost: 12 K * cp of air over 2.45 MJ/kg.
    void pads() {
        DryCoolerSpec wet = cooler();
        wet.padEffectiveness = 0.8;
        wet.padSwitchOnC = 25.0;
        const DryCoolerLaw a = dryCoolerLaw(wet, 1.0, 1.0, weather(35.0, 20.0));
        QVERIFY(std::abs(a.airC - 23.0) < 1e-9);
        const double air = 60.0 / 0.85;  // kg/s
        QVERIFY(std::abs(a.waterKgPerS - air * 12.0 * 1006.0 / 2.45e6) < 0.03 * a.waterKgPerS);
        // Below the switch-on temperature the pads are dry.
        QCOMPARE(dryCoolerLaw(wet, 1.0, 1.0, weather(24.0, 15.0)).waterKgPerS, 0.0);
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
            QVERIFY(air > 0.0 && air < 0.2 - 1e-9
                        ? law.airC > 23.0 && law.airC < 35.0
                        : std::abs(law.airC - (air > 0.0 ? 23.0 : 35.0)) < 1e-9);
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
            Weather w = weather(30.0, 20.0);
            w.pressurePa = pressurePa;
            return dryCoolerLaw(cooler(), 1.0, 1.0, w).effectiveness;
        };
        QVERIFY(at(83000.0) < 0.95 * at(kSeaLevelPa));
    }
};

HEADROOM_TEST(TestDryCooler)
}  // namespace tst_dry_cooler

#include "tst_dry_cooler.moc"
