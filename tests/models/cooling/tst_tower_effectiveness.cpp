// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/heat_exchanger.h"
#include "tests/models/cooling/york_tower.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_tower_effectiveness {

using namespace headroom::models;

namespace {

constexpr double kSeaLevelPa = 101325.0;

Weather weather(double wetBulbC) {
    Weather w;
    w.wetBulbC = wetBulbC;
    w.dryBulbC = wetBulbC + 5.0;
    w.pressurePa = kSeaLevelPa;
    w.humidityRatio = humidityRatioFromWetBulb(w.dryBulbC, wetBulbC, kSeaLevelPa);
    return w;
}

double outC(const CoolingTowerSpec& spec, double inC, double water, double air, double wetBulbC) {
    const double eps = towerEffectiveness(spec, inC, water, air, weather(wetBulbC));
    return inC - eps * (inC - wetBulbC);
}

}  // namespace

class TestTowerEffectiveness : public QObject {
    Q_OBJECT

    void towers() {
        QTest::addColumn<CoolingTowerSpec>("spec");
        QTest::newRow("YorkCalc") << yorkTower();
        QTest::newRow("CoolTools") << coolToolsTower();
        QTest::newRow("Merkel") << merkelTower();
        CoolingTowerSpec closer = merkelTower();
        closer.designApproachK = 2.8;
        closer.designWetBulbC = 19.0;
        QTest::newRow("Merkel, another design") << closer;
    }

  private slots:

    void designPoint_data() { towers(); }

    // Water at design wet bulb + approach + range and full air leaves at wet bulb + approach: each
    // method meets the tower's own design.
    void designPoint() {
        QFETCH(CoolingTowerSpec, spec);
        const double wet = spec.designWetBulbC;
        const double out =
            outC(spec, wet + spec.designApproachK + spec.designRangeK, 1.0, 1.0, wet);
        QVERIFY2(std::abs(out - wet - spec.designApproachK) < 1e-6,
                 qPrintable(QString::number(out)));
    }

    void airTakesWhatItCan_data() { towers(); }

    // First law on the air's side: it leaves saturated at the water's inlet at most. At wet bulb 12 C,
    // inlet 28 C, a fifth of the air: h_sat rises from 33.9 to 89.9 kJ/kg, 56 kJ for each kilogram, where
    // CoolTools alone would let a cell of 5 MW take more than twice that. Cells are staged below the least speed of
    // their fans, a quarter, and those whose fans are stopped move air by natural draught.
    void airTakesWhatItCan() {
        QFETCH(CoolingTowerSpec, spec);
        spec.fanMinSpeed = 0.2;
        const auto saturated = [](double t) {
            return enthalpyJPerKg(
                t, humidityRatioFromVapourPressure(saturationPressurePa(t), kSeaLevelPa));
        };
        for (const double wet : {0.0, 12.0, 25.0}) {
            for (const double inC : {wet + 4.0, wet + 16.0}) {
                for (const double air : {0.2, 0.3, 0.5, 1.0}) {
                    const Weather w = weather(wet);
                    const double heatW = towerEffectiveness(spec, inC, 1.0, air, w) * (inC - wet) *
                                         spec.waterFlowM3PerS * 998.0 * 4186.0;
                    const double kgPerS = air * spec.airflowM3PerS * 1.3;  // denser than any here
                    QVERIFY2(heatW <= kgPerS * (saturated(inC) - saturated(wet)),
                             qPrintable(QString("%1 %2 %3").arg(wet).arg(inC).arg(air)));
                }
            }
        }
    }

    void neverBelowTheWetBulb_data() { towers(); }

    // T6: over a grid of weather, water and air that goes beyond every correlation: 0 <= eps <= 1,
    // finite, and more air never makes it worse by more than the correlation's own ripple (1 %).
    void neverBelowTheWetBulb() {
        QFETCH(CoolingTowerSpec, spec);
        for (double wet = -30.0; wet <= 32.0; wet += 6.2) {
            for (const double above : {-5.0, 0.0, 0.01, 1.0, 4.0, 9.0, 20.0, 45.0}) {
                for (const double water : {0.02, 0.3, 0.8, 1.0, 1.4, 3.0}) {
                    double last = 0.0;
                    for (double air = 0.0; air <= 1.05; air += 0.05) {
                        const double eps =
                            towerEffectiveness(spec, wet + above, water, air, weather(wet));
                        QVERIFY2(
                            std::isfinite(eps) && eps >= 0.0 && eps <= 1.0,
                            qPrintable(
                                QString("%1 %2 %3 %4").arg(wet).arg(above).arg(water).arg(air)));
                        QVERIFY2(eps >= last - 0.01, qPrintable(QString("%1 %2 %3 %4: %5 after %6")
                                                                    .arg(wet)
                                                                    .arg(above)
                                                                    .arg(water)
                                                                    .arg(air)
                                                                    .arg(eps)
                                                                    .arg(last)));
                        last = eps;
                    }
                }
            }
        }
    }

    void stagedFans_data() { towers(); }

    // Below the least speed of the drive cells are staged: at 10 % of the air two fifths of the fans run at 25 %, the
    // others are stopped. Power 0.4 x 0.25^3 = 0.00625 of full, four times the cube; effectiveness the mean of both.
    void stagedFans() {
        QFETCH(CoolingTowerSpec, spec);
        spec.fanCurve = {};
        QCOMPARE(spec.fanMinSpeed, 0.25);
        QVERIFY(std::abs(towerFanW(spec, 0.1) - 0.00625 * spec.fanRatedW) < 1e-9 * spec.fanRatedW);
        QVERIFY(std::abs(towerFanW(spec, 0.25) - 0.015625 * spec.fanRatedW) <
                1e-9 * spec.fanRatedW);
        const Weather w = weather(10.0);
        const auto at = [&](double air) { return towerEffectiveness(spec, 28.0, 1.0, air, w); };
        QVERIFY(std::abs(at(0.1) - (0.4 * at(0.25) + 0.6 * at(0.0))) < 0.02);
    }

    void freeConvection_data() { towers(); }

    // Fan off: an eighth of the effectiveness at full air; no water: nothing.
    void freeConvection() {
        QFETCH(CoolingTowerSpec, spec);
        const Weather w = weather(15.0);
        QVERIFY(std::abs(towerEffectiveness(spec, 28.0, 1.0, 0.0, w) -
                         0.125 * towerEffectiveness(spec, 28.0, 1.0, 1.0, w)) < 1e-12);
        QCOMPARE(towerEffectiveness(spec, 28.0, 0.0, 1.0, w), 0.0);
        QCOMPARE(towerEffectiveness(spec, 28.0, 1.0, 2.0, w),
                 towerEffectiveness(spec, 28.0, 1.0, 1.0, w));
    }

    void steady_data() { towers(); }

    // Small changes of any input make small changes of the outlet: no steps inside (PI loops live
    // here). A twentieth of a kelvin for a hundredth of a kelvin or of the air.
    void steady() {
        QFETCH(CoolingTowerSpec, spec);
        double last = outC(spec, 16.0, 1.0, 0.7, 15.0);
        for (double in = 16.01; in < 50.0; in += 0.01) {
            const double out = outC(spec, in, 1.0, 0.7, 15.0);
            QVERIFY2(std::abs(out - last) < 0.05, qPrintable(QString::number(in)));
            last = out;
        }
        last = outC(spec, 30.0, 1.0, 0.0, 15.0);
        for (double air = 0.001; air <= 1.0; air += 0.001) {
            const double out = outC(spec, 30.0, 1.0, air, 15.0);
            QVERIFY2(std::abs(out - last) < 0.15, qPrintable(QString::number(air)));
            last = out;
        }
    }

    // CoolTools at its own design point: 3.8889 K at 25.5556 C and 5.5556 K.
    void coolToolsDesign() {
        QVERIFY(std::abs(coolToolsApproachK(coolToolsTower(), 25.5556, 5.5556, 1.0, 1.0) - 3.8889) <
                1e-3);
    }

    // Merkel at its design: heat of the water is eps C_min (T_in - T_wb) with UA as found, and the
    // air leaves saturated below the entering water.
    void merkelConductance() {
        const CoolingTowerSpec t = merkelTower();
        const double ua = merkelDesignUaWPerK(t, kSeaLevelPa);
        QVERIFY(ua > 0.0);
        CoolingTowerSpec wider = t;
        wider.designApproachK = 6.0;
        QVERIFY(merkelDesignUaWPerK(wider, kSeaLevelPa) < ua);
    }

    // A method whose coefficients a part does not state is YorkCalc.
    void withoutCoefficients() {
        CoolingTowerSpec t = yorkTower();
        t.method = TowerMethod::Merkel;
        QCOMPARE(outC(t, 30.0, 1.0, 0.8, 20.0), outC(yorkTower(), 30.0, 1.0, 0.8, 20.0));
    }

    // Cube law, 150 kW: an eighth at half air. By a curve: 14.25 % at half.
    void fanPower() {
        CoolingTowerSpec t = yorkTower();
        QCOMPARE(towerFanW(t, 0.5), 18750.0);
        QCOMPARE(towerFanW(t, 0.0), 0.0);
        t.fanCurve = Curve({0.0, 50.0, 100.0}, {0.0, 14.25, 100.0});
        QCOMPARE(towerFanW(t, 0.5), 0.1425 * 150000.0);
        QCOMPARE(towerFanW(t, 1.0), 150000.0);
    }
};

HEADROOM_TEST(TestTowerEffectiveness)
}  // namespace tst_tower_effectiveness

#include "tst_tower_effectiveness.moc"
