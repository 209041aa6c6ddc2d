// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/heat_exchanger.h"
#include "tests/models/cooling/york_tower.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_cooling_tower {

using namespace headroom::models;

namespace {

constexpr double kSeaLevelPa = 101325.0;

// Heat of the tower at its design range and flow: 0.3 m3/s * 998 * 4,186 * 5.56 K = 6.968 MW.
double designHeatW() {
    return 0.3 * kWaterDensity * kWaterCp * 5.56;
}

}  // namespace

class TestCoolingTower : public QObject {
    Q_OBJECT

  private slots:

    // The wet bulb runs fastest, then the range, then the ratio: with one coefficient at index
    // 9 k + 3 j + i the approach is t_wb^i range^j ratio^k. t_wb 3, range 2, ratio 0.5.
    void orderOfTerms() {
        CoolingTowerSpec spec = yorkTower();
        for (std::size_t k = 0; k < 3; ++k) {
            for (std::size_t j = 0; j < 3; ++j) {
                for (std::size_t i = 0; i < 3; ++i) {
                    spec.approachCurve.assign(27, 0.0);
                    spec.approachCurve[9 * k + 3 * j + i] = 1.0;
                    const double expected = std::pow(3.0, static_cast<double>(i)) *
                                            std::pow(2.0, static_cast<double>(j)) *
                                            std::pow(0.5, static_cast<double>(k));
                    QVERIFY(std::abs(towerApproachK(spec, 3.0, 2.0, 0.5, 1.0) - expected) < 1e-12);
                }
            }
        }
    }

    // The correlation's design point: 25.56 C, 5.56 K range, rated flows: approach 3.89 K (its own
    // polynomial gives it within 0.1 K).
    void designApproach() {
        QVERIFY(std::abs(towerApproachK(yorkTower(), 25.56, 5.56, 1.0, 1.0) - 3.89) < 0.1);
    }

    // Outside of its range the nearest valid wet bulb, range and ratio stand.
    void limitedToValidity() {
        const CoolingTowerSpec t = yorkTower();
        QCOMPARE(towerApproachK(t, 40.0, 5.0, 1.0, 1.0), towerApproachK(t, 26.7, 5.0, 1.0, 1.0));
        QCOMPARE(towerApproachK(t, -50.0, 5.0, 1.0, 1.0), towerApproachK(t, -34.4, 5.0, 1.0, 1.0));
        QCOMPARE(towerApproachK(t, 10.0, 0.1, 1.0, 1.0), towerApproachK(t, 10.0, 1.1, 1.0, 1.0));
        QCOMPARE(towerApproachK(t, 10.0, 50.0, 1.0, 1.0), towerApproachK(t, 10.0, 22.2, 1.0, 1.0));
        QCOMPARE(towerApproachK(t, 10.0, 5.0, 1.0, 0.01), towerApproachK(t, 10.0, 5.0, 1.0, 0.125));
    }

    // First law over the air stream: what goes in with air and heat goes out with saturated air.
    void evaporationBalancesEnergy() {
        const CoolingTowerSpec t = yorkTower();
        const double dry = 30.0;
        const double w = humidityRatioFromWetBulb(dry, 22.0, kSeaLevelPa);
        const double heat = designHeatW();
        const double evaporated = towerEvaporationKgPerS(t, heat, 0.8, dry, w, kSeaLevelPa);
        const double air = 0.8 * 250.0 / specificVolumeM3PerKg(dry, w, kSeaLevelPa);
        const double outW = w + evaporated / air;
        const double outC = dewPointC(60.0, outW, kSeaLevelPa);
        const double gained = air * (enthalpyJPerKg(outC, outW) - enthalpyJPerKg(dry, w));
        QVERIFY(std::abs(gained - heat) < 1e-4 * heat);
    }

    // Rules of thumb of the trade lie at 1.3 to 1.6 litres for each kWh of heat on a summer day:
    // 0.00085 times range in F times flow gives 1.31, pure latent heat 1.47, 0.001 times 1.55.
    void evaporationNearRulesOfThumb() {
        const double w = humidityRatioFromWetBulb(32.0, 23.0, kSeaLevelPa);
        const double kgPerS =
            towerEvaporationKgPerS(yorkTower(), designHeatW(), 0.9, 32.0, w, kSeaLevelPa);
        const double litrePerKwh = kgPerS * 3.6e6 / designHeatW();
        QVERIFY2(litrePerKwh > 1.3 && litrePerKwh < 1.6, qPrintable(QString::number(litrePerKwh)));
    }
};

HEADROOM_TEST(TestCoolingTower)
}  // namespace tst_cooling_tower

#include "tst_cooling_tower.moc"
