// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/twin_design.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <string>
#include <vector>

namespace tst_twin_design {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

TwinDesign design(std::vector<TwinIntervention> interventions = {}) {
    return {scenario("frontier-day"), catalogue(), std::move(interventions), "map.json"};
}

/// Set-points of the loop, by time of the run: 20 °C, and 22 °C from 10 min on.
std::vector<MeasuredSetting> setPoints() {
    std::vector<MeasuredSetting> settings;
    for (const auto& [atS, si] : {std::pair{0.0, 20.0}, {600.0, 22.0}}) {
        settings.push_back({atS, "htw.supply_setpoint_c", si});
    }
    return settings;
}

}  // namespace

class TestTwinDesign : public QObject {
    Q_OBJECT

  private slots:

    // Each set-point is taken over once, at its time.
    void settingsAreTakenOverInTime() {
        TwinDesign twin = design();
        const auto settings = setPoints();
        QVERIFY(!twin.applySettings(settings, 0.0).value().empty());
        QVERIFY(twin.applySettings(settings, 599.0).value().empty());
        QCOMPARE(twin.settledS(), 599.0);
        QVERIFY(!twin.applySettings(settings, 600.0).value().empty());
        QVERIFY(twin.applySettings(settings, 1200.0).value().empty());
        // Settings read anew: those after 300 s come next.
        twin.resumeSettings(settings, 300.0);
        QVERIFY(!twin.applySettings(settings, 1200.0).value().empty());
    }

    void settingsWithoutANumberAreErrors() {
        TwinDesign twin = design();
        for (const char* path : {"no-loop.supply_setpoint_c", "htw.no_key"}) {
            const auto applied = twin.applySettings({{0.0, path, 20.0}}, 0.0);
            QVERIFY(!applied);
            QCOMPARE(applied.error().front().code, std::string("TEL-047"));
            QCOMPARE(applied.error().front().file, std::string("map.json"));
            twin = design();
        }
    }

    // Measured loads replace the load traces of the project. The calendar of the run begins at the given instant.
    void ownLoadsGiveWay() {
        TwinDesign twin = design();
        QCOMPARE(twin.setStart(1712448000.0), std::string("2024-04-07T00:00:00"));
        const auto plant = twin.compiled({});
        QVERIFY(plant.has_value());
        QVERIFY(plant->drills.empty());
        QCOMPARE(plant->startText, std::string("2024-04-07T00:00:00"));
        QCOMPARE(twin.changes(), 0);
        QVERIFY(twin.recompiled({}).has_value());
        QCOMPARE(twin.changes(), 1);
    }

    // Interventions come by time, whatever their order in the list.
    void interventionsComeByTime() {
        std::vector<TwinIntervention> list(2);
        list[0].atS = 20.0;
        list[1].atS = 10.0;
        TwinDesign twin = design(list);
        QCOMPARE(twin.upcoming()->atS, 10.0);
        twin.intervene();
        QCOMPARE(twin.upcoming()->atS, 20.0);
        twin.intervene();
        QVERIFY(twin.upcoming() == nullptr);
    }
};

HEADROOM_TEST(TestTwinDesign)
}  // namespace tst_twin_design

#include "tst_twin_design.moc"
