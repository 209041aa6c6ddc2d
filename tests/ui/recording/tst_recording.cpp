// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/player.h"
#include "engine/store/database.h"
#include "engine/store/recording.h"
#include "engine/watch/run_past.h"
#include "tests/engine/replay/recorded_run.h"
#include "tests/support/test_program.h"
#include "ui/chart/chart_set.h"
#include "ui/events/event_table.h"
#include "ui/inspector/inspector.h"
#include "ui/jobs/gantt_view.h"
#include "ui/power/one_line_view.h"
#include "ui/recording/branch_dialog.h"
#include "ui/recording/recording_bar.h"
#include "ui/recording/scrub_bar.h"
#include "ui/recording/scrub_strip.h"
#include "ui/shell/main_window.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/drill_desk.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

namespace tst_recording {

using namespace headroom;
using namespace headroom::ui;

/// The window over a recorded run: opened, scrubbed with mouse and keys, and gone on from.
class TestRecording : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path file(const char* name) const {
        return folder_.filePath(name).toStdString();
    }

    struct Stage {
        Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
        MainWindow window{&workspace, options()};
        QSignalSpy failed{&workspace, &Workspace::failed};

        static MainWindow::Options options() {
            MainWindow::Options options;
            options.noOpenGl = "off";
            options.keepsLayout = false;
            return options;
        }

        Stage() {
            workspace.control().setPlayOnOpen(false);
            window.resize(1280, 720);
            window.show();
        }

        bool open(const std::filesystem::path& path) {
            QSignalSpy opened(&workspace, &Workspace::opened);
            workspace.files().open(path);
            return (!opened.isEmpty() || opened.wait(60'000)) && rests();
        }

        /// The tour, live and kept in that folder for going back, paused after an hour or more.
        bool playsAnHour(const std::filesystem::path& runs) {
            workspace.runs().keepIn(runs);
            if (!open(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall")) {
                return false;
            }
            workspace.control().setSpeed(0.0);
            workspace.control().play();
            const bool isThere =
                QTest::qWaitFor([&] { return workspace.frame()->timeS > 3600.0; }, 60'000);
            workspace.control().pause();
            return isThere && rests();
        }

        /// All that was asked for is shown.
        bool rests() {
            return QTest::qWaitFor(
                [&] {
                    return !workspace.loader().isBusy() && workspace.source() != nullptr &&
                           !workspace.status().moving &&
                           workspace.frame() == workspace.source()->frame();
                },
                60'000);
        }

        ScrubStrip* strip() { return window.findChild<ScrubStrip*>("scrubStrip"); }

        void click(double timeS) {
            QTest::mouseClick(strip(), Qt::LeftButton, {},
                              QPoint(qRound(strip()->xOf(timeS)), strip()->height() / 3));
        }

        /// Titles and texts of all errors so far: empty where nothing failed.
        QString faults() const {
            QString all;
            for (const QList<QVariant>& fault : failed) {
                all += fault.at(0).toString() + '\n';
                for (const engine::Error& error : fault.at(1).value<engine::Errors>()) {
                    all += QString::fromStdString(error.text()) + '\n';
                }
            }
            return all;
        }

        QString banner() { return window.findChild<RecordingBar*>("recordingBar")->text(); }
    };

  private slots:

    void initTestCase() {
        engine::PlantOrder order;
        order.unit = "cdus";
        tests::record(tests::scenario("tour-small-hall"), file("run.db"), 7200.0,
                      {{2400.0, order}});
    }

    // Two hours in steps of 15 s: 480 of them. It opens at its end, and everything shows that.
    void opensLikeAProject() {
        Stage stage;
        QVERIFY(stage.open(file("run.db")));
        QVERIFY(stage.workspace.runs().past() != nullptr);
        QCOMPARE(stage.workspace.frame()->timeS, 7200.0);
        QVERIFY(stage.banner().contains("run.db"));
        QVERIFY(stage.banner().contains(
            QString::fromStdString(stage.workspace.runs().past()->info().version)));
        QCOMPARE(stage.window.findChild<QLabel*>("scrubState")->text(), QString("exact state"));
        // The design is locked, and orders are refused in words.
        QVERIFY(!stage.workspace.editor().lock().isEmpty());
        QSignalSpy said(&stage.workspace, &Workspace::said);
        stage.workspace.control().operate({});
        QCOMPARE(said.count(), 1);
        // Events of all of the run, wherever one is.
        stage.workspace.runs().seek(1800.0);
        QVERIFY(stage.rests());
        const auto events = tests::opened(file("run.db"))->events().value();
        QCOMPARE(stage.workspace.frame()->story->size(), events.size());
    }

    void clicksDragsAndKeysGoThere() {
        Stage stage;
        QVERIFY(stage.open(file("run.db")));
        stage.click(3600.0);
        QVERIFY(stage.rests());
        // A pixel of some 900 is 8 s of 7200: within a step of either side.
        QVERIFY(std::abs(stage.workspace.frame()->timeS - 3600.0) <= 30.0);
        QTest::mousePress(stage.strip(), Qt::LeftButton, {},
                          QPoint(qRound(stage.strip()->xOf(3600.0)), 10));
        for (const double timeS : {3000.0, 2400.0, 1200.0}) {
            QTest::mouseMove(stage.strip(), QPoint(qRound(stage.strip()->xOf(timeS)), 10));
        }
        QTest::mouseRelease(stage.strip(), Qt::LeftButton, {},
                            QPoint(qRound(stage.strip()->xOf(1200.0)), 10));
        QVERIFY(stage.rests());
        const double thereS = stage.workspace.frame()->timeS;
        QVERIFY(std::abs(thereS - 1200.0) <= 30.0);
        QTest::keyClick(stage.strip(), Qt::Key_Right);
        QVERIFY(stage.rests());
        QCOMPARE(stage.workspace.frame()->timeS, thereS + 15.0);
        QTest::keyClick(stage.strip(), Qt::Key_Left);
        QVERIFY(stage.rests());
        QCOMPARE(stage.workspace.frame()->timeS, thereS);
        QTest::keyClick(stage.strip(), Qt::Key_Home);
        QVERIFY(stage.rests());
        QCOMPARE(stage.workspace.frame()->timeS, 0.0);
        QTest::keyClick(stage.strip(), Qt::Key_End);
        QVERIFY(stage.rests());
        QCOMPARE(stage.workspace.frame()->timeS, 7200.0);
        // The tip tells the instant and what happened there.
        const QStringList tip = stage.strip()->tipAt(stage.strip()->xOf(2400.0));
        QVERIFY2(tip.size() >= 2, qPrintable(tip.join('|')));
    }

    // From 1800 s on without the order of 2400 s and with warmer water: a live run, paused there,
    // with what was before; the tree of the recording names it.
    void branchesFromHere() {
        std::filesystem::copy_file(file("run.db"), file("tree.db"));
        Stage stage;
        QVERIFY(stage.open(file("tree.db")));
        stage.workspace.runs().seek(1800.0);
        QVERIFY(stage.rests());
        stage.window.commands()->action("run.branch")->trigger();
        auto* dialog = stage.window.findChild<BranchDialog*>("branchDialog");
        QVERIFY(dialog != nullptr);
        dialog->findChild<QLineEdit*>("branchName")->setText("Warmer");
        auto* object = dialog->findChild<QComboBox*>("branchObject");
        object->setCurrentIndex(object->findData("warm"));
        auto* attribute = dialog->findChild<QComboBox*>("branchAttribute");
        attribute->setCurrentIndex(attribute->findText("Supply set", Qt::MatchContains));
        QVERIFY(attribute->currentIndex() >= 0);
        QTest::keyClicks(dialog->findChild<QLineEdit*>("branchValue"), "36");
        QTest::mouseClick(dialog->findChild<QPushButton*>("branchAdd"), Qt::LeftButton);
        auto* changes = dialog->findChild<QListWidget*>("branchChanges");
        QCOMPARE(changes->count(), 1);
        QCOMPARE(changes->item(0)->text(), QString("warm.supply_setpoint_c=36"));
        auto* spared = dialog->findChild<QListWidget*>("branchSpared");
        spared->item(0)->setCheckState(Qt::Checked);
        QCOMPARE(dialog->wish().without.size(), std::size_t{1});
        dialog->findChild<QLineEdit*>("branchFile")
            ->setText(QString::fromStdString(file("warmer.db").string()));
        QTest::mouseClick(dialog->findChild<QPushButton*>("branchOk"), Qt::LeftButton);
        QVERIFY(QTest::qWaitFor([&] { return stage.workspace.runs().past() == nullptr; }, 60'000));
        QVERIFY(stage.rests());
        QCOMPARE(stage.faults(), QString());
        QCOMPARE(stage.workspace.frame()->timeS, 1800.0);
        QVERIFY(!stage.workspace.status().playing);
        QVERIFY(stage.workspace.frame()->story->size() > 0);
        QVERIFY2(stage.banner().contains("Warmer"), qPrintable(stage.banner()));
        stage.workspace.control().step();
        QVERIFY(stage.rests());
        QCOMPARE(stage.workspace.frame()->timeS, 1815.0);
        stage.workspace.files().close();
        const auto tree = tests::opened(file("tree.db"))->branches().value();
        QCOMPARE(tree.size(), std::size_t{1});
        QCOMPARE(tree.front().parent, std::string{"warmer.db"});
        const auto made = tests::opened(file("warmer.db"));
        QCOMPARE(made->info().branch.name, std::string{"Warmer"});
        QVERIFY(made->info().projectText.find("\"supply_setpoint_c\": 36") != std::string::npos);
    }

    // An order by the pickers, one by hand, one that nobody understands: the branch fails the UPS a minute
    // after it leaves.
    void ordersAreGivenInABranch() {
        std::filesystem::copy_file(file("run.db"), file("ordered.db"));
        Stage stage;
        QVERIFY(stage.open(file("ordered.db")));
        stage.workspace.runs().seek(1800.0);
        QVERIFY(stage.rests());
        stage.window.commands()->action("run.branch")->trigger();
        auto* dialog = stage.window.findChild<BranchDialog*>("branchDialog");
        QVERIFY(dialog != nullptr);
        auto* action = dialog->findChild<QComboBox*>("branchAction");
        auto* target = dialog->findChild<QComboBox*>("branchTarget");
        auto* order = dialog->findChild<QLineEdit*>("branchOrder");
        auto* orders = dialog->findChild<QListWidget*>("branchOrders");
        auto* add = dialog->findChild<QPushButton*>("branchOrderAdd");
        const auto choose = [](QComboBox* box, int index) {
            QVERIFY(index >= 0);
            box->setCurrentIndex(index);
            emit box->activated(index);
        };
        choose(action, action->findText("fail"));
        choose(target, target->findData("cdus"));
        QTest::keyClicks(dialog->findChild<QLineEdit*>("branchOrderAt"), "31min");
        QCOMPARE(order->text(), QString("fail cdus at 31min"));
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(orders->count(), 1);
        for (const char* bad :
             {"fial cdus", "fail cdus at soon", "fail cdus at 5min"}) {  // the last: too early
            order->setText(bad);
            QTest::mouseClick(add, Qt::LeftButton);
            QCOMPARE(orders->count(), 1);
            QVERIFY(!dialog->findChild<QLabel*>("branchNote")->text().isEmpty());
        }
        order->clear();
        choose(action, action->findText("kill job"));
        QVERIFY(target->count() > 0);
        QCOMPARE(dialog->wish().orders.size(), std::size_t{1});
        dialog->findChild<QLineEdit*>("branchFile")
            ->setText(QString::fromStdString(file("ordered-branch.db").string()));
        QTest::mouseClick(dialog->findChild<QPushButton*>("branchOk"), Qt::LeftButton);
        QVERIFY(QTest::qWaitFor([&] { return stage.workspace.runs().past() == nullptr; }, 60'000));
        QVERIFY(stage.rests());
        QCOMPARE(stage.faults(), QString());
        // Four steps to 1860 s, and one more: the pumps are out.
        const auto failures = [&] {
            int count = 0;
            stage.workspace.frame()->story->forEach([&](const engine::Event& event) {
                count += event.timeS >= 1860.0 && event.timeS < 1875.0 &&
                                 event.kind == engine::EventKind::Failure
                             ? 1
                             : 0;
            });
            return count;
        };
        for (int step = 0; step < 5; ++step) {
            stage.workspace.control().step();
            QVERIFY(stage.rests());
        }
        QCOMPARE(stage.workspace.frame()->timeS, 1875.0);
        QVERIFY(failures() >= 1);
        stage.workspace.files().close();
    }

    // A live run that is kept for going back: to one hour and back to where it was.
    void theLiveRunIsRewound() {
        Stage stage;
        QVERIFY(stage.playsAnHour(file("runs")));
        const double newestS = stage.workspace.frame()->timeS;
        // How far the run came by then is the machine's affair; a click can mean any moment of
        // its pixel, and what is shown is the coupling step (15 s) that it falls into.
        const double reachS = stage.strip()->timeAt(101.0) - stage.strip()->timeAt(100.0) + 15.0;
        QTest::qWait(1500);  // the recorder commits once a second
        // A drill of later, by hand: of the past it is one that waits, too, and it can be called off afterwards.
        engine::PlantOrder later;
        later.unit = "cdus";
        DrillDesk& desk = stage.workspace.drills();
        desk.give({later}, "CDUs", "fails", {36000.0, models::kNotStated});
        const auto byHand = [&desk] {
            const auto& all = desk.drills();
            return static_cast<int>(
                std::find_if(all.begin(), all.end(), [](const auto& d) { return !d.ofProject; }) -
                all.begin());
        };
        const Selected rack{Selected::Kind::Rack, 3, stage.workspace.layout().blocks[0], -1};
        stage.workspace.selection().select(rack);
        stage.click(1800.0);
        QVERIFY(QTest::qWaitFor([&] { return stage.workspace.runs().isRewound(); }, 60'000));
        QVERIFY(stage.rests());
        QCOMPARE(stage.faults(), QString());
        QVERIFY2(std::abs(stage.workspace.frame()->timeS - 1800.0) <= reachS,
                 qPrintable(QString("shown: %1 s, newest %2 s, reach %3 s")
                                .arg(stage.workspace.frame()->timeS)
                                .arg(newestS)
                                .arg(reachS)));
        QVERIFY(stage.banner().contains("Original run"));
        QCOMPARE(stage.workspace.selection().current().rack(), 3);
        QVERIFY(byHand() < static_cast<int>(desk.drills().size()));
        stage.window.commands()->action("run.newest")->trigger();
        QVERIFY(stage.rests());
        QVERIFY(!stage.workspace.runs().isRewound());
        QCOMPARE(stage.workspace.frame()->timeS, newestS);
        QCOMPARE(stage.workspace.selection().current().rack(), 3);
        QVERIFY(stage.banner().isEmpty());
        QVERIFY(desk.canCancel(byHand()));
        desk.cancel(byHand());
        QCOMPARE(desk.drills()[static_cast<std::size_t>(byHand())].state,
                 DrillDesk::State::Cancelled);
        stage.workspace.control().step();
        QVERIFY(stage.rests());
        QCOMPARE(stage.workspace.frame()->timeS, newestS + 15.0);
        stage.workspace.files().close();
        QVERIFY(std::filesystem::is_empty(file("runs")));
    }

    // cascading-cooling: a drill opens a breaker at 3,600 s, and the trips follow. From 3,000 s the branch dialog offers the
    // opening itself; left out, the cooling of the branch does not trip in that hour.
    void aDrillThatSwitchesCanBeLeftOut() {
        tests::record(tests::scenario("cascading-cooling"), file("cascade.db"), 4500.0, {});
        Stage stage;
        QVERIFY(stage.open(file("cascade.db")));
        stage.workspace.runs().seek(3000.0);
        QVERIFY(stage.rests());
        BranchDialog dialog(&stage.workspace, &stage.window);
        auto* spared = dialog.findChild<QListWidget*>("branchSpared");
        QStringList offered;
        for (int i = 0; i < spared->count(); ++i) {
            offered << spared->item(i)->text();
        }
        const QStringList openings = offered.filter("breaker is opened");
        QVERIFY2(openings.size() == 1, qPrintable(offered.join(" | ")));
        // By the name that the project gives to the board.
        QVERIFY2(openings.front().contains("Mechanical board B"), qPrintable(openings.front()));
        engine::BranchWish wish;
        wish.atS = 3000.0;
        wish.name = "Spared";
        wish.without = {spared->item(static_cast<int>(offered.indexOf(openings.front())))
                            ->data(Qt::UserRole)
                            .toLongLong()};
        const auto branch = stage.workspace.source()->past()->branch(wish, nullptr);
        QVERIFY2(branch.has_value(), branch ? "" : branch.error().front().text().c_str());
    }

    // On the way back in time a frame without wiring comes before the exact state, which has it: the board that is selected has
    // its live values then, as at the newest instant.
    void liveValuesComeWithTheExactState() {
        tests::record(tests::scenario("cascading-cooling"), file("wiring.db"), 1800.0, {});
        Stage stage;
        QVERIFY(stage.open(file("wiring.db")));
        Inspector inspector(&stage.workspace);
        stage.workspace.selection().select({Selected::Kind::Object, -1, "mech-a", -1});
        const auto hasState = [&] {
            return !inspector.findChild<QTreeWidget*>("inspectorTable")
                        ->findItems("State", Qt::MatchExactly | Qt::MatchRecursive)
                        .isEmpty();
        };
        for (const double timeS : {600.0, 1200.0}) {
            stage.workspace.runs().seek(timeS);
            QVERIFY(stage.rests());
            QTRY_VERIFY_WITH_TIMEOUT(stage.workspace.frame()->network != nullptr, 20'000);
            QTRY_VERIFY_WITH_TIMEOUT(hasState(), 5'000);
        }
    }

    // A live run is saved up to its newest step, with a summary, and continues.
    void theLiveRunIsSaved() {
        Stage stage;
        QVERIFY(stage.playsAnHour(file("saving")));
        QVERIFY(stage.workspace.runs().canSave());
        const double newestS = stage.workspace.frame()->timeS;
        QSignalSpy said(&stage.workspace, &Workspace::said);
        stage.workspace.runs().save(file("kept.db"));
        QVERIFY(said.wait(60'000));
        QCOMPARE(stage.faults(), QString());
        const auto kept = engine::Recording::open(file("kept.db"));
        QVERIFY(kept.has_value());
        QCOMPARE((*kept)->lastTimeS(), newestS);
        QVERIFY(!(*kept)->summary().empty());
        stage.workspace.control().step();
        QTRY_COMPARE_WITH_TIMEOUT(stage.workspace.frame()->timeS, newestS + 15.0, 20'000);
        // A name that cannot be written is reported, and the run stays.
        stage.workspace.runs().save(file("no-folder/kept.db"));
        QTRY_COMPARE_WITH_TIMEOUT(stage.failed.count(), 1, 20'000);
        QVERIFY(stage.rests());
    }

    // Types `text` into the dialog that `command` opens, and presses its button where the text is accepted.
    static bool typeTime(Stage& stage, const char* command, const QString& text) {
        stage.window.findChild<CommandSet*>()->action(command)->trigger();
        auto* dialog = stage.window.findChild<QDialog*>("timeDialog");
        if (dialog == nullptr) {
            return false;
        }
        auto* typed = dialog->findChild<QLineEdit*>("timeTyped");
        typed->clear();
        QTest::keyClicks(typed, text);
        auto* ok = dialog->findChild<QPushButton*>("timeOk");
        const bool isFine = ok->isEnabled();
        QTest::mouseClick(
            isFine ? ok : dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Cancel),
            Qt::LeftButton);
        QCoreApplication::sendPostedEvents(dialog, QEvent::DeferredDelete);
        return isFine;
    }

    // The tour starts at midnight in steps of 15 s. 0:30 of its first day is 1,800 s after the start. Ten minutes after the
    // newest step is 40 steps later. A time in the past cannot be run to, and one ahead cannot be gone to.
    void typedTimes() {
        Stage stage;
        QVERIFY(stage.playsAnHour(file("typing")));
        const double newestS = stage.workspace.frame()->timeS;
        QTRY_VERIFY_WITH_TIMEOUT(stage.workspace.runs().canRewind(),
                                 20'000);  // after the first commit
        QVERIFY(typeTime(stage, "run.goto", "1800 s"));
        QTRY_COMPARE_WITH_TIMEOUT(stage.workspace.frame()->timeS, 1800.0, 20'000);
        QVERIFY(stage.rests());
        QVERIFY(!typeTime(stage, "run.goto", "+400 d"));
        QVERIFY(!typeTime(stage, "run.until", "30 min"));
        QVERIFY(!typeTime(stage, "run.until", "soon"));
        QVERIFY(typeTime(stage, "run.until",
                         "+10 min"));  // the run was rewound: it returns to its newest step first
        QTRY_COMPARE_WITH_TIMEOUT(stage.workspace.frame()->timeS, newestS + 600.0, 20'000);
        QVERIFY(stage.rests());
        QVERIFY(!stage.workspace.status().playing);
    }

    // A branch off a live run: that one waits where it was, and continues when one returns to it.
    void theRunThatABranchLeavesWaits() {
        Stage stage;
        QVERIFY(stage.playsAnHour(file("runs")));
        const double newestS = stage.workspace.frame()->timeS;
        QTest::qWait(1500);  // the recorder commits once a second
        stage.workspace.runs().seek(1800.0);
        QVERIFY(QTest::qWaitFor([&] { return stage.workspace.runs().isRewound(); }, 60'000));
        QVERIFY(stage.rests());
        engine::BranchWish wish;
        wish.atS = 1800.0;
        wish.name = "cooler";
        stage.workspace.runs().branch(wish, {});
        QVERIFY(
            QTest::qWaitFor([&] { return stage.workspace.runs().others().size() == 1; }, 60'000));
        QVERIFY(stage.rests());
        QCOMPARE(stage.faults(), QString());
        QCOMPARE(stage.workspace.frame()->timeS, 1800.0);
        QVERIFY2(stage.banner().contains("cooler") && stage.banner().contains("another run waits"),
                 qPrintable(stage.banner()));
        stage.workspace.runs().showOther(0);
        QVERIFY(stage.rests());
        QCOMPARE(stage.workspace.frame()->timeS, newestS);
        QVERIFY(stage.workspace.runs().shown().name.isEmpty());
        QCOMPARE(stage.workspace.runs().others()[0].name, QString("cooler"));
        stage.workspace.control().step();
        QVERIFY(stage.rests());
        QCOMPARE(stage.workspace.frame()->timeS, newestS + 15.0);
        stage.workspace.runs().endOthers();
        QVERIFY(stage.banner().isEmpty());
        stage.workspace.files().close();
        QVERIFY(std::filesystem::is_empty(file("runs")));
    }

    void whatCannotBeOpenedIsTold_data() {
        QTest::addColumn<QString>("how");
        QTest::addColumn<QString>("code");
        QTest::newRow("cut") << "cut"
                             << "STO-0";
        QTest::newRow("another file") << "text"
                                      << "STO-0";
        QTest::newRow("not there") << "gone"
                                   << "STO-010";
    }

    void whatCannotBeOpenedIsTold() {
        QFETCH(QString, how);
        QFETCH(QString, code);
        const auto path = file("bad.db");
        std::filesystem::remove(path);
        if (how == "cut") {
            std::filesystem::copy_file(file("run.db"), path);
            std::filesystem::resize_file(path, std::filesystem::file_size(path) / 3);
        } else if (how == "text") {
            QFile text(QString::fromStdString(path.string()));
            QVERIFY(text.open(QIODevice::WriteOnly));
            text.write("not a recording");
        }
        Stage stage;
        stage.workspace.files().open(path);
        QVERIFY(QTest::qWaitFor([&] { return !stage.failed.isEmpty(); }, 60'000));
        const auto errors = stage.failed.front().at(1).value<engine::Errors>();
        QVERIFY2(QString::fromStdString(errors.front().code).startsWith(code),
                 errors.front().code.c_str());
        QVERIFY(!stage.workspace.isOpen());
    }

    // A design that this version cannot read: no floor and no diagrams, but charts, events and jobs.
    void aDesignThatCannotBeReadIsNamed() {
        std::filesystem::copy_file(file("run.db"), file("strange.db"));
        {
            auto database =
                engine::Database::open(file("strange.db"), engine::Database::Mode::Write);
            QVERIFY(database
                        ->exec("UPDATE run SET value = '{\"format\": \"none\"}' WHERE key = "
                               "'project_text'")
                        .has_value());
        }
        Stage stage;
        QVERIFY(stage.open(file("strange.db")));
        QVERIFY2(stage.banner().contains("cannot be read"), qPrintable(stage.banner()));
        stage.click(1800.0);
        QVERIFY(stage.rests());
        QVERIFY((*stage.workspace.frame())[engine::FacilityQuantity::ItPower] > 0.0);
        for (const char* pane : {"plan", "one-line", "process", "fabric", "gantt", "causes",
                                 "charts", "events", "power", "cooling", "losses", "faults"}) {
            stage.window.showPane(pane);
            QTest::qWait(50);
        }
        QTest::keyClick(stage.strip(), Qt::Key_Home);
        QVERIFY(stage.rests());
    }

    // Of an older version: everything that the file tells, and words for what it does not.
    void whatAnOldRecordingLacksIsNamed() {
        std::filesystem::copy_file(file("run.db"), file("old.db"));
        {
            auto database = engine::Database::open(file("old.db"), engine::Database::Mode::Write);
            QVERIFY(database->exec("DELETE FROM run WHERE key = 'catalogue'").has_value());
        }
        Stage stage;
        QVERIFY(stage.open(file("old.db")));
        QVERIFY2(stage.banner().contains("cannot be had"), qPrintable(stage.banner()));
        QVERIFY(!stage.window.commands()->action("run.branch")->isEnabled());
        stage.click(3600.0);
        QVERIFY(stage.rests());
        QVERIFY((*stage.workspace.frame())[engine::FacilityQuantity::ItPower] > 0.0);
        for (const char* pane : {"plan", "one-line", "process", "fabric", "gantt", "causes"}) {
            stage.window.showPane(pane);
            QTest::qWait(50);  // it draws without values
        }
    }
};

HEADROOM_TEST(TestRecording)
}  // namespace tst_recording

#include "tst_recording.moc"
