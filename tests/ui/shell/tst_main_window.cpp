// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/chart/chart_data.h"
#include "ui/chart/chart_set.h"
#include "ui/inspector/inspector.h"
#include "ui/kit/theme.h"
#include "ui/plan/plan_view.h"
#include "ui/power/one_line_view.h"
#include "ui/power/power_actions.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/error_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/shell/recent_files.h"
#include "ui/shell/work_modes.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QSettings>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_main_window {

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Commands that ask for a file or leave the program: triggering them would wait for a person.
const QSet<QString> kAsking = {"file.open",          "file.openFolder",   "file.saveAs",
                               "file.saveImage",     "file.quit",         "file.importTables",
                               "file.exportPlan",    "file.exportScene",  "file.exportSchedules",
                               "file.exportBill",    "file.exportTables", "file.exportCharts",
                               "file.exportReport",  "file.saveCharts",   "view.addChart",
                               "draw.importDrawing", "compare.add"};

}  // namespace

class TestMainWindow : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;

    MainWindow::Options options() const {
        MainWindow::Options o;
        o.noOpenGl = "the platform \"offscreen\" has no OpenGL";
        o.help = QString(HEADROOM_SOURCE_DIR) + "/resources/help";
        o.scenarios = QString(HEADROOM_SOURCE_DIR) + "/scenarios";
        return o;
    }

  private slots:

    void initTestCase() {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        Theme::instance().apply(Theme::Mode::Light);
    }

    // Tools next to the tabs give way: every view keeps its name in the smallest usual window.
    void viewTabsKeepTheirNames() {
        Workspace workspace("nowhere");
        MainWindow window(&workspace, options());
        window.resize(1280, 800);
        window.show();
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QCoreApplication::processEvents();
        const auto* tabs = window.findChild<QTabWidget*>("viewTabs")->tabBar();
        for (int i = 0; i < tabs->count(); ++i) {
            QVERIFY2(tabs->tabRect(i).right() <= tabs->width(), qPrintable(tabs->tabText(i)));
        }
    }

    void withoutOpenGlItShowsThePlanAndSaysWhy() {
        Workspace workspace("nowhere");
        MainWindow window(&workspace, options());
        window.show();
        QVERIFY(window.findChild<QWidget*>("welcomePage")->isVisible());
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        auto* plan = window.findChild<PlanView*>("planView");
        QVERIFY(plan->isVisible());
        auto* notice = window.findChild<QWidget*>("openGlNotice");
        QVERIFY(notice->isVisible());
        bool told = false;
        for (const QLabel* label : notice->findChildren<QLabel*>()) {
            told = told || label->text().contains("no OpenGL");
        }
        QVERIFY(told);
        // The plan shows racks: many colours, not one ground.
        const QImage image = plan->grab().toImage();
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 3) {
            for (int x = 0; x < image.width(); x += 3) {
                colours << image.pixel(x, y);
            }
        }
        QVERIFY(colours.size() > 30);
    }

    void everyCommandRunsOnNothing() {
        Workspace workspace("nowhere");
        MainWindow window(&workspace, options());
        window.show();
        for (const CommandInfo& info : CommandSet::table()) {
            if (!kAsking.contains(info.id)) {
                window.commands()->action(info.id)->trigger();
                QCoreApplication::processEvents();
            }
        }
        Theme::instance().apply(Theme::Mode::Light);
    }

    void everyCommandRunsOnAProject() {
        Workspace workspace("nowhere");
        MainWindow window(&workspace, options());
        window.show();
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        for (const CommandInfo& info : CommandSet::table()) {
            const QString id = info.id;
            // These two read files of the project, which this one has not.
            if (!kAsking.contains(id) && id != "file.save" && id != "run.restart") {
                window.commands()->action(info.id)->trigger();
                QCoreApplication::processEvents();
            }
        }
        QVERIFY(!workspace.isOpen());  // file.close was among them
        Theme::instance().apply(Theme::Mode::Light);
    }

    void aClickOnThePlanIsTheSelectionEverywhere() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.show();
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QCoreApplication::processEvents();
        auto* plan = window.findChild<PlanView*>("planView");
        const int rack = 5 * FakeSource::kColumns + 10;
        const engine::Box& box = workspace.layout().racks[rack].box;
        const QPointF at = plan->toWindow(box.x + box.width / 2.0, box.y + box.depth / 2.0);
        QTest::mouseClick(plan, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(workspace.selection().current().rack(), rack);
        // Row 6, position 11, counted from one.
        QVERIFY(window.findChild<Inspector*>("inspector")->asText().contains("Power"));
        bool titled = false;
        for (const QLabel* label :
             window.findChild<Inspector*>("inspector")->findChildren<QLabel*>()) {
            titled = titled || label->text() == "Rack R06-11";
        }
        QVERIFY(titled);
    }

    void aProjectThatIsOpenedInDesignWaitsForSpace() {
        Workspace workspace("nowhere");
        MainWindow::Options plays = options();
        plays.playsOnOpen = true;
        MainWindow window(&workspace, plays);
        window.show();
        const auto playsWhenOpenedIn = [&](WorkMode mode) {
            window.workModes()->change(mode);
            workspace.show(fakeProject(), std::make_unique<FakeSource>());
            QCoreApplication::processEvents();
            return workspace.status().playing;
        };
        QVERIFY(playsWhenOpenedIn(WorkMode::Explore));
        QVERIFY(!playsWhenOpenedIn(WorkMode::Design));
        QVERIFY(playsWhenOpenedIn(WorkMode::Simulate));
        QVERIFY(!playsWhenOpenedIn(WorkMode::Design));
    }

    void playPauseAndSpeedReachTheSource() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.show();
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QVERIFY(!workspace.status().playing);
        window.activateWindow();  // shortcuts belong to the active window
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, Qt::Key_Space);
        QVERIFY(workspace.status().playing);
        QCOMPARE(window.commands()->action("run.play")->text(), QString("Pause"));
        window.commands()->action("run.faster")->trigger();
        QCOMPARE(workspace.status().wantedSpeed,
                 300.0);  // a project opens at 2 min/s; one up: 5 min/s
        window.commands()->action("run.play")->trigger();
        QVERIFY(!workspace.status().playing);
        const double before = workspace.frame()->timeS;
        window.commands()->action("run.step")->trigger();
        QTRY_VERIFY(workspace.frame()->timeS > before);
        QVERIFY(!workspace.status().playing);
    }

    void tablesAndChartsFill() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.resize(1280, 800);
        window.show();
        auto source = std::make_unique<FakeSource>();
        FakeSource* fake = source.get();
        workspace.show(fakeProject(), std::move(source));
        for (int i = 0; i < 30; ++i) {
            fake->advance(600.0);
            QCoreApplication::processEvents();
        }
        QCOMPARE(window.findChild<ChartSet*>("chartSet")->data().lastS(), 30 * 600.0);
        auto* jobs = window.findChild<QDockWidget*>("jobDock");
        jobs->raise();
        auto* table = jobs->findChild<QTableView*>();
        QTRY_COMPARE(table->model()->rowCount(), 10);
        auto* events = window.findChild<QDockWidget*>("eventDock");
        QTRY_COMPARE(events->findChild<QTableView*>()->model()->rowCount(), 30);
    }

    void theOneLineTabHasItsOwnTools() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.show();
        auto source = std::make_unique<FakeSource>();
        source->wire(testing::wiring2N());
        workspace.show(fakeProject(), std::move(source));
        auto* view = window.findChild<OneLineView*>("oneLineView");
        QVERIFY(!view->isVisible());
        window.showPane("one-line");
        QVERIFY(view->isVisible());
        QVERIFY(!window.findChild<QComboBox*>("colourChoice")->isVisible());
        window.showPane("plan");
        QVERIFY(window.findChild<QComboBox*>("colourChoice")->isVisible());
        window.showPane("power");
        QVERIFY(window.findChild<QWidget*>("powerPane")->isVisible());
        window.showPane("losses");
        QVERIFY(window.findChild<QWidget*>("lossPane")->isVisible());
        window.showPane("swings");
        QVERIFY(window.findChild<QWidget*>("swingPane")->isVisible());
    }

    void theProcessTabAndItsPanes() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.show();
        auto source = std::make_unique<FakeSource>();
        source->cool(testing::coolingTwoLoops());
        workspace.show(fakeProject(), std::move(source));
        auto* view = window.findChild<QWidget*>("processView");
        QVERIFY(!view->isVisible());
        window.showPane("process");
        QVERIFY(view->isVisible());
        QVERIFY(!window.findChild<QComboBox*>("colourChoice")->isVisible());
        window.showPane("cooling");
        QVERIFY(window.findChild<QWidget*>("coolingPane")->isVisible());
        window.showPane("stacks");
        QVERIFY(window.findChild<QWidget*>("stackPane")->isVisible());
        // Every quantity of a rack that colours the floor is offered, and what racks cost.
        QCOMPARE(window.findChild<QComboBox*>("colourChoice")->count(),
                 static_cast<int>(engine::RackQuantity::Count) + 1);
    }

    void whatWasDoneStandsAtTheFoot() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.show();
        auto source = std::make_unique<FakeSource>();
        FakeSource* fake = source.get();
        fake->wire(testing::wiring2N());
        workspace.show(fakeProject(), std::move(source));
        window.views()->powerActions()->toggleBreaker(0);
        QCOMPARE(fake->givenOrders().size(), std::size_t{1});
        const QString said = window.statusBar()->currentMessage();
        QVERIFY2(said.startsWith("Breaker of") && said.contains(": opened"), qPrintable(said));
    }

    void whatBreaksHasItsPanes() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.resize(1440, 900);
        window.show();
        auto source = std::make_unique<FakeSource>();
        FakeSource* fake = source.get();
        engine::BlastReach reach;
        reach.racks.resize(FakeSource::kRacks);
        fake->setReach(reach);
        workspace.show(fakeProject(), std::move(source));
        window.showPane("causes");
        QVERIFY(window.views()->shows("causes"));
        window.showPane("reliability");
        QVERIFY(window.views()->shows("reliability"));
        for (const auto& [name, dock] :
             {std::pair{"faults", "faultDock"}, {"drills", "drillDock"}}) {
            window.showPane(name);
            QCoreApplication::processEvents();
            QVERIFY(!window.findChild<QDockWidget*>(dock)->visibleRegion().isEmpty());
        }
        // Of the rack that is selected; the plan comes to the front with it.
        workspace.selection().select({Selected::Kind::Rack, 4, "block-1", -1});
        window.commands()->action("fault.blast")->trigger();
        QCoreApplication::processEvents();
        QCOMPARE(fake->askedReach().size(), std::size_t{1});
        QCOMPARE(fake->askedReach().front().instance, 5);
        QVERIFY(!window.findChild<QDockWidget*>("blastDock")->visibleRegion().isEmpty());
        QVERIFY(window.findChild<PlanView*>("planView")->isVisible());
        window.commands()->action("fault.clearBlast")->trigger();
        QVERIFY(!window.commands()->action("fault.clearBlast")->isEnabled());
    }

    void openFaultsAreCountedAtTheFoot() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.show();
        auto source = std::make_unique<FakeSource>();
        FakeSource* fake = source.get();
        workspace.show(fakeProject(), std::move(source));
        auto* count = window.findChild<QLabel*>("faultCount");
        QVERIFY(count->text().isEmpty());
        engine::FaultNow fault;
        fault.number = 1;
        fault.phase = engine::FaultPhase::Waiting;
        fake->setFaults({fault});
        fake->advance(15.0);
        QTRY_COMPARE(count->text(), QString("1 fault open: 1 waits"));
    }

    // Its command brings a pane to the front, where it was closed or behind another; the next press hides it.
    void theCommandOfAPaneBringsItToTheFront() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.show();
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto* charts = window.findChild<QDockWidget*>("chartDock");
        auto* jobs = window.findChild<QDockWidget*>("jobDock");
        QVERIFY(charts != nullptr && jobs != nullptr);
        const auto isInFront = [](QDockWidget* dock) {
            return dock->isVisible() && !dock->visibleRegion().isEmpty();
        };
        window.commands()->action("pane.charts")->trigger();
        if (!isInFront(charts)) {
            window.commands()->action("pane.charts")->trigger();
        }
        QTRY_VERIFY(isInFront(charts) && !isInFront(jobs));
        window.commands()->action("pane.jobs")->trigger();
        QTRY_VERIFY(isInFront(jobs) && !isInFront(charts));
        window.commands()->action("pane.charts")->trigger();
        QTRY_VERIFY(isInFront(charts));
        window.commands()->action("pane.charts")->trigger();
        QTRY_VERIFY(charts->isHidden());
        QVERIFY(!window.commands()->action("pane.charts")->isChecked());
        QVERIFY(!jobs->isHidden());
    }

    void layoutIsKeptAndReset() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        {
            MainWindow window(&workspace, options());
            window.show();
            workspace.show(fakeProject(), std::make_unique<FakeSource>());
            window.findChild<QDockWidget*>("treeDock")->hide();
            window.close();
        }
        workspace.files().close();
        MainWindow window(&workspace, options());
        window.show();
        auto* tree = window.findChild<QDockWidget*>("treeDock");
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QVERIFY(!tree->isVisible());
        window.commands()->action("window.resetLayout")->trigger();
        QVERIFY(tree->isVisible());
        window.close();
    }

    void aRubbishLayoutDoesNoHarm() {
        for (const char* rubbish : {"rubbish", "", "\x00\x00\x00\xff\x00\x00"}) {
            QSettings().setValue("window/layout/explore", QByteArray(rubbish));
            QSettings().setValue("window/workspace", "nonsense");
            Workspace workspace("nowhere");
            workspace.control().setPlayOnOpen(false);
            MainWindow window(&workspace, options());
            window.show();
            workspace.show(fakeProject(), std::make_unique<FakeSource>());
            QVERIFY(window.findChild<QDockWidget*>("inspectorDock")->isVisible());
            QVERIFY(window.workModes()->mode() == WorkMode::Explore);
        }
        QSettings().clear();
    }

    void errorsAreShownWhole() {
        const engine::Errors errors{
            {"PRJ-004", "The key \"colour\" is not known.", "Did you mean \"cooling\"?",
             "/tmp/project.json", "/halls/0/colour", 17},
            {"PRJ-006", "The power is negative.", "Use a power of at least 0 kW.", "", "", 0}};
        ErrorDialog dialog("The project was not opened", errors);
        dialog.show();
        QString all;
        for (const QLabel* label : dialog.findChildren<QLabel*>()) {
            all += label->text() + '\n';
        }
        for (const char* part : {"colour", "Did you mean", "PRJ-004", "line 17", "/halls/0/colour",
                                 "negative", "at least 0 kW", "PRJ-006"}) {
            QVERIFY2(all.contains(part), part);
        }
    }

    void recentFilesAreNewestFirstAndExist() {
        QTemporaryDir folder;
        RecentFiles recent;
        recent.clear();
        for (const char* name : {"a.json", "b.json"}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            recent.add(file.fileName());
        }
        recent.add(folder.filePath("gone.json"));
        QCOMPARE(recent.files(),
                 (QStringList{folder.filePath("b.json"), folder.filePath("a.json")}));
    }
};

HEADROOM_TEST(TestMainWindow)
}  // namespace tst_main_window

#include "tst_main_window.moc"
