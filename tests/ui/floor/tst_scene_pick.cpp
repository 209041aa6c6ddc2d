// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/floor/scene_pick.h"

#include <QtTest>

namespace tst_scene_pick {

using namespace headroom;
using namespace headroom::ui;

class TestScenePick : public QObject {
    Q_OBJECT

    FakeSource source_;

  private slots:

    void straightDownHitsTheRackBelow() {
        const engine::Layout& layout = *source_.layout();
        for (const std::size_t i : {std::size_t{0}, std::size_t{100}, std::size_t{503}}) {
            const engine::Box& b = layout.racks[i].box;
            const Ray ray{{b.x + b.width / 2, b.y + b.depth / 2, 50.0}, {0, 0, -1}};
            const Selected hit = pickAlong(layout, ray);
            QCOMPARE(hit.rack(), static_cast<int>(i));
            QCOMPARE(hit.objectId, layout.blocks[static_cast<std::size_t>(layout.racks[i].block)]);
            QCOMPARE(pickAt(layout, b.x + b.width / 2, b.y + b.depth / 2), hit);
        }
    }

    void theNearestOfManyIsHit() {
        // From the south wall at half height: row 1 is before row 2.
        const engine::Layout& layout = *source_.layout();
        const engine::Box& b = layout.racks[4].box;
        const Ray ray{{b.x + b.width / 2, -1.0, 1.0}, {0, 1, 0}};
        QCOMPARE(pickAlong(layout, ray).rack(), 4);
    }

    void equipmentIsHitToo() {
        const engine::Layout& layout = *source_.layout();
        const engine::Box& b = layout.equipment.back().box;
        const Selected hit = pickAlong(layout, {{b.x + 1, b.y + 1, 50.0}, {0, 0, -1}});
        QCOMPARE(hit.equipment(), static_cast<int>(layout.equipment.size()) - 1);
        QCOMPARE(hit.objectId, std::string("loop"));
    }

    void theSkyIsNothing() {
        QVERIFY(pickAlong(*source_.layout(), {{0, 0, 50}, {0, 0, 1}}).isNone());
        QVERIFY(pickAt(*source_.layout(), -100, -100).isNone());
        QVERIFY(pickAlong({}, {{0, 0, 50}, {0, 0, -1}}).isNone());
    }

    void boundsOfABlockAreItsRacks() {
        Bounds3 bounds;
        QVERIFY(boundsOf(*source_.layout(), {Selected::Kind::Object, -1, "block-2", -1}, bounds));
        const engine::Box& first = source_.layout()->racks[FakeSource::kRacks / 2].box;
        QCOMPARE(bounds.low[0], first.x);
        QVERIFY(!boundsOf(*source_.layout(), {Selected::Kind::Object, -1, "nothing", -1}, bounds));
        const Bounds3 empty = boundsOf(engine::Layout{});
        QVERIFY(empty.high[0] > empty.low[0]);  // something to look at
    }
};

HEADROOM_TEST(TestScenePick)
}  // namespace tst_scene_pick

#include "tst_scene_pick.moc"
