// SPDX-License-Identifier: Apache-2.0
#include "engine/document/project.h"
#include "tests/support/test_program.h"
#include "ui/edit/delta_strip.h"
#include "ui/edit/problem_model.h"
#include "ui/edit/problem_panel.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/edited_design.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAbstractItemModelTester>
#include <QMainWindow>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_editor {

using namespace headroom;
using namespace headroom::ui;

namespace {

const std::filesystem::path kRoot = HEADROOM_SOURCE_DIR;
constexpr int kPatience = 30000;  // milliseconds, on a busy machine

using engine::SetAttribute;

SetAttribute racks(std::int64_t perRow) {
    return {"air", "racks_per_row", perRow};
}

}  // namespace

/// Edits through the window's one way, with the real catalogue and the real simulation.
class TestEditor : public QObject {
    Q_OBJECT

    std::unique_ptr<Workspace> workspace_;

    std::string text() const { return engine::projectText(workspace_->project()); }

    void waitForDesign() {
        QTRY_VERIFY_WITH_TIMEOUT(
            workspace_->design().view() != nullptr && !workspace_->design().isBusy(), kPatience);
    }

  private slots:

    void init() {
        workspace_ = std::make_unique<Workspace>(kRoot / "resources/catalog");
        workspace_->control().setPlayOnOpen(false);
        QSignalSpy opened(workspace_.get(), &Workspace::opened);
        workspace_->files().open(kRoot / "scenarios/tour-small-hall");
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, kPatience);
        waitForDesign();
    }

    void cleanup() { workspace_.reset(); }

    void anEditIsDrawnAtOnceAndUndone() {
        const std::string first = text();
        QCOMPARE(workspace_->layout().racks.size(), std::size_t{40});  // 2 x 16 air, 8 liquid
        QSignalSpy changed(workspace_.get(), &Workspace::projectChanged);
        Editor& editor = workspace_->editor();
        QVERIFY(editor.apply({racks(12)}, "Set Racks"));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(workspace_->layout().racks.size(), std::size_t{32});
        QVERIFY(editor.isModified());
        QCOMPARE(editor.undoText(), QString("Set Racks"));
        editor.undo();
        QCOMPARE(text(), first);
        QCOMPARE(workspace_->layout().racks.size(), std::size_t{40});
        QVERIFY(!editor.isModified());
        editor.redo();
        QCOMPARE(workspace_->layout().racks.size(), std::size_t{32});
    }

    void aGestureIsOneStepOrNone() {
        Editor& editor = workspace_->editor();
        const std::string first = text();
        QSignalSpy refused(&editor, &Editor::refused);
        // The second edit names a fabric that does not exist: the first does not stay either.
        QVERIFY(!editor.apply({racks(4), SetAttribute{"air", "fabric", std::string("nowhere")}},
                              "Two"));
        QCOMPARE(refused.size(), 1);
        QCOMPARE(text(), first);
        QVERIFY(!editor.canUndo());
        QVERIFY(editor.apply({racks(4), SetAttribute{"liquid", "racks_per_row", std::int64_t{6}}},
                             "Two"));
        editor.undo();
        QCOMPARE(text(), first);
        QVERIFY(!editor.canUndo());
    }

    void undoReachesBeforeSaving() {
        QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / "p.json";
        Editor& editor = workspace_->editor();
        const std::string first = text();
        QVERIFY(editor.apply({racks(12)}, "Set Racks"));
        QVERIFY(workspace_->files().save(file).has_value());
        QVERIFY(!editor.isModified());
        QVERIFY(editor.canUndo());
        editor.undo();
        QVERIFY(editor.isModified());
        QCOMPARE(text(), first);
    }

    void theRunGoesOn() {
        workspace_->control().step();
        workspace_->control().step();
        QTRY_VERIFY_WITH_TIMEOUT(workspace_->frame() && workspace_->frame()->timeS >= 30.0,
                                 kPatience);
        QSignalSpy changed(workspace_.get(), &Workspace::simulationChanged);
        QVERIFY(workspace_->editor().apply({racks(17)}, "Set Racks"));
        QTRY_VERIFY_WITH_TIMEOUT(changed.size() >= 1, kPatience);
        QVERIFY(workspace_->edited().faults().empty());
        QTRY_VERIFY_WITH_TIMEOUT(workspace_->frame() != nullptr, kPatience);
        // The clock did not go back, and the frame speaks of the two racks more.
        QVERIFY(workspace_->frame()->timeS >= 30.0);
        QCOMPARE(workspace_->frame()->rack(engine::RackQuantity::Power).size(), std::size_t{42});
    }

    void aDesignThatCannotRunIsDrawn() {
        QSignalSpy changed(workspace_.get(), &Workspace::simulationChanged);
        QVERIFY(workspace_->editor().apply({SetAttribute{"air", "feeds", models::Value{}}},
                                           "Disconnect"));
        QTRY_VERIFY_WITH_TIMEOUT(changed.size() >= 1, kPatience);
        QVERIFY(!workspace_->edited().faults().empty());
        QCOMPARE(workspace_->edited().faults().front().code, std::string("SIM-060"));
        waitForDesign();
        bool told = false;
        for (const engine::Finding& finding : workspace_->design().view()->findings) {
            told = told || (finding.rule == "unconnected" && finding.subject == "air");
        }
        QVERIFY(told);
        QCOMPARE(workspace_->layout().racks.size(), std::size_t{40});
        // Figures of the run are those of the design before, and Play says why it does not go on.
        QVERIFY(workspace_->status().isOfDesignBefore);
        QSignalSpy refused(&workspace_->control(), &RunControl::refused);
        workspace_->control().play();
        QCOMPARE(refused.size(), 1);
        QVERIFY(!workspace_->status().playing);
        changed.clear();
        workspace_->editor().undo();
        QTRY_VERIFY_WITH_TIMEOUT(changed.size() >= 1 && workspace_->edited().faults().empty(),
                                 kPatience);
    }

    void theSelectionKeepsWhatStillStands() {
        const auto& layout = workspace_->layout();
        // The last rack of row 2 of the air rows, and its first.
        int last = -1, first = -1;
        for (std::size_t i = 0; i < layout.racks.size(); ++i) {
            const engine::RackBox& rack = layout.racks[i];
            if (layout.blocks[static_cast<std::size_t>(rack.block)] == "air" && rack.row == 1) {
                (rack.column == 0 ? first : last) = static_cast<int>(i);
            }
        }
        Selection& selection = workspace_->selection();
        selection.selectAll(
            {{Selected::Kind::Rack, first, "air", -1}, {Selected::Kind::Rack, last, "air", -1}});
        QVERIFY(workspace_->editor().apply({racks(12)}, "Set Racks"));
        // 12 a row: rack 1 of row 2 is index 12; the 16th is gone, its block is not.
        QCOMPARE(selection.all().size(), std::size_t{2});
        QCOMPARE(selection.all()[0].rack(), 12);
        QVERIFY(selection.all()[1].kind == Selected::Kind::Object);
        QCOMPARE(selection.all()[1].objectId, std::string("air"));
    }

    void figuresMoveWithTheDesign() {
        DeltaStrip strip(workspace_.get());
        const double before = workspace_->design().view()->headline[engine::Sum::Racks];
        QCOMPARE(before, 40.0);
        QVERIFY(workspace_->editor().apply({racks(12)}, "Set Racks"));
        QTRY_COMPARE_WITH_TIMEOUT(workspace_->design().view()->headline[engine::Sum::Racks], 32.0,
                                  kPatience);
        waitForDesign();
        QVERIFY2(strip.asText().contains(QString("Racks 32 ") + QChar(0x2212) + "8"),
                 qPrintable(strip.asText()));
        workspace_->design().setBase();
        QVERIFY(!strip.asText().contains(QString(QChar(0x2212)) + "8"));
    }

    void findingsAreMendedAndAccepted() {
        QMainWindow window;
        CommandSet commands(&window);
        ProblemPanel panel(workspace_.get(), &commands);
        const QAbstractItemModelTester tester(panel.model());
        QVERIFY(workspace_->editor().apply({SetAttribute{"air", "row_pitch_m", 2.0}}, "Pitch"));
        const auto row = [&] {
            for (int i = 0; i < panel.model()->rowCount(); ++i) {
                if (panel.model()->finding(i).rule == "aisle-width") {
                    return i;
                }
            }
            return -1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(row() >= 0, kPatience);
        waitForDesign();
        auto* table = panel.findChild<QTableView*>("problemTable");
        table->selectRow(row());
        // 2.0 m less the depth of 1.2 m; 1.2 m are asked for.
        QCOMPARE(panel.model()->finding(row()).measured, 0.8);
        QCOMPARE(panel.model()->finding(row()).allowed, 1.2);
        QVERIFY(panel.findChild<QPushButton*>("problemFix")->isEnabled());
        QVERIFY(!panel.accept("  "));  // no reason, no acceptance
        QVERIFY(panel.accept("The rows are served from above"));
        QTRY_VERIFY_WITH_TIMEOUT(row() >= 0 && !panel.model()->finding(row()).accepted.empty(),
                                 kPatience);
        waitForDesign();
        QVERIFY(text().find("The rows are served from above") != std::string::npos);
        table->selectRow(row());
        QVERIFY(panel.accept({}));  // withdrawn
        QTRY_VERIFY_WITH_TIMEOUT(row() >= 0 && panel.model()->finding(row()).accepted.empty(),
                                 kPatience);
        waitForDesign();
        table->selectRow(row());
        QVERIFY(panel.fix());
        QTRY_COMPARE_WITH_TIMEOUT(row(), -1, kPatience);
    }

    void aBlankRoomIsNotYetARun() {
        QSignalSpy changed(workspace_.get(), &Workspace::simulationChanged);
        workspace_->files().newBlank();
        QVERIFY(workspace_->isOpen());
        QCOMPARE(workspace_->layout().halls.size(), std::size_t{1});
        QVERIFY(workspace_->source() == nullptr);
        QVERIFY(workspace_->editor().isModified());
        QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, kPatience);
        QVERIFY(!workspace_->edited().faults().empty());
        workspace_->files().close();
        QVERIFY(!workspace_->isOpen());
    }
};

HEADROOM_TEST(TestEditor)
}  // namespace tst_editor

#include "tst_editor.moc"
