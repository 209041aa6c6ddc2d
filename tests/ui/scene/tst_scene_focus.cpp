// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/support/tiny_wiring.h"
#include "ui/scene/power_layer.h"
#include "ui/scene/scene_mask.h"
#include "ui/scene/section_cut.h"
#include "ui/scene/section_handles.h"
#include "ui/scene/shape_field.h"

#include <QtTest>
#include <vtkCamera.h>
#include <vtkNew.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>

#include <algorithm>

namespace tst_scene_focus {

using namespace headroom;
using namespace headroom::ui;

class TestSceneFocus : public QObject {
    Q_OBJECT

    /// A hall with a row of eight racks, four on each PDU; a CDU in the hall, a pump in the yard.
    static engine::Layout layout() {
        engine::Layout made;
        made.halls.push_back({{0, 0, 0, 20, 10, 4}, "hall", "Hall"});
        made.blocks = {"racks"};
        for (int i = 0; i < 8; ++i) {
            engine::RackBox rack;
            rack.box = {4.0 + 0.6 * i, 5.0, 0.0, 0.6, 1.2, 2.2};
            rack.column = i;
            made.racks.push_back(rack);
        }
        made.equipment.push_back({{2, 5, 0, 0.8, 1.2, 2.0}, engine::EquipmentKind::Cdu, 0, "cdus"});
        made.equipment.push_back(
            {{10, -8, 0, 1.8, 1.2, 1.4}, engine::EquipmentKind::Pump, 0, "loop"});
        made.trays.push_back({{2, 4, 3.0, 8, 0.6, 0.1}, 0, 120, 0.25});
        return made;
    }

    struct Site {
        engine::Layout layout = TestSceneFocus::layout();
        testing::TinyWiring wiring = testing::wiring2N();
        engine::Frame frame;
        engine::PowerWays power;
        std::vector<engine::CoolantPipe> pipes;

        Site() {
            for (std::size_t i = 0; i < wiring.network.arrays.size(); ++i) {
                if (wiring.network.arrays[i].id.rfind("pdu-", 0) != 0) {
                    wiring.network.arrays[i].spec.xM = 4.0 * static_cast<double>(i);
                    wiring.network.arrays[i].spec.yM = -20.0;
                }
            }
            frame.timeS = 15.0;
            frame.network = std::make_shared<engine::PowerNetwork>(wiring.network);
            frame.powerUnits.resize(wiring.network.units.size());
            frame.powerEdges.resize(wiring.network.edges.size());
            for (auto& unit : frame.powerUnits) {
                unit.voltage = 1.0F;
            }
            for (auto& edge : frame.powerEdges) {
                edge.powerW = 1e5F;
            }
            frame.rackConditions.assign(8, engine::Condition::Normal);
            power = engine::powerWays(layout, wiring.network);
        }

        SceneMask mask(const SceneFocus& focus) const {
            return sceneMask(focus, {layout, pipes, power, &frame});
        }
    };

    static int shown(const std::vector<SceneLook>& looks) {
        return static_cast<int>(std::count(looks.begin(), looks.end(), SceneLook::Shown));
    }

    static SceneFocus only(SceneFocus::Subject subject, const std::string& key) {
        SceneFocus focus;
        focus.rule = SceneFocus::Rule::Only;
        focus.subject = subject;
        focus.key = key;
        return focus;
    }

  private slots:

    /// Every part of a focus comes back from its words; an unknown word changes nothing.
    void wordsReadBack() {
        SceneFocus focus = only(SceneFocus::Subject::Kind, "Cooling tower");
        focus.path = SceneFocus::Path::Power;
        focus.start = "rack racks-1/0/3";
        focus.hidesRest = true;
        focus.cut = SceneFocus::Cut::East;
        focus.cutAtM = 12.5;
        focus.isFlipped = true;
        const std::vector<std::string> expected = {"only kind Cooling tower",
                                                   "path power rack racks-1/0/3", "rest hidden",
                                                   "cut east 12.5 flipped"};
        QCOMPARE(focus.words(), expected);
        QCOMPARE(SceneFocus::ofWords(expected).words(), expected);
        const std::vector<std::string> box = {"cut box 1 2 -0.5 10 4.25 3"};
        QCOMPARE(SceneFocus::ofWords(box).words(), box);
        QVERIFY(SceneFocus::ofWords({"cut box 1 2", "dance", "only everything"}).isPlain());
        QVERIFY(SceneFocus::ofWords({}).isPlain());
    }

    void startsReadBack() {
        const engine::Layout plan = layout();
        const Selected rack{Selected::Kind::Rack, 3, "racks", -1};
        const Selected machine{Selected::Kind::Equipment, 1, "loop", -1};
        const Selected object{Selected::Kind::Object, -1, "ups-a", -1};
        const Selected job{Selected::Kind::Job, -1, {}, 7};
        QCOMPARE(startOf(plan, rack), std::string("rack racks/0/3"));
        for (const Selected& each : {rack, machine, object, job}) {
            QVERIFY(startAt(plan, startOf(plan, each)) == each);
        }
        QVERIFY(startAt(plan, "rack racks/9/9").isNone());
        QVERIFY(startAt(plan, "rack racks").isNone());
    }

    void aPlainFocusShowsAll() { QVERIFY(Site().mask({}) == SceneMask{}); }

    /// Only racks: eight racks, no machine, no way. All but racks: the reverse.
    void kindsAreIsolatedAndHidden() {
        const Site site;
        SceneFocus focus = only(SceneFocus::Subject::Kind, kKindRack);
        SceneMask mask = site.mask(focus);
        QCOMPARE(shown(mask.racks), 8);
        QCOMPARE(shown(mask.machines), 0);
        QCOMPARE(mask.machines[0], SceneLook::Ghost);
        QCOMPARE(shown(mask.ways), 0);
        focus.rule = SceneFocus::Rule::Without;
        focus.hidesRest = true;
        mask = site.mask(focus);
        QCOMPARE(shown(mask.racks), 0);
        QCOMPARE(mask.racks[0], SceneLook::Hidden);
        QCOMPARE(shown(mask.machines), 2);
        QCOMPARE(shown(mask.trays), 1);
    }

    /// The CDU is inside of the hall, the pump is not.
    void hallsAndSystemsAreIsolated() {
        const Site site;
        SceneMask mask = site.mask(only(SceneFocus::Subject::Hall, "hall"));
        QCOMPARE(mask.machines, (std::vector<SceneLook>{SceneLook::Shown, SceneLook::Ghost}));
        QCOMPARE(shown(mask.racks), 8);
        mask = site.mask(only(SceneFocus::Subject::System, kSystemCooling));
        QCOMPARE(shown(mask.machines), 2);
        QCOMPARE(shown(mask.racks), 0);
        mask = site.mask(only(SceneFocus::Subject::System, kSystemPower));
        QCOMPARE(shown(mask.ways), static_cast<int>(site.power.ways.size()));
        QCOMPARE(shown(mask.boards), static_cast<int>(site.power.boards.size()));
        QCOMPARE(shown(mask.machines), 0);
    }

    /// One rack tripped, and the UPS of A is dead: the rack, and ways that its dead units feed.
    void troubleIsIsolated() {
        Site site;
        site.frame.rackConditions[5] = engine::Condition::Tripped;
        for (const char* unit : {"ups-a", "output-a", "pdu-a/1", "pdu-a/2"}) {
            auto& now = site.frame.powerUnits[at(site.wiring.unitOf(unit))];
            now.voltage = 0.0F;
            now.state = engine::PowerUnitState::Dead;
        }
        const SceneMask mask = site.mask(only(SceneFocus::Subject::Fault, {}));
        QCOMPARE(shown(mask.racks), 1);
        QCOMPARE(mask.racks[5], SceneLook::Shown);
        for (std::size_t i = 0; i < site.power.ways.size(); ++i) {
            const engine::PowerWay& way = site.power.ways[i];
            if (way.kind == engine::PowerWay::Kind::Busway) {
                const bool isOfA =
                    site.wiring.network.units[at(way.unit)].id.find("-a/") != std::string::npos;
                QCOMPARE(mask.ways[i] == SceneLook::Shown, isOfA);
            }
        }
    }

    /// Rack 0 hangs on PDU 1 of both paths: its two busways, and no busway of PDU 2.
    void thePathOfAPowerIsShown() {
        const Site site;
        SceneFocus focus;
        focus.path = SceneFocus::Path::Power;
        focus.start = "rack racks/0/0";
        const SceneMask mask = site.mask(focus);
        QCOMPARE(shown(mask.racks), 1);
        int busways = 0, feeders = 0;
        for (std::size_t i = 0; i < site.power.ways.size(); ++i) {
            const engine::PowerWay& way = site.power.ways[i];
            if (mask.ways[i] != SceneLook::Shown) {
                continue;
            }
            const std::string& unit = site.wiring.network.units[at(way.unit)].id;
            QVERIFY2(unit.find("/2") == std::string::npos, unit.c_str());
            busways += way.kind == engine::PowerWay::Kind::Busway ? 1 : 0;
            feeders += way.kind == engine::PowerWay::Kind::Feeder ? 1 : 0;
        }
        QCOMPARE(busways, 2);
        QVERIFY(feeders >= 10);
        // From a UPS on: the four racks of each of its PDUs.
        focus.start = "object ups-a";
        QCOMPARE(shown(site.mask(focus).racks), 8);
    }

    /// A ghost is counted apart, and a hidden thing is not drawn.
    void ghostsAreDrawnApart() {
        vtkNew<vtkRenderer> renderer;
        ShapeField field(renderer);
        const engine::Layout plan = layout();
        for (const engine::RackBox& rack : plan.racks) {
            field.add(engine::shapeKeyOf(plan, rack), rack.box);
        }
        vtkNew<vtkRenderWindow> window;
        window->SetSize(400, 300);
        window->AddRenderer(renderer);
        renderer->GetActiveCamera()->SetFocalPoint(6.4, 5.6, 1.0);
        renderer->GetActiveCamera()->SetPosition(6.4, -30.0, 10.0);
        renderer->GetActiveCamera()->SetViewUp(0, 0, 1);
        field.setLook(0, SceneLook::Ghost);
        field.setLook(1, SceneLook::Ghost);
        field.setLook(2, SceneLook::Hidden);
        field.adapt();
        const ShapeField::Cost cost = field.cost();
        QCOMPARE(cost.ghosts, 2);
        QCOMPARE(cost.full + cost.low, 5);
    }

    /// A plane across east at 6 m keeps what is east of it. A ray from the west enters there.
    void aCutRayBeginsAtThePlane() {
        SceneFocus focus;
        const Ray east{{0.0, 5.0, 1.0}, {1.0, 0.0, 0.0}};
        QCOMPARE(cutRay(focus, east)->enterM, 0.0);
        focus.cut = SceneFocus::Cut::East;
        focus.cutAtM = 6.0;
        QCOMPARE(cutRay(focus, east)->enterM, 6.0);
        focus.isFlipped = true;
        QCOMPARE(cutRay(focus, east)->leaveM, 6.0);
        focus.cut = SceneFocus::Cut::Box;
        focus.box = {2.0, 4.0, 0.0, 3.0, 3.0, 2.0};
        QCOMPARE(cutRay(focus, east)->enterM, 2.0);
        QCOMPARE(cutRay(focus, east)->leaveM, 3.0);
        QVERIFY(!cutRay(focus, {{0.0, 20.0, 1.0}, {1.0, 0.0, 0.0}}));
    }

    /// Handles of a box move its sides; the low side takes its size along, and a box keeps 0.5 m.
    void handlesMoveTheSection() {
        SceneFocus focus;
        focus.cut = SceneFocus::Cut::Box;
        focus.box = {2.0, 4.0, 0.0, 3.0, 3.0, 2.0};
        const Bounds3 site{{0, 0, 0}, {20, 10, 4}};
        QCOMPARE(sectionHandles(focus, site).size(), std::size_t(6));
        moveHandle(focus, 0, 1.0);
        QCOMPARE(focus.box.x, 3.0);
        QCOMPARE(focus.box.width, 2.0);
        moveHandle(focus, 3, -9.0);
        QCOMPARE(focus.box.depth, 0.5);
        focus.cut = SceneFocus::Cut::North;
        focus.cutAtM = 5.0;
        const auto handles = sectionHandles(focus, site);
        QCOMPARE(handles.size(), std::size_t(1));
        SceneCamera camera;
        camera.setViewport({800, 600});
        camera.setView(StandardView::Isometric);
        camera.fit(site);
        const QPointF at = camera.project(handles[0].at);
        QCOMPARE(handleAt(handles, camera, at + QPointF(3, 3)), 0);
        QCOMPARE(handleAt(handles, camera, at + QPointF(60, 0)), -1);
        // One metre of the axis on the screen is one metre of movement.
        Vec3 ahead = handles[0].at;
        ahead[1] += 1.0;
        QVERIFY(std::abs(metresAlong(handles[0], camera, camera.project(ahead) - at) - 1.0) < 1e-9);
    }
};

HEADROOM_TEST(TestSceneFocus)
}  // namespace tst_scene_focus

#include "tst_scene_focus.moc"
