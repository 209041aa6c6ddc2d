// SPDX-License-Identifier: Apache-2.0
#include "engine/live/session.h"
#include "tests/support/test_program.h"
#include "ui/compare/compare_set.h"
#include "ui/compare/compare_view.h"
#include "ui/kit/empty_hint.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/theme.h"
#include "ui/plan/plan_view.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/main_window.h"
#include "ui/storyboard/story_export.h"
#include "ui/storyboard/story_pane.h"
#include "ui/storyboard/story_show.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <atomic>

namespace tst_story_pane {

using namespace headroom;
using namespace headroom::ui;

/// A story told through the window: added from its views, re-ordered, shown, handed over.
class TestStoryPane : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    struct Stage {
        Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
        std::unique_ptr<MainWindow> window;
        StoryPane* pane = nullptr;

        explicit Stage(const QString& project) {
            MainWindow::Options options;
            options.noOpenGl = "no OpenGL here";
            options.keepsLayout = false;
            workspace.control().setPlayOnOpen(false);
            window = std::make_unique<MainWindow>(&workspace, options);
            window->resize(1400, 900);
            window->show();
            // A view that is not laid out yet stands elsewhere a moment later.
            if (!QTest::qWaitForWindowExposed(window.get(), 60000)) {
                qFatal("the window was not shown");
            }
            QSignalSpy opened(&workspace, &Workspace::opened);
            window->open(project);
            if (opened.isEmpty() && !opened.wait(60000)) {
                qFatal("the project was not opened");
            }
            window->showPane("story");
            pane = window->findChild<StoryPane*>();
        }

        QStringList titles() const {
            QStringList all;
            for (const StoryCard& card : pane->model().cards()) {
                all << QString::fromStdString(card.scene.title);
            }
            return all;
        }

        void name(const QString& title) const {
            auto* field = pane->findChild<QLineEdit*>("storyTitle");
            field->setText(title);
            emit field->editingFinished();
        }
    };

    QString project() const { return folder_.filePath("project.json"); }

  private slots:

    void initTestCase() {
        QVERIFY(
            QFile::copy(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall/project.json", project()));
    }

    void init() { QFile::remove(folder_.filePath("storyboard.json")); }

    // Two scenes of two views; the second zoomed. Shown again, the view is where it stood.
    void scenesAreTakenAndShownAgain() {
        Stage s(project());
        auto* plan = s.window->views()->view<PlanView>();
        s.window->showPane("plan");
        s.pane->addScene();
        s.name("All");
        s.window->showPane("one-line");
        s.pane->addScene();
        s.name("Power");
        QCOMPARE(s.titles(), QStringList({"All", "Power"}));
        QCOMPARE(s.pane->model().cards()[0].scene.view, std::string("plan"));
        QCOMPARE(s.pane->model().cards()[1].scene.view, std::string("one-line"));
        QVERIFY(!s.pane->model().cards()[1].picture.isNull());
        // It is in the file at once, and a second window reads it.
        const auto read = engine::readStoryboard(folder_.filePath("storyboard.json").toStdString());
        QVERIFY(read.has_value());
        QCOMPARE(read->scenes.size(), std::size_t{2});
        const std::vector<double> stood = s.pane->model().cards()[0].scene.pose;
        QCOMPARE(stood.size(), std::size_t{4});
        plan->setPose({5.0, 5.0, 3.0, 2.0});
        QVERIFY(std::abs(plan->pose()[0] - stood[0]) > 0.01 ||
                std::abs(plan->pose()[2] - stood[2]) > 0.01);
        auto* list = s.pane->findChild<QListView*>("storyList");
        emit list->activated(s.pane->model().index(0));
        QTRY_VERIFY_WITH_TIMEOUT(s.window->views()->shows("plan"), 60000);
        QTRY_VERIFY_WITH_TIMEOUT(std::abs(plan->pose()[0] - stood[0]) < 1e-6 &&
                                     std::abs(plan->pose()[1] - stood[1]) < 1e-6,
                                 60000);
    }

    // An empty list says what to do, until there is a scene. The file of scenes opens its project.
    void theFirstSceneIsExplained() {
        Stage s(project());
        auto* list = s.pane->findChild<QListView*>("storyList");
        auto* hint = list->findChild<EmptyHint*>();
        QVERIFY(hint->isVisibleTo(list));
        QVERIFY(hint->text().contains("Add"));
        s.pane->addScene();
        QVERIFY(!hint->isVisibleTo(list));
        QCOMPARE(engine::subjectOfStoryboard(folder_.filePath("storyboard.json").toStdString()),
                 std::filesystem::path(project().toStdString()));
        QSignalSpy opened(&s.workspace, &Workspace::opened);
        s.workspace.files().open(folder_.filePath("storyboard.json").toStdString());
        QVERIFY(opened.wait(60000));
        QCOMPARE(s.workspace.files().file(), std::filesystem::path(project().toStdString()));
    }

    // A light window makes a light page, a dark one a dark page: no picture has a frame of the other.
    void aPageHasTheColoursOfTheWindow() {
        for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            Theme::instance().apply(mode);
            const QImage page = StoryShow::pageOf({}, QSize(320, 180), 1, 1);
            QCOMPARE(page.pixelColor(2, 90), Theme::instance().colours().window);
        }
        Theme::instance().apply(Theme::Mode::Light);
    }

    // Dragged, deleted, and all of it taken back; the file follows.
    // A scene of the comparison brings back what is compared, the baseline, the tab and its quantity. The run of the window is
    // kept in the folder "runs" next to the storyboard, under the name of its project.
    void aSceneOfTheComparison() {
        Stage s(project());
        auto* compare = s.window->views()->view<CompareView>();
        s.workspace.runs().keepIn(folder_.filePath("scratch").toStdString());
        s.workspace.files().restart();
        QTRY_VERIFY_WITH_TIMEOUT(
            !s.workspace.loader().isBusy() && s.workspace.runs().own() != nullptr, 60000);
        s.workspace.control().step();
        QTRY_VERIFY_WITH_TIMEOUT(s.workspace.runs().own()->frame()->timeS > 0.0, 60000);
        QSignalSpy changed(compare->set(), &CompareSet::changed);
        compare->set()->add({project()});
        QVERIFY(changed.wait(60000));
        compare->set()->addRuns(s.workspace.runs().openRuns());
        QVERIFY(changed.wait(60000));
        s.window->showPane("compare");
        auto* tabs = compare->findChild<QTabWidget*>("compareTabs");
        tabs->setCurrentIndex(3);
        s.pane->addScene();
        const engine::StoryScene scene = s.pane->model().cards()[0].scene;
        QCOMPARE(scene.view, std::string("compare"));
        QCOMPARE(scene.runs.size(), std::size_t{2});
        QCOMPARE(scene.runs[0], std::string("project.json"));
        QVERIFY2(scene.runs[1].starts_with("runs/"), scene.runs[1].c_str());
        QVERIFY(QFile::exists(folder_.filePath(QString::fromStdString(scene.runs[1]))));
        QCOMPARE(scene.tab, std::string("charts"));
        // Figures of the run that is open would be read as those of the compared.
        QVERIFY(scene.figures.empty());
        // A low pane is drawn anew in the shape of a slide, and has its own size again.
        s.window->resize(1400, 500);
        QCoreApplication::processEvents();
        const QSize pane = compare->slide()->size();
        const QImage charts = s.window->views()->slidePicture();
        QVERIFY(charts.width() <= 2.2 * charts.height());
        QCOMPARE(compare->slide()->size(), pane);
        // A table is a slide of whole rows: no search, no scroll bar, as wide as its columns, no higher than 9 to 16.
        tabs->setCurrentIndex(0);
        const QImage table = s.window->views()->picture();
        const QTableView* rows = compare->findChild<FilteredTable*>("compareFigures")->view();
        const double finer = table.devicePixelRatio();
        const int high = qRound(table.height() / finer) - rows->horizontalHeader()->height();
        QCOMPARE(high % rows->rowHeight(0), 0);
        QVERIFY(table.height() <= 9.0 / 16.0 * table.width());
        QVERIFY2(rows->verticalScrollBarPolicy() != Qt::ScrollBarAlwaysOff, "bars come back");
        tabs->setCurrentIndex(0);
        compare->set()->clear();
        emit s.pane->findChild<QListView*>("storyList")->activated(s.pane->model().index(0));
        QTRY_COMPARE_WITH_TIMEOUT(compare->set()->all().size(), std::size_t{2}, 60000);
        QTRY_COMPARE_WITH_TIMEOUT(tabs->currentIndex(), 3, 60000);
        QVERIFY(compare->set()->all()[1].candidate.recording != nullptr);
    }

    void changesAreTakenBack() {
        Stage s(project());
        for (const char* title : {"a", "b", "c"}) {
            s.pane->addScene();
            s.name(title);
        }
        StoryModel& model = s.pane->model();
        // The first dropped behind the last.
        const std::unique_ptr<QMimeData> drag(model.mimeData({model.index(0)}));
        QVERIFY(!model.dropMimeData(drag.get(), Qt::MoveAction, 3, 0, {}));
        QCOMPARE(s.titles(), QStringList({"b", "c", "a"}));
        model.take(1);
        QCOMPARE(s.titles(), QStringList({"b", "a"}));
        model.undo()->undo();
        model.undo()->undo();
        QCOMPARE(s.titles(), QStringList({"a", "b", "c"}));
        model.undo()->redo();
        QCOMPARE(s.titles(), QStringList({"b", "c", "a"}));
        const auto read = engine::readStoryboard(folder_.filePath("storyboard.json").toStdString());
        QCOMPARE(read->scenes.front().title, std::string("b"));
    }

    // A facility that is in no file gets two scenes, is saved, and gets a third. Each look back at an earlier instant, and the
    // return from it, announces the same project as opened anew: its scenes, their pictures and the steps of undo stay.
    void scenesOfANewProjectStay() {
        Stage s(project());
        s.workspace.runs().keepIn(folder_.filePath("runs").toStdString());
        s.workspace.files().showNew(s.workspace.project());
        QTRY_VERIFY_WITH_TIMEOUT(s.workspace.source() != nullptr, 60000);
        s.workspace.control().step();
        QTRY_VERIFY_WITH_TIMEOUT(s.workspace.frame() && s.workspace.frame()->timeS > 0.0, 60000);
        const auto isWhole = [&](const QStringList& titles) {
            const auto& cards = s.pane->model().cards();
            return s.titles() == titles && s.pane->model().undo()->canUndo() &&
                   std::none_of(cards.begin(), cards.end(),
                                [](const StoryCard& card) { return card.picture.isNull(); });
        };
        const auto lookBack = [&] {
            s.workspace.runs().seek(0.0);
            QTRY_VERIFY_WITH_TIMEOUT(s.workspace.runs().isRewound(), 60000);
        };
        for (const char* title : {"One", "Two"}) {
            s.pane->addScene();
            s.name(title);
        }
        // Nor does what was computed of the design (costs, campaigns, certainty) go: panes drop it with another design alone.
        QSignalSpy replaced(&s.workspace, &Workspace::designReplaced);
        lookBack();
        QVERIFY(isWhole({"One", "Two"}));
        s.workspace.runs().backToLive();
        QVERIFY(isWhole({"One", "Two"}));
        QCOMPARE(replaced.count(), 0);
        // Saved, the scenes go into the file next to it at once.
        QVERIFY(s.workspace.files().save(folder_.filePath("newfac.json").toStdString()));
        const auto board = folder_.filePath("newfac.storyboard.json").toStdString();
        QCOMPARE(engine::readStoryboard(board).value().scenes.size(), std::size_t{2});
        s.pane->addScene();
        s.name("Three");
        lookBack();
        QVERIFY(isWhole({"One", "Two", "Three"}));
        QCOMPARE(engine::readStoryboard(board).value().scenes.size(), std::size_t{3});
        // Under another name they go along, and those of the first file stay there.
        s.workspace.runs().backToLive();
        QVERIFY(s.workspace.files().save(folder_.filePath("other.json").toStdString()));
        s.pane->model().take(2);
        QCOMPARE(engine::readStoryboard(folder_.filePath("other.storyboard.json").toStdString())
                     .value()
                     .scenes.size(),
                 std::size_t{2});
        QCOMPARE(engine::readStoryboard(board).value().scenes.size(), std::size_t{3});
        // Another project has none of them.
        s.workspace.files().showNew(s.workspace.project());
        QCOMPARE(replaced.count(), 1);
        QVERIFY(s.titles().isEmpty());
    }

    // A crash leaves a copy of the project, and its scenes: those of a file stay there, those of a new project are in a file of their
    // own. The copy begins with them, and its own storyboard is written when it is saved.
    void scenesOutliveACrash() {
        const auto file = folder_.filePath("crashed.json").toStdString(),
                   kept = folder_.filePath("recovery/scenes.json").toStdString();
        Stage s(project());
        s.workspace.files().keepNewScenesIn(kept);
        s.workspace.files().showNew(s.workspace.project());
        s.pane->addScene();
        s.name("One");
        QCOMPARE(engine::readStoryboard(kept).value().scenes.size(), std::size_t{1});
        // Another process opens its autosave.
        QVERIFY(s.workspace.files().save(folder_.filePath("first.json").toStdString()));
        s.workspace.files().keepNewScenesIn({});
        s.workspace.files().openCopy(project().toStdString(), {}, kept);
        QCOMPARE(s.titles(), QStringList{"One"});
        QVERIFY(s.workspace.files().save(file));
        const auto board = engine::storyboardFileOf(file);
        QCOMPARE(engine::readStoryboard(board).value().scenes.size(), std::size_t{1});
        // A file has it: the copy under another name has the scenes as well.
        const auto copy = folder_.filePath("crashed, recovered.json").toStdString();
        s.workspace.files().openCopy(file, copy, board);
        QCOMPARE(s.titles(), QStringList{"One"});
        QVERIFY(!QFile::exists(QString::fromStdString(engine::storyboardFileOf(copy).string())));
        QVERIFY(s.workspace.files().save(copy));
        QCOMPARE(engine::readStoryboard(engine::storyboardFileOf(copy)).value().scenes.size(),
                 std::size_t{1});
        // What is opened next has none of them.
        s.workspace.files().openCopy(file, folder_.filePath("third.json").toStdString());
        QVERIFY(s.titles().isEmpty());
    }

    // A project is saved under the name of one that has scenes of its own: those are kept next to it.
    void scenesOfAnotherProjectAreMovedAside() {
        engine::Storyboard old;
        old.scenes.resize(1);
        old.scenes[0].title = "Old";
        const auto file = folder_.filePath("taken.storyboard.json").toStdString();
        QVERIFY(engine::writeStoryboard(file, old));
        StoryModel model;
        model.open({}, "T");
        StoryCard card;
        card.scene.title = "New";
        model.add(card, -1);
        model.moveTo(file, "T");
        QCOMPARE(engine::readStoryboard(file).value().scenes[0].title, std::string("New"));
        const auto aside = folder_.filePath("taken.storyboard, earlier.json").toStdString();
        QCOMPARE(engine::readStoryboard(aside).value().scenes[0].title, std::string("Old"));
    }

    void badFilesAreLeftAlone() {
        QFile file(folder_.filePath("storyboard.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ half");
        file.close();
        StoryModel model;
        QSignalSpy failed(&model, &StoryModel::failed);
        model.open(file.fileName().toStdString(), "T");
        QCOMPARE(failed.count(), 1);
        model.add({}, -1);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("{ half"));
    }

    // Keys go from scene to scene and stay inside the ends; the presenter follows.
    void shownWithKeys() {
        Stage s(project());
        for (const char* title : {"One", "Two", "Three"}) {
            s.pane->addScene();
            s.name(title);
        }
        s.pane->findChild<QListView*>("storyList")->setCurrentIndex(s.pane->model().index(0));
        s.pane->findChild<QPlainTextEdit*>("storyNote")->setPlainText("Say this.");
        s.pane->play();
        QTRY_VERIFY_WITH_TIMEOUT(s.pane->show() != nullptr, 60000);
        StoryShow* show = s.pane->show();
        QTRY_VERIFY_WITH_TIMEOUT(show->isVisible(), 60000);
        const auto* presenter = s.window->findChild<StoryPresenter*>();
        QVERIFY(presenter != nullptr);
        // With one screen it stays hidden until a key asks for it.
        QVERIFY(QGuiApplication::screens().size() > 1 || !presenter->isVisible());
        if (!presenter->isVisible()) {
            QTest::keyClick(show, Qt::Key_N);
        }
        // Until it is active Space belongs to the window below, or to the presenter's, which may come up after it.
        QTRY_VERIFY_WITH_TIMEOUT(presenter->isVisible(), 60000);
        show->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(show, 60000));
        QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), show, 60000);
        const auto* note = presenter->findChild<QLabel*>("storyPresenterNote");
        QCOMPARE(note->text(), QString("Say this."));
        QCOMPARE(show->at(), 0);
        QTest::keyClick(show, Qt::Key_Space);
        QCOMPARE(show->at(), 1);
        QVERIFY(note->text().isEmpty());
        QTest::keyClick(show, Qt::Key_End);
        QTest::keyClick(show, Qt::Key_Right);
        QCOMPARE(show->at(), 2);
        QTest::keyClick(show, Qt::Key_2);
        QTest::keyClick(show, Qt::Key_Return);
        QCOMPARE(show->at(), 1);
        QTest::keyClick(show, Qt::Key_Home);
        QTest::keyClick(show, Qt::Key_Left);
        QCOMPARE(show->at(), 0);
        // Half way through a fade a pixel of 0 and one of 200 is 100.
        QImage black(2, 2, QImage::Format_RGB32), grey(2, 2, QImage::Format_RGB32);
        black.fill(Qt::black);
        grey.fill(qRgb(200, 200, 200));
        QVERIFY(std::abs(qRed(StoryShow::blend(black, grey, 0.5).pixel(0, 0)) - 100) <= 1);
        QPointer<StoryShow> gone = show;
        QTest::keyClick(show, Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(gone.isNull(), 60000);
    }

    void handedOver() {
        Stage s(project());
        s.window->showPane("plan");
        s.pane->addScene();
        s.name("Where they stand");
        s.window->showPane("one-line");
        s.pane->addScene();
        for (const char* ending : {"html", "pdf", "png"}) {
            QSignalSpy exported(s.pane, &StoryPane::exported);
            s.pane->exportTo(folder_.filePath(QString("story.") + ending));
            QVERIFY2(exported.wait(60000) && exported[0][0].toBool(), ending);
        }
        QFile page(folder_.filePath("story.html"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QByteArray html = page.readAll();
        QVERIFY(html.contains("Where they stand"));
        QCOMPARE(html.count("data:image/png;base64,"), 2);
        QFile pdf(folder_.filePath("story.pdf"));
        QVERIFY(pdf.open(QIODevice::ReadOnly) && pdf.read(5) == "%PDF-");
        QCOMPARE(QImage(folder_.filePath("story-02.png")).size(), QSize(1920, 1080));
        // The window continues meanwhile. Without ffmpeg the pictures are there, and it says what is missing.
        QSignalSpy failed(&s.workspace, &Workspace::failed);
        QSignalSpy exported(s.pane, &StoryPane::exported);
        s.pane->exportTo(folder_.filePath("film.mp4"));
        QVERIFY(exported.wait(120000));
        QFile film(folder_.filePath("film.mp4"));
        if (QStandardPaths::findExecutable("ffmpeg").isEmpty()) {
            QVERIFY(!exported[0][0].toBool());
            QCOMPARE(failed.count(), 1);
            QVERIFY(QFile::exists(folder_.filePath("film-01.png")));
        } else {
            QVERIFY(exported[0][0].toBool());
            QVERIFY(film.open(QIODevice::ReadOnly) && film.read(12).contains("ftyp") &&
                    film.size() > 10000);
        }
    }

    // Who closes the window does not wait for a video of an hour: it ends, says so, and leaves no half of a file.
    void aVideoThatIsCancelledEnds() {
        StorySlide slide;
        slide.picture = QImage(160, 90, QImage::Format_RGB32);
        slide.picture.fill(Qt::blue);
        slide.scene.holdS = 3600.0;
        const std::atomic<bool> cancel{true};
        const QString file = folder_.filePath("never.mp4");
        QElapsedTimer since;
        since.start();
        const auto done = exportStory({}, {slide, slide}, file, &cancel);
        QVERIFY(!done);
        QCOMPARE(done.error().code, std::string("STB-004"));
        QVERIFY(!QFile::exists(file));
        QVERIFY(since.elapsed() < 30000);
    }
};

HEADROOM_TEST(TestStoryPane)
}  // namespace tst_story_pane

#include "tst_story_pane.moc"
