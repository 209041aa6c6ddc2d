// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/elevation/rack_elevation.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QtTest>

namespace tst_rack_elevation {

using namespace headroom;
using namespace headroom::ui;

class TestRackElevation : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() {
        auto catalogue = engine::Catalogue::load(std::filesystem::path(HEADROOM_SOURCE_DIR) /
                                                 "resources/catalog");
        QVERIFY(catalogue.has_value());
        catalogue_ = std::make_unique<engine::Catalogue>(*catalogue);
    }

    static engine::Project projectOf(const char* rack) {
        engine::Project project;
        engine::Object block = Editor::make("rack_block", "block");
        Editor::set(block, "rack", std::string(rack));
        project.objects.push_back(block);
        return project;
    }

    void serversStandFromTheBottom() {
        // Four DGX H100 of 8 U in a cabinet of 48 U: 32 taken, 16 free.
        const auto rack = contentsOf(projectOf("air-h100-4"), *catalogue_, "block");
        QVERIFY(rack.has_value());
        QCOMPARE(rack->places.size(), std::size_t{4});
        QCOMPARE(rack->places[0].fromU, 0.0);
        QCOMPARE(rack->places[3].fromU, 24.0);
        QCOMPARE(rack->usedU(), 32.0);
        QCOMPARE(*rack->freeU(), 16.0);
        QVERIFY(!rack->server.isLiquid);
    }

    // A rack-scale system: 8 shelves of 1 U, half below and half above; 18 trays, of which 8 stand
    // under the 9 switch trays. 35 of 48 U.
    void traysAndShelvesHaveTheirPlaces() {
        const auto rack = contentsOf(projectOf("gb200-nvl72"), *catalogue_, "block");
        QVERIFY(rack.has_value());
        QCOMPARE(rack->places.size(), std::size_t{35});
        QCOMPARE(rack->usedU(), 35.0);
        QCOMPARE(*rack->freeU(), 13.0);
        using What = RackSlot::What;
        const auto at = [&](std::size_t u) { return rack->places[u]; };
        QVERIFY(at(0).what == What::Shelf && at(3).what == What::Shelf);
        QVERIFY(at(4).what == What::Server && at(11).what == What::Server);
        QVERIFY(at(12).what == What::SwitchTray && at(20).what == What::SwitchTray);
        QVERIFY(at(21).what == What::Server && at(30).what == What::Server);
        QVERIFY(at(31).what == What::Shelf && at(34).what == What::Shelf);
        QCOMPARE(at(20).number, 9);
        QCOMPARE(at(30).number, 18);
        QCOMPARE(at(34).number, 8);
        for (std::size_t i = 0; i < rack->places.size(); ++i) {
            QCOMPARE(at(i).fromU, static_cast<double>(i));
        }
        // Servers: 8 with middles 4.5 to 11.5 (mean 8), 10 with 21.5 to 30.5 (mean 26): mean 18 U.
        // The units begin at (2.3 m - 48 x 0.04445 m) / 2 = 0.0832 m.
        const double serversM = 0.0832 + 18.0 * kRackUnitM;
        const double load = 18 * rack->server.massKg;
        const double expected = (load * serversM + (rack->massKg - load) * 1.15) / rack->massKg;
        QVERIFY(std::abs(*rack->centreOfGravityM() - expected) < 1e-4);
    }

    void centreOfGravity() {
        RackContents rack;
        rack.servers = 2;
        rack.server.heightU = 10.0;
        rack.unitsU = 40;
        rack.heightM = 40 * kRackUnitM;  // the units begin at the floor
        rack.massKg = 400.0;
        rack.server.massKg = 100.0;
        rack.places = {{0, 10}, {10, 10}};
        // 200 kg at 10 U, 200 kg at 20 U: at 15 U.
        QVERIFY(std::abs(*rack.centreOfGravityM() - 15 * kRackUnitM) < 1e-12);
        rack.server.massKg = 300.0;  // heavier than the whole rack
        QVERIFY(!rack.centreOfGravityM());
        rack.server.massKg = models::kNotStated;
        QVERIFY(!rack.centreOfGravityM());
    }

    void everyCataloguedRackHoldsItsServers() {
        int stated = 0;
        for (const engine::CatalogueEntry* entry : catalogue_->entriesOf("rack")) {
            const auto rack = contentsOf(projectOf(entry->id.c_str()), *catalogue_, "block");
            QVERIFY2(rack.has_value(), entry->id.c_str());
            if (const auto free = rack->freeU()) {
                QVERIFY2(*free >= 0.0, entry->id.c_str());
                ++stated;
            }
            if (const auto height = rack->centreOfGravityM()) {
                QVERIFY(*height > 0.2 && *height < rack->heightM / 2.0 + 0.2);
            }
            // Servers are not heavier than their rack.
            if (std::isfinite(rack->server.massKg) && !rack->server.isTank) {
                QVERIFY2(rack->servers * rack->server.massKg < rack->massKg, entry->id.c_str());
            }
        }
        QVERIFY(stated >= 20);
    }

    void nothingIsShownOfNothing() {
        QVERIFY(!contentsOf(projectOf("no-such-rack"), *catalogue_, "block"));
        QVERIFY(!contentsOf({}, *catalogue_, "block"));
        Workspace workspace("nowhere");
        RackElevation view(&workspace);
        QVERIFY(!view.contents());
        QVERIFY(view.figures().isEmpty());
    }

    void followsSelectionAndEdits() {
        const std::filesystem::path root = HEADROOM_SOURCE_DIR;
        Workspace workspace(root / "resources/catalog");
        workspace.control().setPlayOnOpen(false);
        auto project = engine::loadProject(root / "scenarios/tour-small-hall", *catalogue_);
        QVERIFY(project.has_value());
        const std::string block = project->objectsOf("rack_block").front()->id;
        workspace.files().newBlank();  // reads the catalogue
        workspace.files().showNew(*project);
        RackElevation view(&workspace);
        workspace.selection().select({Selected::Kind::Object, -1, block, -1});
        QVERIFY(view.contents().has_value());
        QVERIFY(workspace.editor().apply(
            {engine::SetAttribute{block, "rack", std::string("air-b200-2")}}, "Rack"));
        QCOMPARE(view.contents()->servers, 2);
        QVERIFY(view.figures().contains("20 of 45"));
        view.resize(640, 520);
        QVERIFY(!view.grab().isNull());
    }

  private:
    std::unique_ptr<engine::Catalogue> catalogue_;
};

HEADROOM_TEST(TestRackElevation)
}  // namespace tst_rack_elevation

#include "tst_rack_elevation.moc"
