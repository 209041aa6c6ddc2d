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
