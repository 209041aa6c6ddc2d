// SPDX-License-Identifier: Apache-2.0
#include "engine/live/session.h"
#include "engine/plant/plant.h"
#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/reliability/reach/reach.h"
#include "engine/replay/player.h"
#include "engine/run/frame/story.h"
#include "engine/watch/any_run.h"
#include "engine/watch/run_drive.h"
#include "engine/watch/run_keep.h"
#include "tests/engine/replay/recorded_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <string>

namespace tst_run_parts {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr double kUntilS = 60.0;  // four coupling steps of 15 s

struct Kinds {
    QTemporaryDir folder;
    std::filesystem::path file = folder.filePath("run.db").toStdString();
    std::shared_ptr<AnyRun> live, recorded;

    Kinds() {
        auto session = Session::create(scenario("tour-small-hall"), catalogue(), {});
        record(scenario("tour-small-hall"), file, kUntilS);
        auto player = Player::open(file, shippedParts());
        if (!session || !player) {
            qFatal("the small hall does not run");
        }
        live = std::move(*session);
        recorded = std::move(*player);
    }
};

}  // namespace

/// A caller of a run asks for parts and never for its kind.
class TestRunParts : public QObject {
    Q_OBJECT

  private slots:

    // A run that continues takes orders and edits and has no past; a recording has a past and takes neither. Both can be moved
    // in time and kept, and neither is served by another program.
    void partsThatARunHas() {
        Kinds k;
        QVERIFY(k.live->drive() != nullptr && k.recorded->drive() != nullptr);
        QVERIFY(k.live->keep() != nullptr && k.recorded->keep() != nullptr);
        QVERIFY(k.live->orders() != nullptr && k.recorded->orders() == nullptr);
        QVERIFY(k.live->edits() != nullptr && k.recorded->edits() == nullptr);
        QVERIFY(k.live->past() == nullptr && k.recorded->past() != nullptr);
        QVERIFY(k.live->link() == nullptr && k.recorded->link() == nullptr);
    }

    // Four steps of 15 s at once, not one: the last instant is that of the frame. The recording tells of all of its 60 s
    // whatever its frame shows, and goes back.
    void stepsAndInstants() {
        Kinds k;
        QCOMPARE(k.live->lastS(), 0.0);
        k.live->drive()->step(4);
        QTRY_COMPARE_WITH_TIMEOUT(k.live->lastS(), kUntilS, 60000);
        QCOMPARE(k.live->firstS(), 0.0);
        QTRY_COMPARE_WITH_TIMEOUT(k.recorded->frame()->timeS, kUntilS, 60000);
        k.recorded->drive()->step(-2);
        QTRY_COMPARE_WITH_TIMEOUT(k.recorded->frame()->timeS, 30.0, 60000);
        QCOMPARE(k.recorded->lastS(), kUntilS);
        QVERIFY(k.recorded->knowsAlarms());
    }

    // Each run is kept as a recording by the same call; an unrecorded one says why not.
    void runsAreKept() {
        Kinds k;
        QVERIFY(k.live->keep()->recordingFile().empty());
        const auto none =
            k.live->keep()->saveRecording(k.folder.filePath("live.db").toStdString(), false);
        QVERIFY(!none.has_value());
        QCOMPARE(none.error().code.c_str(), "STO-018");
        QCOMPARE(k.recorded->keep()->recordingFile(), k.file);
        const std::filesystem::path copy = k.folder.filePath("copy.db").toStdString();
        QVERIFY(k.recorded->keep()->saveRecording(copy, false).has_value());
        QCOMPARE(k.recorded->keep()->saveRecording(copy, false).error().code.c_str(), "STO-002");
        QVERIFY(std::filesystem::exists(copy));
    }

    // The loss of one rack block reaches as much in a recording as in the run: the plant is the same.
    void reachFollowsFromThePlant() {
        Kinds k;
        int reached = 0;
        for (const PowerArray& array : k.live->plant()->network->arrays) {
            PlantOrder loss;
            loss.action = headroom::models::DrillAction::Fail;
            loss.unit = array.id;
            const BlastReach live = k.live->reach({loss}), recorded = k.recorded->reach({loss});
            QCOMPARE(live.part.c_str(), recorded.part.c_str());
            QCOMPARE(live.racksLost, recorded.racksLost);
            QCOMPARE(live.racksExposed, recorded.racksExposed);
            reached += live.racksLost + live.racksStrained + live.racksExposed;
        }
        QVERIFY(reached > 0);
        // Suspects need a plant and sensors, which both have: a story without trouble has none.
        QVERIFY(k.live->diagnose(Story{}, 0.0).suspects.empty());
        QVERIFY(k.recorded->diagnose(Story{}, kUntilS).suspects.empty());
    }

    // A look shows the simulator of a run that has one.
    void looksAtTheSimulator() {
        Kinds k;
        auto seen = std::make_shared<std::promise<bool>>();
        auto is = seen->get_future();
        k.live->look([seen](const Simulator* simulator) { seen->set_value(simulator != nullptr); });
        QVERIFY(is.wait_for(std::chrono::seconds(30)) == std::future_status::ready);
        QVERIFY(is.get());
    }
};

HEADROOM_TEST(TestRunParts)
}  // namespace tst_run_parts

#include "tst_run_parts.moc"
