// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/support/zip_entries.h"
#include "tests/ui/workflow/hand.h"
#include "ui/compare/compare_set.h"
#include "ui/compare/compare_view.h"
#include "ui/shell/main_window.h"
#include "ui/shell/work_modes.h"
#include "ui/storyboard/story_pane.h"
#include "ui/storyboard/story_show.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_lead {

using namespace headroom;
using namespace headroom::ui;

namespace {

const std::filesystem::path kRoot = HEADROOM_SOURCE_DIR;
constexpr int kPatience = 120000;  // milliseconds, on a busy machine
constexpr double kMostMinutes = 15.0;

}  // namespace

/// A technical lead builds three variants of a facility, runs each for a day, compares them, writes the page for the board and presents
/// the comparison: by mouse and keyboard alone.
class TestLead : public QObject {
    Q_OBJECT

    QTemporaryDir settings_, folder_;
    std::unique_ptr<Workspace> workspace_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<tests::Hand> hand_;

    QString file(const QString& name) const { return folder_.filePath(name); }

    CompareView* compared() const { return window_->findChild<CompareView*>("compareView"); }

    void settled() {
        QTRY_VERIFY_WITH_TIMEOUT(!compared()->set()->isBusy(), kPatience);
        QCoreApplication::processEvents();
    }

    /// A megawatt of the standard rack with another cooling, saved.
    void build(const QString& name, int cooling) {
        hand_->press(QKeySequence("Ctrl+N"));
        QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QDialog*>("newFacilityDialog") != nullptr,
                                 kPatience);
        auto* dialog = window_->findChild<QDialog*>("newFacilityDialog");
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        write(dialog, "wizardName", name);
        if (cooling == 0) {
            write(dialog, "wizardMegawatts", "1 MW");
        }
        auto* coolings = dialog->findChild<QComboBox*>("wizardCooling");
        if (coolings->currentIndex() != cooling) {
            BY_HAND(hand_->choose(coolings, cooling));
        }
        QCOMPARE(coolings->currentIndex(), cooling);
        QSignalSpy opened(workspace_.get(), &Workspace::opened);
        BY_HAND(hand_->clickButton(dialog, "wizardCreate"));
        QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QDialog*>("newFacilityDialog") == nullptr,
                                 kPatience);
        hand_->willType(file(name + ".json"));
        hand_->press(QKeySequence("Ctrl+S"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file(name + ".json")), kPatience);
    }

    /// Clicks into a field and writes over what it holds.
    void write(QDialog* dialog, const char* field, const QString& text) {
        auto* line = dialog->findChild<QLineEdit*>(field);
        BY_HAND(hand_->click(line, QStringLiteral("click into %1").arg(line->accessibleName())));
        hand_->press(QKeySequence::SelectAll);
        hand_->type(text, false);
    }

  private slots:

    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        workspace_ = std::make_unique<Workspace>(kRoot / "resources/catalog");
        workspace_->control().setPlayOnOpen(false);
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

    void threeVariants() {
        build("chilled", 0);
        build("towers", 1);
        build("dry", 2);
    }

    void aDayOfEachIsCompared() {
        hand_->press(QKeySequence("Ctrl+Alt+Shift+9"));
        QCOMPARE(window_->workModes()->mode(), WorkMode::Present);
        hand_->willType(QStringLiteral("\"%1\" \"%2\" \"%3\"")
                            .arg(file("chilled.json"), file("towers.json"), file("dry.json")));
        hand_->press(QKeySequence("Ctrl+Alt+K"));
        settled();
        QCOMPARE(compared()->set()->all().size(), std::size_t{3});
        BY_HAND(hand_->clickButton(compared(), "compareRunAll"));
        settled();
        const auto& comparison = compared()->set()->comparison();
        QVERIFY(comparison.has_value());
        const auto pue =
            std::find_if(comparison->run.begin(), comparison->run.end(),
                         [](const engine::FigureLine& line) { return line.figure->key == "pue"; });
        QVERIFY(pue != comparison->run.end());
        for (const double value : pue->values) {
            QVERIFY(value > 1.0 && value < 2.0);
        }
    }

    void thePageForTheBoard() {
        hand_->willType("How do we cool the hall?");
        hand_->willType(file("decision.pdf"));
        BY_HAND(hand_->clickButton(compared(), "compareExecutive"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file("decision.pdf")), kPatience);
        QVERIFY(hand_->hasTypedAll());
    }

    void aStoryOfTwoScenes() {
        auto* pane = window_->findChild<StoryPane*>("storyPane");
        QVERIFY(pane != nullptr);
        hand_->press(QKeySequence("Alt+Shift+9"));
        QTRY_VERIFY(pane->isVisible());
        auto* tabs = compared()->findChild<QTabWidget*>("compareTabs");
        for (const int tab : {0, 3}) {
            BY_HAND(hand_->clickTab(tabs->tabBar(), tab));
            QCOMPARE(tabs->currentIndex(), tab);
            BY_HAND(hand_->clickAction(pane, "storyAdd"));
        }
        QCOMPARE(pane->model().rowCount(), 2);
        QSignalSpy exported(pane, &StoryPane::exported);
        hand_->willType(file("board.pptx"));
        BY_HAND(hand_->clickAction(pane, "storyExport"));
        QTRY_COMPARE_WITH_TIMEOUT(exported.size(), 1, kPatience);
        QFile slides(file("board.pptx"));
        QVERIFY(slides.open(QIODevice::ReadOnly));
        const auto parts = headroom::tests::entriesOfZip(slides.readAll().toStdString());
        QVERIFY(parts.has_value());
        QVERIFY(parts->contains("ppt/slides/slide2.xml"));
    }

    void itIsShown() {
        auto* pane = window_->findChild<StoryPane*>("storyPane");
        BY_HAND(hand_->clickAction(pane, "storyPlay"));
        QTRY_VERIFY_WITH_TIMEOUT(pane->show() != nullptr, kPatience);
        QVERIFY(QTest::qWaitForWindowActive(pane->show()));
        hand_->press(QKeySequence(Qt::Key_Home));
        QTRY_COMPARE(pane->show()->at(), 0);
        hand_->press(QKeySequence(Qt::Key_Right));
        QTRY_COMPARE(pane->show()->at(), 1);
        hand_->press(QKeySequence(Qt::Key_Escape));
        QTRY_VERIFY(pane->show() == nullptr || !pane->show()->isVisible());
        qInfo().noquote() << "three variants built, run, compared and presented:"
                          << hand_->record();
        QVERIFY2(hand_->minutes() <= kMostMinutes, qPrintable(hand_->record()));
    }
};

HEADROOM_TEST(TestLead)
}  // namespace tst_lead

#include "tst_lead.moc"
