// SPDX-License-Identifier: Apache-2.0
#include "engine/files/archive.h"
#include "tests/support/test_program.h"
#include "ui/compare/compare_set.h"
#include "ui/compare/compare_view.h"
#include "ui/kit/number_box.h"
#include "ui/shell/main_window.h"
#include "ui/storyboard/story_pane.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolBar>
#include <QtTest>

namespace tst_lead {

using namespace headroom;
using namespace headroom::ui;

namespace {

const std::filesystem::path kRoot = HEADROOM_SOURCE_DIR;
constexpr int kPatience = 120000;  // milliseconds, on a busy machine
constexpr double kMostMinutes = 15.0;

// Times of a person who knows the way, in seconds: Card, Moran and Newell, "The keystroke-level model for
// user performance time with interactive systems", Communications of the ACM 23 (1980), for an average typist.
constexpr double kKeyS = 0.28, kPointS = 1.1, kButtonS = 0.2, kHomeS = 0.4, kThinkS = 1.35;

}  // namespace

/// A technical lead builds three variants of a facility, runs each for a day, compares them, writes the page for the board and presents
/// the comparison. A gesture is a click, a press of keys, or a word that is typed with the Enter at its end.
class TestLead : public QObject {
    Q_OBJECT

    QTemporaryDir settings_, folder_;
    std::unique_ptr<Workspace> workspace_;
    std::unique_ptr<MainWindow> window_;
    QTimer answers_;
    QStringList typed_;  ///< into the dialogs that come, in this order
    QPointer<QWidget> answered_;  ///< dialog whose text is typed; Enter may have closed its list of proposals only
    QStringList gestures_;
    double seconds_ = 0.0;

    void gesture(const QString& words, qsizetype keys, int clicks = 0) {
        gestures_ << words;
        seconds_ += kThinkS + kHomeS + kKeyS * static_cast<double>(keys) + (kPointS + kButtonS) * clicks;
    }

    /// Types the next text into a dialog that asks for a file or a line, and presses Enter.
    void answer() {
        QWidget* dialog = QApplication::activeModalWidget();
        auto* line = dialog == nullptr ? nullptr : dialog->findChild<QLineEdit*>();
        const bool asks = qobject_cast<QFileDialog*>(dialog) != nullptr || qobject_cast<QInputDialog*>(dialog) != nullptr;
        if (!asks || line == nullptr) {
            return;
        }
        if (dialog == answered_) {
            QTest::keyClick(line, Qt::Key_Return);
            return;
        }
        if (typed_.isEmpty()) {
            return;
        }
        answered_ = dialog;
        const QString text = typed_.takeFirst();
        gesture(QStringLiteral("type “%1”, Enter").arg(text), text.size() + 1);
        line->setCompleter(nullptr);  // its proposals would take the Enter
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }

    /// Presses keys where the keyboard is.
    void press(const char* keys) {
        gesture(QString::fromLatin1(keys), QString::fromLatin1(keys).count('+') + 1);
        window_->activateWindow();
        QWidget* at = QApplication::focusWidget();
        QTest::keySequence(at == nullptr ? window_.get() : at, QKeySequence(QString::fromLatin1(keys)));
        QCoreApplication::processEvents();
    }

    void click(QWidget* widget, const QString& words) {
        QVERIFY2(widget != nullptr, qPrintable(words));
        QTRY_VERIFY2_WITH_TIMEOUT(widget->isEnabled() && widget->isVisible(), qPrintable(words), kPatience);
        gesture(QStringLiteral("click %1").arg(words), 0, 1);
        QTest::mouseClick(widget, Qt::LeftButton);
        QCoreApplication::processEvents();
    }

    void clickButton(QWidget* parent, const char* name) {
        auto* button = parent->findChild<QPushButton*>(name);
        click(button, button == nullptr ? QString::fromLatin1(name) : button->text());
    }

    /// Clicks a button of a pane's bar.
    void clickAction(QWidget* pane, const char* name) {
        auto* action = pane->findChild<QAction*>(name);
        QVERIFY2(action != nullptr, name);
        QTRY_VERIFY2_WITH_TIMEOUT(action->isEnabled(), name, kPatience);
        QToolBar* bar = nullptr;
        for (QObject* of : action->associatedObjects()) {
            bar = qobject_cast<QToolBar*>(of) != nullptr ? qobject_cast<QToolBar*>(of) : bar;
        }
        QVERIFY2(bar != nullptr, name);
        QWidget* button = bar->widgetForAction(action);
        QVERIFY2(button != nullptr && button->isVisible(), name);
        click(button, action->text());
    }

    /// Clicks into a field and replaces its text.
    void type(QWidget* parent, const char* name, const QString& text) {
        auto* field = parent->findChild<QLineEdit*>(name);
        click(field, QString::fromLatin1(name));
        gesture(QStringLiteral("type “%1”").arg(text), text.size() + 2);
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(field, text);
    }

    QString file(const QString& name) const { return folder_.filePath(name); }

    CompareView* compared() const { return window_->findChild<CompareView*>("compareView"); }

    void settled() {
        QTRY_VERIFY_WITH_TIMEOUT(!compared()->set()->isBusy(), kPatience);
        QCoreApplication::processEvents();
    }

    /// A megawatt of the standard rack with another cooling, saved.
    void build(const QString& name, int cooling) {
        press("Ctrl+N");
        QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QDialog*>("newFacilityDialog") != nullptr, kPatience);
        auto* dialog = window_->findChild<QDialog*>("newFacilityDialog");
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        type(dialog, "wizardName", name);
        if (cooling == 0) {
            type(dialog, "wizardMegawatts", "1");
        }
        auto* choice = dialog->findChild<QComboBox*>("wizardCooling");
        gesture("choose the cooling by keys", 2 + cooling);
        choice->setFocus(Qt::TabFocusReason);
        QTest::keyClick(choice, Qt::Key_Home);
        for (int i = 0; i < cooling; ++i) {
            QTest::keyClick(choice, Qt::Key_Down);
        }
        QCOMPARE(choice->currentIndex(), cooling);
        QSignalSpy opened(workspace_.get(), &Workspace::opened);
        // The design is sized after a pause; Create waits for it.
        QTest::qWait(600);
        clickButton(dialog, "wizardCreate");
        QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QDialog*>("newFacilityDialog") == nullptr, kPatience);
        typed_ << file(name + ".json");
        press("Ctrl+S");
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file(name + ".json")), kPatience);
    }

  private slots:

    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        workspace_ = std::make_unique<Workspace>(kRoot / "resources/catalog");
        workspace_->setPlayOnOpen(false);
        MainWindow::Options options;
        options.noOpenGl = "a test";
        options.keepsLayout = false;
        window_ = std::make_unique<MainWindow>(workspace_.get(), options);
        window_->resize(1600, 1000);
        window_->show();
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        answers_.setInterval(50);
        connect(&answers_, &QTimer::timeout, this, &TestLead::answer);
        answers_.start();
    }

    void cleanupTestCase() {
        answers_.stop();
        workspace_->setGuard({});
        window_.reset();
        workspace_.reset();
    }

    void threeVariants() {
        build("chilled", 0);
        build("towers", 1);
        build("dry", 2);
    }

    void aDayOfEachIsCompared() {
        press("Ctrl+Alt+Shift+9");
        QTRY_VERIFY_WITH_TIMEOUT(window_->commands()->action("workspace.present")->isChecked(), kPatience);
        typed_ << QStringLiteral("\"%1\" \"%2\" \"%3\"").arg(file("chilled.json"), file("towers.json"), file("dry.json"));
        press("Ctrl+Alt+K");
        QTRY_COMPARE_WITH_TIMEOUT(compared()->set()->all().size(), std::size_t{3}, kPatience);
        settled();
        QCOMPARE(compared()->set()->all().size(), std::size_t{3});
        clickButton(compared(), "compareRunAll");
        settled();
        const auto& comparison = compared()->set()->comparison();
        QVERIFY(comparison.has_value());
        const auto pue = std::find_if(comparison->run.begin(), comparison->run.end(),
                                      [](const engine::FigureLine& line) { return line.figure->key == "pue"; });
        QVERIFY(pue != comparison->run.end());
        for (const double value : pue->values) {
            QVERIFY(value > 1.0 && value < 2.0);
        }
    }

    void thePageForTheBoard() {
        typed_ << "How do we cool the hall?" << file("decision.pdf");
        clickButton(compared(), "compareExecutive");
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file("decision.pdf")), kPatience);
        QVERIFY(typed_.isEmpty());
    }

    void aStoryOfTwoScenes() {
        auto* pane = window_->findChild<StoryPane*>("storyPane");
        QVERIFY(pane != nullptr);
        if (!pane->isVisible()) {
            press("Alt+Shift+9");
        }
        QTRY_VERIFY(pane->isVisible());
        auto* tabs = compared()->findChild<QTabWidget*>("compareTabs");
        for (const int tab : {0, 3}) {
            gesture("click a tab", 0, 1);
            QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(tab).center());
            QCOMPARE(tabs->currentIndex(), tab);
            clickAction(pane, "storyAdd");
        }
        QCOMPARE(pane->model().rowCount(), 2);
        QSignalSpy exported(pane, &StoryPane::exported);
        typed_ << file("board.pptx");
        clickAction(pane, "storyExport");
        QTRY_COMPARE_WITH_TIMEOUT(exported.size(), 1, kPatience);
        QFile slides(file("board.pptx"));
        QVERIFY(slides.open(QIODevice::ReadOnly));
        const auto parts = engine::entriesOfZip(slides.readAll().toStdString());
        QVERIFY(parts.has_value());
        QVERIFY(parts->contains("ppt/slides/slide2.xml"));
    }

    void itIsShown() {
        auto* pane = window_->findChild<StoryPane*>("storyPane");
        clickAction(pane, "storyPlay");
        QTRY_VERIFY_WITH_TIMEOUT(pane->show() != nullptr, kPatience);
        gesture("Right", 1);
        QTest::keyClick(pane->show(), Qt::Key_Right);
        gesture("Esc", 1);
        QTest::keyClick(pane->show(), Qt::Key_Escape);
        qInfo().noquote() << "three variants built, run, compared and presented:" << gestures_.size() << "gestures,"
                          << QString::number(seconds_ / 60.0, 'f', 1) << "minutes by the keystroke-level model\n"
                          << gestures_.join('\n');
        QVERIFY2(seconds_ / 60.0 <= kMostMinutes, qPrintable(QString::number(seconds_)));
    }
};

HEADROOM_TEST(TestLead)
}  // namespace tst_lead

#include "tst_lead.moc"
