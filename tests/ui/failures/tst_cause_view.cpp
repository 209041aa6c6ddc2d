// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/failures/failure_stage.h"
#include "ui/events/event_table.h"
#include "ui/failures/cause_canvas.h"
#include "ui/failures/cause_tree.h"
#include "ui/failures/cause_view.h"
#include "ui/kit/number_box.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/project_files.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>

namespace tst_cause_view {

using namespace headroom;
using namespace headroom::ui;
using engine::Event;
using engine::EventArea;
using engine::EventKind;

namespace {

Event event(std::int64_t id, double timeS, EventKind kind, EventArea area, std::string subject,
            std::int64_t cause, int rack = -1, std::int64_t job = -1) {
    Event e;
    e.id = id;
    e.timeS = timeS;
    e.kind = kind;
    e.area = area;
    e.subject = std::move(subject);
    e.text = "happens";
    e.cause = cause;
    e.rack = rack;
    e.job = job;
    return e;
}

/// A pump trips (1), the supply is too warm (2), five racks trip (3 to 7), a job stops (8) after
/// rack 5; a note of its own (9).
std::vector<Event> cascade() {
    std::vector<Event> events{event(1, 100.0, EventKind::Failure, EventArea::Cooling, "cdu-1", -1),
                              event(2, 160.0, EventKind::Limit, EventArea::Cooling, "cdu-1", 1)};
    for (int i = 0; i < 5; ++i) {
        events.push_back(event(3 + i, 220.0 + i, EventKind::Trip, EventArea::Servers,
                               "R0" + std::to_string(i), 2, 10 + i));
    }
    events.push_back(
        event(8, 230.0, EventKind::JobInterrupted, EventArea::Jobs, "train-1", 5, -1, 1));
    events.push_back(event(9, 240.0, EventKind::Note, EventArea::Other, "", -1));
    return events;
}

engine::Loss loss(std::int64_t event, double acceleratorS) {
    engine::Loss l;
    l.event = event;
    l.job = 1;
    l.kind = engine::LossKind::Redone;
    l.fromS = 100.0;
    l.toS = 230.0;
    l.acceleratorS = acceleratorS;
    l.tokens = 5e6;
    l.energyJ = 3.6e6;
    l.usd = 0.1;
    return l;
}

}  // namespace

class TestCauseView : public QObject {
    Q_OBJECT

  private slots:

    void emptyItSaysHowToBegin() {
        FailureStage stage;
        CauseView view(&stage.workspace);
        QVERIFY(view.canvas()->emptyText().contains("Why?"));
        QVERIFY(!view.findChild<QComboBox*>("causeRoots")->isEnabled());
        QCOMPARE(stage.workspace.causes().eventOf({Selected::Kind::Rack, 3, "block-1", -1}), -1);
    }

    void theSymptomOfAThingIsFound() {
        FailureStage stage;
        stage.source->setStory(cascade());
        stage.advance(300.0);
        const CauseFocus& causes = stage.workspace.causes();
        QCOMPARE(causes.eventOf({Selected::Kind::Rack, 12, "block-1", -1}), 5);
        QCOMPARE(causes.eventOf({Selected::Kind::Job, -1, {}, 1}), 8);
        QCOMPARE(causes.eventOf({Selected::Kind::Object, -1, "cdu-1", -1}), 2);
        QCOMPARE(causes.eventOf({Selected::Kind::Object, -1, "cdu", -1}), -1);
        QCOMPARE(causes.eventOf({Selected::Kind::Facility, -1, {}, -1}), -1);
        QCOMPARE(causes.eventOf({}), 8);
    }

    // From the job's stop back to the pump: 8, 5 (among the five that tripped), 2, 1. The five
    // trips are one node until it is opened; the job then hangs below its rack.
    void theChainStandsOutAndFoldsOpen() {
        FailureStage stage;
        stage.source->setStory(cascade());
        CauseView view(&stage.workspace);
        view.resize(1200, 700);
        view.show();
        stage.advance(300.0);
        stage.workspace.causes().explain(8);
        CauseCanvas* canvas = view.canvas();
        QCOMPARE(canvas->tree().nodes.size(), std::size_t{4});
        const int racks = nodeOf(canvas->tree(), 5);
        QCOMPARE(canvas->tree().nodes[static_cast<std::size_t>(racks)].events.size(),
                 std::size_t{5});
        const auto chain = chainNodes(canvas->tree(), stage.workspace.causes().graph(), 8);
        QCOMPARE(std::count(chain.begin(), chain.end(), true), 4);
        auto* list = view.findChild<QListWidget*>("causeChain");
        QCOMPARE(list->count(), 4);
        QVERIFY(list->item(0)->text().contains("cdu-1"));
        QVERIFY(list->item(3)->text().contains("train-1"));

        // A double click on the pile takes it apart: 1, 2, five racks, the job.
        QTest::mouseDClick(canvas, Qt::LeftButton, {},
                           canvas->windowBoxOf(racks).center().toPoint());
        QCOMPARE(canvas->tree().nodes.size(), std::size_t{8});
        const auto& nodes = canvas->tree().nodes;
        const int job = nodeOf(canvas->tree(), 8);
        QCOMPARE(nodes[static_cast<std::size_t>(job)].parent, nodeOf(canvas->tree(), 5));

        // A click selects the place of the event.
        const int rack = nodeOf(canvas->tree(), 6);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->windowBoxOf(rack).center().toPoint());
        QCOMPARE(stage.workspace.causes().eventId(), 6);
        QCOMPARE(stage.workspace.selection().current().rack(), 13);
        QTest::keyClick(canvas, Qt::Key_Left);  // to its cause
        QCOMPARE(stage.workspace.causes().eventId(), 2);
    }

    void theTimelineOrdersByTime() {
        FailureStage stage;
        stage.source->setStory(cascade());
        CauseView view(&stage.workspace);
        view.resize(1200, 700);
        view.show();
        stage.advance(300.0);
        stage.workspace.causes().show(8);
        view.findChild<QToolButton*>("causeTimeline")->click();
        CauseCanvas* canvas = view.canvas();
        QCOMPARE(canvas->mode(), CauseCanvas::Mode::Timeline);
        const auto left = [canvas](std::int64_t id) {
            return canvas->windowBoxOf(nodeOf(canvas->tree(), id)).left();
        };
        // 100, 160, 220 and 230 s: the first three evenly apart, the last a sixth of that on.
        QVERIFY(left(1) < left(2) && left(2) < left(3) && left(3) < left(8));
        QVERIFY(std::abs((left(2) - left(1)) - (left(3) - left(2))) < 0.5);
        QVERIFY(std::abs((left(8) - left(3)) - (left(2) - left(1)) / 6.0) < 0.5);
        // No two boxes lie over each other.
        for (std::size_t a = 0; a < canvas->tree().nodes.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                QVERIFY(!canvas->windowBoxOf(static_cast<int>(a))
                             .intersects(canvas->windowBoxOf(static_cast<int>(b))));
            }
        }
    }

    // 7200 accelerator seconds of the job's stop are two hours on the bill of the pump as well; at
    // 3 USD an hour they are 6 USD of rent.
    void theBillAndTheDiagnosisStandBeside() {
        FailureStage stage;
        stage.source->setStory(cascade(), {loss(8, 7200.0)});
        engine::Diagnosis diagnosis;
        diagnosis.firstS = 160.0;
        diagnosis.suspects = {{"cdu-1/pumps", "cdu-1 pumps", 0.9, {"the flow fell"}}};
        stage.source->setDiagnosis(diagnosis);
        CauseView view(&stage.workspace);
        view.resize(1200, 700);
        view.show();
        stage.advance(300.0);
        stage.workspace.causes().show(1);
        auto* bill = view.findChild<QLabel*>("causeBill");
        QVERIFY2(bill->text().contains("<b>2 accelerator-hours</b>"), qPrintable(bill->text()));
        view.findChild<NumberBox*>("causePrice")->setValue(3.0 / 3600.0);
        QVERIFY2(bill->text().contains(QString("6\u2009USD")), qPrintable(bill->text()));
        view.findChild<QTabWidget*>("causeSide")->setCurrentIndex(2);
        const QString said = view.findChild<QTextBrowser*>("causeDiagnosis")->toPlainText();
        QVERIFY2(said.contains("cdu-1 pumps") && said.contains("the flow fell"), qPrintable(said));
        QVERIFY(view.findChild<QLabel*>("causeTruth")->text().contains("cdu-1: happens"));
        stage.workspace.causes().show(9);
        QVERIFY(bill->text().contains("accelerator-hours"));
        QVERIFY(!bill->text().contains("<b>2 accelerator"));
    }

    void theEventTableAsksWhy() {
        FailureStage stage;
        stage.source->setStory(cascade());
        EventTable table(&stage.workspace);
        stage.advance(300.0);
        QSignalSpy requested(&stage.workspace.causes(), &CauseFocus::requested);
        QMenu menu;
        table.fillMenu(menu, 1);  // event 2: five racks and a job followed
        QVERIFY(FailureStage::entry(menu, "What Followed? (6 Events)") != nullptr);
        FailureStage::entry(menu, "Why?")->trigger();
        QCOMPARE(requested.count(), 1);
        QCOMPARE(stage.workspace.causes().eventId(), 2);
        QMenu last;
        table.fillMenu(last, 8);
        QVERIFY(!FailureStage::entry(last, "Nothing Followed")->isEnabled());
        QVERIFY(!FailureStage::entry(last, "Go To")->isEnabled());
    }

    void anotherProjectForgetsAll() {
        FailureStage stage;
        stage.source->setStory(cascade());
        CauseView view(&stage.workspace);
        stage.advance(300.0);
        stage.workspace.causes().show(8);
        stage.workspace.files().close();
        QCOMPARE(stage.workspace.causes().eventId(), -1);
        QVERIFY(view.canvas()->tree().nodes.empty());
    }
};

HEADROOM_TEST(TestCauseView)
}  // namespace tst_cause_view

#include "tst_cause_view.moc"
