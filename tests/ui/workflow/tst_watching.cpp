// SPDX-License-Identifier: Apache-2.0
#include "engine/document/project.h"
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/plan/plan_view.h"
#include "ui/shell/main_window.h"
#include "ui/shell/work_modes.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

/// People who watch a run: what they press must not change what runs, and what they see must be of
/// it. By mouse and keyboard.
namespace tst_watching {

using namespace headroom;
using namespace headroom::ui;

namespace {

const std::filesystem::path kRoot = HEADROOM_SOURCE_DIR;

struct Stage {
    Workspace workspace{kRoot / "resources/catalog"};
    MainWindow window;

    static MainWindow::Options options() {
        MainWindow::Options o;
        o.noOpenGl = "a test";
        o.keepsLayout = false;
        return o;
    }

    Stage() : window(&workspace, options()) {
        workspace.control().setPlayOnOpen(false);
        window.resize(1440, 900);
        window.show();
        window.activateWindow();
    }

    bool openTour() {
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.files().open(kRoot / "scenarios/tour-small-hall");
        return opened.wait(60000) && workspace.source() != nullptr;
    }

    FakeSource* openFake() {
        auto made = std::make_unique<FakeSource>();
        FakeSource* fake = made.get();
        workspace.show(fakeProject(), std::move(made));
        return fake;
    }

    PlanView* plan() { return window.findChild<PlanView*>("planView"); }

    void command(const char* id) { window.commands()->action(id)->trigger(); }

    QStringList foot() {
        QStringList values;
        for (const QLabel* label :
             window.findChild<QWidget*>("transportBar")->findChildren<QLabel*>()) {
            if (!label->accessibleName().isEmpty() && label->objectName() != "clock") {
                values << label->text();
            }
        }
        return values;
    }
};

/// Presses a button of the box that is about to ask; whether one came.
void answer(const char* box, const QString& button, bool* asked) {
    QTimer::singleShot(200, qApp, [box, button, asked] {
        auto* shown = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (shown == nullptr || shown->objectName() != box) {
            return;
        }
        *asked = true;
        for (QAbstractButton* each : shown->buttons()) {
            if (each->text().remove('&') == button) {
                QTest::mouseClick(each, Qt::LeftButton);
            }
        }
    });
}

}  // namespace

class TestWatching : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;

  private slots:

    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
    }

    // A word typed into a table is a search there; the same letters in the plan are commands.
    void singleLettersActOnlyInTheViewThatHasTheKeyboard() {
        Stage stage;
        stage.openFake();
        stage.window.workModes()->change(WorkMode::Simulate);
        stage.window.showPane("plan");
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        std::vector<std::unique_ptr<QSignalSpy>> spies;
        for (const CommandInfo& info : CommandSet::table()) {
            if (QString(info.keys).size() == 1 && QChar(info.keys[0]).isLetterOrNumber()) {
                spies.push_back(std::make_unique<QSignalSpy>(
                    stage.window.commands()->action(info.id), &QAction::triggered));
            }
        }
        QVERIFY(spies.size() >= 15);
        auto* events = stage.window.findChild<QDockWidget*>("eventDock");
        events->raise();
        auto* table = events->findChild<QTableView*>();
        table->setFocus();
        QTest::keyClicks(table, "report 123 wf");
        for (const auto& spy : spies) {
            QCOMPARE(spy->size(), 0);
        }
        stage.plan()->setFocus();
        QAction* labels = stage.window.commands()->action("view.labels");
        const bool before = labels->isChecked();
        QTest::keyClick(stage.plan(), Qt::Key_L);
        QCOMPARE(labels->isChecked(), !before);
    }

    // R, Del and a drag over racks, in Simulate: the project is the same to the letter. In Design
    // the same R turns them.
    void exploreAndSimulateChangeNoDesign() {
        Stage stage;
        QVERIFY(stage.openTour());
        stage.window.showPane("plan");
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        const auto text = [&] { return engine::projectText(stage.workspace.project()); };
        const std::string before = text();
        const auto gestures = [&] {
            const engine::Box& box = stage.workspace.layout().racks.front().box;
            const QPoint at =
                stage.plan()->toWindow(box.x + box.width / 2, box.y + box.depth / 2).toPoint();
            QTest::mouseClick(stage.plan(), Qt::LeftButton, {}, at);
            QTest::keyClick(stage.plan(), Qt::Key_R);
            QTest::mousePress(stage.plan(), Qt::LeftButton, {}, at);
            for (int i = 1; i <= 5; ++i) {
                QTest::mouseMove(stage.plan(), at + QPoint(8 * i, 6 * i));
            }
            QTest::mouseRelease(stage.plan(), Qt::LeftButton, {}, at + QPoint(40, 30));
            QTest::keyClick(stage.plan(), Qt::Key_Right);
            QTest::keyClick(stage.plan(), Qt::Key_Delete);
        };
        for (const WorkMode mode : {WorkMode::Explore, WorkMode::Simulate}) {
            stage.window.workModes()->change(mode);
            gestures();
            QVERIFY(text() == before);
            QVERIFY(!stage.workspace.editor().isModified());
        }
        stage.window.workModes()->change(WorkMode::Design);
        const engine::Box& box = stage.workspace.layout().racks.front().box;
        QTest::mouseClick(
            stage.plan(), Qt::LeftButton, {},
            stage.plan()->toWindow(box.x + box.width / 2, box.y + box.depth / 2).toPoint());
        QTest::keyClick(stage.plan(), Qt::Key_R);
        QVERIFY(text() != before);
    }

    void nothingStandsAtTheFootOfTheProjectBefore() {
        Stage stage;
        FakeSource* fake = stage.openFake();
        fake->advance(600.0);
        QCoreApplication::processEvents();
        QVERIFY(stage.foot().filter("MW").size() >= 1);
        stage.workspace.files().newBlank();
        QCoreApplication::processEvents();
        for (const QString& value : stage.foot()) {
            QCOMPARE(value, QString::fromUtf8("–"));
        }
        QVERIFY(stage.window.findChild<QLabel*>("clock")->text().startsWith("--") ||
                stage.window.findChild<QLabel*>("clock")->text() == "00:00:00");
    }

    // A run of a minute: Cancel leaves it where it is; Start Again begins anew and stays paused, as
    // it was. Before the first step there is nothing to lose and nothing to ask.
    void startAgainAsksAndStaysPaused() {
        Stage stage;
        QVERIFY(stage.openTour());
        for (int i = 0; i < 4; ++i) {
            stage.command("run.step");
        }
        QTRY_COMPARE_WITH_TIMEOUT(stage.workspace.frame()->timeS, 60.0, 20000);
        bool asked = false;
        answer("startAgainBox", "Cancel", &asked);
        stage.command("run.restart");
        QVERIFY(asked);
        QCOMPARE(stage.workspace.frame()->timeS, 60.0);
        asked = false;
        QSignalSpy opened(&stage.workspace, &Workspace::opened);
        answer("startAgainBox", "Start Again", &asked);
        stage.command("run.restart");
        QVERIFY(asked);
        QVERIFY(opened.wait(60000));
        QTest::qWait(300);
        QCOMPARE(stage.workspace.frame()->timeS, 0.0);
        QVERIFY(!stage.workspace.status().playing);
        asked = false;
        answer("startAgainBox", "Cancel", &asked);
        stage.command("run.restart");
        QVERIFY(opened.wait(60000));
        QVERIFY(!asked);
    }

    // Before the first step every rack is in service, and none is crossed out.
    void aFreshDesignIsNotDead() {
        Stage stage;
        QVERIFY(stage.openTour());
        const auto frame = stage.workspace.frame();
        QCOMPARE(frame->timeS, 0.0);
        for (const float share : frame->rack(engine::RackQuantity::Health)) {
            QCOMPARE(share, 1.0F);
        }
    }

    // An edit while it stands: the figures at the foot are marked as those of before, until a step.
    void figuresOfTheDesignBeforeAreMarked() {
        Stage stage;
        QVERIFY(stage.openTour());
        stage.command("run.step");
        QTRY_COMPARE_WITH_TIMEOUT(stage.workspace.frame()->timeS, 15.0, 20000);
        auto* mark = stage.window.findChild<QLabel*>("figuresBefore");
        QVERIFY(!mark->isVisible());
        stage.window.workModes()->change(WorkMode::Design);
        const auto blocks = stage.workspace.project().objectsOf("rack_block");
        QVERIFY(stage.workspace.editor().apply(
            {engine::SetAttribute{blocks.front()->id, "racks_per_row", std::int64_t{3}}}, "Fewer"));
        QTRY_VERIFY_WITH_TIMEOUT(mark->isVisible(), 60000);
        stage.command("run.step");
        QTRY_VERIFY_WITH_TIMEOUT(!mark->isVisible(), 20000);
    }
};

HEADROOM_TEST(TestWatching)
}  // namespace tst_watching

#include "tst_watching.moc"
