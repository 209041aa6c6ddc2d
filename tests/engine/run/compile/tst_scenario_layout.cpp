// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <string>
#include <vector>

namespace tst_scenario_layout {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr double kTouchM = 1e-6;  ///< rounding; boxes may share an edge

struct Placed {
    Box box;
    std::string name;
};

bool overlap(const Box& a, const Box& b) {
    return a.x + a.width > b.x + kTouchM && b.x + b.width > a.x + kTouchM &&
           a.y + a.depth > b.y + kTouchM && b.y + b.depth > a.y + kTouchM;
}

bool inside(const Box& a, const Box& hall) {
    return a.x >= hall.x - kTouchM && a.y >= hall.y - kTouchM &&
           a.x + a.width <= hall.x + hall.width + kTouchM &&
           a.y + a.depth <= hall.y + hall.depth + kTouchM;
}

bool standsIndoors(EquipmentKind kind) {
    return kind == EquipmentKind::Cdu || kind == EquipmentKind::Crah ||
           kind == EquipmentKind::NetworkRack || kind == EquipmentKind::StorageRack;
}

}  // namespace

/// The scenarios that ship can be built: everything is in its place and nothing in another's.
class TestScenarioLayout : public QObject {
    Q_OBJECT

  private slots:

    void everythingHasItsPlace_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("tour") << "tour-small-hall";
        QTest::newRow("meta") << "meta-24k";
        QTest::newRow("100k") << "hyperscale-100k";
        QTest::newRow("feed loss") << "feed-loss-2n";
        QTest::newRow("cascading cooling") << "cascading-cooling";
        QTest::newRow("chiller trip") << "chiller-trip";
        QTest::newRow("warm or chilled") << "warm-water-vs-chilled";
        QTest::newRow("immersion") << "immersion-hall";
        QTest::newRow("distributed") << "distributed-redundant";
        QTest::newRow("swings") << "training-swings";
        QTest::newRow("frontier") << "frontier-day";
        QTest::newRow("oversubscription") << "oversubscription-study";
        QTest::newRow("flaps") << "link-flap-storm";
        QTest::newRow("cloud burst") << "cloud-burst";
        QTest::newRow("on premises") << "onprem-vs-cloud";
        QTest::newRow("site selection") << "site-selection";
        QTest::newRow("solar and storage") << "solar-and-storage";
        QTest::newRow("two sites") << "two-site-training";
    }

    void everythingHasItsPlace() {
        QFETCH(QString, name);
        const auto s = simulator(scenario(name.toStdString()));
        const Layout& layout = s->layout();
        std::vector<Placed> placed;
        for (const RackBox& rack : layout.racks) {
            const std::string label =
                layout.blocks[static_cast<std::size_t>(rack.block)] + "/" + rack.name();
            QVERIFY2(inside(rack.box, layout.halls[static_cast<std::size_t>(rack.hall)].box),
                     label.c_str());
            placed.push_back({rack.box, label});
        }
        for (const EquipmentBox& equipment : layout.equipment) {
            const std::string label = equipment.kindName() + (" of " + equipment.id);
            const bool indoors =
                std::any_of(layout.halls.begin(), layout.halls.end(),
                            [&](const HallBox& hall) { return inside(equipment.box, hall.box); });
            const bool touches =
                std::any_of(layout.halls.begin(), layout.halls.end(),
                            [&](const HallBox& hall) { return overlap(equipment.box, hall.box); });
            QVERIFY2(standsIndoors(equipment.kind) ? indoors : !touches, label.c_str());
            placed.push_back({equipment.box, label});
        }
        std::sort(placed.begin(), placed.end(),
                  [](const Placed& a, const Placed& b) { return a.box.x < b.box.x; });
        for (std::size_t i = 0; i < placed.size(); ++i) {
            const double endM = placed[i].box.x + placed[i].box.width;
            for (std::size_t j = i + 1; j < placed.size() && placed[j].box.x < endM; ++j) {
                QVERIFY2(!overlap(placed[i].box, placed[j].box),
                         (placed[i].name + " and " + placed[j].name).c_str());
            }
        }
    }

    // The first handler is put with its middle 5 m east and 1 m north of the hall's corner: that is nearest to
    // the south wall, so it stands along it; the others stay where the hall puts them.
    void handlersStandWhereTheyArePut() {
        const auto handlers = [](const Project& project) {
            std::vector<EquipmentBox> found;
            const auto s = simulator(project);
            for (const EquipmentBox& machine : s->layout().equipment) {
                if (machine.kind == EquipmentKind::Crah) {
                    found.push_back(machine);
                }
            }
            return found;
        };
        Project project = scenario("tour-small-hall");
        const auto before = handlers(project);
        QVERIFY(before.size() > 1 && !before[0].isTurned);
        set(project, before[0].id, "crah_x_m", std::vector<double>{5.0});
        set(project, before[0].id, "crah_y_m", std::vector<double>{1.0});
        const auto after = handlers(project);
        QCOMPARE(after.size(), before.size());
        QVERIFY(after[0].isTurned);
        QCOMPARE(after[0].box.width, before[0].box.depth);
        const Box hall = simulator(project)->layout().halls.front().box;
        QCOMPARE(after[0].box.x + 0.5 * after[0].box.width, hall.x + 5.0);
        QCOMPARE(after[0].box.y + 0.5 * after[0].box.depth, hall.y + 1.0);
        for (std::size_t i = 1; i < after.size(); ++i) {
            QCOMPARE(after[i].box.x, before[i].box.x);
            QCOMPARE(after[i].box.y, before[i].box.y);
        }
    }

    // 1.2 m is the least that a person with a server on a lift needs.
    void aislesAreWide() {
        for (const char* name : {"tour-small-hall", "meta-24k", "hyperscale-100k"}) {
            const auto s = simulator(scenario(name));
            for (const AisleBox& aisle : s->layout().aisles) {
                QVERIFY2(aisle.box.depth >= 1.2, name);
            }
        }
    }
};

HEADROOM_TEST(TestScenarioLayout)
}  // namespace tst_scenario_layout

#include "tst_scenario_layout.moc"
