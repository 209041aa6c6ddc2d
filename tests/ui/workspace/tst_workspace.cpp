// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/floor/rack_colouring.h"
#include "ui/workspace/workspace.h"

#include <QSignalSpy>
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
        workspace.setPlayOnOpen(false);
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

    void closingStopsAndForgets() {
        Workspace workspace("nowhere");
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        workspace.selection().select({Selected::Kind::Rack, 3, "block-1", -1});
        QSignalSpy closed(&workspace, &Workspace::closed);
        workspace.close();
        QCOMPARE(closed.size(), 1);
        QVERIFY(!workspace.isOpen());
        QVERIFY(workspace.frame() == nullptr);
        QVERIFY(workspace.selection().current().isNone());
        QVERIFY(workspace.layout().racks.empty());
    }

    void aMissingProjectFailsWithAnError() {
        const std::filesystem::path root = HEADROOM_SOURCE_DIR;
        Workspace workspace(root / "resources/catalog");
        QSignalSpy failed(&workspace, &Workspace::failed);
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.open(root / "no-such-folder");
        QVERIFY(workspace.isBusy());
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 20000);
        QCOMPARE(opened.size(), 0);
        const auto errors = failed.first().at(1).value<engine::Errors>();
        QVERIFY(!errors.empty());
        QVERIFY(!errors.front().remedy.empty());
        QVERIFY(!workspace.isBusy());
    }

    void coloursChangeOnlyWhenValuesDo() {
        Workspace workspace("nowhere");
        workspace.setPlayOnOpen(false);
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
