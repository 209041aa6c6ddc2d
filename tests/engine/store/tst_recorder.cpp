// SPDX-License-Identifier: Apache-2.0
#include "engine/store/database.h"
#include "engine/store/recorder.h"
#include "engine/store/recording.h"
#include "tests/engine/store/sample_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tst_recorder {

using namespace headroom::engine;
namespace fs = std::filesystem;

class TestRecorder : public QObject {
    Q_OBJECT

  private slots:

    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void everythingComesBack();
    void lossesComeBack();
    void recordingsWithoutCausesOpen();
    void chunksAreTheSameBytes();
    void writingBetweenStepsIsTheSame();
    void headerNamesTheFormat();
    void killedRunKeepsAllButTheLastSecond();
    void readerSeesARunThatGoesOn();
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
    void fullDiskKeepsWhatWasCommitted();
    void timesMustIncrease();
    void sizesMustFit();

  private:
    fs::path path(const char* name = "run.db") const {
        return fs::path(folder_->path().toStdString()) / name;
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

namespace {

// Runs `body` in a child process and returns its exit status. The child ends without unwinding.
template <class Body>
int inChild(Body&& body) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(body());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string fileBytes(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Every packed piece of a recording in order.
std::vector<std::string> blobs(const fs::path& path) {
    std::vector<std::string> result;
    Database database = Database::open(path, Database::Mode::Read).value();
    for (const char* sql : {"SELECT data FROM chunk ORDER BY block, channel",
                            "SELECT data FROM rack_field ORDER BY quantity, time_s",
                            "SELECT data FROM keyframe ORDER BY time_s"}) {
        Statement rows = database.prepare(sql).value();
        while (rows.step().value()) {
            result.push_back(rows.text(0));
        }
    }
    return result;
}

}  // namespace

// On the caller's thread: the same pieces as beside it, among them a block that was committed when
// it was not full.
void TestRecorder::writingBetweenStepsIsTheSame() {
    const auto record = [&](const char* name, Recorder::Write write) {
        auto recorder =
            Recorder::create(path(name), sampleInfo(), sampleChannels(), false, write).value();
        std::vector<double> values(sampleChannels().size());
        for (int step = 1; step <= 1500; ++step) {
            for (std::size_t c = 0; c < values.size(); ++c) {
                values[c] = std::sin(0.01 * step) * static_cast<double>(c + 1);
            }
            recorder->sample(15.0 * step, values);
            if (step == 700) {
                std::this_thread::sleep_for(std::chrono::milliseconds(600));
            }
        }
        QVERIFY(recorder->finish("").has_value());
        QVERIFY(recorder->failure().code.empty());
    };
    record("beside.db", Recorder::Write::Beside);
    record("between.db", Recorder::Write::Between);
    QVERIFY(!blobs(path("beside.db")).empty());
    QVERIFY(blobs(path("beside.db")) == blobs(path("between.db")));
}

void TestRecorder::lossesComeBack() {
    auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), false).value();
    const std::array<Loss, 2> losses{
        {{3, 1, LossKind::Redone, 10.0, 20.0, 160.0, 1e6, 5e7, 1.5},
         {-1, -1, LossKind::OutOfService, 0.0, 5.0, 40.0, 0.0, 0.0, 0.0}}};
    recorder->losses(losses);
    recorder->losses({});
    QVERIFY(recorder->finish("").has_value());
    const std::vector<Loss> back = Recording::open(path()).value()->losses().value();
    QCOMPARE(back.size(), std::size_t{2});
    QCOMPARE(back[0].event, std::int64_t{3});
    QCOMPARE(back[0].job, std::int64_t{1});
    QVERIFY(back[0].kind == LossKind::Redone);
    QCOMPARE(back[0].fromS, 10.0);
    QCOMPARE(back[0].toS, 20.0);
    QCOMPARE(back[0].acceleratorS, 160.0);
    QCOMPARE(back[0].tokens, 1e6);
    QCOMPARE(back[0].energyJ, 5e7);
    QCOMPARE(back[0].usd, 1.5);
    QCOMPARE(back[1].event, std::int64_t{-1});
    QVERIFY(back[1].kind == LossKind::OutOfService);
}

/// As programs wrote them that knew neither losses nor the job, fault and area of an event.
void TestRecorder::recordingsWithoutCausesOpen() {
    recordSample(path(), 100);
    {
        Database database = Database::open(path(), Database::Mode::Write).value();
        for (const char* column : {"job", "fault", "area"}) {
            QVERIFY(
                database.exec("ALTER TABLE event DROP COLUMN " + std::string(column)).has_value());
        }
        QVERIFY(database.exec("DROP TABLE loss").has_value());
    }
    const auto recording = Recording::open(path());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    const std::vector<Event> events = (*recording)->events().value();
    QCOMPARE(events.size(), std::size_t{10});
    QCOMPARE(events[1].cause, std::int64_t{0});
    QCOMPARE(events[1].job, std::int64_t{-1});
    QVERIFY(events[1].area == EventArea::Other);
    QVERIFY((*recording)->losses().value().empty());
}

void TestRecorder::everythingComesBack() {
    // 2,400 steps: two full blocks of 1,024 and an open one of 352.
    constexpr std::size_t kSteps = 2400;
    recordSample(path(), kSteps);
    const auto recording = Recording::open(path());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    const Recording& r = **recording;

    QCOMPARE(r.info().projectName, sampleInfo().projectName);
    QCOMPARE(r.info().projectText, sampleInfo().projectText);
    QCOMPARE(r.info().startLocal, sampleInfo().startLocal);
    QCOMPARE(r.info().seed, sampleInfo().seed);
    QCOMPARE(r.info().stepS, 15.0);
    QCOMPARE(r.info().version, sampleInfo().version);
    QCOMPARE(r.info().racks, sampleInfo().racks);
    QCOMPARE(r.summary(), std::string(kSampleSummary));
    QCOMPARE(r.lastTimeS(), (kSteps - 1) * 15.0);

    QCOMPARE(r.channels().size(), sampleChannels().size());
    QCOMPARE(r.channels()[0].name, std::string("facility/it_power_kw"));
    QCOMPARE(r.channels()[0].unit, std::string("kW"));
    QCOMPARE(r.channels()[0].toSi, 1e3);
    QVERIFY(!r.channels()[0].why.empty());
    for (std::size_t c = 0; c < r.channels().size(); ++c) {
        const Series series = r.series(r.channels()[c].name).value();
        QCOMPARE(series.timeS.size(), kSteps);
        QCOMPARE(series.value.size(), kSteps);
        for (std::size_t i = 0; i < kSteps; ++i) {
            QCOMPARE(series.timeS[i], static_cast<double>(i) * 15.0);
            // Held as float in SI, returned in the channel's unit.
            const auto held = static_cast<float>(sampleValue(c, i));
            QCOMPARE(series.value[i], static_cast<double>(held) / r.channels()[c].toSi);
        }
    }
    QCOMPARE(r.series("facility/nothing").error().code, std::string("STO-014"));

    const std::vector<Event> events = r.events().value();
    QCOMPARE(events.size(), kSteps / 10);
    QCOMPARE(events[1].kind, EventKind::Failure);
    QCOMPARE(events[1].cause, std::int64_t{0});
    QCOMPARE(events[1].rack, 1);
    QCOMPARE(events[0].cause, std::int64_t{-1});
    QCOMPARE(events[0].rack, -1);
    QCOMPARE(events[1].text, sampleEvent(1).text);
    QCOMPARE(events[0].job, std::int64_t{1});
    QCOMPARE(events[0].fault, -1);
    QVERIFY(events[0].area == EventArea::Jobs);
    QCOMPARE(events[1].job, std::int64_t{-1});
    QCOMPARE(events[1].fault, 1);
    QVERIFY(events[1].area == EventArea::Servers);

    // Snapshots every 20 steps: 0, 300, … 35,700 s.
    const std::vector<double> times = r.fieldTimes("power_kw");
    QCOMPARE(times.size(), kSteps / 20);
    QCOMPARE(times[1], 300.0);
    QCOMPARE(r.field("power_kw", 300.0).value(), sampleField(20));
    QCOMPARE(r.field("power_kw", 599.0).value(), sampleField(20));  // the newest before
    QCOMPARE(r.field("power_kw", -1.0).error().code, std::string("STO-014"));
    QCOMPARE(r.field("nothing", 300.0).error().code, std::string("STO-014"));
    QVERIFY(r.fieldTimes("nothing").empty());

    QCOMPARE(r.keyframeTimes(), (std::vector<double>{0.0, 3600.0, 7200.0, 10800.0, 14400.0, 18000.0,
                                                     21600.0, 25200.0, 28800.0, 32400.0}));
    QCOMPARE(r.keyframe(5000.0).value(), sampleState(240));
    QCOMPARE(r.keyframe(-1.0).error().code, std::string("STO-014"));
    // A finished recording is one file.
    QVERIFY(!fs::exists(path("run.db-wal")));
    QVERIFY(!fs::exists(path("run.db-shm")));
}

void TestRecorder::chunksAreTheSameBytes() {
    recordSample(path("a.db"), 600);
    recordSample(path("b.db"), 600, std::chrono::milliseconds(2));  // other commits in between
    QCOMPARE(blobs(path("a.db")), blobs(path("b.db")));
}

void TestRecorder::headerNamesTheFormat() {
    recordSample(path(), 1);
    const std::string bytes = fileBytes(path());
    QCOMPARE(bytes.substr(0, 15), std::string("SQLite format 3"));
    QCOMPARE(bytes.substr(68, 4), std::string("HDRM"));
    QCOMPARE(bytes.substr(60, 4), std::string("\0\0\0\2", 4));
}

void TestRecorder::killedRunKeepsAllButTheLastSecond() {
    // The child records one sample a millisecond with its real time as value; it is killed after
    // 2.5 s. What is missing must have been handed over less than a second before the kill.
    const auto now = [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    };
    const double start = now();
    const pid_t child = ::fork();
    if (child == 0) {
        auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), false).value();
        for (std::size_t i = 0;; ++i) {
            std::vector<double> values(sampleChannels().size(), now() - start);
            recorder->sample(static_cast<double>(i) * 15.0, values);
            recorder->rackField(static_cast<double>(i) * 15.0, RackQuantity::Power, sampleField(i));
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    const double killed = now() - start;
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);

    QVERIFY(fs::exists(path("run.db-wal")));  // the hard case: a log is left
    auto recording = Recording::open(path());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    QVERIFY((*recording)->summary().empty());
    // hall temperature is held in the unit of SI: the value is the real time in seconds.
    const Series series = (*recording)->series("hall/hall-a/supply_air_c").value();
    QVERIFY(series.value.size() > 500);
    QVERIFY2(series.value.back() > killed - 1.0,
             qPrintable(QString("last %1 s, killed %2 s").arg(series.value.back()).arg(killed)));
    for (std::size_t i = 0; i < series.timeS.size(); ++i) {
        QCOMPARE(series.timeS[i], static_cast<double>(i) * 15.0);
    }
    QCOMPARE((*recording)->lastTimeS(), series.timeS.back());
    QCOMPARE((*recording)->fieldTimes("power_kw").size(), series.timeS.size());
    QCOMPARE((*recording)->field("power_kw", 1500.0).value(), sampleField(100));
    // And a run may take its place once nobody reads it.
    recording->reset();
    const auto next = Recorder::create(path(), sampleInfo(), sampleChannels(), true);
    QVERIFY2(next.has_value(), next ? "" : next.error().message.c_str());
    QVERIFY((*next)->finish(kSampleSummary).has_value());
    QCOMPARE(Recording::open(path()).value()->lastTimeS(), 0.0);
}

void TestRecorder::readerSeesARunThatGoesOn() {
    auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), false).value();
    const std::vector<double> values(sampleChannels().size(), 1.0);
    // It appears with its first samples.
    QVERIFY(!fs::exists(path()));
    recorder->sample(0.0, values);
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(path("run.db-wal")), 3000);
    const auto recording = Recording::open(path()).value();
    QCOMPARE(recording->lastTimeS(), 0.0);
    QCOMPARE(recording->series("facility/it_power_kw").value().timeS.size(), std::size_t{1});
    recorder->sample(15.0, values);
    QTRY_COMPARE_WITH_TIMEOUT(recording->lastTimeS(), 15.0, 3000);
    QVERIFY(recorder->finish(kSampleSummary).has_value());
    QCOMPARE(recording->summary(), std::string(kSampleSummary));
}

void TestRecorder::existingRecordingIsRefused() {
    recordSample(path(), 3);
    const std::string before = fileBytes(path());
    const auto again = Recorder::create(path(), sampleInfo(), sampleChannels(), false);
    QVERIFY(!again);
    QCOMPARE(again.error().code, std::string("STO-002"));
    QCOMPARE(again.error().file, path().string());
    QVERIFY(!again.error().remedy.empty());
    QVERIFY(fileBytes(path()) == before);
}

void TestRecorder::replacedRecordingLeavesNothing() {
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

void TestRecorder::aFileThatGoesAwayIsNoticed_data() {
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
/// the run says so.
void TestRecorder::aFileThatGoesAwayIsNoticed() {
    QFETCH(int, loss);
    QFETCH(bool, early);
    QFETCH(QString, says);
    const fs::path folder = path("sub");
    fs::create_directory(folder);
    auto recorder =
        Recorder::create(folder / "run.db", sampleInfo(), sampleChannels(), false).value();
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
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(folder / "run.db-wal"), 3000);
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
void TestRecorder::aFileThatAppearsMeanwhileStays() {
    auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), false).value();
    std::ofstream(path()) << "theirs";
    recorder->sample(0.0, std::vector<double>(sampleChannels().size(), 1.0));
    QCOMPARE(recorder->finish(kSampleSummary).error().code, std::string("STO-008"));
    recorder.reset();
    QCOMPARE(fileBytes(path()), std::string("theirs"));
    QCOMPARE(std::distance(fs::directory_iterator(path().parent_path()), {}), 1);
}

/// Killed before its first commit, a run leaves the old recording; what it leaves beside it goes
/// with the next run.
void TestRecorder::aRunKilledEarlyLeavesTheOldOne() {
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
void TestRecorder::aForeignLockFileIsLeftAlone() {
    std::ofstream(path("run.db.writing")) << "my notes";
    const auto refused = Recorder::create(path(), sampleInfo(), sampleChannels(), false);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("STO-003"));
    QCOMPARE(fileBytes(path("run.db.writing")), std::string("my notes"));
}

/// A full disk from the beginning: whatever does not fit, the old recording does not suffer.
void TestRecorder::fullDiskKeepsTheOldRecording() {
#ifdef __SANITIZE_THREAD__
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

void TestRecorder::otherFilesAreLeftAlone_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("text") << QByteArray("my thesis");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut header") << QByteArray("SQLite format 3\0", 16);
}

void TestRecorder::otherFilesAreLeftAlone() {
    QFETCH(QByteArray, content);
    std::ofstream(path(), std::ios::binary) << content.toStdString();
    const auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), true);
    QVERIFY(!recorder);
    QCOMPARE(recorder.error().code, std::string("STO-003"));
    QCOMPARE(fileBytes(path()), content.toStdString());
    // Nothing else was left in the folder.
    QCOMPARE(std::distance(fs::directory_iterator(path().parent_path()), {}), 1);
}

void TestRecorder::missingFolderIsNamed() {
    const auto recorder =
        Recorder::create(path("no/such/run.db"), sampleInfo(), sampleChannels(), false);
    QVERIFY(!recorder);
    QCOMPARE(recorder.error().code, std::string("STO-001"));
    QVERIFY(recorder.error().remedy.find("no/such") != std::string::npos);
    const auto folder = Recorder::create(path("."), sampleInfo(), sampleChannels(), true);
    QVERIFY(!folder);
    QCOMPARE(folder.error().code, std::string("STO-003"));
}

void TestRecorder::foreignFolderIsRefused() {
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

void TestRecorder::fullDiskKeepsWhatWasCommitted() {
#ifdef __SANITIZE_THREAD__
    QSKIP("the thread sanitizer cannot follow a forked child that starts threads");
#endif
    // A limit of 1 MB on file sizes stands for the full disk: 400 keyframes of 16 kB of noise do
    // not fit. The writer reports it, the producer goes on undisturbed.
    const int status = inChild([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), false).value();
        const std::vector<double> values(sampleChannels().size(), 1.0);
        recorder->sample(0.0, values);
        std::this_thread::sleep_for(std::chrono::milliseconds(1200));
        if (!recorder->failure().code.empty()) {
            return 1;
        }
        const rlimit limit{1 << 20, 1 << 20};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        std::vector<std::byte> noise(1 << 14);
        unsigned state = 1;
        for (int i = 1; i < 400; ++i) {
            for (std::byte& b : noise) {
                state = state * 1664525U + 1013904223U;
                b = static_cast<std::byte>(state >> 24);
            }
            recorder->sample(i * 15.0, values);
            recorder->keyframe(i * 15.0, noise);
        }
        const Result<void> done = recorder->finish("{}");
        return !done && done.error().code == "STO-004" ? 0 : 2;
    });
    QCOMPARE(status, 0);
    const auto recording = Recording::open(path());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    QCOMPARE((*recording)->series("facility/it_power_kw").value().value.size(), std::size_t{1});
    QVERIFY((*recording)->summary().empty());
}

void TestRecorder::timesMustIncrease() {
    const std::vector<double> values(sampleChannels().size(), 1.0);
    auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), false).value();
    recorder->sample(0.0, values);
    recorder->sample(15.0, values);
    QVERIFY(recorder->failure().code.empty());
    recorder->sample(15.0, values);
    QCOMPARE(recorder->failure().code, std::string("STO-007"));
    QCOMPARE(recorder->finish("{}").error().code, std::string("STO-007"));
    QCOMPARE(recorder->finish("{}").error().code, std::string("STO-007"));
}

void TestRecorder::sizesMustFit() {
    for (const bool field : {false, true}) {
        auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), true).value();
        if (field) {
            recorder->rackField(0.0, RackQuantity::Power, std::vector<float>(3));
        } else {
            recorder->sample(0.0, std::vector<double>(3));
        }
        QCOMPARE(recorder->failure().code, std::string("STO-007"));
        QVERIFY(recorder->failure().message.find("of 3 values") != std::string::npos);
    }
}

HEADROOM_TEST(TestRecorder)
}  // namespace tst_recorder

#include "tst_recorder.moc"
