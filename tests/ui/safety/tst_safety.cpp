// SPDX-License-Identifier: Apache-2.0
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"
#include "tests/support/test_program.h"
#include "ui/safety/safety.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAbstractButton>
#include <QApplication>
#include <QMessageBox>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>
#include <QWidget>
#include <QtTest>

#include <cstdio>

namespace tst_safety {

using namespace headroom;
using namespace headroom::ui;

namespace {

const std::filesystem::path kCatalogue = HEADROOM_SOURCE_DIR "/resources/catalog";

Safety::Options optionsIn(const QString& folder) {
    Safety::Options options;
    options.copies = (folder + "/recovery").toStdString();
    return options;
}

void rename(Workspace& workspace, const char* name) {
    QVERIFY(workspace.editor().apply({engine::SetAttribute{"hall-1", "name", std::string(name)}},
                                     "Rename"));
}

/// Clicks the button of that name in the question that comes next.
void answer(const char* button) {
    QTimer::singleShot(50, qApp, [button] {
        QWidget* dialog = QApplication::activeModalWidget();
        QVERIFY2(dialog != nullptr, button);
        auto* found = dialog->findChild<QAbstractButton*>(button);
        QVERIFY2(found != nullptr, button);
        found->click();
    });
}

/// Another program: edits a project, autosaves, says so and waits to be killed.
int child(const QString& folder) {
    Workspace workspace(kCatalogue);
    workspace.control().setPlayOnOpen(false);
    QWidget window;
    auto* safety = new Safety(&workspace, &window, optionsIn(folder));
    workspace.files().newBlank();
    if (!workspace.files().save((folder + "/hall.json").toStdString())) {
        return 1;
    }
    if (!workspace.editor().apply({engine::SetAttribute{"hall-1", "name", std::string("Edited")}},
                                  "Rename")) {
        return 1;
    }
    safety->autosave();
    safety->wait();
    std::puts(engine::projectText(workspace.project()).c_str());
    std::puts("ready");
    std::fflush(stdout);
    return QApplication::exec();
}

}  // namespace

class TestSafety : public QObject {
    Q_OBJECT

  private slots:

    void afterAKillTheLastAutosaveIsOffered() {
        QTemporaryDir folder;
        QProcess other;
        other.start(QCoreApplication::applicationFilePath(),
                    {"tst_safety", "--child", folder.path()});
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT((other.waitForReadyRead(100),
                                  said += other.readAllStandardOutput(), said.contains("ready")),
                                 60000);
        const auto file = (folder.path() + "/hall.json").toStdString();
        const std::string saved = engine::readTextFile(file).value();
        other.kill();  // SIGKILL: nothing of it runs any more
        QVERIFY(other.waitForFinished(10000));

        Workspace workspace(kCatalogue);
        workspace.control().setPlayOnOpen(false);
        QWidget window;
        Safety safety(&workspace, &window, optionsIn(folder.path()));
        QVERIFY(!workspace.isOpen());  // offered, not opened
        const auto left = safety.left();
        QCOMPARE(left.size(), std::size_t{1});
        QCOMPARE(left[0].original.string(), file);
        safety.openCopy(left[0]);
        QVERIFY(workspace.isOpen());
        QVERIFY(workspace.editor().isModified());
        // To the byte what the other one had.
        const QByteArray text = QByteArray::fromStdString(engine::projectText(workspace.project()));
        QVERIFY(said.startsWith(text));
        QVERIFY(text.contains("Edited"));
        // Under another name; the original is as it was, and the dead one's note is no hindrance.
        QVERIFY(workspace.project().file.string() != file);
        QCOMPARE(workspace.project().folder().string(), folder.path().toStdString());
        QCOMPARE(engine::readTextFile(file).value(), saved);
        QCOMPARE(safety.left().size(), std::size_t{1});  // until it is saved
        QVERIFY(workspace.files().save(workspace.project().file));
        QVERIFY(safety.left().empty());
        QCOMPARE(engine::readTextFile(file).value(), saved);
    }

    // An edit is kept soon, without a wait for the timer of two minutes; a second one in the same minute takes its place.
    void anEditIsKeptSoon() {
        QTemporaryDir folder;
        Workspace workspace(kCatalogue);
        workspace.control().setPlayOnOpen(false);
        QWidget window;
        Safety safety(&workspace, &window, optionsIn(folder.path()));
        const engine::CopyStore store(optionsIn(folder.path()).copies);
        workspace.files().newBlank();
        QTRY_COMPARE_WITH_TIMEOUT(store.copies().size(), std::size_t{1}, 60000);
        rename(workspace, "Edited");
        QTRY_VERIFY_WITH_TIMEOUT(
            engine::readTextFile(store.copies().at(0).copy).value_or("").find("Edited") !=
                std::string::npos,
            60000);
        QVERIFY(store.copies().size() <= 2);  // the two may be on both sides of a full minute
        // Scenes of a new project go where a crash leaves them, and go with its autosaves.
        QVERIFY(workspace.files().newScenes() == store.scenesFile());
        QVERIFY(engine::writeFile(store.scenesFile(), "{}").has_value());
        answer("dontSave");
        workspace.files().close();
        QVERIFY(store.copies().empty());
        QVERIFY(!std::filesystem::exists(store.scenesFile()));
    }

    // The system ends the program: nobody can be asked, so that what is not saved is kept for the next start.
    void anEndFromOutsideKeepsChanges() {
        QTemporaryDir folder;
        Workspace workspace(kCatalogue);
        workspace.control().setPlayOnOpen(false);
        QWidget window;
        const engine::CopyStore store(optionsIn(folder.path()).copies);
        for (const bool fromOutside : {true, false}) {
            auto* safety = new Safety(&workspace, &window, optionsIn(folder.path()));
            if (!workspace.isOpen()) {
                workspace.files().newBlank();
            }
            rename(workspace, fromOutside ? "Kept" : "Dropped");
            if (fromOutside) {
                QVERIFY(safety->keepForNextStart());
            }
            safety->autosave();
            safety->wait();
            delete safety;
            const auto copies = store.copies();
            QCOMPARE(copies.size(), std::size_t(fromOutside ? 1 : 0));
            if (fromOutside) {
                QVERIFY(engine::readTextFile(copies[0].copy)->find("Kept") != std::string::npos);
            }
        }
    }

    // Asked for while the start still opens another project, the copy is shown after that one.
    void aCopyWaitsForTheProjectThatIsBeingOpened() {
        QTemporaryDir folder;
        Workspace workspace(kCatalogue);
        workspace.control().setPlayOnOpen(false);
        QWidget window;
        Safety safety(&workspace, &window, optionsIn(folder.path()));
        workspace.files().newBlank();
        rename(workspace, "Recovered");
        engine::ProjectCopy copy;
        copy.copy = folder.filePath("copy.json").toStdString();
        QVERIFY(engine::writeFile(copy.copy, engine::projectText(workspace.project())));
        answer("dontSave");
        workspace.files().close();
        safety.open(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall");
        QVERIFY(workspace.loader().isBusy());
        safety.openCopy(copy);
        QTRY_VERIFY_WITH_TIMEOUT(workspace.isOpen() && workspace.project().file.empty(), 60000);
        QVERIFY(engine::projectText(workspace.project()).find("Recovered") != std::string::npos);
        answer("dontSave");
        workspace.files().close();
    }

    void brokenCopiesDoNotHinderTheStart() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("recovery"));
        for (const char* name : {"a.copy", "a.json", "b.copy"}) {
            QFile file(folder.filePath("recovery/") + name);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("{\"kind\": \"autosave\", \"bytes\": 12, \"pid\": 1");
        }
        Workspace workspace(kCatalogue);
        QWidget window;
        Safety safety(&workspace, &window, optionsIn(folder.path()));
        QVERIFY(safety.left().empty());
        // A copy whose text is no project says why, and nothing is opened.
        engine::ProjectCopy bad;
        bad.copy = folder.filePath("recovery/a.json").toStdString();
        QSignalSpy failed(&workspace, &Workspace::failed);
        safety.openCopy(bad);
        QCOMPARE(failed.size(), 1);
        QVERIFY(!workspace.isOpen());
    }

    void leavingChangesAsks() {
        QTemporaryDir folder;
        Workspace workspace(kCatalogue);
        workspace.control().setPlayOnOpen(false);
        QWidget window;
        Safety safety(&workspace, &window, optionsIn(folder.path()));
        const auto file = folder.filePath("hall.json").toStdString();
        workspace.files().newBlank();
        QVERIFY(workspace.files().save(file));
        QVERIFY(safety.mayLeave());  // nothing changed: nothing is asked
        rename(workspace, "First");

        answer("cancelLeaving");
        workspace.files().close();
        QVERIFY(workspace.isOpen());

        int saves = 0;
        connect(&safety, &Safety::saveRequested, this, [&] {
            ++saves;
            QVERIFY(workspace.files().save(file));
        });
        answer("saveChanges");
        workspace.files().close();
        QVERIFY(!workspace.isOpen());
        QCOMPARE(saves, 1);
        QVERIFY(engine::readTextFile(file)->find("First") != std::string::npos);

        workspace.files().newBlank();
        QVERIFY(workspace.files().save(file));
        rename(workspace, "Second");
        answer("dontSave");
        workspace.files().newBlank();  // another project: asks as well
        QVERIFY(workspace.isOpen());
        QVERIFY(engine::readTextFile(file)->find("Second") == std::string::npos);
        // Undone to what was saved there is nothing to lose. A blank room was never saved: it is.
        QVERIFY(workspace.editor().isModified());
        answer("dontSave");
        workspace.files().close();
    }

    // Saving that fails keeps the project open.
    void aSaveThatFailsKeepsItOpen() {
        Workspace workspace(kCatalogue);
        workspace.control().setPlayOnOpen(false);
        QWidget window;
        Safety safety(&workspace, &window, {{}, false});
        workspace.files().newBlank();
        connect(&safety, &Safety::saveRequested, this,
                [&] { QVERIFY(!workspace.files().save("/proc/no/such/place.json")); });
        answer("saveChanges");
        workspace.files().close();
        QVERIFY(workspace.isOpen());
        answer("dontSave");
        workspace.files().close();
    }

    void aProjectThatIsOpenElsewhereIsAskedAbout() {
        QTemporaryDir folder;
        const auto file = folder.filePath("hall.json").toStdString();
        Workspace first(kCatalogue), second(kCatalogue);
        QWidget window;
        for (Workspace* workspace : {&first, &second}) {
            workspace->control().setPlayOnOpen(false);
        }
        Safety one(&first, &window, optionsIn(folder.path()));
        first.files().newBlank();
        QVERIFY(first.files().save(file));
        QVERIFY(QFile::exists(folder.filePath("hall.json.lock")));

        Safety two(&second, &window, optionsIn(folder.path()));
        answer("cancelOpening");
        two.open(file);
        QTest::qWait(100);
        QVERIFY(!second.isOpen() && !second.loader().isBusy());

        answer("openReadOnly");
        two.open(file);
        QTRY_VERIFY_WITH_TIMEOUT(second.isOpen(), 30000);
        QVERIFY(two.isReadOnly());
        second.files().close();
        QVERIFY(!two.isReadOnly());
        QVERIFY(QFile::exists(folder.filePath("hall.json.lock")));  // still the first one's

        answer("openCopy");
        two.open(file);
        QVERIFY(second.isOpen());
        QVERIFY(second.project().file.filename() == "hall, copy.json");
        QVERIFY(!two.isReadOnly());
        answer("dontSave");
        second.files().close();
        first.files().close();
        QVERIFY(!QFile::exists(folder.filePath("hall.json.lock")));
    }

    void earlierStatesAreKept() {
        QTemporaryDir folder;
        Workspace workspace(kCatalogue);
        workspace.control().setPlayOnOpen(false);
        QWidget window;
        Safety safety(&workspace, &window, optionsIn(folder.path()));
        const auto file = folder.filePath("hall.json").toStdString();
        workspace.files().newBlank();
        QVERIFY(workspace.files().save(file));
        const std::string before = engine::readTextFile(file).value();
        rename(workspace, "Later");
        safety.beforeSave(file);
        QVERIFY(workspace.files().save(file));
        const auto earlier = safety.earlier();
        QCOMPARE(earlier.size(), std::size_t{1});
        QVERIFY(earlier[0].kind == engine::CopyKind::Replaced);
        QCOMPARE(engine::readTextFile(earlier[0].copy).value(), before);
    }
};

/// The other process of a test is this program with "--child".
static int childOrTest(int argc, char** argv) {
    if (argc == 3 && QByteArray(argv[1]) == "--child") {
        return child(argv[2]);
    }
    return tests::runTest<TestSafety>(argc, argv);
}

HEADROOM_TEST_RUN(TestSafety, childOrTest)
}  // namespace tst_safety

#include "tst_safety.moc"
