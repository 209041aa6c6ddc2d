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
    // is what a minute of pressure decay may cost.
    void smallHole() {
        const LeakRule rule{.areaM2 = 1e-6, .detectionS = 1e9};
        const LeakState s = stepLeak(rule, vessel(), {}, 998.0, 60.0);
        QVERIFY(std::abs(s.lostM3 - 60.0 * 1.2212e-5) < 0.01 * 60.0 * 1.2212e-5);
    }

    // 1 cm2: 1.2 L/s at first: the vessel is empty after about 80 s, whatever the step, and never
    // gives more than it has.
    void emptiesTheVessel() {
        const LeakRule rule{.areaM2 = 1e-4, .detectionS = 1e9};
        QVERIFY(std::abs(stepLeak(rule, vessel(), {}, 998.0, 3600.0).lostM3 - 0.08) < 1e-9);
        LeakState s;
        double last = 0.0;
        for (int i = 0; i < 200; ++i) {
            s = stepLeak(rule, vessel(), s, 998.0, 1.0);
            QVERIFY(s.lostM3 >= last && s.lostM3 <= 0.08 + 1e-12);
            last = s.lostM3;
        }
        QVERIFY(std::abs(s.lostM3 - 0.08) < 1e-9);
    }

    // Detected after 5 s and closed 5 s later: ten seconds of outflow and what stands between the
    // valves, in one step of an hour as in steps of a second within 5 %.
    void isolation() {
        const LeakRule rule{.areaM2 = 1e-4, .detectionS = 5.0, .closingS = 5.0, .trapM3 = 0.002};
        const LeakState hour = stepLeak(rule, vessel(), {}, 998.0, 3600.0);
        QVERIFY(hour.isolated);
        LeakState s;
        for (int i = 0; i < 60; ++i) {
            s = stepLeak(rule, vessel(), s, 998.0, 1.0);
            QCOMPARE(s.isolated, i >= 9);
        }
        QVERIFY(std::abs(s.lostM3 - hour.lostM3) < 0.05 * s.lostM3);
        QVERIFY(s.lostM3 > 0.01 && s.lostM3 < 0.0145);
        QCOMPARE(stepLeak(rule, vessel(), s, 998.0, 100.0).lostM3, s.lostM3);
    }
};

HEADROOM_TEST(TestLeak)
}  // namespace tst_leak

#include "tst_leak.moc"
