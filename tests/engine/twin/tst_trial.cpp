// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/trial.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <atomic>
#include <cmath>

namespace tst_trial {

using namespace headroom::engine;
using namespace headroom::tests;

/// Faults in a building of our own.
class TestTrial : public QObject {
    Q_OBJECT

  private slots:

    // Sums of the table by hand: three faults of which two were found, four episodes of which one came before its fault,
    // one in a healthy span: precision 3 of 5, recall 2 of 3, 2 false alarms in half a week are 4 a week.
    void figures() {
        TrialResult result;
        result.weeksHealthy = 0.5;
        result.spans = {{TrialKind::None, "", 0.0, -1.0, 0, "", 1, {"x"}, 1},
                        {TrialKind::Fouling, "a", 100.0, 60.0, 1, "a", 1, {}, 0},
                        {TrialKind::Fouling, "b", 100.0, -1.0, 0, "", 1, {"y"}, 1},
                        {TrialKind::Valve, "c", 100.0, 90.0, 3, "d", 2, {}, 0}};
        QCOMPARE(result.precision(), 0.6);
        QVERIFY(std::abs(result.recall() - 2.0 / 3.0) < 1e-12);
        QCOMPARE(result.falseAlarmsAWeek(), 4.0);
        QCOMPARE(result.found(TrialKind::Fouling), 1);
        QCOMPARE(result.tried(TrialKind::Fouling), 2);
    }

    // Four hours of Frontier at 15 MW and 10 °C with a sensor bias and worn fans: both move a sensor by many times its
    // uncertainty (2 K next to 0.3 K; 25 % of power next to 1 %), so both are found; a healthy span under a steady load is silent.
    void obviousFaultsAreFound() {
        auto map = parseTelemetryMap(R"({"format": "headroom-telemetry/1", "sensors": [
            {"id": "heat", "column": "q", "drives": "liquid_heat", "of": "cdus", "unit": "W"},
            {"id": "wet", "column": "w", "drives": "wet_bulb", "unit": "degC"}]})",
                                     "map.json");
        QVERIFY(map.has_value());
        std::vector<TelemetrySeries> series(2);
        for (int i = 0; i <= 48; ++i) {
            series[0].timeS.push_back(300.0 * i);
            series[0].value.push_back(15e6);
            series[1].timeS.push_back(300.0 * i);
            series[1].value.push_back(10.0);
        }
        TrialSpec spec;
        spec.faults = 5;  // one of each kind that Frontier's plant has
        spec.healthy = 1;
        spec.untilS = 4.0 * 3600.0;
        spec.faultAfterS = 2.2 * 3600.0;
        spec.options.stepS = 60.0;
        spec.threads = 2;
        const std::atomic<bool> goOn = false;
        const auto result =
            runTrial(scenario("frontier-day"), catalogue(), *map, series, spec, {}, goOn);
        QVERIFY2(result.has_value(), result ? "" : text(result.error()).c_str());
        QCOMPARE(result->spans.size(), std::size_t{6});
        const std::string table = trialText(*result);
        QVERIFY2(result->found(TrialKind::SensorBias) == 1, table.c_str());
        QVERIFY2(result->found(TrialKind::FanWear) == 1, table.c_str());
        QVERIFY2(result->spans[0].alarms == 0, table.c_str());
    }
};

HEADROOM_TEST(TestTrial)
}  // namespace tst_trial

#include "tst_trial.moc"
