// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/field.h"
#include "engine/air/field/library.h"
#include "engine/air/field/study.h"
#include "tests/engine/air/floor.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

namespace tst_air_states {

using namespace headroom::engine;
using namespace headroom::tests;
namespace models = headroom::models;

namespace {

constexpr double kCellM = 0.6;

// Two rows of six racks back to back over a hot aisle 1.8 m wide, in whole cells of 0.6 m.
Floor twoRows() {
    Floor f(2, 6, 9.6, 10.2, 4.2);
    f.handler(0, 3.9);
    f.handler(1, 3.9);
    return f;
}

HallAirLoad loadOf(const Floor& f) {
    HallAirLoad load;
    load.flowM3PerS = f.flow;
    load.heatW.assign(f.flow.size(), 12000.0);
    load.supplyM3PerS = 12.0;
    load.supplyC = 20.0;
    return load;
}

Floor contained() {
    Floor f = twoRows();
    f.spec.containment = models::Containment::HotAisle;
    f.spec.containmentLeakage = 0.0;
    return f;
}

AirField solved(const Floor& f, const HallAirPlan& plan, const HallAirLoad& load) {
    AirFieldOptions options;
    options.cellM = kCellM;
    auto field = solveAirField(f.layout, 0, plan, load, options);
    if (!field) {
        qFatal("%s", field.error().text().c_str());
    }
    return *field;
}

}  // namespace

/// States of a hall that its field tells apart.
class TestAirStates : public QObject {
    Q_OBJECT

  private slots:

    // The doors at both ends of the hot aisle: 3 cells of 0.6 m wide, 4 layers whose centres (0.3, 0.9, 1.5, 2.1 m) are below
    // the racks' 2.2 m. So 2 x 3 x 4 = 24 faces are open that leaked before.
    void openDoors() {
        const Floor f = contained();
        HallAirLoad load = loadOf(f);
        const AirGrid closed = airGrid(f.layout, 0, f.plan(), load, kCellM);
        load.doorsOpen = true;
        const AirGrid open = airGrid(f.layout, 0, f.plan(), load, kCellM);
        QCOMPARE(closed.leaks.size(), open.leaks.size() + 24);
        const auto conducting = [](const AirGrid& grid) {
            return std::count_if(grid.faces.east.begin(), grid.faces.east.end(),
                                 [](float c) { return c > 0.0F; });
        };
        QCOMPARE(conducting(open), conducting(closed) + 24);
        // A hall without containment has no doors.
        const Floor plain = twoRows();
        QCOMPARE(airGrid(plain.layout, 0, plain.plan(), load, kCellM).leaks.size(), std::size_t{0});
    }

    // The strip of 1.2 m before each row has two tiles in depth. The first rack of the southern row loses the nearer one, at
    // x = 3.0 to 3.6 m, y = 2.4 to 3.0 m: cell (5, 4, 0). The others share the air.
    void solidTile() {
        Floor f = twoRows();
        f.spec.airSupply = models::AirSupply::RaisedFloor;
        HallAirLoad load = loadOf(f);
        const AirGrid before = airGrid(f.layout, 0, f.plan(), load, kCellM);
        load.solidTiles = {0};
        const AirGrid after = airGrid(f.layout, 0, f.plan(), load, kCellM);
        QCOMPARE(after.supplies.size() + 1, before.supplies.size());
        const auto blows = [](const AirGrid& grid) {
            const std::size_t tile = grid.cells.index(5, 4, 0);
            return std::any_of(grid.supplies.begin(), grid.supplies.end(),
                               [&](const AirPort& p) { return p.cell == tile; });
        };
        QVERIFY(blows(before) && !blows(after));
        // The air is that of before.
        QCOMPARE(solved(f, f.plan(), load).supplyM3PerS, 12.0);
    }

    // A fifth of the servers' air comes from behind. Tight chimneys: the front has air of 20 C. With R = 12 kW / (1 m3/s rho cp)
    // the servers breathe T = 0.8 x 20 + 0.2 (T + R), so T = 20 + R / 4, and blow out T + R. Hot air at the inlet: 20 %.
    void gapsWithoutBlankingPanels() {
        const Floor f = contained();
        HallAirLoad load = loadOf(f);
        load.gapShare = 0.2;
        const HallAirPlan plan = f.plan();
        const AirField field = solved(f, plan, load);
        const double riseK = 12000.0 / plan.air.jPerM3K;
        QCOMPARE(field.racks.size(), std::size_t{12});
        for (const RackAirResult& r : field.racks) {
            QVERIFY2(std::abs(r.inletC - 20.0 - riseK / 4.0) < 0.02,
                     qPrintable(QString::number(r.inletC)));
            QVERIFY(std::abs(r.topInletC - r.inletC) < 0.02 &&
                    std::abs(r.maxInletC - r.inletC) < 0.02);
            QVERIFY(std::abs(r.outletC - r.inletC - riseK) < 1e-6);
            QVERIFY(std::abs(r.hotFraction - 0.2) < 1e-3);
            QVERIFY(std::abs(r.flowM3PerS - 1.0) < 1e-9);
        }
        // Heat leaves as before.
        QVERIFY(std::abs(field.returnC - 20.0 - riseK) < 1e-6);
    }

    // On high ground the same volume carries less heat. At 80 % of the pressure racks warm their air by 1 / 0.8 of the rise at
    // sea level, and so does the return.
    void thinAir() {
        const Floor f = contained();
        const HallAirLoad load = loadOf(f);
        const HallAirPlan low = f.plan();
        const HallAirPlan high =
            hallAirPlan(f.layout, 0, f.spec, f.flow, 0.8 * models::kStandardPressurePa);
        const AirField below = solved(f, low, load), above = solved(f, high, load);
        const auto rise = [](const AirField& field) {
            return field.racks.front().outletC - field.racks.front().inletC;
        };
        QVERIFY(std::abs(rise(above) - rise(below) / 0.8) < 1e-6);
        QVERIFY(std::abs((above.returnC - 20.0) - (below.returnC - 20.0) / 0.8) < 1e-6);
    }

    // The study takes the pressure of its site: Johannesburg (82,156 Pa) and Leesburg (99,900 Pa). Its key is another one.
    void theSiteSetsTheDensity() {
        Project high = scenario("tour-small-hall");
        set(high, "site", "climate", std::string("johannesburg"));
        const auto low = airStudy(scenario("tour-small-hall"), catalogue()),
                   thin = airStudy(high, catalogue());
        QVERIFY(low && thin);
        const AirStudyHall &a = low->halls.front(), &b = thin->halls.front();
        QVERIFY(std::abs(b.plan.air.jPerM3K / a.plan.air.jPerM3K - 82156.0 / 99900.0) < 0.002);
        // Servers turn their fans up: the volume grows, and the mass does not fall by as much as the density.
        QVERIFY(b.load.flowM3PerS.front() >= a.load.flowM3PerS.front());
        QVERIFY(airKey(*low, a) != airKey(*thin, b));
    }

    // Each state has a name of its own in the library. Doors and tiles that no hall has, and unknown racks, are errors.
    void statesOfAProject() {
        Project project = scenario("tour-small-hall");
        const auto codeOf = [&](const AirStudyOptions& options) {
            const auto study = airStudy(project, catalogue(), options);
            return study ? std::string() : study.error().front().code;
        };
        AirStudyOptions doors, tiles, unknown, gaps;
        doors.openDoors = true;
        unknown.solidTiles = {"air R99-99"};
        gaps.gapShare = 0.1;
        const auto usual = airStudy(project, catalogue());
        QVERIFY(usual.has_value());
        tiles.solidTiles = {"air " + usual->layout.racks.front().name()};
        QCOMPARE(codeOf(doors), std::string("AIR-013"));
        QCOMPARE(codeOf(tiles), std::string("AIR-013"));
        QCOMPARE(codeOf(unknown), std::string("AIR-010"));
        set(project, "hall", "containment", std::string("hot_aisle"));
        set(project, "hall", "air_supply", std::string("raised_floor"));
        std::set<std::string> keys;
        for (const AirStudyOptions& options : {AirStudyOptions{}, doors, tiles, gaps}) {
            const auto study = airStudy(project, catalogue(), options);
            QVERIFY(study.has_value());
            keys.insert(airKey(*study, study->halls.front()));
        }
        QCOMPARE(keys.size(), std::size_t{4});
    }

    // A state that names its hall changes no other. Handler 9 exists in no hall of five: the error comes only where it is meant.
    void stateOfOneHall() {
        Project project = scenario("tour-small-hall");
        set(project, "hall", "containment", std::string("hot_aisle"));
        AirStudyOptions state;
        state.openDoors = true;
        state.offHandlers = {1};
        state.hall = "hall";
        const auto own = airStudy(project, catalogue(), state);
        QVERIFY(own.has_value());
        QCOMPARE(own->halls.front().load.offHandlers, std::vector<int>{0});
        QVERIFY(own->halls.front().load.doorsOpen);
        state.hall = "another";
        QCOMPARE(airStudy(project, catalogue(), state).error().front().code,
                 std::string("AIR-013"));
        state.openDoors = false;
        state.offHandlers = {9};
        const auto other = airStudy(project, catalogue(), state);
        QVERIFY(other.has_value());
        QVERIFY(other->halls.front().load.offHandlers.empty());
        state.hall.clear();
        QCOMPARE(airStudy(project, catalogue(), state).error().front().code,
                 std::string("AIR-006"));
    }

    // A rear door takes heat before it reaches the hall: racks of 40 kW with water of 34 C. The outlet never falls below the
    // water, and the door takes something of an outlet that is hotter.
    void rearDoors() {
        Project project = scenario("tour-small-hall");
        set(project, "air", "rack", std::string("rear-door-h100-4"));
        set(project, "air", "cdu_group", std::string("cdus"));
        const auto study = airStudy(project, catalogue());
        if (!study) {
            QFAIL(study.error().front().text().c_str());
        }
        const AirStudyHall& hall = study->halls.front();
        const double flow = hall.load.flowM3PerS.front(), heatW = hall.load.heatW.front();
        const double outC = 24.0 + heatW / (flow * hall.plan.air.jPerM3K);
        QVERIFY2(outC > 34.0 - 1e-9, qPrintable(QString::number(outC)));
        const double bareC = 24.0 + 33.4e3 / (flow * hall.plan.air.jPerM3K);
        QVERIFY2(outC < bareC - 1.0, qPrintable(QString("%1 %2").arg(outC).arg(bareC)));
    }
};

HEADROOM_TEST(TestAirStates)
}  // namespace tst_air_states

#include "tst_air_states.moc"
