// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"
#include "models/cooling/natural_draught.h"
#include "tests/models/cooling/york_tower.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_natural_draught {

using namespace headroom::models;

namespace {

constexpr double kSeaLevelPa = 101325.0;

}  // namespace

class TestNaturalDraught : public QObject {
    Q_OBJECT

  private slots:

    // 500 kW from water of 35 C into air of 10 C dry and 8 C wet bulb. The least air is that which leaves saturated
    // at 35 C; what it evaporates is that air times the rise of its humidity ratio: about 1.06 l/kWh, since most of
    // what saturated air takes up between 10 and 35 C is vapour.
    void airLeavesAsWarmAsTheWater() {
        const CoolingTowerSpec t = yorkTower();
        const double w = humidityRatioFromWetBulb(10.0, 8.0, kSeaLevelPa);
        const double outW =
            humidityRatioFromVapourPressure(saturationPressurePa(35.0), kSeaLevelPa);
        const double airKgPerS = 500e3 / (enthalpyJPerKg(35.0, outW) - enthalpyJPerKg(10.0, w));
        const double ratio = leastAirRatio(t, 500e3, 35.0, 10.0, w, kSeaLevelPa);
        QVERIFY(ratio > 0.0 && ratio < 0.1);
        const double evaporated = towerEvaporationKgPerS(t, 500e3, ratio, 10.0, w, kSeaLevelPa);
        QVERIFY(std::abs(evaporated / (airKgPerS * (outW - w)) - 1.0) < 1e-4);
        const double litrePerKwh = evaporated * 3.6e6 / 500e3;
        QVERIFY2(litrePerKwh > 1.0 && litrePerKwh < 1.15, qPrintable(QString::number(litrePerKwh)));
    }

    // Twice the heat wants twice the air, and air that is as warm and moist as the water could make it takes none.
    void byHeatAndAir() {
        const CoolingTowerSpec t = yorkTower();
        const double w = humidityRatioFromWetBulb(10.0, 8.0, kSeaLevelPa);
        QVERIFY(std::abs(leastAirRatio(t, 1e6, 35.0, 10.0, w, kSeaLevelPa) /
                             leastAirRatio(t, 5e5, 35.0, 10.0, w, kSeaLevelPa) -
                         2.0) < 1e-12);
        QCOMPARE(leastAirRatio(t, 1e6, 7.9, 10.0, w, kSeaLevelPa), 0.0);
        QCOMPARE(leastAirRatio(t, 0.0, 35.0, 10.0, w, kSeaLevelPa), 0.0);
    }
};

HEADROOM_TEST(TestNaturalDraught)
}  // namespace tst_natural_draught

#include "tst_natural_draught.moc"
