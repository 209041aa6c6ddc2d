// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/plan_drawing.h"
#include "engine/diagram/report_words.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace tst_plan_drawing {

using namespace headroom::engine;
using headroom::models::Facing;
using headroom::models::StructureKind;

namespace {

/// A hall of 20 m x 10 m at (5, 7), a rack of 0.6 m x 1.2 m and a row of two dry coolers of 2.4 m x 11 m west of it.
Layout smallSite() {
    Layout layout;
    layout.halls.push_back({{5, 7, 0, 20, 10, 4}, "hall-1", "Hall A"});
    layout.blocks.emplace_back("racks-1");
    layout.blockRacks.emplace_back("gb200");
    RackBox rack;
    rack.box = {10, 12, 0, 0.6, 1.2, 2};
    rack.label = "R01-01";
    layout.racks.push_back(rack);
    for (const double x : {-10.0, -6.0}) {
        EquipmentBox cooler;
        cooler.box = {x, 0, 0, 2.4, 11, 2.5};
        cooler.kind = EquipmentKind::DryCooler;
        cooler.id = "loop-1";
        layout.equipment.push_back(cooler);
    }
    return layout;
}

PlanScene sceneOf(const Layout& layout, double perMetre) {
    return {.layout = layout, .words = reportWords(), .perMetre = perMetre};
}

std::vector<std::string> wordsOf(const DisplayList& plan, int kind) {
    std::vector<std::string> words;
    for (const DrawnShape& shape : plan.shapes()) {
        if (shape.form == DrawnShape::Form::Letters &&
            plan.items()[static_cast<std::size_t>(shape.item)].kind == kind) {
            words.push_back(shape.words);
        }
    }
    return words;
}

std::vector<const DrawnShape*> shapesOf(const DisplayList& plan, int kind, Ink ink) {
    std::vector<const DrawnShape*> found;
    for (const DrawnShape& shape : plan.shapes()) {
        if (shape.ink == ink && plan.items()[static_cast<std::size_t>(shape.item)].kind == kind) {
            found.push_back(&shape);
        }
    }
    return found;
}

bool isInside(const DrawnBox& a, const DrawnBox& b) {
    return a.x >= b.x && a.y >= b.y && a.right() <= b.right() && a.bottom() <= b.bottom();
}

}  // namespace

class TestPlanDrawing : public QObject {
    Q_OBJECT

  private slots:

    // At 20 units a metre, with the origin of the site at (300, 400): the rack is from 10 to 10.6 m east and from 12 to 13.2 m north,
    // that is from 500 to 512 and, with y down, from 400 - 264 = 136 to 160.
    void placesAreToScale() {
        const Layout layout = smallSite();
        PlanScene scene = sceneOf(layout, 20.0);
        scene.origin = {300.0, 400.0};
        const DisplayList plan = drawPlan(scene);
        const auto bodies = shapesOf(plan, kPlanRack, Ink::Body);
        QCOMPARE(bodies.size(), 1U);
        const DrawnBox& box = bodies.front()->box;
        QVERIFY(std::abs(box.x - 500.0) < 1e-9 && std::abs(box.right() - 512.0) < 1e-9);
        QVERIFY(std::abs(box.y - 136.0) < 1e-9 && std::abs(box.bottom() - 160.0) < 1e-9);
        QCOMPARE(plan.items()[static_cast<std::size_t>(bodies.front()->item)].layer,
                 std::string("I-RACK"));
    }

    // The bar of the front is inside the rack, along the side that it faces.
    void frontIsWhereTheRackFaces() {
        for (const Facing facing : {Facing::South, Facing::North, Facing::West, Facing::East}) {
            Layout layout = smallSite();
            layout.racks[0].facing = facing;
            const DisplayList plan = drawPlan(sceneOf(layout, 40.0));
            const DrawnBox body = shapesOf(plan, kPlanRack, Ink::Body).front()->box;
            const auto bars = shapesOf(plan, kPlanRack, Ink::Solid);
            QCOMPARE(bars.size(), 1U);
            const DrawnBox& bar = bars.front()->box;
            QVERIFY(isInside(bar, body));
            const double x = bar.centre().x - body.centre().x, y = bar.centre().y - body.centre().y;
            QCOMPARE(std::abs(x) > std::abs(y), facing == Facing::West || facing == Facing::East);
            QVERIFY(facing == Facing::South   ? y > 0.0
                    : facing == Facing::North ? y < 0.0
                    : facing == Facing::West  ? x < 0.0
                                              : x > 0.0);
        }
    }

    // A dry cooler is 11 m long: at 20 units a metre it has room for "Dry cooler 1" in letters of 12, some 80 units. At 3 units a metre
    // (33 x 7) only letters remain: "DC1", in letters of at least 5 so that 0.85 x 7.2 / 1.2 = 5.1 is enough; with letters of at least 6
    // nothing remains on it, and one name for both stands next to them. Machines with their own names need no common one.
    void namesOfMachinesFollowTheirRoom() {
        const Layout layout = smallSite();
        using Words = std::vector<std::string>;
        const DisplayList near = drawPlan(sceneOf(layout, 20.0));
        QCOMPARE(wordsOf(near, kPlanMachine), (Words{"Dry cooler 1", "Dry cooler 2"}));
        QVERIFY(wordsOf(near, kPlanMachineGroup).empty());
        PlanScene scene = sceneOf(layout, 3.0);
        scene.letters = {.least = 5.0, .most = 12.0, .name = 6.0, .hall = 12.0};
        const DisplayList far = drawPlan(scene);
        QCOMPARE(wordsOf(far, kPlanMachine), (Words{"DC1", "DC2"}));
        QCOMPARE(wordsOf(far, kPlanMachineGroup), (Words{"2 × Dry cooler"}));
        scene.letters.least = 6.0;
        QVERIFY(wordsOf(drawPlan(scene), kPlanMachine).empty());
        scene.namesObjects = true;
        QCOMPARE(wordsOf(drawPlan(scene), kPlanMachineGroup), (Words{"loop-1: 2 × Dry cooler"}));
        scene.hasNames = false;
        QVERIFY(wordsOf(drawPlan(scene), kPlanMachineGroup).empty());
    }

    // No letters leave their rack: of 0.6 m x 1.2 m at any scale.
    void wordsStayInTheirRack() {
        const Layout layout = smallSite();
        int written = 0;
        for (const double perMetre : {5.0, 15.0, 30.0, 60.0, 120.0, 300.0}) {
            const DisplayList plan = drawPlan(sceneOf(layout, perMetre));
            const DrawnBox body = shapesOf(plan, kPlanRack, Ink::Body).front()->box;
            for (const DrawnShape* word : shapesOf(plan, kPlanRack, Ink::Glyph)) {
                const double wide = textWidth(word->words, word->radius);
                QVERIFY(wide <= (word->isUpright ? body.height : body.width));
                QVERIFY(word->radius <= (word->isUpright ? body.width : body.height));
                QVERIFY(word->radius >= 8.0);
                // Not over the bar of the front, which is south.
                const DrawnBox bar = shapesOf(plan, kPlanRack, Ink::Solid).front()->box;
                const double half = 0.5 * (word->isUpright ? wide : word->radius);
                QVERIFY(word->box.centre().y + half <= bar.y + 1e-9);
                ++written;
            }
        }
        QVERIFY(written >= 3);
    }

    // Names of halls are outside of them and of each other: two halls that are 2 m apart north to south have room for one name in
    // between, two that are side by side and narrower than their names keep the first.
    void namesOfHallsKeepApart() {
        Layout layout;
        layout.halls.push_back({{0, 0, 0, 3, 3, 4}, "a", "A hall with a long name"});
        layout.halls.push_back({{4, 0, 0, 3, 3, 4}, "b", "Another hall with a long name"});
        const std::vector<std::string> words = wordsOf(drawPlan(sceneOf(layout, 10.0)), kPlanHall);
        QCOMPARE(words, std::vector<std::string>{"A hall with a long name"});
        // At 100 units a metre both have room, and their sizes as well.
        const auto near = wordsOf(drawPlan(sceneOf(layout, 100.0)), kPlanHall);
        QCOMPARE(near.size(), 2U);
        QVERIFY(near[0].starts_with("A hall with a long name, 3"));
    }

    // Only the parts in the first of two halls are drawn: its rack, no machine outdoors.
    void oneHallAlone() {
        Layout layout = smallSite();
        layout.halls.push_back({{40, 7, 0, 20, 10, 4}, "hall-2", "Hall B"});
        RackBox other = layout.racks[0];
        other.hall = 1;
        other.box.x = 45;
        layout.racks.push_back(other);
        PlanScene scene = sceneOf(layout, 20.0);
        QCOMPARE(shapesOf(drawPlan(scene), kPlanRack, Ink::Body).size(), 2U);
        scene.hall = hallOfId(layout, "hall-1");
        const DisplayList plan = drawPlan(scene);
        QCOMPARE(shapesOf(plan, kPlanRack, Ink::Body).size(), 1U);
        QVERIFY(shapesOf(plan, kPlanMachine, Ink::Body).empty());
        QCOMPARE(hallOfId(layout, "nowhere"), -1);
    }

    // Areas are below machines and racks, solid parts above: a name of a room may be covered, a wall may not.
    void solidPartsCoverRacks() {
        Layout layout = smallSite();
        layout.structures.push_back({{6, 8, 0, 0.2, 8, 3}, StructureKind::Wall, "w", "", 0});
        layout.structures.push_back({{20, 8, 0, 4, 4, 3}, StructureKind::Room, "r", "Store", 0});
        const DisplayList plan = drawPlan(sceneOf(layout, 40.0));
        const auto placeOf = [&plan](Ink ink) {
            return std::find_if(plan.shapes().begin(), plan.shapes().end(),
                                [ink](const DrawnShape& s) { return s.ink == ink; }) -
                   plan.shapes().begin();
        };
        QVERIFY(placeOf(Ink::Space) < placeOf(Ink::Body));
        QVERIFY(placeOf(Ink::Solid) < placeOf(Ink::Wall));
        // 4 m x 4 m.
        const auto words = wordsOf(plan, kPlanStructure);
        QCOMPARE(words.size(), 2U);
        QCOMPARE(words[0], std::string("Store"));
        QVERIFY(words[1].starts_with("16") && words[1].ends_with("m²"));
    }

    // Tiles of 0.6 m are 12 units wide at 20 units a metre, and 6 units at 10, below the limit of 7.
    void tilesFadeOut() {
        const Layout layout = smallSite();
        const std::vector<FloorTiles> tiles{{0.6, 0.0, 0.0}};
        PlanScene scene = sceneOf(layout, 20.0);
        scene.tiles = tiles;
        // 20 m / 0.6 m = 33.3 and 10 m / 0.6 m = 16.7: 34 and 17 joints with those at the corner.
        QCOMPARE(shapesOf(drawPlan(scene), kPlanHall, Ink::Tile).size(), 34U + 17U);
        scene.perMetre = 10.0;
        QVERIFY(shapesOf(drawPlan(scene), kPlanHall, Ink::Tile).empty());
    }
};

HEADROOM_TEST(TestPlanDrawing)
}  // namespace tst_plan_drawing

#include "tst_plan_drawing.moc"
