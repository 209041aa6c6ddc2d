// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/heat_exchanger.h"
#include "tests/models/cooling/york_tower.h"

#include <QTest>

#include <cmath>

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

    // At the design point the tower meets its design approach with full air, also a tower that was
    // designed for another one.
    void meetsOwnDesignPoint_data() {
        QTest::addColumn<double>("wetBulbC");
        QTest::addColumn<double>("approachK");
        QTest::newRow("as the correlation") << 25.56 << 3.89;
        QTest::newRow("closer") << 25.56 << 2.8;
        QTest::newRow("cool site") << 19.0 << 5.0;
    }

    void meetsOwnDesignPoint() {
        QFETCH(double, wetBulbC);
        QFETCH(double, approachK);
        CoolingTowerSpec t = yorkTower();
        t.designWetBulbC = wetBulbC;
        t.designApproachK = approachK;
        const TowerOperation o =
            towerOperation(t, designHeatW(), wetBulbC, 1.0, wetBulbC + approachK - 0.5);
        QCOMPARE(o.airRatio, 1.0);
        QVERIFY(std::abs(o.outC - (wetBulbC + approachK)) < 1e-9);
        QCOMPARE(o.fanW, 150000.0);
    }

    // Where full air is more than enough: the target is held, and the correlation, asked with the
    // air that came out, gives that very approach. Fan power by the cube.
    void holdsTheTarget() {
        const CoolingTowerSpec t = yorkTower();
        const double heat = 0.5 * designHeatW();
        const TowerOperation o = towerOperation(t, heat, 15.0, 1.0, 24.0);
        QVERIFY(o.airRatio > 0.125 && o.airRatio < 1.0);
        QCOMPARE(o.outC, 24.0);
        QCOMPARE(o.fanW, 150000.0 * o.airRatio * o.airRatio * o.airRatio);
        // The design point fixes the ratio of flows at 1.013 times the nominal one: find it as the
        // operation does, by asking for the design approach at the design point with less air.
        double low = 0.9;
        double high = 1.2;
        for (int i = 0; i < 60; ++i) {
            const double mid = 0.5 * (low + high);
            (towerApproachK(t, 25.56, 5.56, mid, 1.0) < 3.89 ? low : high) = mid;
        }
        QVERIFY(std::abs(towerApproachK(t, 15.0, 2.78, low, o.airRatio) - 9.0) < 1e-6);
    }

    // More heat, a warmer wet bulb or a colder target never need less air.
    void airIsMonotone() {
        const CoolingTowerSpec t = yorkTower();
        double last = 0.0;
        for (double share = 0.05; share <= 1.2; share += 0.05) {
            const double air = towerOperation(t, share * designHeatW(), 12.0, 1.0, 20.0).airRatio;
            QVERIFY(air >= last);
            last = air;
        }
        last = 0.0;
        for (double wet = 5.0; wet <= 30.0; wet += 0.5) {
            const double air = towerOperation(t, 0.6 * designHeatW(), wet, 1.0, 26.0).airRatio;
            QVERIFY2(air >= last - 1e-9, qPrintable(QString::number(wet)));
            last = air;
        }
        last = 1.0;
        for (double target = 16.0; target <= 30.0; target += 0.5) {
            const double air = towerOperation(t, 0.6 * designHeatW(), 12.0, 1.0, target).airRatio;
            QVERIFY(air <= last);
            last = air;
        }
    }

    // On a cold day the least air overcools: target held, fans all but still (below 1 % of power).
    void coldDay() {
        const TowerOperation o = towerOperation(yorkTower(), 0.1 * designHeatW(), -10.0, 1.0, 24.0);
        QCOMPARE(o.outC, 24.0);
        QVERIFY(o.airRatio > 0.1 && o.fanW < 1500.0);
    }

    void idle() {
        for (const TowerOperation& o : {towerOperation(yorkTower(), 0.0, 15.0, 1.0, 24.0),
                                        towerOperation(yorkTower(), 1.0e6, 15.0, 0.0, 24.0)}) {
            QCOMPARE(o.airRatio, 0.0);
            QCOMPARE(o.fanW, 0.0);
            QCOMPARE(o.outC, 24.0);
        }
        QCOMPARE(towerEvaporationKgPerS(yorkTower(), 0.0, 1.0, 20.0, 0.01, kSeaLevelPa), 0.0);
        QCOMPARE(towerEvaporationKgPerS(yorkTower(), 1e6, 0.0, 20.0, 0.01, kSeaLevelPa), 0.0);
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

QTEST_APPLESS_MAIN(TestCoolingTower)
#include "tst_cooling_tower.moc"
