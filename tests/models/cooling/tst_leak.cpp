// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/leak.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_leak {

using namespace headroom::models;

namespace {

// 100 L of gas at 2 bar above the atmosphere, which can give 80 L.
ExpansionVessel vessel() {
    return {.gasM3 = 0.1, .gasPa = 2e5, .waterM3 = 0.08};
}

}  // namespace

class TestLeak : public QObject {
    Q_OBJECT

  private slots:

    // 1 cm2 at 40 psi (275.8 kPa) of water: 0.61 1e-4 sqrt(2 * 275.8e3 / 998) = 1.4341e-3 m3/s.
    void orifice() {
        QVERIFY(std::abs(leakM3PerS(1e-4, 275.8e3, 998.0) - 1.4341e-3) < 1e-6);
        QCOMPARE(leakM3PerS(1e-4, 0.0, 998.0), 0.0);
        QCOMPARE(leakM3PerS(1e-4, -5e4, 998.0), 0.0);
    }

    // Isothermal: 301.325 kPa * 0.1 / 0.15 = 200.883 kPa, 99.558 above the atmosphere after 50 L.
    void pressure() {
        QCOMPARE(vesselPressurePa(vessel(), 0.0), 2e5);
        QVERIFY(std::abs(vesselPressurePa(vessel(), 0.05) - (301325.0 / 1.5 - 101325.0)) < 1e-6);
        QCOMPARE(vesselPressurePa(vessel(), 0.08), 0.0);
        QVERIFY(vesselPressurePa(vessel(), -0.05) > 2e5);
        QVERIFY(std::isfinite(vesselPressurePa(vessel(), -10.0)));
    }

    // A small hole at first: 1 mm2 loses 0.61e-6 sqrt(2 * 2e5 / 998) = 1.2212e-5 m3/s; 1 % of that
    // is what a minute of pressure decay may cost. Bisection to 2^-50 of 84 L.
    void smallHole() {
        const double lost = lostAfterM3(1e-6, 0.0, vessel(), 0.0, 998.0, 60.0);
        QVERIFY(std::abs(lost - 60.0 * 1.2212e-5) < 0.01 * 60.0 * 1.2212e-5);
    }

    // 1 cm2: 1.2 L/s at first: the vessel has no pressure left at 80 L, regardless of the step, and
    // nothing flows after that.
    void emptiesTheVessel() {
        QVERIFY(std::abs(lostAfterM3(1e-4, 0.0, vessel(), 0.0, 998.0, 3600.0) - 0.08) < 1e-9);
        double lost = 0.0;
        for (int i = 0; i < 200; ++i) {
            const double next = lostAfterM3(1e-4, 0.0, vessel(), lost, 998.0, 1.0);
            QVERIFY(next >= lost && next <= 0.08 + 1e-12);
            lost = next;
        }
        QVERIFY(std::abs(lost - 0.08) < 1e-9);
    }

    // A hole at the foot of a riser continues to drain what is over it: up to 1.05 of 80 L.
    void lowHole() {
        QVERIFY(std::abs(lostAfterM3(1e-4, 5e4, vessel(), 0.0, 998.0, 3600.0) - 0.084) < 1e-9);
    }
};

HEADROOM_TEST(TestLeak)
}  // namespace tst_leak

#include "tst_leak.moc"
