// SPDX-License-Identifier: Apache-2.0
#include "engine/check/check.h"
#include "engine/document/project.h"
#include "tests/support/test_program.h"
#include "tests/ui/workflow/hand.h"
#include "ui/plan/plan_view.h"
#include "ui/shell/main_window.h"
#include "ui/wiring/connect_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/edited_design.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QSettings>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_blank_room {

using namespace headroom;
using namespace headroom::ui;

namespace {

const std::filesystem::path kRoot = HEADROOM_SOURCE_DIR;
constexpr int kPatience = 120000;  // milliseconds, on a busy machine
constexpr int kMostGestures = 30;
constexpr double kMostMinutes = 8.0;

}  // namespace

/// From a blank room to its first run by mouse and keyboard alone, and no id is ever typed.
class TestBlankRoom : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;
    std::unique_ptr<Workspace> workspace_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<tests::Hand> hand_;

    PlanView* plan() const { return window_->findChild<PlanView*>("planView"); }

    /// Searches the catalogue and takes the first that is found.
    void take(const QString& part) {
        auto* search = window_->findChild<QLineEdit*>("catalogueSearch");
        if (search->visibleRegion().isEmpty()) {
            hand_->press(QKeySequence("Alt+Shift+6"));  // the pane Catalogue
        }
        if (QApplication::focusWidget() != search) {
            BY_HAND(hand_->click(search, "click into the search"));
        }
        hand_->type(part);
    }

    /// Puts down what was taken, metres from the south-west corner of the hall.
    void put(double x, double y) {
        const engine::Box room = workspace_->layout().halls.front().box;
        BY_HAND(hand_->click(plan(), plan()->toWindow(room.x + x, room.y + y).toPoint(),
                             QStringLiteral("click into the plan at %1 m, %2 m").arg(x).arg(y)));
    }

    std::size_t count(const char* type) const {
        return workspace_->project().objectsOf(type).size();
    }

  private slots:

    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        workspace_ = std::make_unique<Workspace>(kRoot / "resources/catalog");
        MainWindow::Options options;
        options.noOpenGl = "a test";
        options.keepsLayout = false;
        window_ = std::make_unique<MainWindow>(workspace_.get(), options);
        window_->resize(1600, 1000);
        window_->show();
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        hand_ = std::make_unique<tests::Hand>();
    }

    void cleanupTestCase() {
        hand_.reset();
        workspace_->files().setGuard({});
        window_.reset();
        workspace_.reset();
    }

    void aRoom() {
        hand_->press(QKeySequence("Ctrl+Shift+N"));
        QVERIFY(workspace_->isOpen());
        QCOMPARE(count("hall"), std::size_t{1});
    }

    /// Who presses Space too early is told what is missing, and the list of it comes forward.
    void tooEarlyItSaysWhy() {
        QTRY_VERIFY_WITH_TIMEOUT(!workspace_->edited().faults().empty(), kPatience);
        QWidget* at = QApplication::focusWidget();
        QTest::keyClick(at == nullptr ? window_.get() : at, Qt::Key_Space);  // no step of the way
        QVERIFY2(window_->statusBar()->currentMessage().startsWith("It cannot run yet"),
                 qPrintable(window_->statusBar()->currentMessage()));
        QVERIFY(window_->findChild<QWidget*>("problemPanel")->isVisible());
    }

    /// From the utility down; each part hangs on the one before without a word.
    void power() {
        take("connection, 20");
        QCOMPARE(count("power_unit"), std::size_t{1});
        take("Transformer 2,500");
        hand_->wheel(plan(), -4, "turn the wheel over the plan");  // until there is some yard
        put(4.0, -6.0);
        take("Switchboard 400 V, 4,000");
        take("1250 kW");
        put(22.0, 1.5);
        take("Busway section 1,600");
        put(22.0, 13.0);
        QCOMPARE(count("power_unit"), std::size_t{5});
        const auto units = workspace_->project().objectsOf("power_unit");
        for (std::size_t i = 1; i < units.size(); ++i) {
            QCOMPARE(std::get<std::vector<std::string>>(units[i]->value("sources")),
                     std::vector<std::string>{units[i - 1]->id});
        }
    }

    void coolingAndRacks() {
        take("Dry cooler 1 MW");
        put(14.0, -6.0);
        QCOMPARE(count("cooling_loop"), std::size_t{1});
        take("Fan wall section 350");
        put(2.0, 13.0);
        take("In-row CDU 1.3");
        put(4.0, 3.0);
        QCOMPARE(count("cdu_group"), std::size_t{1});
        take("Direct-liquid rack, 5 x 8 H100");
        put(12.0, 7.0);
        QCOMPARE(count("rack_block"), std::size_t{1});
    }

    void network() {
        hand_->press(QKeySequence("Ctrl+Alt+N"));
        auto* dialog = window_->findChild<ConnectDialog*>();
        QVERIFY(dialog != nullptr);
        QVERIFY(dialog->findChild<QComboBox*>("connectFabric")->currentText().startsWith("New"));
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        hand_->press(QKeySequence(Qt::Key_Return));
        QCOMPARE(count("fabric"), std::size_t{1});
    }

    void itRuns() {
        QTRY_VERIFY_WITH_TIMEOUT(workspace_->design().view() && !workspace_->design().isBusy(),
                                 kPatience);
        std::string errors;
        for (const engine::Finding& finding : workspace_->design().view()->findings) {
            if (finding.severity == engine::Severity::Error) {
                errors += engine::findingText(finding) + '\n';
            }
        }
        QVERIFY2(errors.empty(), errors.c_str());
        for (int i = 0; i < 200 && workspace_->source() == nullptr; ++i) {
            QTest::qWait(100);
        }
        QVERIFY2(workspace_->source() != nullptr,
                 engine::text(workspace_->edited().faults()).c_str());
        QAction* play = window_->commands()->action("run.play");
        QTRY_VERIFY_WITH_TIMEOUT(play->isEnabled() && !workspace_->loader().isBusy(), kPatience);
        QVERIFY(!workspace_->status().playing);
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        hand_->press(QKeySequence("Space"));
        QWidget* at = QApplication::focusWidget();
        QVERIFY2(workspace_->status().playing,
                 at == nullptr ? "nothing has the keyboard" : qPrintable(at->objectName()));
        QTRY_VERIFY_WITH_TIMEOUT(workspace_->frame() && workspace_->frame()->timeS > 0.0,
                                 kPatience);
        const auto value = [&](engine::FacilityQuantity q) {
            return workspace_->frame()->facility[static_cast<std::size_t>(q)];
        };
        QVERIFY(value(engine::FacilityQuantity::ItPower) > 0.0);
        qInfo().noquote() << "from a blank room to its first run:" << hand_->record();
        QVERIFY2(hand_->gestures() <= kMostGestures, qPrintable(hand_->record()));
        QVERIFY2(hand_->minutes() <= kMostMinutes, qPrintable(hand_->record()));
    }
};

HEADROOM_TEST(TestBlankRoom)
}  // namespace tst_blank_room

#include "tst_blank_room.moc"
