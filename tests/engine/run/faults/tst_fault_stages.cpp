// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/faults/fault_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_fault_stages {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;
using models::BlockPart;
using models::DrillAction;

namespace {

/// Time that the job held accelerators, from its spans: it runs from the start here.
double heldS(const Job& j) {
    return accounted(j, j.sinceS);
}

double interruptedAfter(Project& project, const char* automation, double* noticedS = nullptr) {
    set(project, "failures", "automation", std::string{automation});
    auto s = simulator(project);
    run(*s, 1800.0);
    s->operate(onFirstServer(*s, DrillAction::Fail));
    const auto events = runAll(*s, 12000.0);
    if (noticedS != nullptr) {
        *noticedS = firstAfter(events, EventKind::Detected, 1800.0) - 1800.0;
    }
    return firstAfter(events, EventKind::JobInterrupted, 1800.0) - 1800.0;
}

}  // namespace

class TestFaultStages : public QObject {
    Q_OBJECT

  private slots:

    // A server fails at 1,800 s. The catalogue's first fail-stop of accelerators and servers is
    // noticed after 10 s (accelerator-fault); by default the level is "restart": the job hangs for
    // exactly these 10 s on all of its 256 accelerators, then leaves.
    void failStop() {
        Project project = oneTraining();
        auto s = simulator(project);
        run(*s, 1800.0);
        s->operate(onFirstServer(*s, DrillAction::Fail));
        QCOMPARE(static_cast<int>(s->state().faults.open.size()), 1);
        QVERIFY(s->state().faults.open.front().phase == FaultPhase::Latent);
        QCOMPARE(s->frame()->faults.size(), std::size_t{1});
        QVERIFY(!s->frame()->faults.front().subject.empty());
        run(*s, 1815.0);
        const Job& j = job(*s, 0);
        QVERIFY(std::abs(j.hungS - 256 * 10.0) < 1e-6);
        QVERIFY(s->state().faults.open.front().phase == FaultPhase::Waiting);
        QVERIFY(s->state().faults.open.front().outS == 1810.0);
        // It has other servers: 600 s later it trains again, and the accounts add up to what it
        // held: all the time but the moment between.
        run(*s, 3600.0);
        QVERIFY(job(*s, 0).state == JobState::Running);
        QVERIFY(std::abs(accounted(job(*s, 0), 3600.0) - 256 * 3600.0) < 1.0);
        // A person repairs it.
        PlantOrder repair = onFirstServer(*s, DrillAction::Repair);
        const Fault fault = s->state().faults.open.front();
        repair = partOrder(DrillAction::Repair, repair.unit, BlockPart::Server,
                           fault.server + 1 - s->plant().blocks.front().firstServer);
        repair.unit = s->plant().blocks.front().id;
        s->operate(repair);
        QVERIFY(s->state().faults.open.empty());
        QVERIFY(s->state().serverDown[static_cast<std::size_t>(fault.server)] == 0);
        // Eight accelerators were out for 1,790 s.
        const FaultFigures f = s->summary().faults;
        QVERIFY(std::abs(f.outAcceleratorS - 8 * 1790.0) < 1e-6);
        QVERIFY(std::abs(f.availability - (1.0 - 8 * 1790.0 / (3600.0 * s->plant().accelerators))) <
                1e-12);
        QVERIFY(std::abs(f.kinds.at("fail_stop").meanToNoticeS - 10.0) < 1e-9);
    }

    // From fault to interruption by level, defaults: 08:00 is day: response 10 min.
    //   manual   time-out 1,200 s + response 600 s + localisation 600 s (nothing has named the
    //   part) alarms   10 s + 600 s restart  10 s; full the same
    void levelsOfAutomation() {
        Project project = oneTraining();
        double noticedS = 0.0;
        QVERIFY(std::abs(interruptedAfter(project, "manual", &noticedS) - 2400.0) < 1e-6);
        QVERIFY(std::abs(noticedS - 1200.0) < 1e-6);
        QVERIFY(std::abs(interruptedAfter(project, "alarms", &noticedS) - 610.0) < 1e-6);
        QVERIFY(std::abs(noticedS - 10.0) < 1e-6);
        QVERIFY(std::abs(interruptedAfter(project, "restart") - 10.0) < 1e-6);
        QVERIFY(std::abs(interruptedAfter(project, "full") - 10.0) < 1e-6);
        // Without inspection: time-out; "restart" needs a person to localise, "full" does not.
        set(project, "failures", "fast_detection", false);
        QVERIFY(std::abs(interruptedAfter(project, "restart") - 2400.0) < 1e-6);
        QVERIFY(std::abs(interruptedAfter(project, "full") - 1800.0) < 1e-6);
    }

    // One accelerator at half speed: the others wait for it. The slowest-device term of the step is
    // the clock, so the job goes as one whose accelerators all have half the clock: slower than
    // before, not slower than half.
    void failSlowSlowsTheWholeJob() {
        Project project = oneTraining();
        auto s = simulator(project);
        run(*s, 1800.0);
        const double before = job(*s, 0).rate;
        PlantOrder order = onFirstServer(*s, DrillAction::Degrade, 600.0, 0.5);
        order.level = BlockPart::Accelerator;
        order.instance = (order.instance - 1) * 8 + 3;
        s->operate(order);
        QVERIFY(job(*s, 0).rate < 0.75 * before);
        QVERIFY(job(*s, 0).rate >= 0.499 * before);
        QVERIFY(job(*s, 0).clock == 0.5);
        const std::string why = s->frame()->jobs.front().why;
        QVERIFY2(why.find("Slowed by") == 0 && why.find("50 %") != std::string::npos, why.c_str());
        // After its 600 s it is as before, and nothing was lost.
        run(*s, 2430.0);
        QVERIFY(std::abs(job(*s, 0).rate / before - 1.0) < 0.01);
        QVERIFY(job(*s, 0).lostS == 0.0);
        QVERIFY(s->state().faults.open.empty());
    }

    // What only slows is found after the time of its kind (straggler: 86,400 s) and drained: the
    // job writes a checkpoint before it leaves, so that no work is lost.
    void slowServerIsDrainedWithoutLoss() {
        Project project = oneTraining();
        auto s = simulator(project);
        run(*s, 1800.0);
        s->operate(onFirstServer(*s, DrillAction::Degrade));
        set(project, "failures", "enabled", false);
        run(*s, 1800.0 + 86400.0 + 1800.0);
        const Job& j = job(*s, 0);
        QCOMPARE(j.restarts, 1);
        QVERIFY(j.lostS == 0.0);
        QVERIFY(j.stalledS > 0.0);
        QVERIFY(j.hungS == 0.0);
        QVERIFY(s->state().faults.open.front().outS > 1800.0 + 86400.0);
        QVERIFY(j.state == JobState::Running && j.clock > 0.99);
        QVERIFY(std::abs(heldS(j) / (256 * j.sinceS) - 1.0) < 1e-9);
    }

    // A server that is down a fifth of the time for 60 s each: every 300 s its job hangs and starts
    // anew; at the third time (2 x 300 s after the first) it is the culprit and taken out.
    void flappingServerIsTakenOutAtTheThird() {
        Project project = oneTraining();
        auto s = simulator(project);
        run(*s, 1800.0);
        s->operate(onFirstServer(*s, DrillAction::Flap, kForGood, 0.2));
        const int server = s->state().faults.open.front().server;
        run(*s, 1800.0 + 585.0);
        QVERIFY(s->state().serverDown[static_cast<std::size_t>(server)] == 0);
        QCOMPARE(s->state().faults.open.front().repeats, 2);
        run(*s, 1800.0 + 600.0 + 75.0);
        QVERIFY(s->state().serverDown[static_cast<std::size_t>(server)] != 0);
        QVERIFY(job(*s, 0).restarts >= 1);
        QVERIFY(std::abs(accounted(job(*s, 0), s->timeS()) / (256 * s->timeS()) - 1.0) < 0.01);
    }

    // Put right after 5 s, before anybody noticed (10 s): the collectives of the job do not come
    // back; it is ended at 10 s, and the server is in service again at once.
    void shortFailureStillEndsTheJob() {
        Project project = oneTraining();
        auto s = simulator(project);
        run(*s, 1800.0);
        s->operate(onFirstServer(*s, DrillAction::Fail, 5.0));
        const int server = s->state().faults.open.front().server;
        run(*s, 1815.0);
        QCOMPARE(job(*s, 0).restarts, 1);
        QVERIFY(std::abs(job(*s, 0).hungS - 2560.0) < 1e-6);
        QVERIFY(s->state().faults.open.empty());
        QVERIFY(s->state().serverDown[static_cast<std::size_t>(server)] == 0);
    }

    // All 1,024 accelerators (less none) in use, no spare. A failed server: a rigid job waits for
    // the repair; an elastic one continues with 127 of 128 copies of 8, after its restart, and grows
    // back.
    void elasticAgainstRestart() {
        Project project = oneTraining(1024);
        set(project, "llama", "smallest_pct", 50.0);
        auto rigid = simulator(project);
        set(project, "failures", "elastic_shrink", true);
        auto elastic = simulator(project);
        for (auto* s : {rigid.get(), elastic.get()}) {
            run(*s, 1800.0);
            s->operate(onFirstServer(*s, DrillAction::Fail, 7200.0));
            run(*s, 5400.0);
        }
        QVERIFY(job(*rigid, 0).state == JobState::Queued);
        QVERIFY(job(*elastic, 0).state == JobState::Running);
        QCOMPARE(job(*elastic, 0).accelerators, 1016);
        QVERIFY(elastic->summary().sums[Sum::Tokens] > rigid->summary().sums[Sum::Tokens]);
        QCOMPARE(elastic->summary().faults.shrunk, std::int64_t{1});
        for (auto* s : {rigid.get(), elastic.get()}) {
            run(*s, 10800.0);
            QVERIFY(job(*s, 0).state == JobState::Running);
            QCOMPARE(job(*s, 0).accelerators, 1024);
        }
    }

    // Announced failures that are acted on do not come: of the fail-stops that strike without that,
    // those that were averted are missing (give or take those that a server away for another reason
    // was spared), and the jobs that left for them lost nothing.
    void precursorsAreDrained() {
        Project project = oneTraining();
        set(project, "failures", "enabled", true);
        set(project, "failures", "rate_factor", 100.0);
        RunOptions options;
        options.stepS = 300.0;
        auto without = simulator(project, options);
        set(project, "failures", "replace_on_precursor", true);
        auto with = simulator(project, options);
        const double untilS = 15 * 86400.0;
        run(*without, untilS);
        const auto events = runAll(*with, untilS);
        const FaultFigures a = without->summary().faults, b = with->summary().faults;
        QCOMPARE(a.averted, std::int64_t{0});
        QVERIFY2(b.averted > 0, "nothing was announced");
        QVERIFY(b.kinds.at("fail_stop").struck < a.kinds.at("fail_stop").struck);
        int drained = 0;
        for (const Event& e : events) {
            drained += e.kind == EventKind::JobInterrupted &&
                               e.text.find("nothing is lost") != std::string::npos
                           ? 1
                           : 0;
        }
        QVERIFY(drained > 0);
        // What the job held is the sum of its accounts: its spans in the run, waiting left out.
        const Job& j = job(*with, 0);
        const double waitedS = j.queuedS + (j.state == JobState::Queued ? untilS - j.queueS : 0.0);
        QVERIFY(std::abs(accounted(j, untilS) / (256 * (untilS - waitedS)) - 1.0) < 1e-9);
    }

    // Two faults of the same server within the window make it a lemon; by hand, so that no crew
    // comes: what is marked is marked.
    void lemonsAreMarked() {
        Project project = oneTraining();
        set(project, "failures", "lemon_faults", std::int64_t{2});
        auto s = simulator(project);
        run(*s, 900.0);
        const PlantOrder order = onFirstServer(*s, DrillAction::Fail, 1200.0);
        s->operate(order);
        run(*s, 2400.0);
        QCOMPARE(s->summary().faults.lemons, std::int64_t{0});
        s->operate(order);
        run(*s, 2700.0);
        QCOMPARE(s->summary().faults.lemons, std::int64_t{1});
        QCOMPARE(s->state().faults.repeated.size(), std::size_t{1});
    }

    // Snapshot in the middle of a fault: what follows is the same, bit by bit; and twice the same
    // run is the same.
    void snapshotInTheMiddle() {
        Project project = oneTraining();
        set(project, "failures", "enabled", true);
        set(project, "failures", "rate_factor", 30.0);
        set(project, "failures", "automation", std::string{"alarms"});
        auto a = simulator(project);
        auto b = simulator(project);
        for (auto* s : {a.get(), b.get()}) {
            run(*s, 1800.0);
            s->operate(onFirstServer(*s, DrillAction::Fail));
            s->operate(onFirstServer(*s, DrillAction::Degrade, 5000.0, 0.7));
            run(*s, 2100.0);
        }
        QCOMPARE(a->stateHash(), b->stateHash());
        const auto bytes = a->saveState();
        auto c = simulator(project);
        QVERIFY(c->loadState(bytes).has_value());
        run(*a, 7200.0);
        run(*c, 7200.0);
        QCOMPARE(a->stateHash(), c->stateHash());
    }
};

HEADROOM_TEST(TestFaultStages)
}  // namespace tst_fault_stages

#include "tst_fault_stages.moc"
