// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/failures/failure_stage.h"
#include "ui/alarms/alarm_badge.h"
#include "ui/alarms/alarm_model.h"
#include "ui/alarms/alarm_table.h"
#include "ui/alarms/pause_commands.h"
#include "ui/events/event_model.h"
#include "ui/events/event_table.h"
#include "ui/failures/fault_table.h"
#include "ui/failures/rack_actions.h"
#include "ui/workspace/alarm_desk.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/drill_desk.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QTableView>

namespace tst_alarms {

using namespace headroom;
using namespace headroom::ui;
using engine::AlarmKind;
using engine::AlarmSeverity;
using engine::EventKind;

namespace {

engine::AlarmRow alarm(std::int64_t number, AlarmKind kind, const std::string& object,
                       double sinceS, double endedS = -1.0) {
    engine::AlarmRow row;
    row.number = number;
    row.kind = kind;
    row.object = row.subject = object;
    row.name = "The " + object;
    row.sinceS = sinceS;
    row.endedS = endedS;
    row.event = number + 1;
    row.text = "It did.";
    return row;
}

/// 16 racks of block-1 tripped, a job is lost, a UPS was on battery before.
std::shared_ptr<engine::AlarmList> incident() {
    auto list = std::make_shared<engine::AlarmList>();
    engine::AlarmRow tripped = alarm(3, AlarmKind::RacksTripped, "block-1", 300.0);
    tripped.count = tripped.of = 16;
    tripped.cause = 0;
    tripped.causeText = "mech-a: Its incoming breaker is opened.";
    list->active = {tripped, alarm(4, AlarmKind::RacksThrottled, "block-2", 290.0)};
    list->activeBySeverity = {0, 1, 1};
    list->ended = {alarm(1, AlarmKind::OnBattery, "block-2", 10.0, 70.0)};
    list->raised = 4;
    return list;
}

std::vector<engine::Event> story() {
    std::vector<engine::Event> events;
    const auto add = [&](double timeS, EventKind kind, std::int64_t cause) {
        engine::Event event;
        event.id = static_cast<std::int64_t>(events.size());
        event.timeS = timeS;
        event.kind = kind;
        event.subject = "hall-1";
        event.text = "So.";
        event.cause = cause;
        events.push_back(event);
    };
    add(100.0, EventKind::Failure, -1);
    add(110.0, EventKind::Note, 0);
    add(120.0, EventKind::Throttle, 0);
    add(130.0, EventKind::Trip, 2);
    add(140.0, EventKind::JobInterrupted, 3);
    add(150.0, EventKind::JobPreempted, -1);
    return events;
}

}  // namespace

class TestAlarms : public QObject {
    Q_OBJECT

  private slots:

    void theListSaysWhatIsActiveAcknowledgedAndEnded() {
        FailureStage stage;
        QMainWindow window;
        CommandSet commands(&window);
        AlarmTable table(&stage.workspace, &commands);
        QSignalSpy counted(&table, &AlarmTable::countChanged);
        stage.source->setAlarms(incident());
        stage.advance(400.0);
        const auto* model = table.findChild<AlarmModel*>();
        QVERIFY(model != nullptr);
        QCOMPARE(model->rowCount(), 3);
        QCOMPARE(counted.last().at(0).toString(), QString("1 critical, 1 warning"));
        // On the screen the heaviest active one is first.
        const auto shown = [&](int row, int column) {
            return table.view()->model()->index(row, column).data().toString();
        };
        QCOMPARE(shown(0, AlarmModel::State), QString("Active"));
        QCOMPARE(shown(0, AlarmModel::Severity), QString("Critical"));
        QCOMPARE(shown(0, AlarmModel::Object), QString("The block-1"));
        QCOMPARE(shown(0, AlarmModel::Alarm), QString("Tripped for heat: all 16 racks"));
        QCOMPARE(shown(0, AlarmModel::Cause), QString("mech-a: Its incoming breaker is opened."));
        QCOMPARE(shown(2, AlarmModel::State), QString("Ended"));

        commands.action("alarm.acknowledge")->trigger();  // none is chosen: the heaviest
        QVERIFY(stage.workspace.alarms().isAcknowledged(3));
        QCOMPARE(shown(0, AlarmModel::State), QString("Active"));  // the warning is first now
        QCOMPARE(shown(1, AlarmModel::State), QString("Acknowledged"));
        QVERIFY(commands.action("alarm.acknowledgeAll")->isEnabled());
        commands.action("alarm.acknowledgeAll")->trigger();
        QCOMPARE(shown(0, AlarmModel::State), QString("Acknowledged"));
        QCOMPARE(stage.workspace.alarms().fresh(AlarmSeverity::Warning), 0);
        QVERIFY(!commands.action("alarm.acknowledge")->isEnabled());
        QVERIFY(!commands.action("alarm.acknowledgeAll")->isEnabled());
    }

    /// A UPS failed (event 7) and 20 jobs went with it; a breaker is another story. So two rows: the head of
    /// 21, closed, and the breaker. Open it has its 21 below it, the UPS first as its own first cause.
    void alarmsOfOneCauseAreOneRow() {
        FailureStage stage;
        QMainWindow window;
        CommandSet commands(&window);
        AlarmTable table(&stage.workspace, &commands);
        AlarmBadge badge(&stage.workspace);
        auto list = std::make_shared<engine::AlarmList>();
        list->active.push_back(alarm(6, AlarmKind::UnitFailed, "block-1", 300.0));  // event 7
        for (std::int64_t i = 0; i < 20; ++i) {
            engine::AlarmRow job = alarm(10 + i, AlarmKind::JobInterrupted, "", 310.0);
            job.cause = 7;
            job.causeText = "The block-1: It did.";
            list->active.push_back(job);
        }
        list->active.push_back(alarm(50, AlarmKind::BreakerOpen, "block-2", 20.0));
        list->activeBySeverity = {0, 1, 21};
        stage.source->setAlarms(list);
        stage.advance(400.0);
        auto* model = table.findChild<AlarmModel*>();
        const auto shown = [&](int row, int column) {
            return table.view()->model()->index(row, column).data().toString();
        };
        QCOMPARE(model->rowCount(), 2);
        QCOMPARE(shown(0, AlarmModel::State), QString("▸ Active"));
        QCOMPARE(shown(0, AlarmModel::Object), QString("21 alarms"));
        QCOMPARE(shown(0, AlarmModel::Alarm),
                 QString("20 x Interrupted, waits to continue; Failed"));
        QCOMPARE(shown(0, AlarmModel::Cause), QString("The block-1: It did."));
        QCOMPARE(shown(0, AlarmModel::Area), QString("Power, Jobs"));
        QCOMPARE(shown(1, AlarmModel::Object), QString("The block-2"));
        QCOMPARE(badge.text(), QString("21 critical"));
        QCOMPARE(badge.accessibleName(), QString("Alarms: 21 critical, 1 warning, of 1 cause"));

        // By mouse on the triangle, by keys, and back.
        table.resize(1200, 700);
        static_cast<QWidget&>(table).show();
        const QRect cell = table.view()->visualRect(table.view()->model()->index(0, 0));
        QTest::mouseClick(table.view()->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(model->rowCount(), 23);
        QCOMPARE(shown(0, AlarmModel::State), QString("▾ Active"));
        QCOMPARE(shown(1, AlarmModel::Alarm), QString("Failed"));
        QCOMPARE(shown(1, AlarmModel::Cause),
                 QString("The block-1: It did."));  // its own first cause
        QCOMPARE(shown(2, AlarmModel::Alarm), QString("Interrupted, waits to continue"));
        QCOMPARE(shown(22, AlarmModel::Object), QString("The block-2"));
        table.view()->setCurrentIndex(table.view()->model()->index(0, 1));
        QMenu menu;
        table.fillMenu(menu, table.currentRow());
        FailureStage::entry(menu, "Close")->trigger();
        QCOMPARE(model->rowCount(), 2);

        // What is searched is by itself, and so does what is sorted by something else.
        auto* search = table.findChild<QLineEdit*>();
        search->setText("interrupted");
        QCOMPARE(table.view()->model()->rowCount(), 20);
        search->clear();
        QCOMPARE(model->rowCount(), 2);
        table.sortBy(AlarmModel::Since, Qt::AscendingOrder);
        QCOMPARE(model->rowCount(), 22);
        QCOMPARE(shown(0, AlarmModel::Object), QString("The block-2"));
        table.sortBy(AlarmModel::State, Qt::DescendingOrder);
        QCOMPARE(model->rowCount(), 2);

        // One key for the whole of it.
        table.view()->setCurrentIndex(table.view()->model()->index(0, 1));
        commands.action("alarm.acknowledge")->trigger();
        QCOMPARE(stage.workspace.alarms().fresh(AlarmSeverity::Critical), 0);
        QCOMPARE(stage.workspace.alarms().fresh(AlarmSeverity::Warning), 1);
    }

    void anAlarmLeadsToItsObjectItsEventAndItsCause() {
        FailureStage stage;
        QMainWindow window;
        CommandSet commands(&window);
        AlarmTable table(&stage.workspace, &commands);
        stage.source->setStory(story());
        auto list = incident();
        list->active.front().event = 3;
        stage.source->setAlarms(list);
        stage.advance(400.0);
        QSignalSpy placed(&table, &AlarmTable::placeRequested);
        QMenu menu;
        table.fillMenu(menu, 0);
        FailureStage::entry(menu, "Go To")->trigger();
        QCOMPARE(placed.count(), 1);
        QCOMPARE(stage.workspace.selection().current().objectId, std::string("block-1"));
        FailureStage::entry(menu, "The Event")->trigger();
        QCOMPARE(stage.workspace.causes().eventId(), 3);
        FailureStage::entry(menu, "Its First Cause")->trigger();
        QCOMPARE(stage.workspace.causes().eventId(), 0);
    }

    /// The badge is what is seen across a room: a number at least half as high again as text, and
    /// words that say the same to those who do not see it.
    void theFootCountsThem() {
        FailureStage stage;
        AlarmBadge badge(&stage.workspace);
        QCOMPARE(badge.text(), QString("No alarms"));
        stage.source->setAlarms(incident());
        stage.advance(400.0);
        QCOMPARE(badge.text(), QString("1 critical"));
        QCOMPARE(badge.accessibleName(), QString("Alarms: 1 critical, 1 warning"));
        QVERIFY(badge.sizeHint().height() >= 26);
        QSignalSpy wanted(&stage.workspace.alarms(), &AlarmDesk::requested);
        badge.resize(badge.sizeHint());
        QTest::mouseClick(&badge, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        // Filled with the colour of the severity until it is acknowledged.
        const QColor bad = Theme::instance().colours().bad;
        QCOMPARE(badge.grab().toImage().pixelColor(5, badge.height() / 2), bad);
        stage.workspace.alarms().acknowledgeAll();
        QVERIFY(badge.grab().toImage().pixelColor(6, badge.height() / 2) != bad);
    }

    void nothingIsBrokenOnlyWhenNothingIs() {
        FailureStage stage;
        RackActions actions(&stage.workspace);
        FaultTable table(&stage.workspace, &actions);
        const auto said = [&] {
            for (const QLabel* label : table.view()->viewport()->findChildren<QLabel*>()) {
                return label->text();
            }
            return QString();
        };
        stage.advance(100.0);
        QVERIFY(said().startsWith("Nothing is broken."));
        stage.source->setAlarms(incident());
        stage.advance(100.0);
        QVERIFY2(said().contains("1 critical, 1 warning active"), qPrintable(said()));
        QVERIFY(!said().contains("Nothing is broken"));
    }

    /// Ordered, and still in effect: its part has an alarm since.
    void aDrillIsNotOverWhileItsPartIsDown() {
        FailureStage stage;
        stage.advance(290.0);
        engine::PlantOrder order;
        order.unit = "block-1";
        DrillDesk& desk = stage.workspace.drills();
        desk.give({order}, "Block 1", "fails", {});
        stage.source->setAlarms(incident());
        stage.advance(20.0);
        stage.advance(1.0);
        QCOMPARE(desk.drills().back().state, DrillDesk::State::Acting);
        auto over = incident();
        over->active.clear();
        stage.source->setAlarms(over);
        stage.advance(20.0);
        stage.advance(1.0);
        QCOMPARE(desk.drills().back().state, DrillDesk::State::Given);
    }

    void whatThePauseMenuChecksTheRunStopsFor() {
        FailureStage stage;
        QMainWindow window;
        CommandSet commands(&window);
        connectPauseCommands(&stage.workspace, &commands, &window);
        commands.action("pause.critical")->trigger();
        QCOMPARE(stage.source->pauseRule().alarms, std::optional(AlarmSeverity::Critical));
        commands.action("pause.preempted")->trigger();
        QVERIFY(stage.source->pauseRule().has(EventKind::JobPreempted));
        QVERIFY(!stage.source->pauseRule().has(EventKind::JobInterrupted));
        commands.action("pause.critical")->trigger();
        QVERIFY(!stage.source->pauseRule().alarms);
    }

    /// Of the six events two are told only or plans (note, and nothing else below): with "Limits and
    /// worse" the note is left out, so from the failure on one comes to the throttling at once.
    void fromEventToEvent() {
        FailureStage stage;
        QMainWindow window;
        CommandSet commands(&window);
        EventTable table(&stage.workspace, &commands);
        stage.source->setStory(story());
        stage.advance(300.0);
        auto* choice = table.findChild<QComboBox*>("eventChoice");
        QCOMPARE(choice->itemText(0), QString("All events (6)"));
        QCOMPARE(choice->itemText(1), QString("Limits and worse (5)"));
        QCOMPARE(choice->itemText(2), QString("Failures, trips, lost jobs (3)"));
        choice->setCurrentIndex(1);
        QCOMPARE(table.view()->model()->rowCount(), 5);
        commands.action("event.next")->trigger();
        QCOMPARE(stage.workspace.causes().eventId(), 0);
        commands.action("event.next")->trigger();
        QCOMPARE(stage.workspace.causes().eventId(), 2);
        commands.action("event.previous")->trigger();
        QCOMPARE(stage.workspace.causes().eventId(), 0);
        commands.action("event.previous")->trigger();
        QCOMPARE(stage.workspace.causes().eventId(), 0);  // it is the first
        // By kind: of preemptions there is one.
        const int kind = choice->findText("Job preempted (1)");
        QVERIFY(kind > 0);
        choice->setCurrentIndex(kind);
        QCOMPARE(table.view()->model()->rowCount(), 1);
    }

    /// hall-1 is called "Hall 1" by the fake project, if at all by another name than its id.
    void subjectsHaveTheirNames() {
        FailureStage stage;
        EventTable table(&stage.workspace);
        stage.source->setStory(story());
        stage.advance(300.0);
        const QString name = stage.workspace.nameOfObject("hall-1");
        QCOMPARE(table.view()->model()->index(0, EventModel::Subject).data().toString(), name);
    }
};

HEADROOM_TEST(TestAlarms)
}  // namespace tst_alarms

#include "tst_alarms.moc"
