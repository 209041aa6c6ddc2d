// SPDX-License-Identifier: Apache-2.0
#include "engine/store/database.h"
#include "engine/store/recorder.h"
#include "engine/store/recording.h"
#include "tests/engine/store/sample_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
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
    void headerNamesTheFormat();
    void killedRunKeepsAllButTheLastSecond();
    void readerSeesARunThatGoesOn();
    void existingRecordingIsRefused();
    void replacedRecordingLeavesNothing();
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
            QVERIFY(database.exec("ALTER TABLE event DROP COLUMN " + std::string(column))
                        .has_value());
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
    // 600 steps: two full blocks of 256 and an open one of 88.
    recordSample(path(), 600);
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
    QCOMPARE(r.lastTimeS(), 599 * 15.0);

    QCOMPARE(r.channels().size(), sampleChannels().size());
    QCOMPARE(r.channels()[0].name, std::string("facility/it_power_kw"));
    QCOMPARE(r.channels()[0].unit, std::string("kW"));
    QCOMPARE(r.channels()[0].toSi, 1e3);
    QVERIFY(!r.channels()[0].why.empty());
    for (std::size_t c = 0; c < r.channels().size(); ++c) {
        const Series series = r.series(r.channels()[c].name).value();
        QCOMPARE(series.timeS.size(), std::size_t{600});
        QCOMPARE(series.value.size(), std::size_t{600});
        for (std::size_t i = 0; i < 600; ++i) {
            QCOMPARE(series.timeS[i], static_cast<double>(i) * 15.0);
            // Held as float in SI, returned in the channel's unit.
            const auto held = static_cast<float>(sampleValue(c, i));
            QCOMPARE(series.value[i], static_cast<double>(held) / r.channels()[c].toSi);
        }
    }
    QCOMPARE(r.series("facility/nothing").error().code, std::string("STO-014"));

    const std::vector<Event> events = r.events().value();
    QCOMPARE(events.size(), std::size_t{60});
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

    // Snapshots every 20 steps: 0, 300, … 8700 s.
    const std::vector<double> times = r.fieldTimes("power_kw");
    QCOMPARE(times.size(), std::size_t{30});
    QCOMPARE(times[1], 300.0);
    QCOMPARE(r.field("power_kw", 300.0).value(), sampleField(20));
    QCOMPARE(r.field("power_kw", 599.0).value(), sampleField(20));  // the newest before
    QCOMPARE(r.field("power_kw", -1.0).error().code, std::string("STO-014"));
    QCOMPARE(r.field("nothing", 300.0).error().code, std::string("STO-014"));
    QVERIFY(r.fieldTimes("nothing").empty());

    QCOMPARE(r.keyframeTimes(), (std::vector<double>{0.0, 3600.0, 7200.0}));
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
    QCOMPARE(bytes.substr(60, 4), std::string("\0\0\0\1", 4));
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
    QCOMPARE(Recording::open(path()).value()->lastTimeS(), 0.0);
}

void TestRecorder::readerSeesARunThatGoesOn() {
    auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), false).value();
    const auto recording = Recording::open(path()).value();
    QCOMPARE(recording->lastTimeS(), 0.0);
    QVERIFY(recording->series("facility/it_power_kw").value().timeS.empty());
    const std::vector<double> values(sampleChannels().size(), 1.0);
    recorder->sample(0.0, values);
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
    { QVERIFY(Recorder::create(path(), sampleInfo(), sampleChannels(), true).has_value()); }
    const auto recording = Recording::open(path()).value();
    QCOMPARE(recording->lastTimeS(), 0.0);
    QVERIFY(recording->events().value().empty());
    // While it is being written nobody else may take it.
    const auto writing = Recorder::create(path("two.db"), sampleInfo(), sampleChannels(), false);
    const auto second = Recorder::create(path("two.db"), sampleInfo(), sampleChannels(), true);
    QVERIFY(writing.has_value());
    QVERIFY(!second);
    QCOMPARE(second.error().code, std::string("STO-006"));
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
        return !done && (done.error().code == "STO-004" || done.error().code == "STO-005") ? 0 : 2;
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
