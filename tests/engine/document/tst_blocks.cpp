// SPDX-License-Identifier: Apache-2.0
#include "engine/check/check.h"
#include "engine/document/blocks.h"
#include "engine/document/edit.h"
#include "engine/floor/layout.h"
#include "engine/run/simulator.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_blocks {

using namespace headroom;
using namespace headroom::engine;

namespace {

const std::filesystem::path kRoot = HEADROOM_SOURCE_DIR;

Object made(std::string_view type, const std::string& id) {
    Object object;
    object.type = models::findComponentType(type);
    object.id = id;
    object.values.resize(object.type->attributes.size());
    return object;
}

void set(Object& object, std::string_view key, models::Value value) {
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        if (object.type->attributes[i].key == key) {
            object.values[i] = std::move(value);
        }
    }
}

}  // namespace

class TestBlocks : public QObject {
    Q_OBJECT

    Catalogue catalogue_;
    Project project_;  // the tour with its liquid row and CDUs as a block

  private slots:
    void initTestCase();
    void withoutUsesNothingChanges();
    void aUseIsACopyThatFollows();
    void copiesNameCopies();
    void aUseMayFeedOtherwise();
    void copiesRun();
    void aCopyKnowsItsMember();
};

void TestBlocks::initTestCase() {
    auto catalogue = Catalogue::load(kRoot / "resources/catalog");
    QVERIFY(catalogue.has_value());
    catalogue_ = std::move(*catalogue);
    auto project = loadProject(kRoot / "scenarios/tour-small-hall", catalogue_);
    QVERIFY(project.has_value());
    project_ = std::move(*project);
    Object block = made("block", "pod");
    set(block, "members", std::vector<std::string>{"liquid", "cdus"});
    QVERIFY(apply(project_, catalogue_, AddObject{block}).has_value());
}

void TestBlocks::withoutUsesNothingChanges() {
    QCOMPARE(projectText(withBlocks(project_)), projectText(project_));
}

void TestBlocks::aUseIsACopyThatFollows() {
    Project project = project_;
    Object use = made("block_use", "pod-2");
    set(use, "block", std::string("pod"));
    set(use, "north_m", 3.0);
    QVERIFY(apply(project, catalogue_, AddObject{use}).has_value());
    // The row is at y = 9.2 m of the hall, so its copy at 12.2 m.
    QCOMPARE(std::get<double>(withBlocks(project).find("pod-2-liquid")->value("y_m")), 12.2);
    // Edited once: the copy has the new number of racks too.
    QVERIFY(apply(project, catalogue_, SetAttribute{"liquid", "racks_per_row", std::int64_t{5}})
                .has_value());
    const Project whole = withBlocks(project);
    QCOMPARE(std::get<std::int64_t>(whole.find("pod-2-liquid")->value("racks_per_row")), 5);
    // 32 air racks, 5 + 5 liquid ones; CDUs twice two.
    const Layout layout = layoutOf(whole, catalogue_, nullptr);
    QCOMPARE(layout.racks.size(), std::size_t{42});
    QCOMPARE(std::count_if(layout.equipment.begin(), layout.equipment.end(),
                           [](const EquipmentBox& box) { return box.kind == EquipmentKind::Cdu; }),
             4);
}

void TestBlocks::copiesNameCopies() {
    Project project = project_;
    Object use = made("block_use", "pod-2");
    set(use, "block", std::string("pod"));
    QVERIFY(apply(project, catalogue_, AddObject{use}).has_value());
    const Project whole = withBlocks(project);
    QCOMPARE(std::get<std::string>(whole.find("pod-2-liquid")->value("cdu_group")),
             std::string("pod-2-cdus"));
    // What is outside of the block stays.
    QCOMPARE(std::get<std::string>(whole.find("pod-2-cdus")->value("loop")), std::string("warm"));
}

void TestBlocks::aUseMayFeedOtherwise() {
    Project project = project_;
    Object use = made("block_use", "pod-2");
    set(use, "block", std::string("pod"));
    set(use, "feeds", std::vector<std::string>{"out"});
    QVERIFY(apply(project, catalogue_, AddObject{use}).has_value());
    const Project whole = withBlocks(project);
    QCOMPARE(std::get<std::vector<std::string>>(whole.find("pod-2-liquid")->value("feeds")),
             (std::vector<std::string>{"out"}));
    QCOMPARE(std::get<std::vector<std::string>>(whole.find("liquid")->value("feeds")),
             (std::vector<std::string>{"pdus"}));
}

void TestBlocks::copiesRun() {
    Project project = project_;
    Object use = made("block_use", "pod-2");
    set(use, "block", std::string("pod"));
    set(use, "north_m", 3.0);
    QVERIFY(apply(project, catalogue_, AddObject{use}).has_value());
    auto simulator = Simulator::create(project, catalogue_, {});
    QVERIFY2(simulator.has_value(), simulator ? "" : text(simulator.error()).c_str());
    // 1,024 accelerators, and the pod's 8 racks x 8 servers x 8 once more.
    QCOMPARE((*simulator)->summary().sums[Sum::Accelerators], 1024.0 + 512.0);
    (*simulator)->step();
    QVERIFY((*simulator)->summary().sums[Sum::WorstImbalance] < 1e-9);
}

void TestBlocks::aCopyKnowsItsMember() {
    Project project = project_;
    Object use = made("block_use", "pod-2");
    set(use, "block", std::string("pod"));
    QVERIFY(apply(project, catalogue_, AddObject{use}).has_value());
    const auto copy = blockCopyOf(project, "pod-2-cdus");
    QVERIFY(copy.has_value());
    QCOMPARE(copy->use, std::string("pod-2"));
    QCOMPARE(copy->member, std::string("cdus"));
    QVERIFY(!blockCopyOf(project, "cdus").has_value());
    QVERIFY(!blockCopyOf(project, "pod-2-air").has_value());
}

HEADROOM_TEST(TestBlocks)
}  // namespace tst_blocks

#include "tst_blocks.moc"
