// SPDX-License-Identifier: Apache-2.0
// Each lesson is played to its end through the window, over the simulation itself.
#include "tests/support/test_program.h"
#include "ui/kit/theme.h"
#include "ui/lessons/lesson_pane.h"
#include "ui/lessons/lesson_run.h"
#include "ui/shell/main_window.h"
#include "ui/shell/work_modes.h"
#include "ui/why/number_value.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"

#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_lessons {

using namespace headroom;
using namespace headroom::ui;

class TestLessons : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;

    struct Stage {
        Workspace workspace{std::string(HEADROOM_SOURCE_DIR) + "/resources/catalog"};
        MainWindow window;
        LessonPane* pane;

        Stage() : window(&workspace, options()), pane(window.findChild<LessonPane*>("lessonPane")) {
            workspace.control().setPlayOnOpen(false);
            window.show();
            window.commands()->action("help.lessons")->trigger();
        }

        static MainWindow::Options options() {
            MainWindow::Options o;
            o.noOpenGl = "none here";
            o.help = QString(HEADROOM_SOURCE_DIR) + "/resources/help";
            o.scenarios = QString(HEADROOM_SOURCE_DIR) + "/scenarios";
            o.keepsLayout = false;
            return o;
        }

        template <class Widget>
        Widget* find(const char* name) {
            return pane->findChild<Widget*>(name);
        }

        void click(const char* name) {
            auto* button = find<QPushButton>(name);
            QTRY_VERIFY2(button->isVisible() && button->isEnabled(), name);
            QCoreApplication::processEvents();  // it has its place
            QTest::mouseClick(button, Qt::LeftButton);
        }

        /// `speed`: simulated seconds a second; 0 means as fast as can be, which overshoots.
        void begin(int row, double speed) {
            auto* list = find<QListWidget>("lessonList");
            QCOMPARE(list->count(), 8);
            list->setCurrentRow(row);
            click("lessonStart");
            QTRY_COMPARE_WITH_TIMEOUT(pane->run()->step(), 0, 60000);
            QTRY_VERIFY_WITH_TIMEOUT(workspace.source() != nullptr, 60000);
            workspace.control().setSpeed(speed);
            QTRY_VERIFY(window.findChild<QDockWidget*>("lessonDock")->isVisible());
        }

        /// Plays to that time of the run and stops; frames come as they do for a person.
        void playTo(double hours) {
            workspace.control().play();
            QTRY_VERIFY_WITH_TIMEOUT(pane->run()->value("time_h") >= hours, 240000);
            workspace.control().pause();
            QTRY_VERIFY_WITH_TIMEOUT(!workspace.status().moving, 60000);
        }

        /// As Run Until… of the menu: stops at that instant.
        void runUntil(double hours) {
            workspace.control().playUntil(3600.0 * hours);
            QTRY_VERIFY_WITH_TIMEOUT(pane->run()->value("time_h") >= hours, 240000);
            QTRY_VERIFY_WITH_TIMEOUT(!workspace.status().moving, 60000);
        }

        void again() {
            workspace.files().restart();
            QTRY_VERIFY_WITH_TIMEOUT(!workspace.loader().isBusy(), 60000);
            QTRY_VERIFY_WITH_TIMEOUT(!(pane->run()->value("time_h") > 0.01), 60000);
        }

        void type(double answer) {
            auto* line = find<QLineEdit>("lessonAnswer");
            line->clear();
            QTest::keyClicks(line, QString::number(answer, 'g', 8));
            QTest::keyClick(line, Qt::Key_Return);
        }

        void set(const char* object, const char* key, models::Value value) {
            window.workModes()->change(WorkMode::Design);
            QVERIFY(workspace.editor().apply({engine::SetAttribute{object, key, std::move(value)}},
                                             "Change"));
        }

        void compute() {
            click("lessonCompute");
            QTRY_VERIFY_WITH_TIMEOUT(!pane->run()->isBusy(), 300000);
        }

        double now(const char* name) { return pane->run()->value(name); }

        void goOn() {
            QVERIFY2(pane->run()->isDone(), qPrintable(pane->run()->checkText()));
            click("lessonNext");
        }

        /// All is done, and the sheet says so.
        void verifyEnd() {
            QCOMPARE(pane->run()->step(), static_cast<int>(pane->run()->lesson()->steps.size()));
            const QString sheet = find<QLabel>("lessonSheet")->text();
            QVERIFY2(sheet.contains("done") && !sheet.contains("not done"), qPrintable(sheet));
            click("lessonBack");
            QVERIFY(pane->run()->lesson() == nullptr);
        }
    };

  private slots:

    void initTestCase() {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomLessonsTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        Theme::instance().apply(Theme::Mode::Light);
    }

    void reachAPue() {
        Stage stage;
        stage.begin(0, 900.0);
        QVERIFY(!stage.find<QPushButton>("lessonNext")->isEnabled());
        // What is missing has a name and a unit.
        QVERIFY2(stage.find<QLabel>("lessonState")
                     ->text()
                     .contains(QRegularExpression("time (0|\\?) h &gt;= 1")),
                 qPrintable(stage.find<QLabel>("lessonState")->text()));
        stage.playTo(1.0);
        // The goal of the last step needs its set-points: without them the hall stays above it (1.154).
        QVERIFY2(stage.now("facility/cumulative_pue") > 1.14,
                 qPrintable(QString::number(stage.now("facility/cumulative_pue"))));
        stage.goOn();
        // A decimal comma is no grouping: the answer is refused with a reason, and no try is counted.
        auto* line = stage.find<QLineEdit>("lessonAnswer");
        QTest::keyClicks(line, "62,5");
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY2(!stage.find<QLabel>("lessonState")->text().contains("Not yet"),
                 qPrintable(stage.find<QLabel>("lessonState")->text()));
        // A wrong answer is no answer; a hint is counted.
        stage.type(1.0);
        QVERIFY(!stage.pane->run()->isDone());
        stage.click("lessonHint");
        QVERIFY(stage.find<QLabel>("lessonHints")->text().contains("Hint"));
        stage.type(stage.now("facility/mechanical_power_kw"));
        stage.goOn();
        stage.set("hall", "supply_air_c", models::Value(27.0));
        QVERIFY(!stage.pane->run()->isDone());
        stage.set("chilled", "supply_setpoint_c", models::Value(22.0));
        QVERIFY(stage.pane->run()->isDone());
        // Reset takes both back, and the step is open again.
        stage.click("lessonReset");
        QTRY_VERIFY_WITH_TIMEOUT(!stage.workspace.loader().isBusy(), 60000);
        QCOMPARE(stage.now("attribute/hall/hall/supply_air_c"), 24.0);
        QVERIFY(!stage.pane->run()->isDone());
        stage.set("hall", "supply_air_c", models::Value(27.0));
        stage.set("chilled", "supply_setpoint_c", models::Value(22.0));
        stage.goOn();
        stage.again();
        stage.playTo(1.0);
        stage.goOn();
        stage.verifyEnd();
    }

    void surviveAFeedLoss() {
        Stage stage;
        stage.begin(1, 600.0);
        stage.playTo(0.34);
        stage.goOn();
        stage.playTo(0.54);
        // Batteries carry for seconds, at 600 times less than a drawn frame: the lesson saw every step of it.
        const auto number = NumberName::parse("facility/battery_power_kw");
        const Extremes every =
            extremesInFiles(*number, stage.workspace, 0.34 * 3600.0, stage.now("time_h") * 3600.0);
        QVERIFY(every.most > 100.0);
        // A series holds floats.
        QVERIFY(std::abs(stage.now("highest/facility/battery_power_kw") / every.most - 1.0) < 1e-6);
        stage.type(stage.now("highest/facility/battery_power_kw"));
        stage.goOn();
        stage.playTo(1.1);
        stage.goOn();
        engine::PlantOrder fail;
        fail.unit = "ups-b";
        stage.workspace.control().operate(fail);
        // The step asks for 0.16 h since it began, wherever a slow machine stopped before.
        stage.playTo(stage.now("time_h") + 0.18);
        stage.goOn();
        stage.verifyEnd();
    }

    void buyOrRent() {
        Stage stage;
        stage.begin(2, 0.0);
        stage.playTo(2.0);
        stage.type(stage.now("facility/utilization_pct"));
        stage.goOn();
        stage.click("lessonCompute");
        QTRY_VERIFY_WITH_TIMEOUT(!stage.pane->run()->isBusy(), 300000);
        stage.type(stage.now("money/break_even_pct"));
        stage.goOn();
        stage.type(
            100.0 *
            (stage.now("money/rent_usd_per_hour") / stage.now("money/own_usd_per_hour") - 1.0));
        stage.goOn();
        QVERIFY(!stage.pane->run()->isDone());
        stage.window.workModes()->change(WorkMode::Design);
        QVERIFY(stage.workspace.editor().apply({engine::RemoveObject{"llama-70b"}}, "Delete"));
        stage.click("lessonCompute");
        QTRY_VERIFY_WITH_TIMEOUT(!stage.pane->run()->isBusy(), 300000);
        stage.goOn();
        stage.verifyEnd();
    }

    void goodputAtAHundredThousand() {
        Stage stage;
        stage.begin(3, 3600.0);
        stage.playTo(2.0);
        stage.type(stage.now("facility/goodput_pct"));
        stage.goOn();
        stage.type(stage.now("events/failure"));
        stage.goOn();
        stage.set("failures", "restart_overhead_s", models::Value(60.0));
        stage.goOn();
        stage.again();
        stage.playTo(4.0);
        stage.goOn();
        stage.verifyEnd();
    }

    // Nothing of a step is met before its change: the cap, the drafts and the prefix each have to be set.
    void serveWithinLimits() {
        Stage stage;
        stage.begin(4, 0.0);
        stage.runUntil(14.0);
        stage.type(stage.now("facility/requests_per_s"));
        stage.goOn();
        stage.set("chat", "maximum_replicas", models::Value(std::int64_t{40}));
        stage.again();
        stage.runUntil(14.0);
        QVERIFY(!stage.pane->run()->isDone());
        stage.type(stage.now("facility/slo_attainment_pct"));
        stage.goOn();
        QVERIFY(!stage.pane->run()->isDone());
        stage.set("chat", "draft_tokens", models::Value(std::int64_t{3}));
        stage.again();
        stage.runUntil(14.0);
        stage.goOn();
        QVERIFY(!stage.pane->run()->isDone());
        stage.set("chat", "draft_tokens", models::Value(std::int64_t{0}));
        stage.set("chat", "shared_prefix_tokens", models::Value(400.0));
        stage.again();
        stage.runUntil(14.0);
        stage.goOn();
        stage.verifyEnd();
    }

    void chooseACheckpointInterval() {
        Stage stage;
        stage.begin(5, 0.0);
        stage.runUntil(24.0);
        stage.type(stage.now("facility/goodput_pct"));
        stage.goOn();
        stage.set("llama-405b", "checkpoint_policy", models::Value(std::string("fixed")));
        stage.set("llama-405b", "checkpoint_interval_min", models::Value(60.0));
        stage.again();
        stage.runUntil(24.0);
        stage.type(stage.now("facility/lost_accelerator_h"));
        stage.goOn();
        QVERIFY(!stage.pane->run()->isDone());
        stage.set("llama-405b", "checkpoint_interval_min", models::Value(5.0));
        stage.again();
        stage.runUntil(24.0);
        stage.goOn();
        QVERIFY(!stage.pane->run()->isDone());
        stage.set("failures", "restart_overhead_s", models::Value(180.0));
        stage.again();
        stage.runUntil(24.0);
        stage.goOn();
        stage.verifyEnd();
    }

    void letSmallJobsPass() {
        Stage stage;
        stage.begin(6, 0.0);
        stage.set("scheduling", "backfill", models::Value(std::string("none")));
        stage.again();
        stage.runUntil(71.0);
        stage.type(stage.now("facility/queued_jobs"));
        stage.goOn();
        stage.type(stage.now("facility/healthy_accelerators") -
                   stage.now("facility/busy_accelerators"));
        stage.goOn();
        QVERIFY(!stage.pane->run()->isDone());
        stage.set("scheduling", "backfill", models::Value(std::string("easy")));
        stage.again();
        stage.runUntil(71.0);
        stage.goOn();
        stage.verifyEnd();
    }

    void rentSpotCapacity() {
        Stage stage;
        stage.begin(7, 0.0);
        stage.compute();
        const double onDemand = stage.now("money/rent_usd_per_hour");
        stage.type(onDemand);
        stage.goOn();
        stage.compute();
        const double spot = stage.now("money/rent_usd_per_hour");
        QVERIFY(spot < onDemand);
        stage.type(spot);
        stage.goOn();
        QVERIFY(!stage.pane->run()->isDone());
        stage.compute();
        stage.type(stage.now("money/break_even_pct"));
        stage.goOn();
        stage.verifyEnd();
    }

    // What cannot be opened ends the lesson; leaving it keeps what is open.
    void aLessonCanBeLeft() {
        Stage stage;
        stage.begin(0, 0.0);
        stage.click("lessonLeave");
        QVERIFY(stage.pane->run()->lesson() == nullptr && stage.workspace.isOpen());
        engine::Lesson lost;
        lost.title = "Lost";
        lost.project = "no-such-scenario";
        lost.steps.resize(1);
        stage.pane->run()->begin(lost, Stage::options().scenarios);
        QTRY_VERIFY_WITH_TIMEOUT(stage.pane->run()->lesson() == nullptr, 30000);
    }
};

HEADROOM_TEST(TestLessons)
}  // namespace tst_lessons

#include "tst_lessons.moc"
