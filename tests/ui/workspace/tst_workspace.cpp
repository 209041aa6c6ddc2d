// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/floor/rack_colouring.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QSignalSpy>
#include <QTimer>
#include <QtTest>

namespace tst_workspace {

using namespace headroom;
using namespace headroom::ui;

class TestWorkspace : public QObject {
    Q_OBJECT

  private slots:

    void framesOfAnotherThreadArriveOnThisOne() {
        Workspace workspace("nowhere");
        QSignalSpy frames(&workspace, &Workspace::frameArrived);
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QVERIFY(workspace.isOpen());
        QVERIFY(workspace.status().playing);
        // 30 ms a frame: five of them well within five seconds.
        QTRY_VERIFY_WITH_TIMEOUT(frames.size() >= 5, 5000);
        QVERIFY(workspace.frame()->timeS > 0.0);
    }

    void manyFramesBecomeOneEvent() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        auto source = std::make_unique<FakeSource>();
        FakeSource* fake = source.get();
        workspace.show(fakeProject(), std::move(source));
        QSignalSpy frames(&workspace, &Workspace::frameArrived);
        for (int i = 0; i < 20; ++i) {
            fake->advance(15.0);
        }
        QCoreApplication::processEvents();
        QCOMPARE(frames.size(), 1);  // 20 frames before the loop ran: the newest counts
        QCOMPARE(workspace.frame()->timeS, 300.0);
    }

    // While it plays, frames are shown ten times a second at most however many come (33 here), and
    // every view is told of the same one.
    void playingShowsNoMoreFramesThanTheWindowCanDraw() {
        Workspace workspace("nowhere");
        double arrivedS = -1.0;
        int others = 0;
        connect(&workspace, &Workspace::frameArrived, this,
                [&] { arrivedS = workspace.frame() ? workspace.frame()->timeS : -1.0; });
        connect(&workspace, &Workspace::slowTick, this, [&] {
            others += workspace.frame() && workspace.frame()->timeS != arrivedS ? 1 : 0;
        });
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QSignalSpy frames(&workspace, &Workspace::frameArrived);
        QTest::qWait(2000);
        QVERIFY(frames.size() >= 3);
        QVERIFY2(frames.size() <= 2000 / 90 + 2, qPrintable(QString::number(frames.size())));
        QCOMPARE(others, 0);
        disconnect(&workspace, nullptr, this, nullptr);
    }

    // Paused, nothing is done at all: no look at the state, no frame, no timer.
    void pausedNothingGoesOn() {
        Workspace workspace("nowhere");
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QTest::qWait(200);
        workspace.control().pause();
        QTRY_VERIFY(!workspace.status().moving);
        QTest::qWait(700);  // two looks at the state
        QSignalSpy states(&workspace, &Workspace::playStateChanged);
        QSignalSpy frames(&workspace, &Workspace::frameArrived);
        QTest::qWait(1200);
        QCOMPARE(states.size(), 0);
        QCOMPARE(frames.size(), 0);
        for (const QTimer* timer : workspace.findChildren<QTimer*>()) {
            QVERIFY(!timer->isActive());
        }
    }

    void closingStopsAndForgets() {
        Workspace workspace("nowhere");
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        workspace.selection().select({Selected::Kind::Rack, 3, "block-1", -1});
        QSignalSpy closed(&workspace, &Workspace::closed);
        workspace.files().close();
        QCOMPARE(closed.size(), 1);
        QVERIFY(!workspace.isOpen());
        QVERIFY(workspace.frame() == nullptr);
        QVERIFY(workspace.selection().current().isNone());
        QVERIFY(workspace.layout().racks.empty());
    }

    // While it starts again somebody sets the supply of the warm loop: the edit stays, can be taken back, and
    // what runs in the end is that design.
    void editsMadeWhileItStartsAgainStay() {
        const std::filesystem::path root = HEADROOM_SOURCE_DIR;
        Workspace workspace(root / "resources/catalog");
        workspace.control().setPlayOnOpen(false);
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.files().open(root / "scenarios/tour-small-hall");
        QVERIFY(!opened.isEmpty() || opened.wait(60000));
        workspace.files().restart();
        QVERIFY(workspace.loader().isBusy());
        QVERIFY(workspace.editor().apply({engine::SetAttribute{"warm", "supply_setpoint_c", 36.5}},
                                         "Set"));
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.loader().isBusy(), 60000);
        QTest::qWait(50);  // a second start would be under way
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.loader().isBusy(), 60000);
        const auto setpoint = [&] {
            return std::get<double>(workspace.project().find("warm")->value("supply_setpoint_c"));
        };
        QCOMPARE(setpoint(), 36.5);
        QVERIFY(workspace.editor().canUndo() && workspace.editor().isModified());
        QTRY_VERIFY_WITH_TIMEOUT(workspace.frame() != nullptr, 60000);
        QCOMPARE(workspace.frame()->design,
                 std::int64_t{0});  // it began with it: no edit of the run
        workspace.editor().undo();
        QVERIFY(setpoint() != 36.5);
    }

    void aMissingProjectFailsWithAnError() {
        const std::filesystem::path root = HEADROOM_SOURCE_DIR;
        Workspace workspace(root / "resources/catalog");
        QSignalSpy failed(&workspace, &Workspace::failed);
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.files().open(root / "no-such-folder");
        QVERIFY(workspace.loader().isBusy());
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 20000);
        QCOMPARE(opened.size(), 0);
        const auto errors = failed.first().at(1).value<engine::Errors>();
        QVERIFY(!errors.empty());
        QVERIFY(!errors.front().remedy.empty());
        QVERIFY(!workspace.loader().isBusy());
    }

    void coloursChangeOnlyWhenValuesDo() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        RackColouring colouring(&workspace);
        auto source = std::make_unique<FakeSource>();
        FakeSource* fake = source.get();
        workspace.show(fakeProject(), std::move(source));
        QCOMPARE(colouring.colours().size(), std::size_t{FakeSource::kRacks});
        QSignalSpy changed(&colouring, &RackColouring::changed);
        fake->advance(0.0);  // the same values
        QCoreApplication::processEvents();
        QCOMPARE(changed.size(), 0);
        fake->advance(3000.0);
        QCoreApplication::processEvents();
        QCOMPARE(changed.size(), 1);
    }
};

HEADROOM_TEST(TestWorkspace)
}  // namespace tst_workspace

#include "tst_workspace.moc"
