// SPDX-License-Identifier: Apache-2.0
#include "engine/document/edit.h"
#include "engine/drawings/building.h"
#include "engine/drawings/drawing_units.h"
#include "engine/drawings/outlines.h"
#include "models/facility/hall.h"
#include "models/facility/structure.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <numbers>

namespace tst_building {

using namespace headroom;
using namespace headroom::engine;

namespace {

int layer(VectorDrawing& drawing, const char* name) {
    for (std::size_t i = 0; i < drawing.layers.size(); ++i) {
        if (drawing.layers[i].name == name) {
            return static_cast<int>(i);
        }
    }
    drawing.layers.push_back({name, false});
    return static_cast<int>(drawing.layers.size()) - 1;
}

void line(VectorDrawing& drawing, const char* on, std::vector<PlanPoint> points,
          bool isClosed = true) {
    DrawnLine one;
    one.layer = layer(drawing, on);
    one.isClosed = isClosed;
    one.points = std::move(points);
    for (const PlanPoint& p : one.points) {
        drawing.width = std::max(drawing.width, p.x);
        drawing.depth = std::max(drawing.depth, p.y);
    }
    drawing.lines.push_back(std::move(one));
}

/// A quarter circle around `hinge` from east to north.
void swing(VectorDrawing& drawing, const char* on, PlanPoint hinge, double radius) {
    line(drawing, on, {{hinge.x + radius, hinge.y}, {hinge.x, hinge.y + radius}}, false);
    DrawnLine& arc = drawing.lines.back();
    arc.isRound = true;
    arc.centre = hinge;
    arc.radius = radius;
    arc.angle = std::numbers::pi / 2.0;
}

/// 40 m by 36 m without its north-east corner of 16 m by 12 m; `unit`: units per metre.
VectorDrawing lShaped(double unit, int insUnits) {
    VectorDrawing drawing;
    drawing.insUnits = insUnits;
    const auto u = [unit](double x, double y) { return PlanPoint{x * unit, y * unit}; };
    line(drawing, "OUTLINE", {u(0, 0), u(40, 0), u(40, 24), u(24, 24), u(24, 36), u(0, 36)});
    line(drawing, "STÜTZEN", {u(7.8, 7.8), u(8.2, 7.8), u(8.2, 8.2), u(7.8, 8.2)});
    swing(drawing, "TUER", u(10, 0), 0.9 * unit);
    return drawing;
}

ImportDraft draftOf(const VectorDrawing& drawing) {
    BuildingRoles roles;
    roles.file = "plan.dxf";
    roles.stem = "plan";
    return buildingFrom(drawing, roles, Project{}, Catalogue{});
}

std::string codesOf(const ImportDraft& draft) {
    std::string codes;
    for (const ImportFault& fault : draft.faults) {
        codes += (codes.empty() ? "" : " ") + fault.code;
    }
    return codes;
}

template <class Spec>
Spec added(const ImportDraft& draft, const std::string& id) {
    for (const Edit& edit : draft.edits) {
        if (const auto* add = std::get_if<AddObject>(&edit);
            add != nullptr && add->object.id == id) {
            return specOf<Spec>(add->object);
        }
    }
    return {};
}

bool isNear(double a, double b) {
    return std::abs(a - b) < 0.002;
}

}  // namespace

/// Floor plans as buildings.
class TestBuilding : public QObject {
    Q_OBJECT

  private slots:

    // The bounding rectangle is 40 m by 36 m; the notch is its corner from (24, 24), 16 m by 12 m.
    void closesOffTheNotchOfAnL() {
        const ImportDraft draft = draftOf(lShaped(1000.0, 4));
        QCOMPARE(codesOf(draft), std::string());
        const auto hall = added<models::HallSpec>(draft, "plan");
        QVERIFY(isNear(hall.widthM, 40.0) && isNear(hall.depthM, 36.0));
        const auto notch = added<models::StructureSpec>(draft, "plan-outside-1");
        QVERIFY(notch.kind == models::StructureKind::Room);
        QVERIFY(isNear(notch.xM, 24.0) && isNear(notch.yM, 24.0));
        QVERIFY(isNear(notch.widthM, 16.0) && isNear(notch.depthM, 12.0));
    }

    // A column of 400 mm, and a door from its hinge at x = 10 m to 10.9 m in the south wall, 0.2 m into the hall.
    void placesColumnsAndDoors() {
        const ImportDraft draft = draftOf(lShaped(1000.0, 4));
        const auto column = added<models::StructureSpec>(draft, "plan-column-1");
        QVERIFY(isNear(column.xM, 7.8) && isNear(column.widthM, 0.4));
        const auto door = added<models::StructureSpec>(draft, "plan-door-1");
        QVERIFY(door.kind == models::StructureKind::Door);
        QVERIFY(isNear(door.xM, 10.0) && isNear(door.widthM, 0.9));
        QVERIFY(isNear(door.yM, 0.0) && isNear(door.depthM, 0.2));
    }

    // 40 m are 1,575 inches: 1.6 m across as millimetres, with doors of 35 mm.
    void namesInchesDeclaredAsMillimetres() {
        const VectorDrawing drawing = lShaped(1.0 / 0.0254, 4);
        QCOMPARE(std::string(unitOf(drawing).likely->word), std::string("in"));
        QVERIFY(unitOf(drawing).finding.find("inches") != std::string::npos);
        QCOMPARE(unitOf(lShaped(1000.0, 4)).finding, std::string());
        QCOMPARE(unitOf(lShaped(1.0, 6)).finding, std::string());
    }

    // The diagonals of a bow tie cross in its middle, (10, 7.5) m.
    void namesThePlaceWhereAnOutlineCrossesItself() {
        VectorDrawing drawing;
        drawing.insUnits = 6;
        line(drawing, "OUTLINE", {{0, 0}, {20, 0}, {0, 15}, {20, 15}});
        const ImportDraft draft = draftOf(drawing);
        QCOMPARE(codesOf(draft), std::string("DRW-013"));
        QVERIFY(draft.faults.front().message.find("10, 7.5") != std::string::npos);
        QVERIFY(draft.edits.empty());
    }

    void saysThatAnOutlineIsOpenOrMissing() {
        VectorDrawing open;
        open.insUnits = 6;
        line(open, "OUTLINE", {{0, 0}, {20, 0}, {20, 15}}, false);
        QCOMPARE(codesOf(draftOf(open)), std::string("DRW-014"));
        VectorDrawing none;
        none.insUnits = 6;
        line(none, "FURNITURE", {{0, 0}, {20, 0}, {20, 15}});
        QCOMPARE(codesOf(draftOf(none)), std::string("DRW-012"));
    }

    // Four lines whose ends meet are an outline.
    void joinsLinesToAnOutline() {
        VectorDrawing drawing;
        drawing.insUnits = 6;
        line(drawing, "A-WALL", {{0, 0}, {20, 0}}, false);
        line(drawing, "A-WALL", {{20, 15}, {20, 0.01}}, false);
        line(drawing, "A-WALL", {{20, 15}, {0, 15}}, false);
        line(drawing, "A-WALL", {{0, 0}, {0, 15}}, false);
        const auto hall = added<models::HallSpec>(draftOf(drawing), "plan");
        QVERIFY(isNear(hall.widthM, 20.0) && isNear(hall.depthM, 15.0));
    }

    // The cover of what is outside of a triangle holds half of its square or a little more, never less.
    void coversSlantedSidesOnTheSafeSide() {
        double area = 0.0;
        for (const PlanBox& box : coverOf({{0, 0}, {10, 0}, {0, 10}}, {0, 0, 10, 10}, false)) {
            area += box.width() * box.depth();
        }
        QVERIFY(area >= 50.0 && area < 60.0);
    }

    void guessesRolesInThreeLanguages() {
        QVERIFY(guessedRole("A-WALL") == LayerRole::Wall);
        QVERIFY(guessedRole("S-COLS") == LayerRole::Column);
        QVERIFY(guessedRole("Stützen_400") == LayerRole::Column);
        QVERIFY(guessedRole("AR_TUEREN") == LayerRole::Door);
        QVERIFY(guessedRole("PORTES") == LayerRole::Door);
        QVERIFY(guessedRole("Außenwände") == LayerRole::Wall);
        QVERIFY(guessedRole("A-AREA") == LayerRole::Room);
        QVERIFY(guessedRole("A-DOOR-DIMS") == LayerRole::Ignore);
        QVERIFY(guessedRole("FURNITURE") == LayerRole::Ignore);
    }
};

HEADROOM_TEST(TestBuilding)
}  // namespace tst_building

#include "tst_building.moc"
