// SPDX-License-Identifier: Apache-2.0
#include "models/power/psu.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_psu {

using namespace headroom::models;

namespace {

// 80 PLUS Titanium at 230 V: 90, 94, 96, 91 % at 10, 20, 50, 100 % of the rated output.
PsuSpec titanium() {
    PsuSpec spec;
    spec.ratedPowerW = 3000.0;
    spec.efficiencyPct = Curve({10.0, 20.0, 50.0, 100.0}, {90.0, 94.0, 96.0, 91.0});
    return spec;
}

}  // namespace

class TestPsu : public QObject {
    Q_OBJECT

  private slots:

    // Frontier's published laws by hand: a node of 1,665.26 W through its converter,
    // (1665.26 + 13) / 0.98 = 1,712.51 W; 7,100 W on one rectifier, (7100 + 17) / 0.96 = 7,413.54 W.
    // Two converters lose their standing loss twice.
    void affineLaw() {
        PsuSpec spec;
        spec.ratedPowerW = 3400.0;
        spec.standingW = 13.0;
        spec.slopeEfficiency = 0.98;
        QVERIFY(std::abs(psuInputW(spec, 1665.26, 1) - 1712.5102) < 1e-3);
        QVERIFY(std::abs(psuInputW(spec, 1665.26, 2) - 1725.7755) < 1e-3);
        spec.standingW = 17.0;
        spec.slopeEfficiency = 0.96;
        QVERIFY(std::abs(psuInputW(spec, 7100.0, 1) - 7413.5417) < 1e-3);
    }

    // Ten rectifiers of 3 kW staged at 50 %: 1.5 kW each. 4 kW need three, 0 W one, 40 kW all ten.
    // Fewer at a better point lose less: 4 kW on three (44 %) against ten (13 %).
    void rectifierStaging() {
        const PsuSpec spec = titanium();
        QCOMPARE(stagedRectifiers(spec, 4000.0, 10, 0.5), 3);
        QCOMPARE(stagedRectifiers(spec, 0.0, 10, 0.5), 1);
        QCOMPARE(stagedRectifiers(spec, 40000.0, 10, 0.5), 10);
        QVERIFY(psuInputW(spec, 4000.0, 3) < psuInputW(spec, 4000.0, 10));
    }

    void certifiedPoints_data() {
        QTest::addColumn<double>("outputW");
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("efficiency");
        QTest::newRow("10 %") << 300.0 << 1 << 0.90;
        QTest::newRow("20 %") << 600.0 << 1 << 0.94;
        QTest::newRow("50 %") << 1500.0 << 1 << 0.96;
        QTest::newRow("100 %") << 3000.0 << 1 << 0.91;
        // Four supplies share 6 kW: each carries 1.5 kW, half of its rating.
        QTest::newRow("shared by four") << 6000.0 << 4 << 0.96;
        QTest::newRow("above the last point its efficiency holds") << 4500.0 << 1 << 0.91;
    }

    void certifiedPoints() {
        QFETCH(double, outputW);
        QFETCH(int, count);
        QFETCH(double, efficiency);
        QCOMPARE(psuInputW(titanium(), outputW, count), outputW / efficiency);
    }

    // Monotone between points: never above the best certified efficiency, never below the worst,
    // and the input power rises with the output.
    void staysBetweenPoints() {
        double last = 0.0;
        for (double out = 300.0; out <= 3000.0; out += 10.0) {
            const double in = psuInputW(titanium(), out, 1);
            QVERIFY(out / in <= 0.96 + 1e-12 && out / in >= 0.90 - 1e-12);
            QVERIFY(in > last);
            last = in;
        }
    }

    // Below the first point the loss follows the line through the first two: 100 (1 / 0.9 - 1) x 10 % = 1.111 % of
    // the rating at 10 % and 1.277 % at 20 %, so 1.028 % at 5 %: 150 W of 3 kW take 180.8 W, 83 %, not 90 %.
    void losesAtLittleLoad() {
        const PsuSpec spec = titanium();
        const double lost10 = 0.1 * (1.0 / 0.90 - 1.0), lost20 = 0.2 * (1.0 / 0.94 - 1.0);
        const double lost5 = lost10 - 0.5 * (lost20 - lost10);
        const double rated = spec.ratedPowerW;
        QVERIFY(std::abs(psuInputW(spec, 0.05 * rated, 1) - (0.05 + lost5) * rated) < 1e-6);
        QVERIFY(std::abs(psuInputW(spec, 0.0999999 * rated, 1) / psuInputW(spec, 0.1 * rated, 1) -
                         1.0) < 1e-5);
    }

    void nothingInNothingOut() {
        QCOMPARE(psuInputW(titanium(), 0.0, 2), 0.0);
        QCOMPARE(psuInputW(titanium(), 1000.0, 0), 0.0);
    }
};

HEADROOM_TEST(TestPsu)
}  // namespace tst_psu

#include "tst_psu.moc"
