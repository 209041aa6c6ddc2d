// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"
#include "models/cooling/dry_tower.h"
#include "models/cooling/heat_exchanger.h"
#include "tests/models/cooling/york_tower.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_dry_tower {

using namespace headroom::models;

namespace {

Weather summerDay() {
    Weather w;
    w.dryBulbC = 30.0;
    w.wetBulbC = 22.0;
    w.pressurePa = 101325.0;
    w.humidityRatio = humidityRatioFromWetBulb(w.dryBulbC, w.wetBulbC, w.pressurePa);
    return w;
}

}  // namespace

class TestDryTower : public QObject {
    Q_OBJECT

  private slots:

    // 250 m3/s of air at 30 C, 0.0133 kg/kg: v = 287.042 * 303.15 * (1 + 1.607858 * 0.0133) / 101,325 = 0.877 m3/kg,
    // so 285 kg/s, and c = 1006 + 1860 * 0.0133 = 1,031 J/(kg K): 294 kW/K against 300 kg/s of water of 1,253 kW/K. All
    // of the air's difference is 0.235 of the water's; its fill, made for an approach of 3.9 K with
    // far more heat to each kelvin of its air, reaches more than half of it.
    void airLimitsWhatItTakes() {
        const double eps = dryTowerEffectiveness(yorkTower(), 1.0, 1.0, summerDay());
        QVERIFY2(eps < 0.235 && eps > 0.5 * 0.235, qPrintable(QString::number(eps)));
        // A tenth of the air can take a tenth of that, but for what buoyancy moves: an eighth of the full effect.
        const double still = dryTowerEffectiveness(yorkTower(), 1.0, 0.0, summerDay());
        QVERIFY(std::abs(still - 0.125 * eps) < 1e-12);
        const double tenth = dryTowerEffectiveness(yorkTower(), 1.0, 0.1, summerDay());
        QVERIFY(tenth >= still && tenth <= std::max(still, 0.0235));
    }

    // A fill that transfers much reaches the air's limit: UA is Merkel's, G = eps C_min of counter flow with it.
    void conductanceIsThatOfTheFill() {
        const CoolingTowerSpec spec = yorkTower();
        const Weather w = summerDay();
        const double waterWPerK = 0.3 * kWaterDensity * kWaterCp;
        const double airWPerK = 250.0 / specificVolumeM3PerKg(30.0, w.humidityRatio, w.pressurePa) *
                                (1006.0 + 1860.0 * w.humidityRatio);
        const double g = counterflowConductanceWPerK(merkelDesignUaWPerK(spec, w.pressurePa),
                                                     airWPerK, waterWPerK);
        QVERIFY(std::abs(dryTowerEffectiveness(spec, 1.0, 1.0, w) - g / waterWPerK) < 1e-9);
    }

    void nothingWithoutWater() {
        QCOMPARE(dryTowerEffectiveness(yorkTower(), 0.0, 1.0, summerDay()), 0.0);
    }
};

HEADROOM_TEST(TestDryTower)
}  // namespace tst_dry_tower

#include "tst_dry_tower.moc"
