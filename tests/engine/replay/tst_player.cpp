// SPDX-License-Identifier: Apache-2.0
#include "engine/live/session.h"
#include "engine/replay/player.h"
#include "engine/store/database.h"
#include "tests/engine/replay/recorded_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace tst_player {

using namespace headroom::engine;
using namespace headroom::tests;

/// A recorded run that somebody watches, and what continues from one of its instants.
class TestPlayer : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;
    RecordedRun run_;

    std::filesystem::path file(const char* name) const {
        return folder_.filePath(name).toStdString();
    }

    static PlantOrder failure(const std::string& unit) {
        PlantOrder order;
        order.unit = unit;
        return order;
    }

    static std::unique_ptr<Player> playerOf(const std::filesystem::path& path) {
        auto player = Player::open(path, shippedParts());
        if (!player) {
            qFatal("%s", text(player.error()).c_str());
        }
        return std::move(*player);
    }

    /// When all that was asked for is shown.
    static std::shared_ptr<const Frame> settled(const Player& player) {
        if (!QTest::qWaitFor([&] { return !player.status().moving; }, 60000)) {
            qFatal("the player does not come to rest");
        }
        return player.frame();
    }

  private slots:

    void initTestCase() {
        run_ = record(scenario("tour-small-hall"), file("run.db"), 7200.0,
                      {{2400.0, failure("cdus")}, {5400.0, failure("pdus")}});
    }

    // Wherever one looks the frame is that of the run: what a run of its own has at that time, to the
    // last bit, and told with the story of all of it.
    void anyInstantIsThatOfTheRun() {
        const auto player = playerOf(file("run.db"));
        QVERIFY(player->lacks().empty());
        QVERIFY(player->isFinished());
        const auto end = settled(*player);
        QCOMPARE(end->timeS, 7200.0);
        QVERIFY(player->isExact());
        const auto replay = replayOf(file("run.db"));
        for (const double timeS : {5415.0, 2400.0, 2415.0, 0.0, 7185.0}) {
            player->seek(timeS);
            const auto shown = settled(*player);
            const auto own = replay->at(timeS)->simulator->frame();
            QCOMPARE(shown->timeS, timeS);
            QVERIFY(player->isExact());
            QVERIFY(std::memcmp(shown->facility.data(), own->facility.data(),
                                sizeof own->facility) == 0);
            QCOMPARE(shown->powerEdges.size(), own->powerEdges.size());
            QCOMPARE(shown->story->size(), replay->recording().events()->size());
            QVERIFY(shown->events.empty() || shown->events.back().timeS <= timeS);
        }
    }

    // As the file has them: the frame at 1 h is the sample of 3600 s, and the racks those of the last
    // snapshot before, which is at most 300 s old.
    void theFileAloneTellsTheSame() {
        const auto replay = replayOf(file("run.db"));
        const auto recording = opened(file("run.db"));
        auto frames = RecordedFrames::open(recording, *replay->plant(0.0));
        QVERIFY(frames.has_value());
        const auto told = (*frames)->frame(3600.0).value();
        const auto own = replay->at(3600.0)->simulator->frame();
        QCOMPARE(told->timeS, 3600.0);
        QCOMPARE(told->clock, own->clock);
        for (const auto q : {FacilityQuantity::ItPower, FacilityQuantity::Pue}) {
            // Samples are kept as floats: 24 bits.
            QVERIFY(std::abs((*told)[q] / (*own)[q] - 1.0) < 1e-6);
        }
        QVERIFY(std::abs(told->halls[0][0] / own->halls[0][0] - 1.0) < 1e-6);
        QCOMPARE(told->rack(RackQuantity::Power).size(), own->rack(RackQuantity::Power).size());
        QVERIFY(told->rack(RackQuantity::Power)[0] > 0.0F);
        QVERIFY(std::isnan(told->rack(RackQuantity::Clock)[0]));  // is not recorded
        QVERIFY(told->powerUnits.empty());
        int running = 0, ownRunning = 0;
        for (const JobRow& job : told->jobs) {
            running += job.state == JobState::Running;
        }
        for (const JobRow& job : own->jobs) {
            ownRunning += job.state == JobState::Running;
        }
        QCOMPARE(running, ownRunning);
        // All samples, in the series that charts read: 7200 s in steps of 15 s.
        std::atomic<bool> never{false};
        QVERIFY((*frames)->readSeries(*recording, never).value());
        const std::vector<std::string> power = {"facility/it_power_kw"};
        const SeriesCut cut = (*frames)->series()->read(power, 0.0, 7200.0, 10000);
        QCOMPARE(cut.size(), std::size_t{480});
    }

    void playsStepsAndGoesBack() {
        const auto player = playerOf(file("run.db"));
        settled(*player);
        player->seek(3600.0);
        settled(*player);
        player->step();
        QCOMPARE(settled(*player)->timeS, 3615.0);
        player->step(-2);
        QCOMPARE(settled(*player)->timeS, 3585.0);
        // An hour at 60 times takes a minute: it still plays when asked. Then without a brake.
        player->setSpeed(60.0);
        player->play();
        QVERIFY(player->status().playing);
        player->setSpeed(0.0);
        QCOMPARE(settled(*player)->timeS, 7200.0);  // and there it ends by itself
        QVERIFY(!player->status().playing);
        QCOMPARE(player->status().failure, std::string{});
        player->seek(1e9);  // beyond the end: the end
        QCOMPARE(settled(*player)->timeS, 7200.0);
    }

    // Of a program that kept less: the file is shown, and what it lacks has a name.
    void whatCannotBeMadeAgainIsStillShown() {
        std::filesystem::copy_file(file("run.db"), file("old.db"));
        {
            auto database = Database::open(file("old.db"), Database::Mode::Write);
            QVERIFY(database.has_value());
            QVERIFY(database->exec("DELETE FROM run WHERE key = 'catalogue'").has_value());
        }
        const auto player = playerOf(file("old.db"));
        QCOMPARE(player->lacks().front().code, std::string{"RPL-001"});
        player->seek(3600.0);
        const auto shown = settled(*player);
        QVERIFY(!player->isExact());
        QCOMPARE(shown->timeS, 3600.0);
        QVERIFY((*shown)[FacilityQuantity::ItPower] > 0.0);
        QVERIFY(!player->branch({}).has_value());
    }

    // A live run that continues from 3000 s, with nobody doing anything new: the order of 5400 s is
    // still to come, the story has what was before, and at 5700 s it has the state of the run.
    void aLiveRunGoesOnFromThere() {
        const auto player = playerOf(file("run.db"));
        settled(*player);
        BranchWish wish;
        wish.atS = 3000.0;
        auto start = player->branch(wish);
        QVERIFY(start.has_value());
        auto past = std::make_shared<RunSeries>(player->series()->channels());
        player->copySeries(*past, wish.atS);
        QCOMPARE(past->lastS(), 3000.0);
        Session::Options options;
        options.recording = file("on.db");
        {
            auto session = Session::goOn(std::move(*start), past, options);
            QVERIFY(session.has_value());
            QCOMPARE((*session)->frame()->timeS, 3000.0);
            QCOMPARE((*session)->pendingOrders().size(), std::size_t{1});
            QVERIFY((*session)->frame()->story->size() > 0);
            for (int i = 0; i < 180; ++i) {  // of 15 s
                (*session)->step();
            }
            QVERIFY(QTest::qWaitFor([&] { return !(*session)->status().moving; }, 60000));
            QCOMPARE((*session)->frame()->timeS, 5700.0);
            const auto story = (*session)->frame()->story;
            const Event* first = story->blocks.front()->data();
            QVERIFY(first->timeS < 3000.0);
            QCOMPARE((*session)->series()->firstS(), past->firstS());
        }
        const auto again = replayOf(file("on.db"));
        QCOMPARE(again->at(5700.0)->simulator->stateHash(), run_.hashAt.at(5700.0));
    }

    // A job that has run since the first minutes is in no file before its run ends: who looks back on
    // a run that continues is told of it by the run. Half an hour in, the hall trains.
    void jobsUnderWayAreToldByTheRun() {
        Session::Options options;
        options.recording = file("under-way.db");
        auto session = Session::create(scenario("tour-small-hall"), catalogue(), options);
        QVERIFY(session.has_value());
        for (int i = 0; i < 120; ++i) {  // of 15 s
            (*session)->step();
        }
        QVERIFY(QTest::qWaitFor([&] { return !(*session)->status().moving; }, 60000));
        const auto now = (*session)->frame();
        const auto runs = [](const JobSpan& span) { return span.state == JobState::Running; };
        QVERIFY(std::any_of(now->history->open.begin(), now->history->open.end(), runs));
        QVERIFY(QTest::qWaitFor([&] { return std::filesystem::exists(file("under-way.db")); }));
        auto player = Player::open((*session)->recordingFile(), shippedParts(), now);
        QVERIFY2(player.has_value(), player ? "" : text(player.error()).c_str());
        (*player)->seek(1500.0);
        const auto told = settled(**player)->history;
        QCOMPARE(told->open.size(), now->history->open.size());
        for (const JobSpan& span : told->open) {
            const auto same = [&](const JobSpan& o) {
                return o.job == span.job && o.state == span.state && o.fromS == span.fromS;
            };
            QVERIFY(std::any_of(now->history->open.begin(), now->history->open.end(), same));
            QCOMPARE(span.toS, (*player)->lastS());
            QVERIFY(span.accelerators > 0);
        }
    }

    // A recording that is only for going back goes with its run.
    void scratchRecordingsGo() {
        Session::Options options;
        options.recording = file("scratch.db");
        options.isScratch = true;
        {
            auto session = Session::create(scenario("tour-small-hall"), catalogue(), options);
            QVERIFY(session.has_value());
            // Before its first step nothing is committed: who asks where it is recorded is not sent to a file that is missing.
            QVERIFY((*session)->recordingFile().empty());
            (*session)->step();
            QVERIFY(QTest::qWaitFor([&] { return !(*session)->status().moving; }, 60000));
            QVERIFY(QTest::qWaitFor([&] { return std::filesystem::exists(file("scratch.db")); }));
            QCOMPARE((*session)->recordingFile(), file("scratch.db"));
        }
        QVERIFY(!std::filesystem::exists(file("scratch.db")));
        // Where it cannot be written there is none, and the run continues.
        options.recording = file("no/such/folder/scratch.db");
        auto session = Session::create(scenario("tour-small-hall"), catalogue(), options);
        QVERIFY(session.has_value());
        QVERIFY((*session)->recordingFile().empty());
    }
};

HEADROOM_TEST(TestPlayer)
}  // namespace tst_player

#include "tst_player.moc"
