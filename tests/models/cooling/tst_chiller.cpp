// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/chiller.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_chiller {

using namespace headroom::models;

namespace {

// Curves that can be read by eye: capacity 1 + 0.02 (Te - 7) - 0.01 (Tc - 30), EIR at temperature
// 1 - 0.01 (Te - 7) + 0.02 (Tc - 30), EIR at load 0.2 + 0.3 x + 0.5 x^2; all 1 at 7 and 30 C.
ChillerSpec machine() {
    ChillerSpec spec;
    spec.ratedHeatW = 1.0e6;
    spec.ratedCop = 5.0;
    spec.minUnloading = 0.2;
    spec.evaporatorOutC = 7.0;
    spec.condenserInC = 30.0;
    spec.capacityByT = {1.16, 0.02, 0.0, -0.01, 0.0, 0.0};
    spec.eirByT = {0.47, -0.01, 0.0, 0.02, 0.0, 0.0};
    spec.eirByLoad = {0.2, 0.3, 0.5};
    return spec;
}

bool near(double got, double expected) {
    if (std::abs(got - expected) <= 1e-9 * std::max(1.0, std::abs(expected))) {
        return true;
    }
    qWarning("got %.12g, expected %.12g", got, expected);
    return false;
}

}  // namespace

class TestChiller : public QObject {
    Q_OBJECT

  private slots:

    // At reference conditions and full load: the reference COP.
    void reference() {
        const ChillerState s = chillerState(machine(), 1.0e6, 7.0, 30.0);
        QVERIFY(near(s.capacityW, 1.0e6));
        QVERIFY(near(s.powerW, 2.0e5));
    }

    // Between 7 and 30 C: 280.15 K / 23 K = 12.1804. Nothing has to be lifted from 20 to 15 C.
    void secondLaw() {
        QVERIFY(near(carnotCop(7.0, 30.0), 280.15 / 23.0));
        QVERIFY(std::isinf(carnotCop(20.0, 15.0)));
    }

    // Warmer chilled water and colder condenser fluid: more capacity for less power.
    void temperatures() {
        // cap = 1 + 0.02 * 5 - 0.01 * -10 = 1.2; eirT = 1 - 0.05 - 0.2 = 0.75
        const ChillerState s = chillerState(machine(), 1.2e6, 12.0, 20.0);
        QVERIFY(near(s.capFunT, 1.2));
        QVERIFY(near(s.eirFunT, 0.75));
        QVERIFY(near(s.capacityW, 1.2e6));
        // 1.2e6 / 5 * 0.75 * 1
        QVERIFY(near(s.powerW, 1.8e5));
    }

    void partLoad_data() {
        QTest::addColumn<double>("loadW");
        QTest::addColumn<double>("powerW");
        // 200 kW (0.2 + 0.15 + 0.125)
        QTest::newRow("half") << 5.0e5 << 95000.0;
        // 200 kW (0.2 + 0.06 + 0.02)
        QTest::newRow("lowest unloading") << 2.0e5 << 56000.0;
        // Half of the lowest unloading: on for half of the time.
        QTest::newRow("cycling") << 1.0e5 << 28000.0;
        QTest::newRow("off") << 0.0 << 0.0;
        QTest::newRow("more than it can") << 2.0e6 << 200000.0;
        QTest::newRow("negative load") << -1.0 << 0.0;
    }

    void partLoad() {
        QFETCH(double, loadW);
        QFETCH(double, powerW);
        QVERIFY(near(chillerState(machine(), loadW, 7.0, 30.0).powerW, powerW));
    }

    // Unloading minimum 0.2, least part load 0.1. At 15 %: it runs at 20 % (56 kW) all the time,
    // and hot gas makes up 50 kW. At 5 %: it runs half of the time, false-loaded by 100 kW while it
    // does.
    void falseLoad() {
        ChillerSpec spec = machine();
        spec.minPartLoad = 0.1;
        const ChillerState loaded = chillerState(spec, 1.5e5, 7.0, 30.0);
        QVERIFY(near(loaded.powerW, 56000.0));
        QVERIFY(near(loaded.falseLoadW, 5.0e4));
        QVERIFY(near(loaded.runShare, 1.0));
        const ChillerState cycling = chillerState(spec, 0.5e5, 7.0, 30.0);
        QVERIFY(near(cycling.powerW, 28000.0));
        QVERIFY(near(cycling.runShare, 0.5));
        QVERIFY(near(cycling.falseLoadW, 0.5 * 1.0e5));
        QCOMPARE(chillerState(machine(), 1.0e5, 7.0, 30.0).falseLoadW, 0.0);
    }

    // C = 100 kW/K, capacity 1 MW: 10 K at most. From 15 C the set-point of 7 C is reached, from 20
    // C it leaves at 10 C; water at the set-point passes. The two branches meet at 17 C.
    void evaporator() {
        QCOMPARE(evaporatorLaw(1e6, 7.0, 15.0, 1e5).outC(15.0), 7.0);
        QCOMPARE(evaporatorLaw(1e6, 7.0, 20.0, 1e5).outC(20.0), 10.0);
        QCOMPARE(evaporatorLaw(1e6, 7.0, 6.0, 1e5).outC(6.0), 6.0);
        QCOMPARE(evaporatorLaw(1e6, 7.0, 17.0, 1e5).outC(17.0), 7.0);
        QCOMPARE(evaporatorLaw(0.0, 7.0, 17.0, 1e5).outC(17.0), 17.0);
        QCOMPARE(evaporatorLaw(1e6, 7.0, 17.0, 0.0).outC(17.0), 17.0);
    }

    // The cross term and the squares are at their places: a1 + a2 Te + a3 Te^2 + a4 Tc + a5 Tc^2
    // + a6 Te Tc with powers of ten that cannot hide one another; Te = 2, Tc = 3.
    void orderOfTerms() {
        ChillerSpec spec = machine();
        spec.capacityByT = {1.0, 1e2, 1e4, 1e6, 1e8, 1e10};
        const double expected = 1.0 + 2e2 + 4e4 + 3e6 + 9e8 + 6e10;
        QVERIFY(near(chillerState(spec, 1.0, 2.0, 3.0).capFunT, expected));
    }

    // Outside of the temperatures of its fit the capacity of a machine follows the lift, and its energy the lift at the
    // same share of Carnot. Fitted for 5 to 9 C of chilled and 20 to 30 C of condenser water; refrigerant 9 K
    // beyond the waters.
    //   18 and 26 C, a lift of 8 K: less than the 11 K of 9 and 20 C: cap 1 + 0.04 + 0.1 = 1.14. Energy from the
    //   edge 9 and 26 C: eirT 1 - 0.02 - 0.08 = 0.9.
    //   lift 8 K, but not less than 20 - 9 = 11 K: (11 + 9) / (17 + 9) x 282.15 / 291.15
    void beyondTheFit() {
        ChillerSpec spec = machine();
        spec.evaporatorLeastC = 5.0;
        spec.evaporatorMostC = 9.0;
        spec.condenserLeastC = 20.0;
        spec.condenserMostC = 30.0;
        const ChillerState s = chillerState(spec, 1.14e6, 18.0, 26.0);
        QVERIFY(near(s.capFunT, 1.14));
        QVERIFY(near(s.eirFunT, 0.9 * 20.0 / 26.0 * 282.15 / 291.15));
        QVERIFY(near(s.powerW, 1.14e6 / 5.0 * s.eirFunT));
        // Inside nothing is held.
        QVERIFY(near(chillerState(spec, 1.0e6, 7.0, 30.0).powerW, 2.0e5));
        // A hotter condenser costs: 30 C at 7 C gave a lift of 23 K, 40 C one of 33 K.
        QVERIFY(near(chillerState(spec, 1.0e6, 7.0, 40.0).eirFunT, 42.0 / 32.0));
        // Its capacity then is that of its own curve: 1 - 0.1. With water of 3 C it is that of 5 C at the same lift,
        // 27 K at a condenser of 30: 5 and 32 C, 1 - 0.04 - 0.02.
        QVERIFY(near(chillerState(spec, 1.0e6, 7.0, 40.0).capFunT, 0.9));
        QVERIFY(near(chillerState(spec, 1.0e6, 3.0, 30.0).capFunT, 0.94));
        // 18 C at 40 C is a lift of 22 K, as 9 C at 31 C: 1 + 0.04 - 0.01.
        QVERIFY(near(chillerState(spec, 1.0e6, 18.0, 40.0).capFunT, 1.03));
        QCOMPARE(fittedLiftK(spec), 25.0);
        QCOMPARE(beyondRangeK(18.0, 5.0, 9.0), 9.0);
        QCOMPARE(beyondRangeK(4.0, 5.0, 9.0), 1.0);
        QCOMPARE(beyondRangeK(7.0, 5.0, 9.0), 0.0);
        QCOMPARE(beyondRangeK(70.0, kNotStated, kNotStated), 0.0);
    }

    // A curve that rises with the condenser's temperature is level beyond the fit: 0.4 + 0.02 Tc is 1 at 30 C.
    void neverMoreByLift() {
        ChillerSpec spec = machine();
        spec.capacityByT = {0.4, 0.0, 0.0, 0.02, 0.0, 0.0};
        spec.evaporatorLeastC = 5.0;
        spec.evaporatorMostC = 9.0;
        spec.condenserLeastC = 20.0;
        spec.condenserMostC = 30.0;
        QVERIFY(near(chillerState(spec, 1.0e6, 7.0, 40.0).capFunT, 1.0));
    }

    // carrier-19xr-2391-vsd with condenser water of 31.8 C, fitted up to 23.89 C, by its own curve: 0.5835 x 2,391.3 kW =
    // 1,395 kW at 8 C and 0.825 x 2,391.3 = 1,973 kW at 12.22 C, the warmest of its fit. Held at the edge of the
    // fit they were 2,495 and 2,712 kW. Its fit spans 23.89 - 6.67 = 17.22 K of lift.
    void ownCurveBeyondTheFit() {
        const auto spec = headroom::tests::cataloguePart<ChillerSpec>("carrier-19xr-2391-vsd");
        QVERIFY(std::abs(chillerState(spec, spec.ratedHeatW, 8.0, 31.8).capacityW - 1.3952e6) <
                1e2);
        QVERIFY(std::abs(chillerState(spec, spec.ratedHeatW, 12.22, 31.8).capacityW - 1.9728e6) <
                1e2);
        QVERIFY(near(fittedLiftK(spec), 17.22));
    }

    // 1 MW at 6 K and 4 MJ/(m3 K): 41.67 L/s; the condenser of a COP of 5 has 1.2 MW: 50 L/s. Flow switches open below
    // 30 %: 12.5 L/s each. 25.1 L/s closes two of them, 12.4 none.
    void designFlows() {
        const ChillerSpec spec = machine();
        QVERIFY(near(evaporatorFlowM3PerS(spec, 4e6), 1e6 / 24e6));
        QVERIFY(near(condenserFlowM3PerS(spec, 4e6), 0.05));
        QCOMPARE(machinesWithFlow(0.0251, 1e6 / 24e6), 2);
        QCOMPARE(machinesWithFlow(0.0124, 1e6 / 24e6), 0);
        QCOMPARE(machinesWithFlow(-1.0, 1e6 / 24e6), 0);
        // 600 kW in 25 L/s rise by 6 K, in 50 L/s by 3 K: as if it entered 3 K warmer.
        QVERIFY(near(condenserPenaltyK(spec, 6e5, 0.025, 4e6), 3.0));
        QCOMPARE(condenserPenaltyK(spec, 6e5, 0.06, 4e6), 0.0);
    }

    // No machine of the catalogue passes Carnot, is stopped at a lift that it was fitted for, turns better with a
    // hotter condenser, or takes more heat at more lift beyond its fit, however warm the water that it is asked for
    // (the wizard asks for 18 C).
    void catalogue_data() {
        QTest::addColumn<QString>("id");
        for (const QJsonValue& part : headroom::tests::catalogueParts(ChillerSpec::type())) {
            QTest::newRow(qPrintable(part["id"].toString())) << part["id"].toString();
        }
    }

    void catalogue() {
        QFETCH(QString, id);
        const auto spec = headroom::tests::cataloguePart<ChillerSpec>(id.toUtf8().constData());
        for (double waterC = 4.0; waterC <= 26.0; waterC += 1.0) {
            double before = 0.0, capacityBeforeW = 1e12;
            for (double condenserC = waterC + 2.0; condenserC <= 45.0; condenserC += 1.0) {
                const ChillerState s = chillerState(spec, spec.ratedHeatW, waterC, condenserC);
                const double edgeC =
                    waterC + spec.condenserMostC - std::min(waterC, spec.evaporatorMostC);
                QVERIFY(condenserC <= edgeC + 1.0 || s.capacityW <= capacityBeforeW);
                capacityBeforeW = s.capacityW;
                if (condenserC - waterC > fittedLiftK(spec)) {
                    continue;
                }
                QVERIFY(s.capacityW > 0.25 * spec.ratedHeatW);
                const double heatW = std::min(spec.ratedHeatW, s.capacityW);
                QVERIFY(s.powerW > 0.0 && heatW / s.powerW < carnotCop(waterC, condenserC));
                QVERIFY(heatW / s.powerW < 18.0);
                // Beyond the fit by the lift alone, which counts from the least that was fitted.
                const bool beyond = condenserC > spec.condenserMostC + 1.0;
                const bool lifts =
                    condenserC - waterC > spec.condenserLeastC - spec.evaporatorMostC + 1.0;
                const double perHeat = s.powerW / heatW;
                QVERIFY(!beyond || (lifts ? perHeat > before : perHeat >= before));
                before = perHeat;
            }
        }
    }

    // Far outside its curves a machine has no capacity rather than a negative one.
    void neverNegative() {
        const ChillerState s = chillerState(machine(), 1.0e6, 7.0, 200.0);
        QCOMPARE(s.capacityW, 0.0);
        QCOMPARE(s.powerW, 0.0);
    }
};

HEADROOM_TEST(TestChiller)
}  // namespace tst_chiller

#include "tst_chiller.moc"
