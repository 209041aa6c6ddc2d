// SPDX-License-Identifier: Apache-2.0
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
};

HEADROOM_TEST(TestGeneratingSet)
}  // namespace tst_generating_set

#include "tst_generating_set.moc"
