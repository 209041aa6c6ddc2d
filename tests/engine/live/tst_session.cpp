// SPDX-License-Identifier: Apache-2.0
#include "engine/live/session.h"
#include "engine/store/recording.h"
#include "tests/engine/sim/fixture.h"

#include <QtTest>

#include <atomic>

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
        QCOMPARE(static_cast<int>(s->layout().racks.size()), 40);
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

    void faultyProjectIsRefused() {
        Project project = scenario("tour-small-hall");
        removeAll(project, "rack_block");
        QVERIFY(!Session::create(project, catalogue(), {}).has_value());
    }
};

QTEST_APPLESS_MAIN(TestSession)
#include "tst_session.moc"
