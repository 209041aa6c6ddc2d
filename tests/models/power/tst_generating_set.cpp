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

    void whatHasATankBurnsNothingFromAPipe() {
        GeneratingSet set;
        set.fuelM3PerJ = 7e-11;
        QCOMPARE(set.pipedFuelW(1e6, 1e6), 0.0);
    }

    // Data sheets of server-scale solid oxide systems state efficiency (lower heating value, net) and
    // CO2 as ranges whose ends belong together; by the law it is 56.1 kg/GJ / eta. 0.4536 kg/lb.
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
