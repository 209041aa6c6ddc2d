// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/one_line.h"
#include "engine/document/edit.h"
#include "engine/wiring/by_hand.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <filesystem>

namespace tst_by_hand {

using namespace headroom::engine;
using headroom::models::Value;
using Names = std::vector<std::string>;

namespace {

const std::filesystem::path kRoot = HEADROOM_SOURCE_DIR;

}  // namespace

/// Lines of the wiring that a person draws one by one.
class TestByHand : public QObject {
    Q_OBJECT

    std::unique_ptr<Catalogue> catalogue_;
    Project project_;

    Project with(const std::vector<Edit>& edits, const Project& from) const {
        Project next = from;
        const auto done = applyAll(next, *catalogue_, edits);
        if (!done) {
            qFatal("%s", done.error().text().c_str());
        }
        return next;
    }

    Names names(const Project& project, const std::string& id, const char* key) const {
        const auto* list = std::get_if<Names>(&project.find(id)->value(key));
        return list == nullptr ? Names{} : *list;
    }

    /// A power unit that has a source of the given kind.
    std::string fedUnit() const {
        for (const Object* unit : project_.objectsOf("power_unit")) {
            if (!names(project_, unit->id, "sources").empty()) {
                return unit->id;
            }
        }
        return {};
    }

    std::string ofKind(PowerKind kind) const {
        const WiringSketch sketch = sketchWiring(project_, *catalogue_);
        for (const PowerArray& array : sketch.network->arrays) {
            if (sketch.network->units[static_cast<std::size_t>(array.firstUnit)].kind == kind) {
                return array.id;
            }
        }
        return {};
    }

    std::string block() const { return project_.objectsOf("rack_block").front()->id; }

  private slots:

    void initTestCase() {
        auto catalogue = Catalogue::load(kRoot / "resources/catalog");
        QVERIFY(catalogue.has_value());
        catalogue_ = std::make_unique<Catalogue>(std::move(*catalogue));
        auto project = loadProject(kRoot / "scenarios/feed-loss-2n", *catalogue_);
        QVERIFY2(project.has_value(), project ? "" : text(project.error()).c_str());
        project_ = std::move(*project);
    }

    // What is complete is drawn as the simulation joins it.
    void aCompleteWiringHasNoFaults() {
        const WiringSketch sketch = sketchWiring(project_, *catalogue_);
        QVERIFY2(sketch.faults.empty(), text(sketch.faults).c_str());
        QCOMPARE(sketch.consumers.size(), sketch.network->loads.size());
        int racks = 0;
        for (const Object* object : project_.objectsOf("rack_block")) {
            racks += static_cast<int>(std::get<std::int64_t>(object->value("rows")) *
                                      std::get<std::int64_t>(object->value("racks_per_row")));
        }
        QCOMPARE(sketch.network->racks, racks);
        QCOMPARE(consumersOf(project_, *sketch.network), sketch.consumers);
        QCOMPARE(sketch.consumers.front(), (PowerConsumer{block(), "feeds"}));
    }

    // A unit without a source and racks without feeds are in the drawing all the same.
    void whatIsNotConnectedIsDrawn() {
        const std::string unit = fedUnit();
        const Project loose =
            with({SetAttribute{unit, "sources", Value{}}, SetAttribute{block(), "feeds", Value{}}},
                 project_);
        const WiringSketch sketch = sketchWiring(loose, *catalogue_);
        QCOMPARE(sketch.network->units.size(),
                 sketchWiring(project_, *catalogue_).network->units.size());
        QCOMPARE(sketch.faults.front().code, std::string("SIM-022"));
        QCOMPARE(sketch.network->loads.front().cords, 0);
        // Two owners of loads without cords are two symbols, none owner at all is one.
        const OneLine one = layOutOneLine(*sketch.network);
        QVERIFY(!one.nodes.empty());
        QVERIFY(one.width > 0.0 && one.height > 0.0);
    }

    void aLineIsDrawnAndTakenAway() {
        const std::string unit = fedUnit();
        const std::string source = names(project_, unit, "sources").front();
        const auto cut = cutByHand(project_, source, {{unit, "sources"}});
        QVERIFY(cut.has_value());
        const Project without = with(*cut, project_);
        const Names left = names(without, unit, "sources");
        QVERIFY(std::find(left.begin(), left.end(), source) == left.end());
        QCOMPARE(cutByHand(without, source, {{unit, "sources"}}).error().code,
                 std::string("WIR-005"));
        const auto join = joinByHand(without, *catalogue_, source, {{unit, "sources"}});
        QVERIFY2(join.has_value(), join ? "" : join.error().text().c_str());
        QCOMPARE(join->size(), std::size_t{1});
        const Names again = names(with(*join, without), unit, "sources");
        QCOMPARE(again.back(), source);
        QCOMPARE(joinByHand(project_, *catalogue_, source, {{unit, "sources"}}).error().code,
                 std::string("WIR-001"));
    }

    // Of several those that hang there already are left as they are.
    void manyAtOnce() {
        const std::string pdu = names(project_, block(), "feeds").front();
        const std::string hall = project_.objectsOf("hall").front()->id;
        const Project without =
            with({SetAttribute{hall, "feeds", Names{pdu}}},
                 with(*cutByHand(project_, pdu, {{block(), "feeds"}}), project_));
        const auto join =
            joinByHand(without, *catalogue_, pdu, {{block(), "feeds"}, {hall, "feeds"}});
        QVERIFY(join.has_value());
        QCOMPARE(join->size(), std::size_t{1});
        QVERIFY(names(with(*join, without), block(), "feeds").back() == pdu);
    }

    void whatCannotBeIsRefusedWithTheReason() {
        const std::string utility = ofKind(PowerKind::Utility);
        const std::string unit = fedUnit();
        const std::string source = names(project_, unit, "sources").front();
        const auto code = [&](const std::string& from, const PowerConsumer& to) {
            const auto edits = joinByHand(project_, *catalogue_, from, {to});
            return edits ? std::string() : edits.error().code;
        };
        QCOMPARE(code(unit, {utility, "sources"}), std::string("WIR-003"));
        QCOMPARE(code(utility, {block(), "feeds"}), std::string("WIR-002"));
        QCOMPARE(code(unit, {unit, "sources"}), std::string("SIM-021"));
        QCOMPARE(code(block(), {unit, "sources"}), std::string("WIR-002"));
        QCOMPARE(code(unit, {"nobody", "feeds"}), std::string("WIR-004"));
        QCOMPARE(code("nobody", {unit, "sources"}), std::string("WIR-004"));
        QCOMPARE(code(unit, {project_.objectsOf("hall").front()->id, "sources"}),
                 std::string("WIR-003"));
        // A PDU fed by medium voltage: 0.4 kV are not 20 kV.
        const std::string pdu = ofKind(PowerKind::Pdu);
        QCOMPARE(code(utility, {pdu, "sources"}), std::string("SIM-023"));
    }

    // A ring is refused before it is drawn; drawn it would be cut where it closes.
    void nothingFeedsItself() {
        const std::string pdu = ofKind(PowerKind::Pdu);
        const std::string above = names(project_, pdu, "sources").front();
        const auto edits = joinByHand(project_, *catalogue_, pdu, {{above, "sources"}});
        QVERIFY(!edits.has_value());
        QCOMPARE(edits.error().code, std::string("SIM-021"));
        Names sources = names(project_, above, "sources");
        sources.push_back(pdu);
        Project ring = project_;
        if (applyAll(ring, *catalogue_, {SetAttribute{above, "sources", sources}})) {
            const WiringSketch sketch = sketchWiring(ring, *catalogue_);
            QCOMPARE(sketch.faults.front().code, std::string("SIM-021"));
            QVERIFY(layOutOneLine(*sketch.network).width > 0.0);
        }
    }
};

HEADROOM_TEST(TestByHand)
}  // namespace tst_by_hand

#include "tst_by_hand.moc"
