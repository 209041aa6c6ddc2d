// SPDX-License-Identifier: Apache-2.0
#include "engine/store/database.h"
#include "engine/store/recording.h"
#include "engine/store/recording_copy.h"
#include "engine/store/run_notes.h"
#include "tests/engine/store/sample_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <filesystem>
#include <future>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace tst_run_notes {

using namespace headroom::engine;
namespace fs = std::filesystem;

class TestRunNotes : public QObject {
    Q_OBJECT

  private slots:

    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    // By time, whatever the order of writing; one at an instant, the last one written; an empty text
    // removes. A recording that nobody annotated has none.
    void notesComeBackInOrder() {
        recordSample(path("run.db"), 40);
        QVERIFY(runNotes(path("run.db"))->empty());
        for (const RunNote& note :
             {RunNote{300.0, "pump back"}, RunNote{45.5, "valve"},
              RunNote{45.5, "valve \"shut\", twice"}, RunNote{90.0, "gone"}, RunNote{90.0, ""}}) {
            const auto done = setRunNote(path("run.db"), note);
            QVERIFY2(done, done ? "" : done.error().text().c_str());
        }
        const std::vector<RunNote> expected{{45.5, "valve \"shut\", twice"}, {300.0, "pump back"}};
        QVERIFY(*runNotes(path("run.db")) == expected);
        QVERIFY(Recording::open(path("run.db")).has_value());
    }

    // A view reads the file for three seconds, one more than a connection waits for another program. Notes and
    // branches wait for the reader. They are written after it ends, and not refused.
    void readersDelayAndDoNotRefuse() {
        recordSample(path("run.db"), 40);
        auto reader = Database::open(path("run.db"), Database::Mode::Read).value();
        QVERIFY(reader.exec("BEGIN; SELECT count(*) FROM branch;").has_value());
        std::future<Result<void>> note = std::async(std::launch::async, [&] {
            return setRunNote(path("run.db"), {15.0, "seen"});
        });
        std::future<Result<void>> branch = std::async(std::launch::async, [&] {
            return addBranch(path("run.db"), {.parent = "b.db", .atS = 30.0, .name = "B"});
        });
        QTest::qWait(3000);
        QVERIFY(note.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);
        QVERIFY(reader.exec("COMMIT").has_value());
        const auto noted = note.get();
        const auto branched = branch.get();
        QVERIFY2(noted, noted ? "" : noted.error().text().c_str());
        QVERIFY2(branched, branched ? "" : branched.error().text().c_str());
        QCOMPARE(runNotes(path("run.db"))->size(), std::size_t{1});
        QCOMPARE(Recording::open(path("run.db")).value()->branches()->size(), std::size_t{1});
    }

    // The writer continues next to the note: 300 steps of 15 s are all there at the end, and the note too.
    void aRunThatIsRecordedTakesNotes() {
        auto recorder =
            Recorder::create(path("live.db"), sampleInfo(), sampleChannels(), false).value();
        const std::vector<double> values(sampleChannels().size(), 1.0);
        for (int step = 0; step < 150; ++step) {
            recorder->sample(15.0 * step, values);
        }
        QTRY_VERIFY_WITH_TIMEOUT(setRunNote(path("live.db"), {600.0, "seen live"}).has_value(),
                                 10000);
        for (int step = 150; step < 300; ++step) {
            recorder->sample(15.0 * step, values);
        }
        const auto done = recorder->finish("{}");
        QVERIFY2(done, done ? "" : done.error().text().c_str());
        const auto notes = runNotes(path("live.db"));
        QVERIFY(notes.has_value());
        QCOMPARE(notes->size(), std::size_t{1});
        QCOMPARE((*Recording::open(path("live.db")))->series("facility/pue")->timeS.size(),
                 std::size_t{300});
    }

    // A copy holds the notes. A part that follows another one shows the notes of both; export writes them.
    void notesStayWithTheRun() {
        recordSample(path("first.db"), 20);
        QVERIFY(setRunNote(path("first.db"), {30.0, "before the edit"}));
        QVERIFY(copyRecording(path("first.db"), path("second.db"), false, "first.db"));
        QCOMPARE(runNotes(path("second.db"))->size(), std::size_t{1});
        RunInfo info = sampleInfo();
        info.follows = "first.db";
        info.fromS = 300.0;
        auto recorder = Recorder::create(path("third.db"), info, sampleChannels(), false).value();
        recorder->sample(315.0, std::vector<double>(sampleChannels().size(), 1.0));
        QVERIFY(recorder->finish("{}"));
        QVERIFY(setRunNote(path("third.db"), {315.0, "after, \"it\""}));
        const std::vector<RunNote> both{{30.0, "before the edit"}, {315.0, "after, \"it\""}};
        QVERIFY(*runNotes(path("third.db")) == both);
        const auto files = exportCsv(**Recording::open(path("third.db")), path("csv"));
        QVERIFY(files.has_value());
        QVERIFY(fs::exists(path("csv") / "notes.csv"));
    }

    void badNotesAreRejected() {
        recordSample(path("run.db"), 4);
        for (const RunNote& note :
             {RunNote{std::numeric_limits<double>::quiet_NaN(), "x"}, RunNote{0.0, "two\nlines"},
              RunNote{0.0, std::string(kMostNoteBytes + 1, 'x')}}) {
            const auto done = setRunNote(path("run.db"), note);
            QVERIFY(!done);
            QCOMPARE(done.error().code, std::string("STO-021"));
            QVERIFY(!done.error().remedy.empty());
        }
        QVERIFY(!setRunNote(path("none.db"), {0.0, "x"}));
        QVERIFY(!fs::exists(path("none.db")));
        // A recording that names itself as the one before ends the search.
        auto database = Database::open(path("run.db"), Database::Mode::Write);
        QVERIFY(database->exec("INSERT OR REPLACE INTO run VALUES ('follows', 'run.db')"));
        QVERIFY(runNotes(path("run.db")).has_value());
    }

  private:
    fs::path path(const char* name) const { return fs::path(folder_->path().toStdString()) / name; }

    std::unique_ptr<QTemporaryDir> folder_;
};

HEADROOM_TEST(TestRunNotes)
}  // namespace tst_run_notes

#include "tst_run_notes.moc"
