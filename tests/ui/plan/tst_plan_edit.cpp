// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/plan/plan_stage.h"
#include "ui/kit/number_box.h"
#include "ui/plan/array_dialog.h"
#include "ui/plan/plan_lines.h"
#include "ui/plan/replace_dialog.h"
#include "ui/plan/tool.h"
#include "ui/plan/tool_measure.h"
#include "ui/workspace/charted_by.h"
#include "ui/workspace/project_files.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

#include <cmath>

namespace tst_plan_edit {

using namespace headroom;
using namespace headroom::ui;

/// The blank hall is 24 m by 15 m with its corner at (0, 0) and tiles of 0.6 m; the first rack of
/// the catalogue is 0.6 m wide and 1.2 m deep.
class TestPlanEdit : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void aHallIsDrawnFromCornerToCorner() {
        PlanStage s;
        s.run("draw.hall");
        // 42.1 and 9.05 m lie nearest to the tile lines at 42.0 and 9.0 m.
        s.drag(30.0, 0.0, 42.1, 9.05);
        QVERIFY(s.object("hall-2") == nullptr || s.object("hall-2")->type->id == "hall");
        const auto halls = s.workspace.project().objectsOf("hall");
        QCOMPARE(halls.size(), 2U);
        const std::string id = halls.back()->id;
        QCOMPARE(s.number(id, "x_m"), 30.0);
        QCOMPARE(s.number(id, "y_m"), 0.0);
        QCOMPARE(s.number(id, "width_m"), 12.0);
        QCOMPARE(s.number(id, "depth_m"), 9.0);
        QVERIFY(s.undoesToBlank());
    }

    // With Alt a hall gives its number away: it neither moves nor is anything drawn. Beside it is nothing.
    void thingsAreChartedByTheirNumber() {
        PlanStage s;
        const QPointF outside = s.at(-300.0, -300.0);
        const std::string hall = s.workspace.project().objectsOf("hall").front()->id;
        QCOMPARE(chartedBy(s.workspace, {Selected::Kind::Object, -1, hall, -1}),
                 "hall/" + hall + "/it_power_kw");
        QCOMPARE(chartedBy(s.workspace, {Selected::Kind::Object, -1, "nothing", -1}),
                 std::string());
        QCOMPARE(s.plan.numberAt(outside.x(), outside.y()), std::string());
    }

    // One line of 1,000 km from the racks of hall 3 (west on the plan) to those of hall 4, 34 m further east: it
    // crosses the gap between the two areas and nothing of them.
    void sitesAreJoinedByALine() {
        PlanStage s;
        s.workspace.files().open(HEADROOM_SOURCE_DIR "/scenarios/two-site-training");
        QTRY_COMPARE(wanLines(s.plan).size(), 1U);
        s.plan.fitHalls();
        const auto lines = wanLines(s.plan);
        QCOMPARE(lines.front().length, QLocale().toString(1000) + " km");
        QVERIFY(lines.front().text.startsWith("Dark fibre"));
        const auto west = footprintOf(s.workspace, "racks-3"),
                   east = footprintOf(s.workspace, "racks-4");
        QVERIFY(west && east);
        QVERIFY(std::abs(lines.front().line.x1() - s.plan.toWindow(*west).right()) < 1.0);
        QVERIFY(std::abs(lines.front().line.x2() - s.plan.toWindow(*east).left()) < 1.0);
    }

    void sizesAreTypedWhileDrawing() {
        PlanStage s;
        s.run("draw.room");
        s.moveFree(3.0, 3.0);
        s.press(3.0, 3.0);
        s.moveHeld(5.0, 5.0);
        s.keys("4.5");
        s.key(Qt::Key_Tab);
        s.keys("2,5");
        s.key(Qt::Key_Return);
        s.release(5.0, 5.0);
        QCOMPARE(s.number("room", "x_m"), 3.0);
        QCOMPARE(s.number("room", "width_m"), 4.5);
        QCOMPARE(s.number("room", "depth_m"), 2.5);
        QCOMPARE(s.word("room", "hall"), std::string("hall-1"));
        QCOMPARE(s.workspace.project().objectsOf("structure").size(), 1U);
        QVERIFY(s.undoesToBlank());
    }

    void wallsRunAlongTheirLine() {
        PlanStage s;
        s.run("draw.wall");
        s.drag(3.0, 6.0, 9.0, 6.3);  // nearly east: a wall of 6 m, as thick as walls begin
        QCOMPARE(s.number("wall", "width_m"), 6.0);
        QCOMPARE(s.number("wall", "depth_m"), 0.2);
    }

    void escapeLeavesTheProjectAsItWas() {
        PlanStage s;
        const std::string racks = s.putRacks(6.0, 6.0);
        const std::string before = s.text();
        s.press(7.0, 6.5);
        s.moveHeld(9.0, 9.0);
        s.key(Qt::Key_Escape);
        s.release(9.0, 9.0);
        QCOMPARE(s.text(), before);
        s.run("draw.column");
        s.key(Qt::Key_Escape);  // puts the tool down
        QCOMPARE(QString(s.plan.tool().command()), QString("draw.select"));
        QVERIFY(!s.workspace.selection().current().isNone());
        s.key(Qt::Key_Escape);  // then the selection
        QVERIFY(s.workspace.selection().current().isNone());
    }

    // A column is with its middle where the click was, not on a line of the tiles of 0.6 m; the next one, 0.2 m
    // out of line, in line with it; with Alt where it was clicked. A door is in the nearest wall.
    void aClickStandsColumnsAndDoorsByTheirMiddle() {
        PlanStage s;
        constexpr double kPixelM = 0.08;  // the click is on a pixel, the place on 5 cm
        const auto middle = [&s](const std::string& id, const char* corner, const char* size) {
            return s.number(id, corner) + s.number(id, size) / 2.0;
        };
        s.run("draw.column");
        s.click(5.13, 6.27);
        QVERIFY(std::abs(middle("column", "x_m", "width_m") - 5.13) <= kPixelM);
        QVERIFY(std::abs(middle("column", "y_m", "depth_m") - 6.27) <= kPixelM);
        s.click(9.05, 6.47);
        QCOMPARE(s.number("column-2", "y_m"), s.number("column", "y_m"));
        QVERIFY(std::abs(middle("column-2", "x_m", "width_m") - 9.05) <= kPixelM);
        s.run("draw.door");
        s.click(7.3, 0.3);
        QCOMPARE(s.number("door", "y_m"), 0.0);
        QVERIFY(std::abs(middle("door", "x_m", "width_m") - 7.3) <= kPixelM);
        s.click(0.3, 5.0);
        QCOMPARE(s.number("door-2", "x_m"), 0.0);
        QVERIFY(s.number("door-2", "depth_m") > s.number("door-2", "width_m"));
    }

    void racksArePutDownOnTiles() {
        PlanStage s;
        s.draw->place({"rack", s.workspace.catalogue()->entriesOf("rack").front()->id});
        // Ten racks, 6.0 by 1.2 m, hang at their middle: the corner would be at (5.0, 4.4), between
        // the tile lines 4.8 and 5.4, and 4.2 and 4.8.
        s.click(8.0, 5.0);
        QCOMPARE(s.count("racks", "racks_per_row"), 10);
        QCOMPARE(s.word("racks", "hall"), std::string("hall-1"));
        QCOMPARE(s.number("racks", "x_m"), 4.8);
        QCOMPARE(s.number("racks", "y_m"), 4.2);
        QCOMPARE(s.workspace.selection().objectIds(), std::vector<std::string>{"racks"});
        // Outdoors they are refused, and nothing happens.
        const std::string before = s.text();
        s.click(60.0, 60.0);
        QCOMPARE(s.text(), before);
        QVERIFY(s.undoesToBlank());
    }

    void handlesStretchTheArray() {
        PlanStage s;
        const std::string id = s.putRacks(6.0, 6.0);  // 2.4 by 1.2 m
        s.select({id});
        // East handle, 12 pixels from the edge, to where twelve racks end: 6.0 + 12 x 0.6 m.
        const QPointF east = s.plan.toSite(s.at(8.4, 6.6) + QPointF(12, 0));
        s.drag(east.x(), east.y(), 13.2, 6.6);
        QCOMPARE(s.count(id, "racks_per_row"), 12);
        // North handle to where the second row ends: 6.0 + 3.0 + 1.2 m.
        const QPointF north = s.plan.toSite(s.at(9.6, 7.2) - QPointF(0, 12));
        s.drag(north.x(), north.y(), 9.6, 10.2);
        QCOMPARE(s.count(id, "rows"), 2);
        QCOMPARE(s.workspace.layout().racks.size(), 24U);
        // With Ctrl the pitch: two rows of 1.2 m that end at 10.8 m are 3.6 m apart.
        const QPointF again = s.plan.toSite(s.at(9.6, 10.2) - QPointF(0, 12));
        s.drag(again.x(), again.y(), 9.6, 10.8, Qt::ControlModifier);
        QCOMPARE(s.number(id, "row_pitch_m"), 3.6);
        QCOMPARE(s.count(id, "rows"), 2);
        QVERIFY(s.undoesToBlank());
    }

    void aDragMovesTheBlockAndSnaps() {
        PlanStage s;
        const std::string id = s.putRacks(6.0, 6.0);
        s.drag(7.0, 6.5, 8.25, 6.52);  // corner to (7.25, 6.02): tile lines at 7.2 and 6.0
        QCOMPARE(s.number(id, "x_m"), 7.2);
        QCOMPARE(s.number(id, "y_m"), 6.0);
        s.drag(8.0, 6.5, 9.33, 6.91, Qt::AltModifier);  // by 1.33 and 0.41 m, as drawn
        QCOMPARE(s.number(id, "x_m"), 8.53);
        QCOMPARE(s.number(id, "y_m"), 6.41);
        QCOMPARE(s.workspace.editor().undoText(), QString("Move racks"));
        QVERIFY(s.undoesToBlank());
    }

    void aMoveIsTyped() {
        PlanStage s;
        const std::string id = s.putRacks(6.0, 6.0);
        s.press(7.0, 6.5);
        s.moveHeld(9.0, 6.5);
        s.keys("1.25");
        s.key(Qt::Key_Tab);
        s.keys("-0.5");
        s.key(Qt::Key_Return);
        s.release(9.0, 6.5);
        QCOMPARE(s.number(id, "x_m"), 7.25);
        QCOMPARE(s.number(id, "y_m"), 5.5);
    }

    /// Three handlers stand along the west wall. The second is dragged to the south wall: it is there,
    /// its long side along the wall, and the others stay, also when a fourth comes.
    void airHandlersStayWhereTheyArePut() {
        PlanStage s;
        const std::string hall = s.workspace.layout().halls.front().id;
        QVERIFY(
            s.workspace.editor().apply({engine::SetAttribute{hall, "crah", std::string("crah-200")},
                                        engine::SetAttribute{hall, "crah_count", std::int64_t{3}}},
                                       "Add"));
        const auto places = [&] {
            std::vector<QRectF> boxes;
            for (const engine::EquipmentBox& machine : s.workspace.layout().equipment) {
                if (machine.kind == engine::EquipmentKind::Crah) {
                    boxes.push_back(areaOf(machine.box));
                }
            }
            return boxes;
        };
        const auto before = places();
        QCOMPARE(before.size(), std::size_t{3});
        QVERIFY(before[1].height() > before[1].width());
        const QPointF from = before[1].center();
        s.drag(from.x(), from.y(), 10.0, 1.0, Qt::AltModifier);  // freely
        const auto after = places();
        QVERIFY(QLineF(after[1].center(), QPointF(10.0, 1.0)).length() < 0.05);
        QCOMPARE(after[1].width(), before[1].height());
        QVERIFY(QLineF(after[0].center(), before[0].center()).length() < 1e-3);
        QVERIFY(QLineF(after[2].center(), before[2].center()).length() < 1e-3);
        s.key(Qt::Key_Right, Qt::ShiftModifier);  // a centimetre
        QVERIFY(qAbs(places()[1].center().x() - after[1].center().x() - 0.01) < 1e-3);
        QVERIFY(s.workspace.editor().apply(
            {engine::SetAttribute{hall, "crah_count", std::int64_t{4}}}, "Add"));
        QCOMPARE(places().size(), std::size_t{4});
        QVERIFY(QLineF(places()[2].center(), before[2].center()).length() < 1e-3);
        s.workspace.editor().undo();
        s.workspace.editor().undo();
        s.workspace.editor().undo();
        QVERIFY(QLineF(places()[1].center(), from).length() < 1e-6);
    }

    /// A click sets a point and the next the other, though the first had snapped away from the pointer:
    /// from the corner of the racks at (6, 6) to (10, 6) are 4 m, and the line stays when the mouse continues.
    void twoClicksMeasure() {
        PlanStage s;
        s.putRacks(6.0, 6.0);
        s.run("draw.measure");
        const auto* tool = dynamic_cast<const MeasureTool*>(&s.plan.tool());
        QVERIFY(tool != nullptr);
        s.click(6.0 - 7.0 / s.plan.pixelsPerMetre(), 6.0);
        s.click(10.0, 6.0, Qt::AltModifier);
        s.moveFree(14.0, 9.0, Qt::AltModifier);
        QVERIFY2(qAbs(tool->distanceM() - 4.0) < 0.02,
                 qPrintable(QString::number(tool->distanceM())));
    }

    void arrowKeysMoveByTileAndCentimetre() {
        PlanStage s;
        const std::string id = s.putRacks(6.0, 6.0);
        s.select({id});
        s.key(Qt::Key_Right);
        s.key(Qt::Key_Up);
        s.key(Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(s.number(id, "x_m"), 6.59);
        QCOMPARE(s.number(id, "y_m"), 6.6);
    }

    void racksAlignWithTheirNeighbours() {
        PlanStage s;
        s.putRacks(6.05, 3.0);
        const std::string id = s.putRacks(12.0, 9.0);
        // To (6.1, 9.0): 0.05 m from the west edge of the others, nearer than the tile line.
        s.drag(13.0, 9.5, 7.1, 9.5);
        QCOMPARE(s.number(id, "x_m"), 6.05);
    }

    void aQuarterTurnIsAboutTheMiddle() {
        PlanStage s;
        const std::string id = s.putRacks(6.0, 6.0);  // middle at (7.2, 6.6)
        s.select({id});
        s.run("edit.rotate");
        // Now 1.2 by 2.4 m about the same middle; the front that looked south looks west.
        QCOMPARE(s.number(id, "x_m"), 6.6);
        QCOMPARE(s.number(id, "y_m"), 5.4);
        QCOMPARE(s.word(id, "facing"), std::string("west"));
        for (int i = 0; i < 3; ++i) {
            s.run("edit.rotate");
        }
        QCOMPARE(s.word(id, "facing"), std::string("south"));
        QCOMPARE(s.number(id, "x_m"), 6.0);
        QCOMPARE(s.number(id, "y_m"), 6.0);
        QVERIFY(s.undoesToBlank());
    }

    void theBarMovesExactly() {
        PlanStage s;
        const std::string id = s.putRacks(6.0, 6.0);
        s.select({id});
        auto* x = s.plan.findChild<NumberBox*>("planX");
        auto* y = s.plan.findChild<NumberBox*>("planY");
        QCOMPARE(x->value(), 6.0);
        x->setValue(7.123);
        y->setValue(2.5);
        QCOMPARE(s.number(id, "x_m"), 7.123);
        QCOMPARE(s.number(id, "y_m"), 2.5);
        // What has more than one meaning moves nothing: 1,5 is neither 1.5 nor 15 nor 1 m.
        x->selectAll();
        QTest::keyClicks(x, "1,5");
        QTest::keyClick(x, Qt::Key_Return);
        QCOMPARE(s.number(id, "x_m"), 7.123);
        QVERIFY(!x->isFine());
        x->selectAll();
        QTest::keyClicks(x, "4 ft");
        QTest::keyClick(x, Qt::Key_Return);
        QCOMPARE(s.number(id, "x_m"), 1.219);  // 4 * 0.3048, to the millimetre
    }

    void framesSelectWholeOrTouched() {
        PlanStage s;
        const std::string a = s.putRacks(3.0, 3.0), b = s.putRacks(9.0, 3.0);
        // Rightwards only what is quite inside: the first ends at 5.4, the second at 11.4 m.
        s.drag(2.0, 2.0, 10.0, 5.0);
        QCOMPARE(s.workspace.selection().objectIds(), std::vector<std::string>{a});
        s.drag(10.0, 5.0, 2.0, 2.0);
        QCOMPARE(s.workspace.selection().objectIds(), (std::vector<std::string>{a, b}));
    }

    void alignAndSpread() {
        PlanStage s;
        const std::string a = s.putRacks(3.0, 3.0), b = s.putRacks(6.3, 6.0),
                          c = s.putRacks(15.0, 9.0);
        s.select({a, b, c});
        s.run("arrange.left");
        QCOMPARE(s.number(b, "x_m"), 3.0);
        QCOMPARE(s.number(c, "x_m"), 3.0);
        s.workspace.editor().undo();
        // Middles of 3.0 .. 5.4 and 15.0 .. 17.4 are 4.2 and 16.2: the second goes to 10.2.
        s.run("arrange.spreadEast");
        QCOMPARE(s.number(b, "x_m"), 9.0);
        QVERIFY(s.undoesToBlank());
    }

    void duplicateStandsBesideIt() {
        PlanStage s;
        s.select({s.putRacks(6.0, 6.0)});
        s.run("edit.duplicate");
        // 2.4 m wide, and two tiles of 0.6 m between.
        QCOMPARE(s.number("racks-2", "x_m"), 9.6);
        QCOMPARE(s.number("racks-2", "y_m"), 6.0);
        QCOMPARE(s.workspace.selection().objectIds(), std::vector<std::string>{"racks-2"});
        QVERIFY(s.undoesToBlank());
    }

    void aStampIsPutDownUntilEscape() {
        PlanStage s;
        s.select({s.putRacks(3.0, 3.0)});
        s.run("edit.copy");
        s.run("edit.paste");
        s.click(12.0, 4.0);
        s.click(12.0, 8.0);
        s.click(12.0, 12.0);
        s.key(Qt::Key_Escape);
        s.click(20.0, 8.0);
        QCOMPARE(s.workspace.project().objectsOf("rack_block").size(), 4U);
        QVERIFY(s.undoesToBlank());
    }

    void cutTakesAwayAndPastePutsBack() {
        PlanStage s;
        s.select({s.putRacks(3.0, 3.0)});
        s.run("edit.cut");
        QVERIFY(s.workspace.project().objectsOf("rack_block").empty());
        s.run("edit.paste");
        s.click(12.0, 8.0);
        QCOMPARE(s.workspace.project().objectsOf("rack_block").size(), 1U);
    }

    void usesFollowTheirBlock() {
        PlanStage s;
        const std::string id = s.putRacks(3.0, 3.0);
        s.select({id});
        s.run("arrange.makeBlock");
        s.run("arrange.placeBlock");
        s.click(12.0, 9.0);
        s.key(Qt::Key_Escape);
        QCOMPARE(s.workspace.project().objectsOf("block_use").size(), 1U);
        QCOMPARE(s.workspace.layout().racks.size(), 8U);
        s.workspace.editor().apply({engine::SetAttribute{id, "racks_per_row", std::int64_t{6}}},
                                   "Six");
        QCOMPARE(s.workspace.layout().racks.size(), 12U);
        // A copy is moved as a whole, and the member stays.
        const std::string use = s.workspace.project().objectsOf("block_use").front()->id;
        const double east = s.number(use, "east_m");
        const QPointF middle = footprintOf(s.workspace, use)->center();
        s.drag(middle.x(), middle.y(), middle.x() + 1.5, middle.y(), Qt::AltModifier);
        QCOMPARE(s.number(use, "east_m"), east + 1.5);
        QCOMPARE(s.number(id, "x_m"), 3.0);
        QVERIFY(s.undoesToBlank());
    }

    void whatIsNeededIsNotDeleted() {
        PlanStage s;
        const std::string id = s.putRacks(3.0, 3.0);
        s.select({id});
        s.run("arrange.makeBlock");
        const std::string before = s.text();
        s.select({id});
        s.run("edit.delete");  // the block would have no members
        QCOMPARE(s.text(), before);
        s.select({"block"});
        s.run("edit.delete");
        s.select({id});
        s.run("edit.delete");
        QVERIFY(s.object(id) == nullptr);
        QVERIFY(s.undoesToBlank());
    }

    void aHallGoesWithWhatIsInIt() {
        PlanStage s;
        s.putRacks(3.0, 3.0);
        s.select({"hall-1"});
        s.run("edit.delete");
        QVERIFY(s.workspace.project().objectsOf("hall").empty());
        QVERIFY(s.workspace.project().objectsOf("rack_block").empty());
        QVERIFY(s.undoesToBlank());
    }

    void anotherModelTakesThePlace() {
        PlanStage s;
        const std::string id = s.putRacks(3.0, 3.0);
        const auto racks = s.workspace.catalogue()->entriesOf("rack");
        ReplaceDialog dialog(&s.workspace, {id}, nullptr);
        QCOMPARE(dialog.choices(), 1);
        auto* to = dialog.findChild<QComboBox*>("replaceTo");
        to->setCurrentIndex(0);  // the first that is not the one in use: the second of all
        QVERIFY(dialog.findChild<QTableView*>("replaceTable")->model()->rowCount() > 4);
        QVERIFY(s.workspace.editor().apply(dialog.edits(), dialog.words()));
        QCOMPARE(s.word(id, "rack"), racks[1]->id);
        QVERIFY(s.undoesToBlank());
    }

    // A job asks for the accelerator of the racks that go: it asks for that of the new ones, in the same step of undo. Unticked, it
    // stays.
    void jobsGoAlongWithTheModel() {
        Workspace workspace(HEADROOM_SOURCE_DIR "/resources/catalog");
        workspace.control().setPlayOnOpen(false);
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.files().open(HEADROOM_SOURCE_DIR "/scenarios/feed-loss-2n");
        QVERIFY(!opened.isEmpty() || opened.wait(60'000));
        const std::string block = workspace.project().objectsOf("rack_block").front()->id;
        ReplaceDialog dialog(&workspace, {block}, nullptr);
        auto* jobs = dialog.findChild<QCheckBox*>("replaceJobs");
        QVERIFY(jobs->isHidden());
        auto* to = dialog.findChild<QComboBox*>("replaceTo");
        to->setCurrentIndex(to->findText("B200", Qt::MatchContains));
        QVERIFY(!jobs->isHidden() && jobs->isChecked());
        const auto changed = [&] {
            std::size_t count = 0;
            for (const engine::Edit& edit : dialog.edits()) {
                const auto* set = std::get_if<engine::SetAttribute>(&edit);
                count += set != nullptr && set->key == "accelerator" ? 1 : 0;
            }
            return count;
        };
        QVERIFY(changed() >= 2);  // two training jobs
        jobs->setChecked(false);
        QCOMPARE(changed(), std::size_t{0});
        QCOMPARE(dialog.edits().size(), std::size_t{1});
    }

    void theArrayDialogStatesWhatChanged() {
        PlanStage s;
        const std::string id = s.putRacks(3.0, 3.0);
        ArrayDialog dialog(&s.workspace, id, nullptr);
        QVERIFY(dialog.edits().empty());
        dialog.findChild<NumberBox*>("arrayRows")->setValue(2);
        dialog.findChild<NumberBox*>("arrayRacks")->setValue(12);
        QCOMPARE(dialog.edits().size(), 2U);
        auto* racks = dialog.findChild<NumberBox*>("arrayRacks");
        racks->selectAll();
        QTest::keyClicks(racks, "99999");
        QVERIFY(!dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
        QVERIFY(dialog.findChild<QLabel*>("arrayWarning")->text().contains("1 to 1000"));
        QTest::keyClick(racks, Qt::Key_Escape);
        QVERIFY(dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
        QVERIFY(s.workspace.editor().apply(dialog.edits(), "Array"));
        QCOMPARE(s.workspace.layout().racks.size(), 24U);
    }

    void tabWalksThroughWhatLiesBelow() {
        PlanStage s;
        const std::string id = s.putRacks(6.0, 6.0);
        s.click(7.0, 6.5);
        QCOMPARE(s.workspace.selection().current().rack(), 1);
        QKeyEvent tab(QEvent::KeyPress, Qt::Key_Tab, Qt::NoModifier);
        QCoreApplication::sendEvent(&s.plan, &tab);
        QVERIFY(s.workspace.selection().current().kind == Selected::Kind::Object);
        QCOMPARE(s.workspace.selection().current().objectId, id);
    }

    void theContentsOfAHallGoWithIt() {
        PlanStage s;
        const std::string id = s.putRacks(6.0, 6.0);
        s.select({"hall-1"});
        s.drag(0.0, 12.0, 3.0, 12.0, Qt::AltModifier);  // by its west wall
        QCOMPARE(s.number("hall-1", "x_m"), 3.0);
        QCOMPARE(s.number(id, "x_m"), 6.0);  // of the hall
        QCOMPARE(s.workspace.layout().racks.front().box.x, 9.0);
    }
};

HEADROOM_TEST(TestPlanEdit)
}  // namespace tst_plan_edit

#include "tst_plan_edit.moc"
