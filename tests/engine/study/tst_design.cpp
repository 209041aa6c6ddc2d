// SPDX-License-Identifier: Apache-2.0
#include "engine/document/companions.h"
#include "engine/run/simulator.h"
#include "engine/study/design.h"
#include "tests/engine/study/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_design {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

const std::string kStudy =
    R"("axes": [{"set": "loop-a.supply_setpoint_c", "values": [16, 19]},
                {"part": "crah/crah-100.fan_rated_kw", "values": [6.1, 7.2]}, {"orders": ["nothing", ""]}],
       "figures": ["pue"])";

}  // namespace

class TestDesign : public QObject {
    Q_OBJECT

  private slots:

    // Point 4 of 2 x 2 x 2, the last axis fastest: 19 °C, 6.1 kW, the order. The project is there with the value, its own
    // air handler with the figure and where that comes from; all else as it ships.
    void standsThereAsAProject() {
        QTemporaryDir dir;
        const std::filesystem::path folder = dir.filePath("design").toStdString();
        const StudyPlan plan = smallPlan(kStudy);
        const auto file = writeDesign(plan, 4, folder);
        QVERIFY2(file, file ? "" : engine::text(file.error()).c_str());
        const auto own = Catalogue::load(std::string(HEADROOM_SOURCE_DIR) + "/resources/catalog",
                                         projectCatalogueFolder(folder));
        QVERIFY2(own, own ? "" : engine::text(own.error()).c_str());
        const auto project = loadProject(*file, *own);
        QVERIFY2(project, project ? "" : engine::text(project.error()).c_str());
        QCOMPARE(std::get<std::string>(project->find("project")->value("name")),
                 std::string("Small hall (test, point 4)"));
        QCOMPARE(std::get<double>(project->find("loop-a")->value("supply_setpoint_c")), 19.0);
        const CatalogueEntry *crah = own->find("crah", "crah-100"),
                             *shipped = catalogue().find("crah", "crah-100");
        for (std::size_t i = 0; i < crah->values.size(); ++i) {
            const bool isChanged = crah->type->attributes[i].key == "fan_rated_kw";
            QCOMPARE(crah->values[i] == shipped->values[i], !isChanged);
            if (isChanged) {
                QCOMPARE(std::get<double>(crah->values[i]), 6.1);
                QCOMPARE(crah->provenance[i].source, std::string("Study \"test\", point 4"));
            } else {
                QCOMPARE(crah->provenance[i].source, shipped->provenance[i].source);
                QCOMPARE(crah->provenance[i].status, shipped->provenance[i].status);
                QCOMPARE(crah->provenance[i].low, shipped->provenance[i].low);
            }
        }
        QCOMPARE(own->fingerprint(), plan.designAt(4)->catalogue.fingerprint());
        QCOMPARE(plan.designAt(4)->orders, std::vector<std::string>{"nothing"});
        QVERIFY(plan.designAt(5)->orders.empty());
    }

    // The same design again is fine; another one, or one that was gone on with, is left alone.
    void leavesOthersAlone() {
        QTemporaryDir dir;
        const std::filesystem::path folder = dir.filePath("design").toStdString();
        const StudyPlan plan = smallPlan(kStudy);
        QVERIFY(writeDesign(plan, 4, folder));
        QVERIFY(writeDesign(plan, 4, folder));
        const auto other = writeDesign(plan, 0, folder);
        QVERIFY(!other);
        QCOMPARE(other.error().front().code, std::string("STU-019"));
    }

    // A run of what was written is the run of the point, bit by bit.
    void runsAsThePoint() {
        QTemporaryDir dir;
        const StudyPlan plan = smallPlan(
            R"("axes": [{"set": "loop-a.supply_setpoint_c", "values": [16, 19]},
                        {"part": "crah/crah-100.fan_rated_kw", "values": [6.1, 7.2]}], "figures": ["pue"])");
        const auto file =
            writeDesign(plan, 3, std::filesystem::path(dir.filePath("d").toStdString()));
        QVERIFY(file);
        const auto own = Catalogue::load(std::string(HEADROOM_SOURCE_DIR) + "/resources/catalog",
                                         projectCatalogueFolder(file->parent_path()));
        RunOptions options;
        options.seed = plan.tasks()[3].seed;
        auto simulator = Simulator::create(*loadProject(*file, *own), *own, options);
        QVERIFY(simulator);
        const auto outcome =
            plan.carryOut(plan.tasks()[3], *plan.plantOf(plan.tasks()[3]), nullptr);
        while ((*simulator)->timeS() + (*simulator)->stepS() <= plan.study().untilS + 1e-6) {
            (*simulator)->step();
        }
        QCOMPARE(QString::asprintf("%016llx",
                                   static_cast<unsigned long long>((*simulator)->stateHash())),
                 QString::fromStdString(outcome->stateHash));
    }

    void foldersOfAnyName() {
        Study study;
        study.name = "  Warm Water / 2026: ä";
        QCOMPARE(designFolderName(study, 3), std::string("warm-water-2026-point-3"));
        study.name = "…";
        QCOMPARE(designFolderName(study, 0), std::string("study-point-0"));
    }
};

HEADROOM_TEST(TestDesign)
}  // namespace tst_design

#include "tst_design.moc"
