// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/support/zip_entries.h"
#include "ui/compare/compare_set.h"
#include "ui/compare/compare_view.h"
#include "ui/kit/number_box.h"
#include "ui/shell/main_window.h"
#include "ui/storyboard/story_pane.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>
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
    QStringList gestures_;
    double seconds_ = 0.0;

    void gesture(const QString& words, qsizetype keys, int clicks = 0) {
        gestures_ << words;
        seconds_ +=
            kThinkS + kHomeS + kKeyS * static_cast<double>(keys) + (kPointS + kButtonS) * clicks;
    }

    /// Types the next text into a dialog that asks for a file or a line, and presses Enter.
    void answer() {
        QWidget* dialog = QApplication::activeModalWidget();
        auto* line = dialog == nullptr ? nullptr : dialog->findChild<QLineEdit*>();
        const bool asks = qobject_cast<QFileDialog*>(dialog) != nullptr ||
                          qobject_cast<QInputDialog*>(dialog) != nullptr;
        if (!asks || line == nullptr || typed_.isEmpty()) {
            return;
        }
        const QString text = typed_.takeFirst();
        gesture(QStringLiteral("type “%1”, Enter").arg(text), text.size() + 1);
        line->setText(text);
        if (auto* files = qobject_cast<QFileDialog*>(dialog)) {
            QMetaObject::invokeMethod(files, "accept");
        } else {
            QTest::keyClick(line, Qt::Key_Return);
        }
    }

    void press(const char* id, const char* keys) {
        gesture(QString::fromLatin1(keys), QString::fromLatin1(keys).count('+') + 1);
        window_->commands()->action(id)->trigger();
        QCoreApplication::processEvents();
    }

    void click(QWidget* parent, const char* name) {
        auto* button = parent->findChild<QPushButton*>(name);
        QVERIFY2(button != nullptr, name);
        QTRY_VERIFY2_WITH_TIMEOUT(button->isEnabled(), name, kPatience);
        gesture(QStringLiteral("click %1").arg(button->text()), 0, 1);
        button->click();
    }

    QString file(const QString& name) const { return folder_.filePath(name); }

    CompareView* compared() const { return window_->findChild<CompareView*>("compareView"); }

    void settled() {
        QTRY_VERIFY_WITH_TIMEOUT(!compared()->set()->isBusy(), kPatience);
        QCoreApplication::processEvents();
    }

    /// A megawatt of the standard rack with another cooling, saved.
    void build(const QString& name, int cooling) {
        press("file.new", "Ctrl+N");
        QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QDialog*>("newFacilityDialog") != nullptr,
                                 kPatience);
        auto* dialog = window_->findChild<QDialog*>("newFacilityDialog");
        gesture(QStringLiteral("type the name %1").arg(name), name.size());
        dialog->findChild<QLineEdit*>("wizardName")->setText(name);
        if (cooling == 0) {
            gesture("type 1 MW", 2);
            dialog->findChild<NumberBox*>("wizardMegawatts")->setValue(1e6);
        }
        gesture("choose the cooling", 0, 2);
        dialog->findChild<QComboBox*>("wizardCooling")->setCurrentIndex(cooling);
        QSignalSpy opened(workspace_.get(), &Workspace::opened);
        // The design is sized after a pause; Create waits for it.
        QTest::qWait(600);
        click(dialog, "wizardCreate");
        QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QDialog*>("newFacilityDialog") == nullptr,
                                 kPatience);
        typed_ << file(name + ".json");
        press("file.save", "Ctrl+S");
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
        workspace_->control().setPlayOnOpen(false);
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
        press("workspace.present", "Ctrl+Alt+Shift+9");
        typed_ << QStringLiteral("\"%1\" \"%2\" \"%3\"")
                      .arg(file("chilled.json"), file("towers.json"), file("dry.json"));
        press("compare.add", "Ctrl+Alt+K");
        settled();
        QCOMPARE(compared()->set()->all().size(), std::size_t{3});
        click(compared(), "compareRunAll");
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
        typed_ << "How do we cool the hall?" << file("decision.pdf");
        click(compared(), "compareExecutive");
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file("decision.pdf")), kPatience);
        QVERIFY(typed_.isEmpty());
    }

    void aStoryOfTwoScenes() {
        auto* pane = window_->findChild<StoryPane*>("storyPane");
        QVERIFY(pane != nullptr);
        auto* tabs = compared()->findChild<QTabWidget*>("compareTabs");
        for (const int tab : {0, 3}) {
            gesture("click a tab", 0, 1);
            tabs->setCurrentIndex(tab);
            gesture("click Add", 0, 1);
            pane->findChild<QAction*>("storyAdd")->trigger();
        }
        QCOMPARE(pane->model().rowCount(), 2);
        QSignalSpy exported(pane, &StoryPane::exported);
        typed_ << file("board.pptx");
        gesture("click Export…", 0, 1);
        pane->findChild<QAction*>("storyExport")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(exported.size(), 1, kPatience);
        QFile slides(file("board.pptx"));
        QVERIFY(slides.open(QIODevice::ReadOnly));
        const auto parts = headroom::tests::entriesOfZip(slides.readAll().toStdString());
        QVERIFY(parts.has_value());
        QVERIFY(parts->contains("ppt/slides/slide2.xml"));
    }

    void itIsShown() {
        auto* pane = window_->findChild<StoryPane*>("storyPane");
        gesture("click Play", 0, 1);
        pane->play();
        QTRY_VERIFY_WITH_TIMEOUT(pane->show() != nullptr, kPatience);
        gesture("Right", 1);
        QTest::keyClick(pane->show(), Qt::Key_Right);
        gesture("Esc", 1);
        QTest::keyClick(pane->show(), Qt::Key_Escape);
        qInfo().noquote() << "three variants built, run, compared and presented:"
                          << gestures_.size() << "gestures,"
                          << QString::number(seconds_ / 60.0, 'f', 1)
                          << "minutes by the keystroke-level model\n"
                          << gestures_.join('\n');
        QVERIFY2(seconds_ / 60.0 <= kMostMinutes, qPrintable(QString::number(seconds_)));
    }
};

HEADROOM_TEST(TestLead)
}  // namespace tst_lead

#include "tst_lead.moc"
