// SPDX-License-Identifier: Apache-2.0
#include "engine/watch/run_orders.h"
#include "tests/support/test_program.h"
#include "tests/ui/failures/failure_stage.h"
#include "ui/failures/drill_dialog.h"
#include "ui/failures/drill_pane.h"
#include "ui/failures/fault_model.h"
#include "ui/failures/fault_table.h"
#include "ui/failures/rack_actions.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/drill_desk.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

namespace tst_drills {

using namespace headroom;
using namespace headroom::ui;
using models::BlockPart;
using models::DrillAction;

namespace {

engine::FaultNow fault(std::int32_t number, engine::FaultPhase phase, double atS) {
    engine::FaultNow f;
    f.number = number;
    f.phase = phase;
    f.subject = "R01-0" + std::to_string(number);
    f.mode = "hbm";
    f.atS = atS;
    f.rack = number;
    return f;
}

}  // namespace

class TestDrills : public QObject {
    Q_OBJECT

  private slots:

    // Rack 260 is the 9th of the second block: 504 racks in two blocks of 252, 260 - 252 + 1.
    void aRackIsNamedWithinItsBlock() {
        FailureStage stage;
        RackActions actions(&stage.workspace);
        const engine::PlantOrder order = actions.rackOrder(260);
        QCOMPARE(order.unit, std::string("block-2"));
        QCOMPARE(order.level, BlockPart::Rack);
        QCOMPARE(order.instance, 9);
        QVERIFY(actions.rackOrder(-1).unit.empty());
        QVERIFY(actions.rackOrder(504).unit.empty());
    }

    void aRackFailsNowForAWhileAndDegrades() {
        FailureStage stage;
        RackActions actions(&stage.workspace);
        QSignalSpy said(&actions, &RackActions::said);
        QMenu menu;
        actions.fillMenu(menu, 0);
        FailureStage::entry(menu, "Fail/15 min")->trigger();
        FailureStage::entry(menu, QString("Degrade/To 50\u2009% of the Speed/Until Repaired"))
            ->trigger();
        FailureStage::entry(menu, "Corrupt Silently/Until Repaired")->trigger();
        FailureStage::entry(menu, QString("Come and Go/Down 20\u2009% of the Time/5 min"))
            ->trigger();
        FailureStage::entry(menu, "Repair")->trigger();
        const auto orders = stage.source->givenOrders();
        QCOMPARE(orders.size(), std::size_t{5});
        QCOMPARE(orders[0].action, DrillAction::Fail);
        QCOMPARE(orders[0].level, BlockPart::Rack);
        QCOMPARE(orders[0].durationS, 900.0);
        QCOMPARE(orders[1].action, DrillAction::Degrade);
        QCOMPARE(orders[1].amount, 0.5);
        QVERIFY(std::isnan(orders[1].durationS));
        QCOMPARE(orders[2].action, DrillAction::Corrupt);
        QVERIFY(std::isnan(orders[2].amount));
        QCOMPARE(orders[3].action, DrillAction::Flap);
        QCOMPARE(orders[3].amount, 0.2);
        QCOMPARE(orders[3].durationS, 300.0);
        QCOMPARE(orders[4].action, DrillAction::Repair);
        QCOMPARE(said.count(), 5);
        QVERIFY(said[0][0].toString().contains(QString("15\u2009min")));
    }

    // What was asked for later waits with the simulation, is listed, and can be taken back.
    void laterIsKeptAndCancelled() {
        FailureStage stage;
        DrillPane pane(&stage.workspace);
        engine::PlantOrder order;
        order.unit = "block-1";
        order.level = BlockPart::Rack;
        order.instance = 3;
        DrillDesk& desk = stage.workspace.drills();
        const QString text = desk.give({order}, "R01-03", "fails", {600.0, 900.0});
        QVERIFY2(text.contains("00:10:00"), qPrintable(text));
        desk.give({order}, "R01-03", "fails again", {1200.0, models::kNotStated});
        QCOMPARE(stage.source->givenOrders().size(), std::size_t{0});
        QCOMPARE(stage.source->pendingOrders().size(), std::size_t{2});
        QCOMPARE(pane.view()->model()->rowCount(), 2);

        stage.advance(700.0);
        QCOMPARE(stage.source->givenOrders().size(), std::size_t{1});
        QCOMPARE(stage.source->givenOrders()[0].durationS, 900.0);
        QCOMPARE(desk.drills()[0].state, DrillDesk::State::Acting);  // from 600 s for 900 s
        QVERIFY(!desk.canCancel(0));
        QVERIFY(desk.canCancel(1));

        pane.view()->selectRow(1);
        QTest::keyClick(pane.view(), Qt::Key_Delete);
        QCOMPARE(desk.drills()[1].state, DrillDesk::State::Cancelled);
        QCOMPARE(stage.source->pendingOrders().size(), std::size_t{0});
        stage.advance(3600.0);
        QCOMPARE(stage.source->givenOrders().size(), std::size_t{1});
        QCOMPARE(desk.drills()[0].state, DrillDesk::State::Given);
    }

    // Ordered by hand in a run that is looked at, 600 s from its start, for 900 s: kept, it is a drill of the project (10 min, 15 min),
    // which the file holds; the order by hand does not come a second time.
    void aDrillByHandIsKeptInTheProject() {
        Workspace workspace(HEADROOM_SOURCE_DIR "/resources/catalog");
        workspace.control().setPlayOnOpen(false);
        workspace.files().open(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall");
        QTRY_VERIFY_WITH_TIMEOUT(
            workspace.isOpen() && workspace.source() != nullptr && workspace.frame(), 60000);
        DrillDesk& desk = workspace.drills();
        const auto ofProject = [&] {
            return std::count_if(desk.drills().begin(), desk.drills().end(),
                                 [](const auto& drill) { return drill.ofProject; });
        };
        const auto before = ofProject();
        const std::size_t objects = workspace.project().objects.size();
        engine::PlantOrder order;
        order.unit = workspace.project().objectsOf("rack_block").front()->id;
        order.level = BlockPart::Rack;
        order.instance = 3;
        order.durationS = 900.0;
        desk.give({order}, "R01-03", "fails", {600.0, 900.0});
        const auto byHand = static_cast<int>(desk.drills().size()) - 1;
        // Locked for good it is not kept; in a workspace that changes no design it is.
        workspace.editor().setLock("A recording.");
        QVERIFY(!desk.canKeep(byHand));
        workspace.editor().setLock("Simulate changes no design.", true);
        QVERIFY(desk.canKeep(byHand));
        QVERIFY(!workspace.editor().apply({engine::RemoveObject{order.unit}}, "Remove"));
        desk.keepInProject(byHand);
        QCOMPARE(workspace.project().objects.size(), objects + 1);
        const auto spec =
            engine::specOf<models::DrillSpec>(*workspace.project().objectsOf("drill").back());
        QCOMPARE(spec.order.unit, order.unit);
        QCOMPARE(spec.order.level, BlockPart::Rack);
        QCOMPARE(spec.order.instance, 3);
        QCOMPARE(spec.atS, 600.0);
        QCOMPARE(spec.order.durationS, 900.0);
        QCOMPARE(ofProject(), before + 1);
        QCOMPARE(static_cast<std::ptrdiff_t>(desk.drills().size()),
                 ofProject());  // none by hand is left
        QVERIFY(workspace.source()->orders()->pendingOrders().empty());
        QVERIFY(workspace.editor().isModified());
        // Of one incomer alone no drill can be.
        order.level = BlockPart::Row;
        order.incomer = 1;
        desk.give({order}, "R01-03", "opens", {600.0, models::kNotStated});
        QVERIFY(!desk.canKeep(static_cast<int>(desk.drills().size()) - 1));
        workspace.editor().setLock({});
    }

    // What puts something right is done with being given, and has no length; what breaks something is in effect from the
    // order on, before its alarm is raised at the end of the step.
    void whatIsDoneAndWhatActs() {
        FailureStage stage;
        DrillPane pane(&stage.workspace);
        stage.advance(100.0);
        engine::PlantOrder order;
        order.unit = "block-1";
        DrillDesk& desk = stage.workspace.drills();
        desk.give({order}, "Block 1", "fails", {});
        QCOMPARE(desk.drills()[0].state, DrillDesk::State::Acting);
        order.action = models::DrillAction::Reset;
        desk.give({order}, "Block 1", "is reset", {});
        QCOMPARE(desk.drills()[1].state, DrillDesk::State::Given);
        const QAbstractItemModel* model = pane.view()->model();
        QStringList cells;
        for (int row = 0; row < model->rowCount(); ++row) {
            for (int column = 0; column < model->columnCount(); ++column) {
                cells << model->index(row, column).data().toString();
            }
        }
        QVERIFY2(cells.contains("Done") && cells.contains("In effect"),
                 qPrintable(cells.join('|')));
        QCOMPARE(cells.count("until repaired"), 1);
    }

    void theDialogRefusesWhatIsNoTime() {
        DrillDialog dialog("R01-01: fails", {600.0, models::kNotStated}, true, nullptr);
        auto* after = dialog.findChild<QLineEdit*>("drillAfter");
        auto* length = dialog.findChild<QLineEdit*>("drillLength");
        auto* ok = dialog.findChild<QPushButton*>("drillOk");
        QVERIFY(ok->isEnabled());
        QCOMPARE(dialog.timing().afterS, 600.0);
        QVERIFY(std::isnan(dialog.timing().durationS));
        after->setText("-5 min");
        QVERIFY(!ok->isEnabled());
        after->setText("soon");
        QVERIFY(!ok->isEnabled());
        after->setText("2 h");
        length->setText("0");
        QVERIFY(!ok->isEnabled());
        length->setText("90 min");
        QVERIFY(ok->isEnabled());
        QCOMPARE(dialog.timing().afterS, 7200.0);
        QCOMPARE(dialog.timing().durationS, 5400.0);
    }

    // A drill of the project is in the list, and is not cancelled from there.
    void drillsOfTheProjectAreListed() {
        engine::Project project = fakeProject();
        engine::Object object;
        object.id = "drill-1";
        object.type = models::findComponentType("drill");
        object.values.resize(object.type->attributes.size());
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            const auto& key = object.type->attributes[i].key;
            if (key == "unit") {
                object.values[i] = std::string("cdu-1");
            } else if (key == "at_s" || key == "at_h" || key == "at_min") {
                object.values[i] = 2.0;
            }
        }
        project.objects.push_back(std::move(object));
        FailureStage stage(std::move(project));
        const auto& drills = stage.workspace.drills().drills();
        QCOMPARE(drills.size(), std::size_t{1});
        QVERIFY(drills[0].ofProject);
        QVERIFY(!stage.workspace.drills().canCancel(0));
    }

    void faultsAreListedSortedAndCounted() {
        FailureStage stage;
        RackActions actions(&stage.workspace);
        FaultTable table(&stage.workspace, &actions);
        table.resize(900, 300);
        QCOMPARE(table.view()->model()->rowCount(), 0);
        const auto labels = table.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().startsWith("Nothing is broken");
        }));
        auto waiting = fault(2, engine::FaultPhase::Waiting, 200.0);
        waiting.detectedS = 260.0;
        waiting.expectedS = 900.0;
        waiting.waitsFor = "a crew";
        stage.source->setFaults({fault(1, engine::FaultPhase::Latent, 100.0), waiting});
        stage.advance(300.0);
        const auto* model = table.view()->model();
        QCOMPARE(model->rowCount(), 2);
        // The newest first; noticed 60 s after it began; 900 s less the 300 s of now.
        const auto text = [model](int row, int column) {
            return model->index(row, column).data().toString();
        };
        QCOMPARE(text(0, FaultModel::Part), QString("R01-02"));
        QCOMPARE(text(0, FaultModel::Waits), QString("a crew"));
        QCOMPARE(text(0, FaultModel::Noticed), QString("after 1\u2009min"));
        QCOMPARE(text(0, FaultModel::Expected), QString("in 10\u2009min"));
        QCOMPARE(text(1, FaultModel::Noticed), QString("not yet"));
        QCOMPARE(text(1, FaultModel::Phase), QString("Unnoticed"));
        QCOMPARE(faultSummary(stage.workspace.frame()->faults),
                 QString("2 faults open: 1 unnoticed, 1 waits"));
        QVERIFY(faultSummary({}).isEmpty());
        // One is repaired: its row goes, the other stays chosen.
        table.view()->selectRow(1);
        QCOMPARE(stage.workspace.selection().current().rack(), 1);
        stage.source->setFaults({fault(1, engine::FaultPhase::Detected, 100.0)});
        stage.advance(15.0);
        QCOMPARE(model->rowCount(), 1);
        QCOMPARE(table.currentRow(), 0);
        QMenu menu;
        table.fillMenu(menu, 0);
        FailureStage::entry(menu, "Repair Rack Now")->trigger();
        QCOMPARE(stage.source->givenOrders().back().action, DrillAction::Repair);
        QCOMPARE(stage.source->givenOrders().back().instance,
                 2);  // rack 1 is the second of its block
    }
};

HEADROOM_TEST(TestDrills)
}  // namespace tst_drills

#include "tst_drills.moc"
