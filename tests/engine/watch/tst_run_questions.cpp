// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/live/session.h"
#include "engine/replay/player.h"
#include "engine/run/state/state.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/watch/page_questions.h"
#include "engine/watch/run_questions.h"
#include "engine/waveform/waveform.h"
#include "tests/engine/replay/recorded_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

namespace tst_run_questions {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr double kUntilS = 900.0;  // the trainings of the small hall have started

std::unique_ptr<Simulator> smallHall() {
    auto made = Simulator::create(scenario("tour-small-hall"), catalogue(), {});
    if (!made) {
        qFatal("%s", text(made.error()).c_str());
    }
    while ((*made)->timeS() < kUntilS) {
        (*made)->step();
    }
    return std::move(*made);
}

AskedQuestion timelineOf(const std::string& job) {
    return *askedQuestion("step-timeline", {{"job", job}});
}

RunAnswer timeline(const Simulator& simulator, const std::string& job) {
    const auto answer = answerIn(timelineOf(job).answer(simulator));
    if (!answer) {
        qFatal("%s", answer.error().text().c_str());
    }
    return *answer;
}

}  // namespace

/// Questions about a run: one function, one answer for every kind of run.
class TestRunQuestions : public QObject {
    Q_OBJECT

  private slots:

    // Phases follow each other without a gap. Their lengths are the step of the job's row over the share of time in
    // which it moves, and their time-weighted mean power is what the racks give the job now: the mean input of the
    // same job in the plant that waveforms are rendered from.
    void phasesAddUp() {
        const auto simulator = smallHall();
        const RunAnswer answer = timeline(*simulator, "llama-70b");
        const SwingPlant plant = swingPlant(*simulator, {});
        const auto load = std::find_if(plant.loads.begin(), plant.loads.end(),
                                       [](const SwingLoad& l) { return l.name == "llama-70b"; });
        QVERIFY(load != plant.loads.end());
        double atS = 0.0, energyJ = 0.0, share = 0.0, checkpointS = 0.0;
        QVERIFY(answer.sheet.rows.size() >= 4);
        for (std::size_t row = 0; row < answer.sheet.rows.size(); ++row) {
            QVERIFY(std::abs(answer.number(row, "start_s") - atS) < 1e-9);
            const double lengthS = answer.number(row, "length_s");
            QVERIFY(lengthS > 0.0);
            atS += lengthS;
            energyJ += 1e3 * answer.number(row, "power_kw") * lengthS;
            share += answer.number(row, "share_pct");
            checkpointS += answer.text(row, "kind") == "checkpoint" ? lengthS : 0.0;
        }
        QVERIFY(std::abs(share - 100.0) < 1e-9);
        QVERIFY(std::abs(energyJ / atS - load->meanInputW) <= 1e-9 * load->meanInputW);
        const auto frame = simulator->frame();
        const auto row = std::find_if(frame->jobs.begin(), frame->jobs.end(),
                                      [](const JobRow& job) { return job.name == "llama-70b"; });
        QVERIFY(row != frame->jobs.end());
        QVERIFY(checkpointS > 0.0);
        QVERIFY(std::abs(atS * row->step.movingShare - row->stepTimeS) <= 1e-9 * row->stepTimeS);
    }

    // Tensor ranks of 8 in one server talk to each other: their collectives draw less than kernels, and waits the least.
    void wordsAndPowers() {
        const auto simulator = smallHall();
        const RunAnswer answer = timeline(*simulator, "llama-70b");
        double matrixKw = 0.0, tensorKw = 0.0, checkpointKw = 0.0;
        for (std::size_t row = 0; row < answer.sheet.rows.size(); ++row) {
            const std::string phase = answer.text(row, "phase");
            const double kw = answer.number(row, "power_kw");
            matrixKw = phase == "Matrix multiplication" ? kw : matrixKw;
            tensorKw = phase == "Tensor collectives" ? kw : tensorKw;
            checkpointKw = phase == "Checkpoint" ? kw : checkpointKw;
        }
        QVERIFY(matrixKw > tensorKw && tensorKw > checkpointKw && checkpointKw > 0.0);
        // Without a name the largest job is meant; by its number it is the same one.
        const RunAnswer largest = *answerIn(askedQuestion("step-timeline", {})->answer(*simulator));
        QCOMPARE(runAnswerJson(largest).c_str(), runAnswerJson(answer).c_str());
    }

    // Faults leave accelerator 11 of the job half of its speed: rank 11 is named, with its place (tensor 3 of 8, replica
    // 1), where ranks wait for it, and nowhere else. All equally fast: no name.
    void slowestRank() {
        const auto simulator = smallHall();
        const RunAnswer even = timeline(*simulator, "llama-70b");
        for (std::size_t row = 0; row < even.sheet.rows.size(); ++row) {
            QVERIFY(std::isnan(even.number(row, "slowest_rank")));
        }
        State state = simulator->state();
        const auto job = std::find_if(state.jobs.begin(), state.jobs.end(),
                                      [](const Job& j) { return j.accelerators == 256; });
        QVERIFY(job != state.jobs.end());
        headroom::SlotIndex slot = job->firstSlot;
        for (int rank = 0; rank < 11; ++rank) {
            slot = state.slotNext[static_cast<std::size_t>(slot)];
        }
        auto& speed = const_cast<State&>(simulator->state()).faults.slotSpeed;
        speed.resize(state.slotNext.size());
        std::fill(speed.begin(), speed.end(), 1.0F);
        speed[static_cast<std::size_t>(slot)] = 0.5F;
        const RunAnswer slow = timeline(*simulator, "llama-70b");
        bool isNamed = false;
        for (std::size_t row = 0; row < slow.sheet.rows.size(); ++row) {
            const bool isCheckpoint = slow.text(row, "phase") == "Checkpoint";
            QVERIFY(!isCheckpoint || std::isnan(slow.number(row, "slowest_rank")));
            if (slow.text(row, "phase") == "Matrix multiplication") {
                isNamed = true;
                QCOMPARE(slow.number(row, "slowest_rank"), 11.0);
                QCOMPARE(slow.number(row, "slowest_speed_pct"), 50.0);
                QVERIFY2(slow.text(row, "slowest_at").find("tensor 3, replica 1, stage 0") !=
                             std::string::npos,
                         slow.text(row, "slowest_at").c_str());
            }
        }
        QVERIFY(isNamed);
    }

    // A session and a recording of the same project give the same sheet at the same second, as text of JSON.
    void everyKindOfRunAnswersAlike() {
        const auto simulator = smallHall();
        const std::string expected = runAnswerJson(timeline(*simulator, "llama-70b"));
        auto session = Session::create(scenario("tour-small-hall"), catalogue(), {});
        QVERIFY(session.has_value());
        for (int step = 0; step < 60; ++step) {
            (*session)->step();  // 15 s each
        }
        QTRY_COMPARE_WITH_TIMEOUT((*session)->frame()->timeS, kUntilS, 60000);
        const auto live = answerIn(replyOf(**session, timelineOf("llama-70b")));
        QVERIFY2(live.has_value(), live ? "" : live.error().text().c_str());
        QCOMPARE(runAnswerJson(*live).c_str(), expected.c_str());
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("run.db").toStdString();
        record(scenario("tour-small-hall"), file, kUntilS);
        auto player = Player::open(file, shippedParts());
        QVERIFY(player.has_value());
        (*player)->seek(kUntilS);
        QTRY_VERIFY_WITH_TIMEOUT((*player)->isExact() && (*player)->frame()->timeS == kUntilS,
                                 60000);
        const auto recorded = answerIn(replyOf(**player, timelineOf("llama-70b")));
        QVERIFY2(recorded.has_value(), recorded ? "" : recorded.error().text().c_str());
        QCOMPARE(runAnswerJson(*recorded).c_str(), expected.c_str());
        // The page of a job and swings go the same way.
        QCOMPARE((*swingsIn(replyOf(**player, swingsOfRun({}))))->timeS, kUntilS);
        QCOMPARE(replyOf(**player, jobPageOf(987654)).error().code.c_str(), "WEB-048");
    }

    // What is asked wrongly is refused before any run is asked.
    void argumentsAreRead() {
        QCOMPARE(askedQuestion("step-timelines", {}).error().code.c_str(), "ASK-001");
        QVERIFY(askedQuestion("step-timelines", {}).error().remedy.find("step-timeline") !=
                std::string::npos);
        QCOMPARE(askedQuestion("step-timeline", {{"jobs", "a"}}).error().code.c_str(), "ASK-002");
        QCOMPARE(askedQuestion("step-timeline", {{"job", "a\001z"}}).error().code.c_str(),
                 "ASK-003");
        const auto simulator = smallHall();
        const auto none = timelineOf("nothing").answer(*simulator);
        QCOMPARE(none.error().code.c_str(), "ASK-006");
    }

    // Every question of the list describes itself, and an answer written as JSON is read back the same.
    void answersAreReadBack() {
        for (const RunQuestion* question : runQuestions()) {
            QVERIFY(!question->title.empty() && !question->about.empty() &&
                    question->spec != nullptr);
            for (const auto& attribute : question->spec->attributes) {
                QVERIFY(!attribute.doc.empty());
            }
        }
        const auto simulator = smallHall();
        const RunAnswer answer = timeline(*simulator, "llama-8b");
        const std::string text = runAnswerJson(answer);
        const auto read = runAnswerFrom(parseJson<nlohmann::json>(text));
        QVERIFY(read.has_value());
        QCOMPARE(runAnswerJson(*read).c_str(), text.c_str());
        QCOMPARE(sheetCsv(read->sheet).c_str(), sheetCsv(answer.sheet).c_str());
        QVERIFY(!runAnswerFrom(parseJson<nlohmann::json>("{\"rows\":[]}")));
    }

    // A run that ends with the question in its hands answers that it ended.
    void endsWithTheQuestion() {
        std::string code;
        {
            const auto look = lookThatAnswers(
                timelineOf(""),
                [&code](const Result<RunReply>& reply) { code = reply.error().code; });
            QVERIFY(code.empty());
        }
        QCOMPARE(code.c_str(), "ASK-005");
        lookThatAnswers(timelineOf(""), [&code](const Result<RunReply>& reply) {
            code = reply.error().code;
        })(nullptr);
        QCOMPARE(code.c_str(), "ASK-004");
    }
};

HEADROOM_TEST(TestRunQuestions)
}  // namespace tst_run_questions

#include "tst_run_questions.moc"
