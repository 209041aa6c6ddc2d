// SPDX-License-Identifier: Apache-2.0
#include "engine/store/database.h"
#include "engine/store/recorder.h"
#include "engine/store/recording.h"
#include "tests/engine/store/sample_run.h"
#include "tests/support/child.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <cmath>
#include <csignal>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace tst_recorder {

using namespace headroom::engine;
using headroom::tests::fileBytes;
using headroom::tests::inChild;
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

// On the caller's thread: the same pieces as next to it, among them a block that was committed when
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

void TestRecorder::fullDiskKeepsWhatWasCommitted() {
#ifdef HEADROOM_SANITIZED_THREADS
    QSKIP("the thread sanitizer cannot follow a forked child that starts threads");
#endif
    // A limit of 1 MB on file sizes stands for the full disk: 400 keyframes of 16 kB of noise do
    // not fit. The writer reports it, the producer continues undisturbed.
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
