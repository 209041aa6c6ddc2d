// SPDX-License-Identifier: Apache-2.0
#include "engine/document/edit.h"
#include "engine/sizing/propose_fabric.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <filesystem>

namespace tst_propose_fabric {

using namespace headroom::engine;
using headroom::models::Value;

namespace {

const std::filesystem::path kRoot = HEADROOM_SOURCE_DIR;

}  // namespace

class TestProposeFabric : public QObject {
    Q_OBJECT

    std::unique_ptr<Catalogue> catalogue_;

    /// tour-small-hall without its fabric: both blocks have servers with 8 H100 and 8 adapters of
    /// 400 Gbit/s.
    Project withoutFabric() const {
        auto project = loadProject(kRoot / "scenarios/tour-small-hall", *catalogue_);
        if (!project) {
            qFatal("%s", text(project.error()).c_str());
        }
        std::vector<Edit> edits;
        for (const Object* block : project->objectsOf("rack_block")) {
            edits.push_back(SetAttribute{block->id, "fabric", {}});
        }
        if (!applyAll(*project, *catalogue_, edits)) {
            qFatal("the blocks could not be taken off");
        }
        return std::move(*project);
    }

    static std::string part(const Object& fabric, std::string_view key) {
        return std::get<std::string>(fabric.value(key));
    }

  private slots:

    void initTestCase() {
        auto catalogue = Catalogue::load(kRoot / "resources/catalog");
        QVERIFY(catalogue.has_value());
        catalogue_ = std::make_unique<Catalogue>(std::move(*catalogue));
    }

    /// 400 Gbit/s is the slowest kit, of switches of 800 Gbit/s whose ports are split in two; H100
    /// have links of the fourth generation. All blocks join it in the same step.
    void aFabricFitsTheAdapters() {
        const Project project = withoutFabric();
        const auto edits = proposeFabric(project, *catalogue_, {});
        QVERIFY2(edits.has_value(), edits ? "" : edits.error().text().c_str());
        const Object& fabric = std::get<AddObject>(edits->front()).object;
        QCOMPARE(part(fabric, "switch"), std::string("sn5600"));
        QCOMPARE(part(fabric, "host_link"), std::string("dac-800-2x400"));
        QCOMPARE(part(fabric, "scale_up"), std::string("nvlink4"));
        Project after = project;
        QVERIFY(applyAll(after, *catalogue_, *edits).has_value());
        for (const Object* block : after.objectsOf("rack_block")) {
            QCOMPARE(block->value("fabric"), Value{fabric.id});
        }
    }

    /// Two leaves of eight hosts under a spine. Four cables to hosts and two up are an oversubscription of 2; 4xNDR is
    /// 400 Gbit/s, the rate of QM9700. Hosts on both leaves are rails.
    void aFabricLikeACluster() {
        const auto wish = wishOfTopology(*parseClusterTopology(
            "SwitchName=a Nodes=n[1-4]\nSwitchName=b Nodes=n[5-8]\nSwitchName=s Switches=a,b\n",
            "t"));
        QVERIFY2(wish.has_value(), wish ? "" : wish.error().text().c_str());
        QVERIFY(wish->tiers == 2 && wish->rails == 0 &&
                wish->shape == headroom::models::FabricShape::FatTree && wish->switchPart.empty());
        const auto rails = wishOfTopology(*parseClusterTopology(
            "SwitchName=a Nodes=n[1-4]\nSwitchName=b Nodes=n[1-4]\nSwitchName=s Switches=a,b\n",
            "t"));
        QVERIFY(rails && rails->rails == 2 &&
                rails->shape == headroom::models::FabricShape::RailOptimised);
        ClusterTopology cabled = *parseClusterTopology(
            "SwitchName=a Nodes=n[1-4]\nSwitchName=b Nodes=n[5-8]\nSwitchName=s Switches=a,b\n",
            "t");
        cabled.rates["4xNDR"] = 12;
        for (TopologySwitch& each : cabled.switches) {
            each.hostLinks = each.level == 0 ? 4 : 0;
            each.linksUp = each.level == 0 ? 2 : 0;
        }
        FabricWish like = *wishOfTopology(cabled);
        QCOMPARE(like.oversubscription, 2.0);
        QCOMPARE(like.switchPart, std::string("qm9700"));
        Project project = withoutFabric();
        const auto edits = proposeFabric(project, *catalogue_, like);
        QVERIFY2(edits.has_value(), edits ? "" : edits.error().text().c_str());
        QVERIFY(applyAll(project, *catalogue_, *edits).has_value());
        const Object& fabric = std::get<AddObject>(edits->front()).object;
        QCOMPARE(part(fabric, "switch"), std::string("qm9700"));
        QCOMPARE(part(fabric, "scale_out"), std::string("infiniband-ndr"));
        QCOMPARE(fabric.value("tiers"), Value{std::int64_t{2}});
        const auto islands = wishOfTopology(
            *parseClusterTopology("SwitchName=a Nodes=n[1-4]\nSwitchName=b Nodes=n[5-8]\n", "t"));
        QVERIFY(!islands.has_value());
        QCOMPARE(islands.error().code, std::string("SIZ-008"));
    }

    void whatCannotBeProposedIsSaid() {
        auto project = loadProject(kRoot / "scenarios/tour-small-hall", *catalogue_);
        QVERIFY(project.has_value());
        const auto none = proposeFabric(*project, *catalogue_, {});  // all blocks have one
        QVERIFY(!none.has_value());
        QCOMPARE(none.error().code, std::string("SIZ-007"));
        FabricWish wish;
        wish.blocks = {"no-such-block"};
        QVERIFY(!proposeFabric(*project, *catalogue_, wish).has_value());
    }
};

HEADROOM_TEST(TestProposeFabric)
}  // namespace tst_propose_fabric

#include "tst_propose_fabric.moc"
