// SPDX-License-Identifier: Apache-2.0
#include "models/power/fuel_cell.h"
#include "models/power/generating_set.h"
#include "models/power/genset.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <vector>

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
        set.fuelM3PerJ = Curve({100.0}, {7e-11});
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
        const double kgPerMwh =
            set.pipedFuelW(250e3, 250e3) / 250e3 * 3.6e9 * set.pipedCarbonKgPerJ;
        // Their gas has 1 % less carbon than the default of the IPCC.
        QVERIFY2(std::abs(kgPerMwh / 0.453592 / poundsPerMwh - 1.0) < 0.015,
                 qPrintable(QString::number(kgPerMwh / 0.453592)));
    }

    // Two charts that we did not write: a dealers' chart of 2 MW (162.0, 273.3, 391.7, 537.1 L/h) and the
    // maker's sheet of a Cummins C2000D5 (122, 208, 300, 406 L/h on 1,650 kW). At the points of a chart
    // the law gives the chart. No load, by the line through its first two points: 2 x 162.0 - 273.3 =
    // 50.7 of 537.1 L/h, 9.4 %; 2 x 122 - 208 = 36 of 406 L/h, 8.9 %.
    void fuelIsThatOfMakersCharts_data() {
        QTest::addColumn<double>("ratedKw");
        QTest::addColumn<QVector<double>>("litresPerHour");
        QTest::addColumn<double>("idlePct");
        QTest::newRow("2 MW") << 2000.0 << QVector<double>{162.0, 273.3, 391.7, 537.1} << 9.4;
        QTest::newRow("C2000D5") << 1650.0 << QVector<double>{122.0, 208.0, 300.0, 406.0} << 8.9;
    }

    void fuelIsThatOfMakersCharts() {
        QFETCH(double, ratedKw);
        QFETCH(QVector<double>, litresPerHour);
        QFETCH(double, idlePct);
        GensetSpec spec;
        spec.ratedPowerW = ratedKw * 1e3;
        std::vector<double> load, litresPerKwh;
        for (int i = 0; i < 4; ++i) {
            load.push_back(25.0 * (i + 1));
            litresPerKwh.push_back(litresPerHour[i] / (ratedKw * load.back() / 100.0));
        }
        spec.fuelLPerKwh = Curve(load, litresPerKwh);
        const GeneratingSet set = spec.generatingSet();
        const auto litres = [&](double x) {
            return set.tankFuelM3PerS(x * spec.ratedPowerW, spec.ratedPowerW) * 3.6e6;
        };
        for (int i = 0; i < 4; ++i) {
            QVERIFY(std::abs(litres(0.25 * (i + 1)) / litresPerHour[i] - 1.0) < 1e-12);
        }
        QVERIFY2(std::abs(100.0 * litres(0.0) / litresPerHour[3] - idlePct) < 0.05,
                 qPrintable(QString::number(litres(0.0))));
        // Half way between no load and quarter load: half way in fuel (Willans).
        QVERIFY(std::abs(litres(0.125) - 0.5 * (litres(0.0) + litres(0.25))) < 1e-9);
        // Two of them with half of the load each burn twice as much as one.
        QVERIFY(std::abs(set.tankFuelM3PerS(spec.ratedPowerW, 2.0 * spec.ratedPowerW) * 3.6e6 /
                             (2.0 * litres(0.5)) -
                         1.0) < 1e-12);
    }

    // Full load alone is stated, 0.25 L/kWh: 9 % of the 250 L/h of 1 MW at no load, and evenly up: a
    // quarter burns 22.5 + 0.25 x 227.5 = 79.375 L/h, 27 % more for each kWh than full load. A tank of
    // 10,000 L of two such sets lasts 2 x 10,000 / 158.75 = 125.98 h at a quarter of both.
    void fullLoadAloneIsAWillansLine() {
        GensetSpec spec;
        spec.ratedPowerW = 1e6;
        spec.fuelM3PerJ = 0.25 * unit::litrePerKilowattHour.toSi;
        spec.tankM3 = 10.0;
        const GeneratingSet set = spec.generatingSet();
        QVERIFY(std::abs(set.tankFuelM3PerS(1e6, 1e6) * 3.6e6 - 250.0) < 1e-9);
        QVERIFY(std::abs(set.tankFuelM3PerS(0.25e6, 1e6) * 3.6e6 - 79.375) < 1e-9);
        QVERIFY(std::abs(set.tankLastsS(0.5e6, 2) / 3600.0 - 20000.0 / 158.75) < 1e-6);
        QVERIFY(std::isinf(GeneratingSet{}.tankLastsS(0.5e6, 2)));
        spec.idleFuelShare = 0.0;
        QVERIFY(std::abs(spec.generatingSet().tankFuelM3PerS(0.25e6, 1e6) * 3.6e6 - 62.5) < 1e-9);
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
