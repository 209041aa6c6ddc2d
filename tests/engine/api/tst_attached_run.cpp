// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_list.h"
#include "engine/api/attached_run.h"
#include "engine/http/http_server.h"
#include "engine/plant/plant.h"
#include "engine/run/frame/job_history.h"
#include "engine/run/frame/story.h"
#include "engine/watch/page_questions.h"
#include "engine/watch/run_questions.h"
#include "engine/waveform/waveform.h"
#include "tests/engine/api/served.h"
#include "tests/support/test_program.h"

#include <atomic>
#include <cmath>
#include <functional>

namespace tst_attached_run {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr const char* kOperator = "0123456789abcdef0123456789abcdef";

/// The hall of the tour behind a real server on this machine, and a window's end of it.
struct Attached {
    Attached() { serve(0); }

    void serve(std::uint16_t port) {
        HttpServer::Options options;
        options.address.port = port;
        options.access.add(Role::Operate, kOperator, "tester");
        options.access.answersTo(options.address, {});
        auto started = HttpServer::start(served.service, std::move(options));
        if (!started) {
            qFatal("%s", started.error().text().c_str());
        }
        server = std::move(*started);
    }

    AttachWish wish(const std::string& token = {}) const {
        AttachWish wish;
        wish.place = {false, "127.0.0.1", server->address().port};
        wish.token = token;
        wish.shipped = HEADROOM_SOURCE_DIR "/resources/catalog";
        wish.everyS = 0.05;
        return wish;
    }

    std::unique_ptr<AttachedRun> attach(const std::string& token = {}) const {
        auto run = AttachedRun::attach(wish(token), never);
        if (!run) {
            qFatal("%s", text(run.error()).c_str());
        }
        return std::move(*run);
    }

    Served served;
    std::unique_ptr<HttpServer> server;
    std::atomic<bool> never{false};
};

bool comes(const std::function<bool()>& what) {
    for (int i = 0; i < 4000 && !what(); ++i) {
        QTest::qWait(5);
    }
    return what();
}

/// The larger of what single precision and the digits that are sent leave of a number.
bool isNear(double sent, double read) {
    return (std::isnan(sent) && std::isnan(read)) ||
           std::abs(sent - read) <= 1e-4 * std::abs(sent) + 1e-6;
}

}  // namespace

/// A served run, followed and operated over a real connection.
class TestAttachedRun : public QObject {
    Q_OBJECT

  private slots:

    // What the far end shows is what the run itself shows: every channel, racks, wiring, piping, networks, jobs, alarms.
    void showsTheFramesOfTheServer() {
        Attached a;
        QVERIFY(a.served.twin->order("fail ups").has_value());
        a.served.step(4);
        const auto run = a.attach();
        const auto own = a.served.twin->frame();
        QVERIFY(comes([&] {
            return run->frame()->timeS == own->timeS && run->frame()->alarms &&
                   !run->frame()->alarms->active.empty();
        }));
        const auto far = run->frame();
        QCOMPARE(far->clock.c_str(), own->clock.c_str());
        for (std::size_t q = 0; q < own->facility.size(); ++q) {
            QVERIFY2(isNear(own->facility[q], far->facility[q]),
                     std::string(facilityQuantities()[q].key).c_str());
        }
        QCOMPARE(far->halls.size(), own->halls.size());
        QCOMPARE(far->loops.size(), own->loops.size());
        for (std::size_t q = 0; q < own->racks.size(); ++q) {
            QCOMPARE(far->racks[q].size(), own->racks[q].size());
            for (std::size_t r = 0; r < own->racks[q].size(); ++r) {
                const auto sent = static_cast<double>(own->racks[q][r]),
                           read = static_cast<double>(far->racks[q][r]);
                QVERIFY2(std::abs(sent - read) <= 1e-3 * std::abs(sent) + 1e-6 ||
                             (std::isnan(sent) && std::isnan(read)),
                         std::string(rackQuantities()[q].key).c_str());
            }
        }
        QVERIFY(far->rackConditions == own->rackConditions);
        QCOMPARE(far->powerUnits.size(), own->powerUnits.size());
        bool isFailed = false;
        for (std::size_t u = 0; u < own->powerUnits.size(); ++u) {
            QCOMPARE(far->powerUnits[u].state, own->powerUnits[u].state);
            QCOMPARE(far->powerUnits[u].modulesOut, own->powerUnits[u].modulesOut);
            QVERIFY(isNear(static_cast<double>(own->powerUnits[u].outputW),
                           static_cast<double>(far->powerUnits[u].outputW)));
            isFailed = isFailed || far->powerUnits[u].state == PowerUnitState::Failed;
        }
        QVERIFY(isFailed);
        QCOMPARE(far->powerEdges.size(), own->powerEdges.size());
        QCOMPARE(far->coolingNodes.size(), own->coolingNodes.size());
        QCOMPARE(far->coolingLinks.size(), own->coolingLinks.size());
        for (std::size_t l = 0; l < own->coolingLinks.size(); ++l) {
            QCOMPARE(far->coolingLinks[l].state, own->coolingLinks[l].state);
            QVERIFY(isNear(static_cast<double>(own->coolingLinks[l].heatW),
                           static_cast<double>(far->coolingLinks[l].heatW)));
        }
        QCOMPARE(far->fabricsNow.bundles.size(), own->fabricsNow.bundles.size());
        QCOMPARE(far->fabricsNow.counters.size(), own->fabricsNow.counters.size());
        QCOMPARE(far->fabricsNow.jobs.size(), own->fabricsNow.jobs.size());
        QCOMPARE(far->jobs.size(), own->jobs.size());
        for (std::size_t j = 0; j < own->jobs.size(); ++j) {
            QCOMPARE(far->jobs[j].id, own->jobs[j].id);
            QCOMPARE(far->jobs[j].state, own->jobs[j].state);
            QCOMPARE(far->jobs[j].why.c_str(), own->jobs[j].why.c_str());
            QVERIFY(isNear(own->jobs[j].step.computeS, far->jobs[j].step.computeS));
        }
        QCOMPARE(far->faults.size(), own->faults.size());
        QCOMPARE(far->alarms->active.size(), own->alarms->active.size());
        for (std::size_t i = 0; i < own->alarms->active.size(); ++i) {
            QCOMPARE(alarmText(far->alarms->active[i]).c_str(),
                     alarmText(own->alarms->active[i]).c_str());
            QCOMPARE(far->alarms->active[i].cause, own->alarms->active[i].cause);
        }
        // All of the story, by the same numbers, and the plant that it is of.
        QVERIFY(comes([&] {
            return run->frame()->story && run->frame()->story->size() == own->story->size();
        }));
        own->story->forEach([&](const Event& event) {
            const Event* other = run->frame()->story->find(event.id);
            QVERIFY(other != nullptr);
            QCOMPARE(other->text.c_str(), event.text.c_str());
            QCOMPARE(other->kind, event.kind);
            QCOMPARE(other->area, event.area);
        });
        QCOMPARE(run->plant()->rackNames.size(), own->plant->rackNames.size());
        QCOMPARE(run->state().name.c_str(), a.served.twin->name().c_str());
        QVERIFY(!run->state().mayOperate);
    }

    // Charts have what was before we came, and continue.
    void chartsBeginBeforeUs() {
        Attached a;
        a.served.step(6);
        const auto run = a.attach();
        const double cameS = a.served.twin->frame()->timeS;
        QVERIFY(comes([&] { return run->series()->lastS() == cameS; }));
        const std::vector<std::string> channel = {"facility/it_power_kw"};
        const auto own = a.served.twin->series()->read(channel, 0.0, cameS, 500);
        const auto far = run->series()->read(channel, 0.0, cameS, 500);
        QCOMPARE(far.size(), own.size());
        for (std::size_t i = 0; i < own.size(); ++i) {
            QCOMPARE(far.toS[i], own.toS[i]);
            QVERIFY(isNear(static_cast<double>(own.curves[0].mean[i]),
                           static_cast<double>(far.curves[0].mean[i])));
        }
        a.served.step(1);
        QVERIFY(comes([&] { return run->series()->lastS() == cameS + 15.0; }));
    }

    // Swings within a training step: the same plant gives the same waveform at both ends.
    void swingsAreThoseOfTheRun() {
        Attached a;
        a.served.step(60);  // a quarter of an hour: the first jobs have started
        const auto run = a.attach();
        std::atomic<bool> isThere{false};
        const AskedQuestion question = swingsOfRun({});
        std::shared_ptr<const SwingPlant> swings;
        run->ask(question, [&](const Result<RunReply>& reply) {
            swings = swingsIn(reply).value_or(nullptr);
            isThere = true;
        });
        QVERIFY(comes([&] { return isThere.load(); }));
        const auto ownSwings = swingsIn(replyOf(*a.served.twin->look(), question));
        QVERIFY(swings && ownSwings.has_value());
        QCOMPARE(swings->loads.size(), (*ownSwings)->loads.size());
        QVERIFY(!swings->loads.empty());
        WaveformOptions options;
        options.windowS = 10.0;
        options.compare = false;
        const Waveform farWave = renderWaveform(*swings, options),
                       ownWave = renderWaveform(**ownSwings, options);
        const double farW = farWave.metrics.back().meanW, ownW = ownWave.metrics.back().meanW;
        QVERIFY(std::abs(farW - ownW) <= 1e-9 * ownW);
        QCOMPARE(farWave.verdicts.size(), ownWave.verdicts.size());
        // Nothing is asked of a server that is followed no more; who asks is told so at once.
        run->detach();
        isThere = false;
        run->ask(question, [&](const Result<RunReply>& reply) {
            isThere = !reply && reply.error().code == "ASK-005";
        });
        QVERIFY(isThere);
    }

    // A question of the list: the attached run answers with the sheet of the run itself, and with its errors.
    void questionsAreAnsweredByTheRun() {
        Attached a;
        a.served.step(60);
        const auto run = a.attach();
        const auto question = askedQuestion("step-timeline", {{"job", "llama-70b"}});
        QVERIFY(question.has_value());
        const auto far = answerIn(replyOf(*run, *question));
        const auto own = answerIn(replyOf(*a.served.twin->look(), *question));
        QVERIFY2(far.has_value(), far ? "" : far.error().text().c_str());
        QVERIFY2(own.has_value(), own ? "" : own.error().text().c_str());
        QCOMPARE(runAnswerJson(*far).c_str(), runAnswerJson(*own).c_str());
        QVERIFY(far->sheet.rows.size() > 3);
        const auto missing =
            replyOf(*run, *askedQuestion("step-timeline", {{"job", "no such job & more"}}));
        QCOMPARE(missing.error().code.c_str(), "ASK-006");
    }

    // Play, pause, speed, orders now and later, and edits go there and come back as the run's own.
    void operatesWithAToken() {
        Attached a;
        const auto run = a.attach(kOperator);
        QVERIFY(run->state().mayOperate);
        run->setSpeed(3600.0);
        run->play();
        QVERIFY(
            comes([&] { return run->status().playing && run->status().wantedSpeed == 3600.0; }));
        QVERIFY(a.served.twin->status().playing);
        run->pause();
        QVERIFY(comes([&] { return !run->status().playing && !run->status().moving; }));
        const double pausedS = a.served.twin->frame()->timeS;
        run->step();
        QVERIFY(comes([&] { return run->frame()->timeS > pausedS; }));
        PlantOrder fail;
        fail.unit = "ups";
        fail.durationS = 600.0;
        run->operateAt(1e6, fail);
        QVERIFY(comes([&] { return run->pendingOrders().size() == 1; }));
        const PendingOrder pending = run->pendingOrders().front();
        QCOMPARE(pending.order.unit.c_str(), "ups");
        QCOMPARE(pending.order.durationS, 600.0);
        QCOMPARE(pending.atS, 1e6);
        run->cancelOrder(pending.ticket);
        QVERIFY(comes([&] { return run->pendingOrders().empty(); }));
        run->operate(fail);
        run->step();
        QVERIFY(comes([&] {
            const auto frame = run->frame();
            return std::any_of(
                frame->powerUnits.begin(), frame->powerUnits.end(),
                [](const PowerUnitNow& u) { return u.state == PowerUnitState::Failed; });
        }));
        // An edit, as the window's editor has it: the whole design, of which one value differs.
        Project project = run->project();
        for (Object& object : project.objects) {
            if (object.id == "warm") {
                const auto place = static_cast<std::size_t>(object.type->find("supply_setpoint_c") -
                                                            object.type->attributes.data());
                object.values[place] = 31.5;
            }
        }
        const std::int64_t design = run->frame()->design;
        const auto done = run->edit(project);
        QVERIFY2(done.has_value(), done ? "" : text(done.error()).c_str());
        QVERIFY(comes(
            [&] { return run->state().isSettled && run->project().objects == project.objects; }));
        QVERIFY(a.served.twin->design().text->find("31.5") != std::string::npos);
        QVERIFY(comes([&] { return run->frame()->design > design; }));
        // What the server refuses changes nothing, and says why.
        std::atomic<int> refusals{0};
        run->onRefused([&](const Error& error) { refusals += error.code == "RPL-012" ? 1 : 100; });
        PlantOrder nothing;
        nothing.unit = "no-such-unit";
        run->operate(nothing);
        QVERIFY(comes([&] { return refusals == 1; }));
        run->onRefused({});
    }

    // Objects that come and go, here or by another client, and jobs that are submitted: all see the same.
    void objectsAndJobsComeAndGo() {
        Attached a;
        const auto run = a.attach(kOperator), other = a.attach();
        const std::size_t before = run->project().objects.size();
        Project project = run->project();
        for (auto at = project.objects.begin(); at != project.objects.end(); ++at) {
            if (at->id == "mix-a") {
                Object more = *at;
                more.id = "mix-z";
                project.objects.insert(at + 1, more);
                break;
            }
        }
        const auto added = run->edit(project);
        QVERIFY2(added.has_value(), added ? "" : text(added.error()).c_str());
        QVERIFY(comes([&] {
            return other->project().objects.size() == before + 1 && other->project().find("mix-z");
        }));
        QCOMPARE(a.served.twin->design().undo.c_str(), "Add mix-z");
        QVERIFY(comes([&] { return run->state().isSettled && run->project().find("mix-z"); }));
        QVERIFY(a.served.twin->undo(false).has_value());
        QVERIFY(comes([&] {
            return run->project().objects.size() == before &&
                   other->project().objects.size() == before;
        }));
        // What cannot be built changes nothing: a hall that others are in cannot go.
        QVERIFY(comes([&] { return run->state().isSettled; }));
        Project broken = run->project();
        std::erase_if(broken.objects, [](const Object& object) { return object.id == "hall"; });
        const std::int64_t revision = a.served.twin->design().revision;
        const auto refused = run->edit(broken);
        QVERIFY(!refused);
        QVERIFY(!refused.error().front().remedy.empty());
        QCOMPARE(a.served.twin->design().revision, revision);
        // A job from here is in the queue that the other sees.
        JobOrder job;
        job.like = "mix-a";
        job.name = "from afar";
        run->orderJob(job);
        run->step();
        const auto isThere = [](const AttachedRun& at) {
            const auto frame = at.frame();
            return std::any_of(frame->jobs.begin(), frame->jobs.end(),
                               [](const JobRow& row) { return row.name == "from afar"; });
        };
        QVERIFY(comes([&] { return isThere(*run) && isThere(*other); }));
        std::atomic<int> refusals{0};
        run->onRefused([&](const Error& error) { refusals += error.code == "WEB-049" ? 1 : 100; });
        job.like = "no-such-job";
        run->orderJob(job);
        QVERIFY(comes([&] { return refusals == 1; }));
        run->onRefused({});
    }

    // What is asked for next to frames is what the run's own frames and session have.
    void pagesAreThoseOfTheRun() {
        Attached a;
        QVERIFY(a.served.twin->order("fail ups for 60s").has_value());
        a.served.step(8);
        const auto run = a.attach();
        const auto own = a.served.twin->frame();
        QVERIFY(own->history && !own->jobs.empty());
        QVERIFY(comes([&] {
            return run->frame()->timeS == own->timeS && run->frame()->history &&
                   run->frame()->story;
        }));
        const auto far = run->frame();
        const auto spansOf = [](const JobHistory& history) {
            std::vector<JobSpan> all = history.open;
            for (const auto& block : history.spans) {
                all.insert(all.end(), block->begin(), block->end());
            }
            return all;
        };
        const auto ownSpans = spansOf(*own->history), farSpans = spansOf(*far->history);
        QVERIFY(!ownSpans.empty());
        QCOMPARE(farSpans.size(), ownSpans.size());
        for (std::size_t i = 0; i < ownSpans.size(); ++i) {
            QCOMPARE(farSpans[i].job, ownSpans[i].job);
            QCOMPARE(farSpans[i].state, ownSpans[i].state);
            QCOMPARE(farSpans[i].fromS, ownSpans[i].fromS);
            QCOMPARE(farSpans[i].toS, ownSpans[i].toS);
            QCOMPARE(farSpans[i].accelerators, ownSpans[i].accelerators);
            QCOMPARE(farSpans[i].firstRack, ownSpans[i].firstRack);
            QCOMPARE(farSpans[i].endedBy, ownSpans[i].endedBy);
        }
        QCOMPARE(far->history->cards.front()->front().name.c_str(),
                 own->history->cards.front()->front().name.c_str());
        double ownLostS = 0.0, farLostS = 0.0;
        for (const auto& [frame, sum] : {std::pair(own, &ownLostS), {far, &farLostS}}) {
            for (const auto& block : frame->story->losses) {
                for (const Loss& loss : *block) {
                    *sum += loss.acceleratorS + loss.energyJ;
                }
            }
            for (const Loss& loss : frame->story->open) {
                *sum += loss.acceleratorS + loss.energyJ;
            }
        }
        QVERIFY2(std::abs(ownLostS - farLostS) <= 1e-9 * std::abs(ownLostS), "losses");
        // The page of a job.
        const std::int64_t id = own->jobs.front().id;
        run->watchJob(id);
        QVERIFY(comes([&] { return run->frame()->watched != nullptr; }));
        const auto page = run->frame()->watched;
        const auto ownPage = jobPageIn(replyOf(*a.served.twin->look(), jobPageOf(id)));
        QVERIFY(ownPage.has_value());
        QCOMPARE(page->row.name.c_str(), (*ownPage)->row.name.c_str());
        QVERIFY(!page->step.empty());
        QCOMPARE(page->step.size(), (*ownPage)->step.size());
        QCOMPARE(page->step.front().value, (*ownPage)->step.front().value);
        QCOMPARE(page->step.front().why.c_str(), (*ownPage)->step.front().why.c_str());
        QVERIFY(page->racks == (*ownPage)->racks);
        QVERIFY(page->plan == (*ownPage)->plan);
        QCOMPARE(page->events.size(), (*ownPage)->events.size());
        QVERIFY(run->whyNoJobPage().code.empty());
        run->watchJob(987654);
        QVERIFY(comes([&] { return run->whyNoJobPage().code == "WEB-048"; }));
        QVERIFY(run->frame()->watched == nullptr);
        // And all of it continues.
        a.served.step(2);
        const double laterS = a.served.twin->frame()->timeS;
        QVERIFY(comes([&] {
            return run->frame()->timeS == laterS && !run->frame()->history->open.empty() &&
                   run->frame()->history->open.front().toS == laterS;
        }));
    }

    // What others edit there is seen here: another design, and frames of it.
    void followsTheDesign() {
        Attached a;
        const auto run = a.attach();
        const auto before = run->plant();
        QVERIFY(
            a.served.twin->edit({"warm.supply_setpoint_c=29"}, "Set", std::nullopt).has_value());
        a.served.step(1);
        QVERIFY(comes([&] { return run->plant() != before; }));
        QVERIFY(comes([&] {
            return run->frame()->plant == run->plant() &&
                   run->frame()->timeS == a.served.twin->frame()->timeS;
        }));
        // Racks that go: the arrays are of the new design.
        const auto racks = run->frame()->racks.front().size();
        QVERIFY(a.served.twin->edit({"air.rows=1"}, "Set", std::nullopt).has_value());
        a.served.step(1);
        QVERIFY(comes([&] { return run->frame()->racks.front().size() < racks; }));
        QCOMPARE(run->frame()->layout->racks.size(), run->frame()->racks.front().size());
    }

    // A server that goes away is tried again; what was seen stays, and continues where it stopped.
    void comesBackByItself() {
        Attached a;
        const auto run = a.attach();
        const std::uint16_t port = a.server->address().port;
        const double seenS = run->frame()->timeS;
        a.server.reset();
        QVERIFY(comes([&] { return run->state().phase == AttachPhase::Away; }));
        QCOMPARE(run->state().why.code.c_str(), "WEB-042");
        QCOMPARE(run->frame()->timeS, seenS);
        a.served.step(3);
        a.serve(port);
        QVERIFY(comes([&] {
            return run->state().phase == AttachPhase::Attached &&
                   run->frame()->timeS == seenS + 45.0;
        }));
        // The same run: its charts have no hole.
        QVERIFY(comes([&] { return run->series()->lastS() == seenS + 45.0; }));
        const auto cut =
            run->series()->read(std::vector<std::string>{"facility/it_power_kw"}, 0.0, 1e9, 500);
        QCOMPARE(cut.size(), std::size_t{4});
        run->detach();
        QCOMPARE(run->state().phase, AttachPhase::Detached);
        QCOMPARE(run->frame()->timeS, seenS + 45.0);
    }

    // Files next to the project come with it: the load of a recorded day, without which it would not run.
    void bringsTheFilesOfTheDesign() {
        auto made = LiveTwin::create(scenario("frontier-day"), catalogue(), {});
        QVERIFY(made.has_value());
        ApiService service(**made, HEADROOM_SOURCE_DIR "/resources");
        HttpServer::Options options;
        options.address.port = 0;
        options.access.answersTo(options.address, {});
        const auto server = HttpServer::start(service, std::move(options));
        QVERIFY(server.has_value());
        AttachWish wish;
        wish.place = {false, "127.0.0.1", (*server)->address().port};
        wish.shipped = HEADROOM_SOURCE_DIR "/resources/catalog";
        const std::atomic<bool> never{false};
        const auto run = AttachedRun::attach(wish, never);
        QVERIFY2(run.has_value(), run ? "" : text(run.error()).c_str());
        QCOMPARE((*run)->frame()->layout->racks.size(), (*made)->frame()->layout->racks.size());
        // Nothing else of the disk is served.
        HttpRequest request;
        request.method = "GET";
        request.caller = {Role::Read, ""};
        for (const char* path : {"/api/v1/project/files/1", "/api/v1/project/files/-1",
                                 "/api/v1/project/files/0x", "/api/v1/project/files/load.csv"}) {
            request.path = path;
            QCOMPARE(service.answer(request).status, 404);
        }
        request.path = "/api/v1/project/files/0";
        QCOMPARE(service.answer(request).status, 200);
    }

    // A server names no files of this machine.
    void filesOfThisMachineAreNotNamed() {
        auto json = parseJson<nlohmann::json>(projectText(scenario("tour-small-hall")));
        json["drawings"] = {{{"id", "plan"}, {"file", "/etc/hostname"}, {"width_m", 40}}};
        auto project = parseProject(jsonText(json),
                                    HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall/project.json",
                                    catalogue());
        QVERIFY2(project.has_value(), project ? "" : text(project.error()).c_str());
        auto made = LiveTwin::create(std::move(*project), catalogue(), {});
        QVERIFY(made.has_value());
        ApiService service(**made, HEADROOM_SOURCE_DIR "/resources");
        HttpServer::Options options;
        options.address.port = 0;
        options.access.answersTo(options.address, {});
        const auto server = HttpServer::start(service, std::move(options));
        QVERIFY(server.has_value());
        AttachWish wish;
        wish.place = {false, "127.0.0.1", (*server)->address().port};
        wish.shipped = HEADROOM_SOURCE_DIR "/resources/catalog";
        const std::atomic<bool> never{false};
        const auto run = AttachedRun::attach(wish, never);
        QVERIFY(!run.has_value());
        QCOMPARE(run.error().front().code, std::string("WEB-044"));
        QCOMPARE(run.error().back().code, std::string("PRJ-033"));
    }

    void refusalsAreClear() {
        Attached a;
        const auto wrong = AttachedRun::attach(a.wish("00000000000000000000000000000000"), a.never);
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().front().code.c_str(), "WEB-045");
        AttachWish nowhere = a.wish();
        nowhere.place.port = 1;
        const auto away = AttachedRun::attach(nowhere, a.never);
        QVERIFY(!away);
        QCOMPARE(away.error().front().code.c_str(), "WEB-042");

        // Something answers, and is no Headroom.
        struct Other : HttpService {
            std::string health, files;

            bool isTalk(const HttpRequest&) const override { return false; }

            std::variant<std::unique_ptr<Talk>, HttpResponse> talk(const HttpRequest&) override {
                return HttpResponse{};
            }

            HttpResponse answer(const HttpRequest& request) override {
                HttpResponse response;
                response.body = request.path == "/api/v1/project/files" ? files : health;
                return response;
            }

            void beat() override {}
        } other;

        HttpServer::Options options;
        options.address.port = 0;
        options.access.answersTo(options.address, {});
        auto server = HttpServer::start(other, std::move(options));
        QVERIFY(server.has_value());
        AttachWish elsewhere = a.wish();
        elsewhere.place.port = (*server)->address().port;
        for (const auto& [health, word] :
             {std::pair{"hello", "not Headroom"},
              {R"({"status":"ok","version":"0.0.1","kind":"live"})", "0.0.1"}}) {
            other.health = health;
            const auto refused = AttachedRun::attach(elsewhere, a.never);
            QVERIFY(!refused);
            QCOMPARE(refused.error().front().code.c_str(), "WEB-043");
            QVERIFY2(refused.error().front().message.find(word) != std::string::npos,
                     refused.error().front().message.c_str());
        }
        // It says that it is of our version, and tells of files what is no list of files: told, and nothing falls. What it
        // calls the design is none, whatever its files are.
        other.health = "{\"status\":\"ok\",\"kind\":\"live\",\"version\":\"" +
                       a.attach()->state().version + "\"}";
        for (const char* files :
             {R"({"files":"x"})", R"({"files":[5]})", R"({"files":[{"name":"a/b","number":"x"}]})",
              R"({"files":[{"name":"../a","number":1}]})", "[", ""}) {
            other.files = files;
            const auto refused = AttachedRun::attach(elsewhere, a.never);
            QVERIFY(!refused);
            QCOMPARE(refused.error().front().code.c_str(), "WEB-044");
        }
    }
};

HEADROOM_TEST(TestAttachedRun)
}  // namespace tst_attached_run

#include "tst_attached_run.moc"
