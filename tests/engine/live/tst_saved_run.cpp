// SPDX-License-Identifier: Apache-2.0
#include "engine/live/session.h"
#include "engine/store/recording.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <filesystem>
#include <memory>

/// Runs that are saved, or stopped at a typed time, while they continue.
namespace tst_saved_run {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr double kStepS = 15.0;  // of tour-small-hall

std::unique_ptr<Session> session(const Project& project, Session::Options options = {}) {
    auto made = Session::create(project, catalogue(), std::move(options));
    if (!made) {
        qFatal("%s", text(made.error()).c_str());
    }
    return std::move(*made);
}

bool stepTo(Session& s, double timeS) {
    for (double at = s.frame()->timeS; at < timeS; at += kStepS) {
        s.step();
    }
    return QTest::qWaitFor([&] { return s.frame()->timeS == timeS; }, 20000);
}

std::string codeOf(const Result<void>& result) {
    return result ? std::string{} : result.error().code;
}

}  // namespace

class TestSavedRun : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::filesystem::path file(const char* name) const {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }

  private slots:

    // A run that is saved after 40 steps of 15 s equals a run that ends there: 600 s, the same summary, the same jobs.
    // The run itself continues into its own file.
    void theCopyIsThatOfARunThatEndsThere() {
        const Project project = scenario("tour-small-hall");
        {
            const auto s = session(project, {file("own.db")});
            QVERIFY(stepTo(*s, 600.0));
            const auto saved = s->saveRecording(file("saved.db"), false);
            QVERIFY2(saved.has_value(), codeOf(saved).c_str());
            QVERIFY(stepTo(*s, 900.0));
        }
        {
            const auto s = session(project, {file("ended.db")});
            QVERIFY(stepTo(*s, 600.0));
        }
        const auto saved = Recording::open(file("saved.db"));
        const auto ended = Recording::open(file("ended.db"));
        const auto own = Recording::open(file("own.db"));
        QVERIFY(saved.has_value() && ended.has_value() && own.has_value());
        QCOMPARE((*saved)->lastTimeS(), 600.0);
        QVERIFY(!(*saved)->summary().empty());
        QCOMPARE((*saved)->summary(), (*ended)->summary());
        QCOMPARE((*saved)->jobSpans()->size(), (*ended)->jobSpans()->size());
        QCOMPARE((*saved)->events()->size(), (*ended)->events()->size());
        QCOMPARE((*own)->lastTimeS(), 900.0);
        QVERIFY(!std::filesystem::exists(file("saved.db-wal")));
        QVERIFY(!std::filesystem::exists(file("saved.db.writing")));
    }

    // An edit that changes the racks begins a second file. Both are saved, and the second names the first as saved.
    void allFilesOfAnEditedRunAreSaved() {
        Project project = scenario("tour-small-hall");
        const auto s = session(project, {file("edited.db")});
        QVERIFY(stepTo(*s, 300.0));
        set(project, "air", "racks_per_row", std::int64_t{12});
        QVERIFY(s->edit(project, catalogue(), "Racks of air").has_value());
        QVERIFY(stepTo(*s, 600.0));
        const auto done = s->saveRecording(file("kept.db"), false);
        QVERIFY2(done.has_value(), codeOf(done).c_str());
        const auto first = Recording::open(file("kept.db"));
        const auto second = Recording::open(file("kept-2.db"));
        QVERIFY(first.has_value() && second.has_value());
        QCOMPARE((*first)->lastTimeS(), 300.0);
        QCOMPARE((*second)->lastTimeS(), 600.0);
        QCOMPARE((*second)->info().follows, std::string{"kept.db"});
        QCOMPARE((*second)->info().fromS, 300.0);
    }

    // Nothing is lost by a refusal: an existing recording stays, and the run's own file is never the target.
    void refusals() {
        const auto unrecorded = session(scenario("tour-small-hall"));
        QCOMPARE(codeOf(unrecorded->saveRecording(file("none.db"), false)), std::string{"STO-018"});
        const auto s = session(scenario("tour-small-hall"), {file("run.db")});
        QCOMPARE(codeOf(s->saveRecording(file("none.db"), false)), std::string{"STO-017"});
        QVERIFY(stepTo(*s, 60.0));
        QVERIFY(s->saveRecording(file("there.db"), false).has_value());
        QCOMPARE(codeOf(s->saveRecording(file("there.db"), false)), std::string{"STO-002"});
        QVERIFY(s->saveRecording(file("there.db"), true).has_value());
        QCOMPARE(codeOf(s->saveRecording(file("run.db"), true)), std::string{"STO-006"});
        QCOMPARE(codeOf(s->saveRecording(file("no-folder/x.db"), false)), std::string{"STO-001"});
        QVERIFY(stepTo(*s, 120.0));
        QVERIFY(!std::filesystem::exists(file("none.db")));
    }

    // Steps of 15 s: the first one at or after 1,000 s ends at 1,005 s. Then the run is paused and can be played on.
    void playsUntilATime() {
        const auto s = session(scenario("tour-small-hall"));
        s->setSpeed(0.0);
        s->playUntil(1000.0);
        QTRY_VERIFY_WITH_TIMEOUT(!s->status().moving && s->frame()->timeS > 0.0, 20000);
        QCOMPARE(s->frame()->timeS, 1005.0);
        s->playUntil(500.0);  // is past: nothing moves
        QTest::qWait(50);
        QVERIFY(!s->status().playing);
        QCOMPARE(s->frame()->timeS, 1005.0);
        s->play();
        QTRY_VERIFY_WITH_TIMEOUT(s->frame()->timeS > 2000.0, 20000);
    }
};

HEADROOM_TEST(TestSavedRun)
}  // namespace tst_saved_run

#include "tst_saved_run.moc"
