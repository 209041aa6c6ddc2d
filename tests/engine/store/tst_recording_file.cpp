// SPDX-License-Identifier: Apache-2.0
#include "engine/store/recorder.h"
#include "engine/store/recording.h"
#include "tests/engine/store/sample_run.h"
#include "tests/support/child.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

/// Whose file a recording becomes: nothing of others, and nothing of before, is lost.
namespace tst_recording_file {

using namespace headroom::engine;
using headroom::tests::fileBytes;
using headroom::tests::inChild;
namespace fs = std::filesystem;

class TestRecordingFile : public QObject {
    Q_OBJECT

  private slots:

    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void existingRecordingIsRefused();
    void replacedRecordingLeavesNothing();
    void aFileThatGoesAwayIsNoticed_data();
    void aFileThatGoesAwayIsNoticed();
    void aFileThatAppearsMeanwhileStays();
    void aRunKilledEarlyLeavesTheOldOne();
    void aForeignLockFileIsLeftAlone();
    void fullDiskKeepsTheOldRecording();
    void otherFilesAreLeftAlone_data();
    void otherFilesAreLeftAlone();
    void missingFolderIsNamed();
    void foreignFolderIsRefused();

  private:
    fs::path path(const char* name = "run.db") const {
        return fs::path(folder_->path().toStdString()) / name;
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

void TestRecordingFile::existingRecordingIsRefused() {
    recordSample(path(), 3);
    const std::string before = fileBytes(path());
    const auto again = Recorder::create(path(), sampleInfo(), sampleChannels(), false);
    QVERIFY(!again);
    QCOMPARE(again.error().code, std::string("STO-002"));
    QCOMPARE(again.error().file, path().string());
    QVERIFY(!again.error().remedy.empty());
    QVERIFY(fileBytes(path()) == before);
}

void TestRecordingFile::replacedRecordingLeavesNothing() {
    recordSample(path(), 600);
    // One that never held anything leaves the old one where it is.
    { QVERIFY(Recorder::create(path(), sampleInfo(), sampleChannels(), true).has_value()); }
    QCOMPARE(Recording::open(path()).value()->lastTimeS(), 599 * 15.0);
    QVERIFY(Recorder::create(path(), sampleInfo(), sampleChannels(), true)
                .value()
                ->finish(kSampleSummary)
                .has_value());
    const auto recording = Recording::open(path()).value();
    QCOMPARE(recording->lastTimeS(), 0.0);
    QVERIFY(recording->events().value().empty());
    // While it is being written nobody else may take it, from before there is a file.
    const auto writing = Recorder::create(path("two.db"), sampleInfo(), sampleChannels(), false);
    const auto second = Recorder::create(path("two.db"), sampleInfo(), sampleChannels(), true);
    QVERIFY(writing.has_value());
    QVERIFY(!second);
    QCOMPARE(second.error().code, std::string("STO-006"));
    QVERIFY(second.error().message.find(std::to_string(::getpid())) != std::string::npos);
}

namespace {

enum class WayOfLoss { Removed, MovedAway, Replaced, FolderRemoved, FolderMoved };

}  // namespace

void TestRecordingFile::aFileThatGoesAwayIsNoticed_data() {
    QTest::addColumn<int>("loss");
    QTest::addColumn<bool>("early");  // before the first commit, when it has its temporary name
    QTest::addColumn<QString>("says");
    for (const bool early : {false, true}) {
        const auto row = [early](const char* name, WayOfLoss loss, const char* says) {
            QTest::addRow("%s%s", name, early ? ", early" : "")
                << static_cast<int>(loss) << early << says;
        };
        row("removed", WayOfLoss::Removed, "lost");
        row("moved away", WayOfLoss::MovedAway, "moved");
        if (!early) {
            row("replaced", WayOfLoss::Replaced, "another file");
        }
        row("folder removed", WayOfLoss::FolderRemoved, "lost");
        row("folder moved", WayOfLoss::FolderMoved, "moved");
    }
}

/// What was committed stays where it went, what came in its place is not touched, and the end of
/// the run says so. A recording that is in its place is written between the steps: the first sample
/// is committed in full when sample() returns, so the file goes away between two commits and never
/// in the middle of one, which ends the recording a sample earlier.
void TestRecordingFile::aFileThatGoesAwayIsNoticed() {
    QFETCH(int, loss);
    QFETCH(bool, early);
    QFETCH(QString, says);
    const fs::path folder = path("sub");
    fs::create_directory(folder);
    auto recorder = Recorder::create(folder / "run.db", sampleInfo(), sampleChannels(), false,
                                     early ? Recorder::Write::Beside : Recorder::Write::Between)
                        .value();
    const std::vector<double> values(sampleChannels().size(), 1.0);
    fs::path file = folder / "run.db";
    if (early) {
        for (const auto& entry : fs::directory_iterator(folder)) {
            if (entry.path().string().find(".tmp-") != std::string::npos) {
                file = entry.path();
            }
        }
    } else {
        recorder->sample(0.0, values);
        QVERIFY(fs::exists(folder / "run.db-wal"));
    }
    const fs::path away = path("away.db");
    switch (static_cast<WayOfLoss>(loss)) {
        case WayOfLoss::Removed:
            fs::remove(file);
            break;
        case WayOfLoss::MovedAway:
            fs::rename(file, away);
            break;
        case WayOfLoss::Replaced:
            std::ofstream(path("other")) << "theirs";
            fs::rename(path("other"), file);
            break;
        case WayOfLoss::FolderRemoved:
            fs::remove_all(folder);
            break;
        case WayOfLoss::FolderMoved:
            fs::rename(folder, path("away"));
            break;
    }
    recorder->sample(15.0, values);
    const Result<void> done = recorder->finish(kSampleSummary);
    QVERIFY(!done);
    QCOMPARE(done.error().code, std::string("STO-008"));
    QVERIFY2(QString::fromStdString(done.error().message).contains(says),
             done.error().message.c_str());
    QCOMPARE(done.error().file, (folder / "run.db").string());
    recorder.reset();
    if (static_cast<WayOfLoss>(loss) == WayOfLoss::Replaced) {
        QCOMPARE(fileBytes(file), std::string("theirs"));
        QCOMPARE(std::distance(fs::directory_iterator(folder), {}), 1);
    }
    if (static_cast<WayOfLoss>(loss) == WayOfLoss::MovedAway) {
        QVERIFY(done.error().message.find(away.string()) != std::string::npos);
        const auto kept = Recording::open(away);
        QVERIFY2(kept.has_value(), kept ? "" : kept.error().message.c_str());
        QCOMPARE((*kept)->series("facility/it_power_kw").value().value.size(),
                 early ? std::size_t{1} : std::size_t{2});
        QCOMPARE(std::distance(fs::directory_iterator(folder), {}), 0);
    }
}

/// A file that somebody else puts there before the first commit is theirs.
void TestRecordingFile::aFileThatAppearsMeanwhileStays() {
    auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), false).value();
    std::ofstream(path()) << "theirs";
    recorder->sample(0.0, std::vector<double>(sampleChannels().size(), 1.0));
    QCOMPARE(recorder->finish(kSampleSummary).error().code, std::string("STO-008"));
    recorder.reset();
    QCOMPARE(fileBytes(path()), std::string("theirs"));
    QCOMPARE(std::distance(fs::directory_iterator(path().parent_path()), {}), 1);
}

/// Killed before its first commit, a run leaves the old recording; what it leaves next to it goes
/// with the next run.
void TestRecordingFile::aRunKilledEarlyLeavesTheOldOne() {
    recordSample(path(), 3);
    const std::string before = fileBytes(path());
    inChild([&] {
        auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), true).value();
        recorder->event(sampleEvent(0));
        ::kill(::getpid(), SIGKILL);
        return 0;
    });
    QVERIFY(fileBytes(path()) == before);
    QCOMPARE(std::distance(fs::directory_iterator(path().parent_path()), {}), 3);  // lock, half
    QVERIFY(Recorder::create(path(), sampleInfo(), sampleChannels(), true).has_value());
    QCOMPARE(std::distance(fs::directory_iterator(path().parent_path()), {}), 1);
    QVERIFY(fileBytes(path()) == before);
}

/// A lock file that is none of ours is not taken.
void TestRecordingFile::aForeignLockFileIsLeftAlone() {
    std::ofstream(path("run.db.writing")) << "my notes";
    const auto refused = Recorder::create(path(), sampleInfo(), sampleChannels(), false);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("STO-003"));
    QCOMPARE(fileBytes(path("run.db.writing")), std::string("my notes"));
}

/// A full disk from the beginning: whatever does not fit, the old recording does not suffer.
void TestRecordingFile::fullDiskKeepsTheOldRecording() {
#ifdef HEADROOM_SANITIZED_THREADS
    QSKIP("the thread sanitizer cannot follow a forked child that starts threads");
#endif
    recordSample(path(), 600);
    const std::string before = fileBytes(path());
    std::vector<std::byte> noise(1 << 19);
    unsigned state = 1;
    for (std::byte& b : noise) {
        state = state * 1664525U + 1013904223U;
        b = static_cast<std::byte>(state >> 24);
    }
    for (const rlim_t bytes : {0, 4096, 100'000, 300'000}) {
        const int status = inChild([&] {
            std::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{bytes, bytes};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            auto made = Recorder::create(path(), sampleInfo(), sampleChannels(), true);
            if (!made) {
                return made.error().code == "STO-004" ? 0 : 1;
            }
            auto recorder = std::move(*made);
            recorder->sample(0.0, std::vector<double>(sampleChannels().size(), 1.0));
            recorder->keyframe(0.0, noise);
            const Result<void> done = recorder->finish("{}");
            const int code = !done && done.error().code == "STO-004" ? 0 : 2;
            recorder.reset();
            return code;
        });
        QCOMPARE(status, 0);
        QVERIFY(fileBytes(path()) == before);
        QCOMPARE(std::distance(fs::directory_iterator(path().parent_path()), {}), 1);
    }
}

void TestRecordingFile::otherFilesAreLeftAlone_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("text") << QByteArray("my thesis");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut header") << QByteArray("SQLite format 3\0", 16);
}

void TestRecordingFile::otherFilesAreLeftAlone() {
    QFETCH(QByteArray, content);
    std::ofstream(path(), std::ios::binary) << content.toStdString();
    const auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), true);
    QVERIFY(!recorder);
    QCOMPARE(recorder.error().code, std::string("STO-003"));
    QCOMPARE(fileBytes(path()), content.toStdString());
    // Nothing else was left in the folder.
    QCOMPARE(std::distance(fs::directory_iterator(path().parent_path()), {}), 1);
}

void TestRecordingFile::missingFolderIsNamed() {
    const auto recorder =
        Recorder::create(path("no/such/run.db"), sampleInfo(), sampleChannels(), false);
    QVERIFY(!recorder);
    QCOMPARE(recorder.error().code, std::string("STO-001"));
    QVERIFY(recorder.error().remedy.find("no/such") != std::string::npos);
    const auto folder = Recorder::create(path("."), sampleInfo(), sampleChannels(), true);
    QVERIFY(!folder);
    QCOMPARE(folder.error().code, std::string("STO-003"));
}

void TestRecordingFile::foreignFolderIsRefused() {
    // Permissions do not bind root: the child becomes nobody.
    fs::permissions(path().parent_path(), fs::perms::owner_all | fs::perms::group_read |
                                              fs::perms::group_exec | fs::perms::others_read |
                                              fs::perms::others_exec);
    recordSample(path(), 3);
    const int status = inChild([&] {
        if (::geteuid() == 0) {
            if (::setgid(65534) != 0 || ::setuid(65534) != 0) {
                return 10;
            }
        } else {
            fs::permissions(path().parent_path(), fs::perms::owner_read | fs::perms::owner_exec);
        }
        const auto other =
            Recorder::create(path("other.db"), sampleInfo(), sampleChannels(), false);
        if (other || other.error().code != "STO-005") {
            return 1;
        }
        // Reading a recording needs no right to write.
        const auto recording = Recording::open(path());
        return recording && (*recording)->lastTimeS() == 30.0 ? 0 : 2;
    });
    QCOMPARE(status, 0);
    fs::permissions(path().parent_path(), fs::perms::owner_all);
}

HEADROOM_TEST(TestRecordingFile)
}  // namespace tst_recording_file

#include "tst_recording_file.moc"
