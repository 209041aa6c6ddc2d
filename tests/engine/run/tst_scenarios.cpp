// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_scenarios {

using namespace headroom::engine;
using namespace headroom::tests;

/// A day of each scenario against bands that an expert would set before seeing it. Sources of the
/// bands: published runs and surveys, restated in the scenarios' READMEs.
class TestScenarios : public QObject {
    Q_OBJECT

  private slots:

    void dayIsPlausible_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("minItMw");  // mean over the day
        QTest::addColumn<double>("maxItMw");
        QTest::addColumn<double>("minPue");
        QTest::addColumn<double>("maxPue");
        // 1,024 H100 at 0.3 to 1.05 kW each with host and fabric.
        QTest::newRow("tour") << "tour-small-hall" << 0.35 << 1.1 << 1.05 << 1.5;
        // Between idle (30 % of 24 MW) and flat out (28 MW).
        QTest::newRow("meta") << "meta-24k" << 8.0 << 28.0 << 1.05 << 1.30;
        // All 12,288 H100 in training, 0.8 to 1.1 kW each with host and fabric.
        QTest::newRow("swings") << "training-swings" << 9.8 << 13.6 << 1.05 << 1.30;
        // 1,536 H100 at 0.8 to 1.1 kW, less what the drills cost; water-cooled in a hot climate.
        // The same plant and jobs, less half an hour of it.
        QTest::newRow("cascade") << "cascading-cooling" << 1.0 << 1.62 << 1.10 << 1.35;
        QTest::newRow("chillers") << "chiller-trip" << 1.0 << 1.62 << 1.10 << 1.35;
        // 2,048 H100 in training; July, half of it with compressors.
        QTest::newRow("warm") << "warm-water-vs-chilled" << 1.5 << 2.1 << 1.05 << 1.25;
        // 1,024 H200 on cold plates in training, 0.65 to 1 kW each; water of 32 °C in July.
        QTest::newRow("trade-off") << "cooling-trade-off" << 0.65 << 1.02 << 1.05 << 1.20;
        // 1,536 H200 in training, less the outage.
        QTest::newRow("immersion") << "immersion-hall" << 1.2 << 1.6 << 1.05 << 1.20;
        // All 1,024 H100 of the tour in training, 0.8 to 1.1 kW each.
        QTest::newRow("oversubscription")
            << "oversubscription-study" << 0.75 << 1.15 << 1.05 << 1.5;
        // 896 of them, less what the drills cost; the rest idle.
        QTest::newRow("flaps") << "link-flap-storm" << 0.7 << 1.1 << 1.05 << 1.5;
        // 1,024 H100, nearly all in use, a third of them by fixed jobs at half activity.
        QTest::newRow("cloud burst") << "cloud-burst" << 0.7 << 1.0 << 1.05 << 1.30;
        // The same hall; in January, and with fewer jobs.
        QTest::newRow("on premises") << "onprem-vs-cloud" << 0.7 << 1.0 << 1.05 << 1.30;
        // 12,288 H100 as in training-swings.
        QTest::newRow("two sites") << "two-site-training" << 9.0 << 13.6 << 1.05 << 1.30;
        // Between idle and flat out (160 MW).
        QTest::newRow("100k") << "hyperscale-100k" << 45.0 << 160.0 << 1.05 << 1.20;
    }

    void dayIsPlausible() {
        QFETCH(QString, name);
        QFETCH(double, minItMw);
        QFETCH(double, maxItMw);
        QFETCH(double, minPue);
        QFETCH(double, maxPue);
        const Project project = scenario(name.toStdString());
        auto s = simulator(project);
        while (s->timeS() < 86400.0) {
            s->step();
        }
        const RunSummary r = s->summary();
        const double itMw = r.sums[Sum::ItJ] / r.sums[Sum::TimeS] / 1e6;
        QVERIFY2(itMw > minItMw && itMw < maxItMw, qPrintable(QString::number(itMw)));
        const double pue = r.value("pue");
        QVERIFY2(pue > minPue && pue < maxPue, qPrintable(QString::number(pue)));
        QVERIFY(r.sums[Sum::WorstImbalance] < 1e-9);
        // Under the throttle limit; where drills take the coolant away, as hot as chips allow: an H100
        // shuts down at 95 °C, the sub-step that notices it is at most a kelvin late.
        const double limitC = project.objectsOf("drill").empty() ? 87.0 : 96.1;
        QVERIFY2(r.sums[Sum::HottestChipC] > 45.0 && r.sums[Sum::HottestChipC] < limitC,
                 qPrintable(QString::number(r.sums[Sum::HottestChipC])));
        QVERIFY(r.value("utilization") > 0.3 && r.value("utilization") <= 1.0);
        QVERIFY(r.value("goodput") > 0.6 && r.value("goodput") <= 1.0);
        QCOMPARE(r.sums[Sum::JobsFailed], 0.0);
        // Conversion from utility to chip: 4 to 11 % of IT energy.
        double lossJ = 0.0;
        for (const auto& [part, loss] : r.lossJ) {
            lossJ += loss;
        }
        const double share = lossJ / r.sums[Sum::ItJ];
        QVERIFY2(share > 0.04 && share < 0.12, qPrintable(QString::number(share)));
    }
};

HEADROOM_TEST(TestScenarios)
}  // namespace tst_scenarios

#include "tst_scenarios.moc"
