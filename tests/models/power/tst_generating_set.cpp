// SPDX-License-Identifier: Apache-2.0
#include "models/power/fuel_cell.h"
#include "models/power/generating_set.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_generating_set {

using namespace headroom::models;

class TestGeneratingSet : public QObject {
    Q_OBJECT

  private slots:

    // 1 MW at 50 % from half load on, 8 % of the fuel at full load to stay hot: full load burns 2 MW,
    // half load 1 MW, no load 0.16 MW, and a quarter the middle of the last two: 0.58 MW.
    void fuelFollowsTheCurve() {
        GeneratingSet set;
        set.efficiencyPct = Curve({50.0, 100.0}, {50.0, 50.0});
        set.idleFuelShare = 0.08;
        QCOMPARE(set.pipedFuelW(1e6, 1e6), 2e6);
        QCOMPARE(set.pipedFuelW(0.5e6, 1e6), 1e6);
        QCOMPARE(set.pipedFuelW(0.0, 1e6), 0.16e6);
        QVERIFY(std::abs(set.pipedFuelW(0.25e6, 1e6) - 0.58e6) < 1e-6);
    }

    // A curve from 0 on: at 1 % of load it asks for 0.02 MW, but to stay hot takes 0.16 MW; at 10 %,
    // 0.2 MW are more than that.
    void itIsNeverLessThanItTakesToStayHot() {
        GeneratingSet set;
        set.efficiencyPct = Curve({0.0, 100.0}, {50.0, 50.0});
        set.idleFuelShare = 0.08;
        QCOMPARE(set.pipedFuelW(0.0, 1e6), 0.16e6);
        QCOMPARE(set.pipedFuelW(0.01e6, 1e6), 0.16e6);
        QCOMPARE(set.pipedFuelW(0.1e6, 1e6), 0.2e6);
    }

    // The longest life at the fastest ageing that a part may state leaves a fifth of 50 %: no
    // division by zero hides in the ranges.
    void theOldestCellStillGivesPower() {
        FuelCellSpec cell;
        cell.ratedPowerW = 1e6;
        cell.efficiencyPct = Curve({50.0, 100.0}, {50.0, 50.0});
        for (const Attribute& a : FuelCellSpec::type().attributes) {
            if (a.key == "degradation_pct_per_kh") {
                cell.degradationPerS = a.maximum * a.unit.toSi;
            } else if (a.key == "stack_age_h") {
                cell.stackAgeS = a.maximum * a.unit.toSi;
            }
        }
        QVERIFY(cell.degradationPerS > 0.0 && cell.stackAgeS > 0.0);
        QVERIFY(std::abs(1e6 / cell.generatingSet().pipedFuelW(1e6, 1e6) - 0.1) < 1e-12);
    }

    // 10 % of 1 MW in a minute: after 30 s 50 kW nearer, up and down; then it stays where it is wanted,
    // and never above its rating. What states no ramp is there at once.
    void powerFollowsAtTheRamp() {
        GeneratingSet set;
        set.rampPerS = 0.1 / 60.0;
        QVERIFY(std::abs(set.followW(0.2e6, 0.9e6, 1e6, 30.0) - 0.25e6) < 1e-6);
        QVERIFY(std::abs(set.followW(0.2e6, 0.0, 1e6, 30.0) - 0.15e6) < 1e-6);
        QCOMPARE(set.followW(0.2e6, 0.21e6, 1e6, 30.0), 0.21e6);
        QCOMPARE(set.followW(1e6, 2e6, 1e6, 30.0), 1e6);
        QCOMPARE(set.followW(1e6, 1e6, 0.5e6, 30.0), 0.5e6);
        QCOMPARE(GeneratingSet{}.followW(0.0, 0.9e6, 1e6, 30.0), 0.9e6);
        QCOMPARE(GeneratingSet{}.followW(0.0, 0.9e6, 0.0, 30.0), 0.0);
    }

    void whatHasATankBurnsNothingFromAPipe() {
        GeneratingSet set;
        set.fuelM3PerJ = 7e-11;
        QCOMPARE(set.pipedFuelW(1e6, 1e6), 0.0);
    }

    // Data sheets of server-scale solid oxide systems, as remembered, state efficiency (lower heating
    // value, net) and CO2 as ranges whose ends belong together; by the law it is 56.1 kg/GJ / eta,
    // 0.4536 kg/lb. It tests carbon over efficiency, not the curve.
    void carbonIsThatOfDataSheets_data() {
        QTest::addColumn<double>("efficiencyPct");
        QTest::addColumn<double>("poundsPerMwh");
        QTest::newRow("ES5, new") << 65.0 << 679.0;
        QTest::newRow("ES5, end of life") << 53.0 << 833.0;
        QTest::newRow("ES-5700, new") << 60.0 << 735.0;
        QTest::newRow("ES-5700, end of life") << 52.0 << 849.0;
    }

    void carbonIsThatOfDataSheets() {
        QFETCH(double, efficiencyPct);
        QFETCH(double, poundsPerMwh);
        FuelCellSpec cell;
        cell.ratedPowerW = 250e3;
        cell.efficiencyPct = Curve({50.0, 100.0}, {efficiencyPct, efficiencyPct});
        cell.fuelCarbonKgPerJ = 56.1e-9;
        cell.fuelUsdPerJ = 0.0;
        const GeneratingSet set = cell.generatingSet();
        const double kgPerMwh = set.pipedFuelW(250e3, 250e3) / 250e3 * 3.6e9 *
                                set.pipedCarbonKgPerJ;
        // Their gas has 1 % less carbon than the default of the IPCC.
        QVERIFY2(std::abs(kgPerMwh / 0.453592 / poundsPerMwh - 1.0) < 0.015,
                 qPrintable(QString::number(kgPerMwh / 0.453592)));
    }

    // 60 % when new, 0.3 % of it lost in 1,000 h: 56.4 % after 20,000 h.
    void efficiencyAges() {
        FuelCellSpec cell;
        cell.ratedPowerW = 1e6;
        cell.efficiencyPct = Curve({50.0, 100.0}, {60.0, 60.0});
        cell.degradationPerS = 0.003 / 3.6e6;
        cell.stackAgeS = 20000.0 * 3600.0;
        const GeneratingSet set = cell.generatingSet();
        QVERIFY(std::abs(1e6 / set.pipedFuelW(1e6, 1e6) - 0.564) < 1e-12);
        QVERIFY(set.parallel);
    }
};

HEADROOM_TEST(TestGeneratingSet)
}  // namespace tst_generating_set

#include "tst_generating_set.moc"
