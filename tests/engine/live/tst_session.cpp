// SPDX-License-Identifier: Apache-2.0
#include "engine/live/run_series.h"
#include "engine/live/session.h"
#include "engine/store/recording.h"
#include "engine/watch/page_questions.h"
#include "engine/waveform/waveform.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <atomic>
#include <mutex>
#include <new>

namespace tst_session {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

std::unique_ptr<Session> session(const Project& project, Session::Options options = {}) {
    auto made = Session::create(project, catalogue(), std::move(options));
    if (!made) {
        qFatal("%s", text(made.error()).c_str());
    }
    return std::move(*made);
}

}  // namespace

class TestSession : public QObject {
    Q_OBJECT

  private slots:

    void startsPausedWithAFrame() {
        const auto s = session(scenario("tour-small-hall"));
        QVERIFY(s->frame() != nullptr);
        QCOMPARE(s->frame()->timeS, 0.0);
        QVERIFY(!s->status().playing);
        QCOMPARE(static_cast<int>(s->layout()->racks.size()), 40);
    }

    // Three single steps of 15 s: 45 s, then nothing moves.
    void stepsOneAtATime() {
        const auto s = session(scenario("tour-small-hall"));
        for (int i = 0; i < 3; ++i) {
            s->step();
        }
        QTRY_COMPARE_WITH_TIMEOUT(s->frame()->timeS, 45.0, 10000);
        QTest::qWait(50);
        QCOMPARE(s->frame()->timeS, 45.0);
    }

    void playsAndPauses() {
        const auto s = session(scenario("tour-small-hall"));
        std::atomic<int> frames{0};
        s->onFrame([&frames] { ++frames; });
        s->setSpeed(0.0);
        s->play();
        QTRY_VERIFY_WITH_TIMEOUT(s->frame()->timeS > 3600.0, 20000);
        QVERIFY(frames > 0);
        s->pause();
        QTRY_VERIFY(!s->status().playing);
        // The last step may still be shown; after it the clock stands.
        QTest::qWait(200);
        const double stopped = s->frame()->timeS;
        QTest::qWait(100);
        QCOMPARE(s->frame()->timeS, stopped);
        s->onFrame({});
    }

    // What a viewer sees does not depend on how it was played: n single steps give the same frame
    // as the simulator stepped n times on this thread.
    void framesAreThoseOfTheSimulator() {
        const Project project = scenario("tour-small-hall");
        const auto s = session(project);
        const auto plain = simulator(project);
        for (int i = 0; i < 30; ++i) {
            s->step();
            plain->step();
        }
        QTRY_COMPARE_WITH_TIMEOUT(s->frame()->timeS, 450.0, 10000);
        QVERIFY(s->frame()->facility == plain->frame()->facility);
        QVERIFY(s->frame()->racks == plain->frame()->racks);
    }

    // At any speed every step is in the series: played as fast as can be, it has what a simulator
    // that is stepped on this thread has, step by step.
    void theSeriesHasEveryStep() {
        const Project project = scenario("tour-small-hall");
        const auto s = session(project);
        s->setSpeed(3600.0);  // slow enough that the first steps still stand singly
        s->play();
        QTRY_VERIFY_WITH_TIMEOUT(s->frame()->timeS >= 1800.0, 20000);
        s->pause();
        QTRY_VERIFY(!s->status().moving);
        QCOMPARE(s->series()->lastS(), s->frame()->timeS);
        const std::vector<std::string> names{"facility/it_power_kw"};
        const SeriesCut cut = s->series()->read(names, 0.0, 1800.0, 100000);
        const auto plain = simulator(project);
        std::vector<double> values(plain->channels().size());
        for (std::size_t i = 0; i < cut.size(); ++i) {
            plain->step();
            plain->sample(values);
            QCOMPARE(cut.toS[i], plain->timeS());
            QCOMPARE(cut.curves[0].mean[i], static_cast<float>(values[0]));
        }
        QCOMPARE(cut.toS.back(), 1800.0);
    }

    // Paused means that the clock stands: once nothing moves any more, the frame is that of the
    // last step, and no step follows.
    void pausedMeansThatTheClockStands() {
        const auto s = session(scenario("tour-small-hall"));
        s->setSpeed(0.0);
        s->play();
        QTRY_VERIFY_WITH_TIMEOUT(s->frame()->timeS >= 600.0, 20000);
        QVERIFY(s->status().moving);
        s->pause();
        QTRY_VERIFY(!s->status().moving);
        const double atS = s->frame()->timeS;
        QCOMPARE(s->series()->lastS(), atS);
        QTest::qWait(100);
        QCOMPARE(s->frame()->timeS, atS);
    }

    void recordsWhatItPlays() {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "session.db";
        {
            const auto s = session(scenario("tour-small-hall"), {path});
            s->setSpeed(0.0);
            s->play();
            QTRY_VERIFY_WITH_TIMEOUT(s->frame()->timeS > 600.0, 20000);
        }
        const auto recording = Recording::open(path);
        QVERIFY(recording.has_value());
        QVERIFY((*recording)->lastTimeS() > 600.0);
    }

    // Memory that runs out on the run's thread, here in a callback on it, ends the run and nothing
    // else: the last frame stays, an edit is answered instead of waited for, and the recording can
    // be read up to the last step.
    void memoryThatRunsOutEndsTheRunAlone() {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "run.db";
        const Project project = scenario("tour-small-hall");
        {
            const auto s = session(project, {path});
            for (int i = 0; i < 8; ++i) {
                s->step();  // 15 s each: two minutes, and two samples
            }
            QTRY_COMPARE_WITH_TIMEOUT(s->frame()->timeS, 120.0, 20000);
            s->ask(swingsOfRun({}), [](const Result<RunReply>&) { throw std::bad_alloc(); });
            QTRY_VERIFY_WITH_TIMEOUT(!s->status().failure.empty(), 10000);
            QVERIFY(QString::fromStdString(s->status().failure).contains("SIM-046"));
            s->play();
            s->step();
            QVERIFY(!s->status().playing);
            QCOMPARE(s->frame()->timeS, 120.0);
            const auto edited = s->edit(project, catalogue(), "nothing");
            QVERIFY(!edited.has_value());
            QCOMPARE(QString::fromStdString(edited.error().front().code), QString("SIM-046"));
        }
        const auto recording = Recording::open(path);
        QVERIFY(recording.has_value());
        QVERIFY((*recording)->lastTimeS() >= 60.0);
    }

    // The plant of the swings is that of the simulator at the same step, with the project's
    // measures and limits: the same waveform, to the byte.
    void swingsAreThoseOfTheSimulator() {
        const Project project = scenario("training-swings");
        const auto s = session(project);
        const auto plain = simulator(project);
        std::mutex mutex;
        std::vector<std::shared_ptr<const SwingPlant>> plants;
        const auto ask = [&] {
            s->ask(swingsOfRun(powerSmoothingOf(project)), [&](const Result<RunReply>& reply) {
                const std::lock_guard lock(mutex);
                plants.push_back(swingsIn(reply).value_or(nullptr));
            });
        };
        const auto count = [&] {
            const std::lock_guard lock(mutex);
            return plants.size();
        };
        // Paused at second 0 it is answered at once: nothing runs yet.
        ask();
        QTRY_COMPARE_WITH_TIMEOUT(count(), std::size_t{1}, 10000);
        QCOMPARE(plants[0]->timeS, 0.0);
        QVERIFY(plants[0]->loads.empty());
        while (plain->timeS() < 3600.0) {  // both trainings have started
            s->step();
            plain->step();
        }
        QTRY_COMPARE_WITH_TIMEOUT(s->frame()->timeS, plain->timeS(), 20000);
        ask();
        QTRY_COMPARE_WITH_TIMEOUT(count(), std::size_t{2}, 10000);
        const SwingPlant expected = swingPlant(*plain, powerSmoothingOf(project));
        QCOMPARE(expected.loads.size(), std::size_t{2});
        QCOMPARE(plants[1]->timeS, plain->timeS());
        WaveformOptions options;
        options.windowS = 10.0;
        QCOMPARE(waveformJson(*plants[1], renderWaveform(*plants[1], options)),
                 waveformJson(expected, renderWaveform(expected, options)));
        // While it plays an answer comes between two steps.
        s->setSpeed(0.0);
        s->play();
        ask();
        QTRY_COMPARE_WITH_TIMEOUT(count(), std::size_t{3}, 10000);
        QVERIFY(plants[2]->timeS >= plain->timeS());
    }

    // While it plays, the design changes: the next frame is of the new one, with its own layout,
    // and the clock continues.
    void editsWhileItPlays() {
        Project project = scenario("tour-small-hall");
        const auto s = session(project);
        s->setSpeed(0.0);
        s->play();
        QTRY_VERIFY_WITH_TIMEOUT(s->frame()->timeS > 600.0, 20000);
        const auto before = s->frame();
        QCOMPARE(before->design, 0);
        QCOMPARE(static_cast<int>(before->layout->racks.size()), 40);
        set(project, "air", "racks_per_row", std::int64_t{12});
        QVERIFY(s->edit(project, catalogue(), "Racks per row of air to 12").has_value());
        const auto after = s->frame();
        QCOMPARE(after->design, 1);
        QVERIFY(after->timeS >= before->timeS);
        QCOMPARE(static_cast<int>(after->layout->racks.size()), 32);
        QCOMPARE(after->rack(RackQuantity::Power).size(), after->layout->racks.size());
        QCOMPARE(static_cast<int>(s->layout()->racks.size()), 32);
        // The old frame still knows its own.
        QCOMPARE(static_cast<int>(before->layout->racks.size()), 40);
        QTRY_VERIFY_WITH_TIMEOUT(s->frame()->timeS > after->timeS + 600.0, 20000);
        QCOMPARE(s->status().failure, std::string{});
    }

    // What cannot run comes back with its errors, and the run continues as it was.
    void anEditThatCannotRunIsRefused() {
        Project project = scenario("tour-small-hall");
        const auto s = session(project);
        removeAll(project, "rack_block");
        const auto refused = s->edit(project, catalogue(), "All racks away");
        QVERIFY(!refused.has_value());
        QVERIFY(!refused.error().empty());
        QCOMPARE(s->frame()->design, 0);
        s->step();
        QTRY_COMPARE_WITH_TIMEOUT(s->frame()->timeS, 15.0, 10000);
    }

    // Other racks do not fit into the file: it is finished, and the run continues in a second one,
    // which says after which edit and from which second. A set-point needs no second file.
    void theRecordingGoesOnInAnotherFile() {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "run.db";
        const auto second = path.parent_path() / "run-2.db";
        {
            Project project = scenario("tour-small-hall");
            const auto s = session(project, {path});
            for (int i = 0; i < 40; ++i) {
                s->step();
            }
            QTRY_COMPARE_WITH_TIMEOUT(s->frame()->timeS, 600.0, 20000);
            set(project, "warm", "supply_setpoint_c", 28.0);
            QVERIFY(s->edit(project, catalogue(), "Set-point of warm").has_value());
            s->step();
            QTRY_COMPARE_WITH_TIMEOUT(s->frame()->timeS, 615.0, 20000);
            QVERIFY(!std::filesystem::exists(second));
            set(project, "air", "racks_per_row", std::int64_t{12});
            QVERIFY(s->edit(project, catalogue(), "Racks of air").has_value());
            QVERIFY(!std::filesystem::exists(second));  // it may be taken back yet
            for (int i = 0; i < 3; ++i) {
                s->step();
            }
            QTRY_COMPARE_WITH_TIMEOUT(s->frame()->timeS, 660.0, 20000);
        }
        const auto first = Recording::open(path);
        QVERIFY(first.has_value());
        QCOMPARE((*first)->lastTimeS(), 615.0);
        QCOMPARE(static_cast<int>((*first)->info().racks.size()), 40);
        const auto next = Recording::open(second);
        QVERIFY(next.has_value());
        QCOMPARE((*next)->lastTimeS(), 660.0);
        QCOMPARE(static_cast<int>((*next)->info().racks.size()), 32);
        QCOMPARE((*next)->info().follows, std::string{"run.db"});
        QCOMPARE((*next)->info().fromS, 615.0);
        QCOMPARE((*next)->info().edits, std::string{"Racks of air"});
    }

    void faultyProjectIsRefused() {
        Project project = scenario("tour-small-hall");
        removeAll(project, "rack_block");
        QVERIFY(!Session::create(project, catalogue(), {}).has_value());
    }
};

HEADROOM_TEST(TestSession)
}  // namespace tst_session

#include "tst_session.moc"
