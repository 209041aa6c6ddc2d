// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/replay.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <numeric>

namespace tst_replay {

using namespace headroom::engine;

namespace {

TraceJob job(double submitS, double durationS, int accelerators, const char* tenant = "") {
    TraceJob made;
    made.submitS = submitS;
    made.durationS = durationS;
    made.accelerators = accelerators;
    made.tenant = tenant;
    return made;
}

ReplayOutcome run(const std::vector<TraceJob>& trace, int accelerators, const char* policy,
                  const ReplayOptions& options = {}) {
    const auto named = namedPolicy(policy);
    Q_ASSERT(named);
    auto out = replay(trace, named->spec, {{"", accelerators, 1.0, 0.0}}, options);
    Q_ASSERT(out);
    return std::move(*out);
}

std::vector<double> starts(const ReplayOutcome& out) {
    std::vector<double> s;
    for (const JobOutcome& j : out.jobs) {
        s.push_back(j.firstStartS);
    }
    return s;
}

std::vector<double> ends(const ReplayOutcome& out) {
    std::vector<double> s;
    for (const JobOutcome& j : out.jobs) {
        s.push_back(j.endS);
    }
    return s;
}

/// A mixed trace for conservation.
std::vector<TraceJob> mixed(int jobs) {
    std::vector<TraceJob> trace;
    for (int i = 0; i < jobs; ++i) {
        trace.push_back(
            job(7.0 * i, 20.0 + (i * 37) % 211, 1 << (i * 5 % 4), i % 3 == 0 ? "a" : "b"));
    }
    return trace;
}

}  // namespace

class TestReplay : public QObject {
    Q_OBJECT

  private slots:
    void fifoBlocksBehindItsHead();
    void shortestFirst();
    void easyDoesNotDelayTheHead();
    void conservativeDelaysNobody();
    void priorityTakesTheWholeGangOrNothing();
    void priorityTakesFromWhoLosesLeast();
    void shortestRemaining();
    void leastAttained();
    void fairShareFollowsUsage();
    void elasticShrinksAndGrows();
    void deferralWaitsForTheSignalAndNoLonger();
    void kindsByCost();
    void allWorkIsDone_data();
    void allWorkIsDone();
    void badInput();
    void metrics();
};

// 4 accelerators. A: 4 for 10 s. B: 4 for 10 s at 1. C: 1 for 1 s at 2: nothing is free before 10,
// and B is before it: starts 0, 10, 20.
void TestReplay::fifoBlocksBehindItsHead() {
    const std::vector<TraceJob> trace = {job(0, 10, 4), job(1, 10, 4), job(2, 1, 1)};
    QCOMPARE(starts(run(trace, 4, "fifo")), (std::vector<double>{0, 10, 20}));
    // 3 for A leave one free, but the head B asks for 4 and blocks.
    const std::vector<TraceJob> three = {job(0, 10, 3), job(1, 10, 4), job(2, 1, 1)};
    QCOMPARE(starts(run(three, 4, "fifo")), (std::vector<double>{0, 10, 20}));
}

// At 10 the shorter of the two that wait goes first.
void TestReplay::shortestFirst() {
    const std::vector<TraceJob> trace = {job(0, 10, 4), job(1, 10, 4), job(2, 5, 4)};
    QCOMPARE(starts(run(trace, 4, "sjf")), (std::vector<double>{0, 15, 10}));
}

// 3 of 4 run until 10; the head asks for 4 and is promised 10. C (1 for 8 s at 2) ends at 10: it
// passes. D (1 for 9 s at 2) would end at 11: it waits behind the head, which ends at 20.
void TestReplay::easyDoesNotDelayTheHead() {
    const std::vector<TraceJob> fits = {job(0, 10, 3), job(1, 10, 4), job(2, 8, 1)};
    QCOMPARE(starts(run(fits, 4, "easy")), (std::vector<double>{0, 10, 2}));
    const std::vector<TraceJob> longer = {job(0, 10, 3), job(1, 10, 4), job(2, 9, 1)};
    QCOMPARE(starts(run(longer, 4, "easy")), (std::vector<double>{0, 10, 20}));
    // Beside a head of 3 one accelerator is left over at 10: the long one may have it.
    const std::vector<TraceJob> beside = {job(0, 10, 3), job(1, 10, 3), job(2, 99, 1)};
    QCOMPARE(starts(run(beside, 4, "easy")), (std::vector<double>{0, 10, 2}));
}

// 2 of 4 run until 10. B asks for 4 (promised 10..20), C for 2 for 20 s (promised 20..40). D asks
// for 2 for 10 s at 3: 3..10 is too short, so 20: beside C. Under EASY the same, but with D of 1
// for 30 s at 3 EASY lets nothing through either, as it would delay B. What differs: E, 2 for 7 s,
// ends at 10 and passes both ways.
void TestReplay::conservativeDelaysNobody() {
    const std::vector<TraceJob> trace = {job(0, 10, 2), job(1, 10, 4), job(2, 20, 2), job(3, 10, 2),
                                         job(3, 7, 2)};
    QCOMPARE(starts(run(trace, 4, "conservative")), (std::vector<double>{0, 10, 20, 20, 3}));
}

// Priorities 0, 0, 1. 4 accelerators hold two jobs of 2. One of 4 with priority 1 takes both; were
// one of them of priority 1 too, it would take none.
void TestReplay::priorityTakesTheWholeGangOrNothing() {
    const std::vector<TraceJob> trace = {job(0, 100, 2), job(0, 100, 2), job(10, 20, 4)};
    ReplayOptions options;
    options.checkpointS = 0.0;
    options.priorities = {0, 0, 1};
    const ReplayOutcome all = run(trace, 4, "priority", options);
    QCOMPARE(starts(all), (std::vector<double>{0, 0, 10}));
    QCOMPARE(ends(all), (std::vector<double>{120, 120, 30}));
    QCOMPARE(all.metrics.preemptions, 2);
    options.priorities = {1, 0, 1};
    const ReplayOutcome none = run(trace, 4, "priority", options);
    QCOMPARE(starts(none), (std::vector<double>{0, 0, 100}));
    QCOMPARE(none.metrics.preemptions, 0);
}

// Checkpoints every 30 s: at 65 the job of 0 has lost 5 s of work, that of 20 has lost 15 s. The
// one needs 2 accelerators: the first goes, keeps 60 s, and has 40 left from 75 on, and 10 s to
// restart.
void TestReplay::priorityTakesFromWhoLosesLeast() {
    const std::vector<TraceJob> trace = {job(0, 100, 2), job(20, 100, 2), job(65, 10, 2)};
    ReplayOptions options;
    options.checkpointS = 30.0;
    options.restartS = 10.0;
    options.priorities = {0, 0, 1};
    const ReplayOutcome out = run(trace, 4, "priority", options);
    QCOMPARE(ends(out), (std::vector<double>{75 + 10 + 40, 120, 75}));
    QCOMPARE(out.jobs[0].lostS, (5.0 + 10.0) * 2);
}

// At 10 the running job has 90 s left, the new one needs 20: it goes first; nothing is lost.
void TestReplay::shortestRemaining() {
    ReplayOptions options;
    options.checkpointS = 0.0;
    const std::vector<TraceJob> trace = {job(0, 100, 1), job(10, 20, 1), job(15, 18, 1)};
    const ReplayOutcome out = run(trace, 1, "srtf", options);
    // The third has more than the 15 s that the second still needs: it waits until 30.
    QCOMPARE(ends(out), (std::vector<double>{138, 30, 48}));
}

// One accelerator, queues at 1 and 16 accelerator hours. The first runs alone, is in the second
// queue at 3600 s; a new one at 4000 s takes it away at once, runs its hour, and then both are in
// the second queue, where the earlier submission goes first and stays.
void TestReplay::leastAttained() {
    ReplayOptions options;
    options.checkpointS = 0.0;
    const std::vector<TraceJob> trace = {job(0, 7200, 1), job(4000, 5000, 1)};
    const ReplayOutcome out = run(trace, 1, "las", options);
    QCOMPARE(out.jobs[1].firstStartS, 4000.0);
    // 3600 s later it falls into the queue of the first, which does not take it back.
    QCOMPARE(ends(out), (std::vector<double>{9000 + 3200, 9000}));
}

// Tenant a has used the pool for 100 s when at 100 one job of each waits: that of b goes first,
// though it came later.
void TestReplay::fairShareFollowsUsage() {
    const std::vector<TraceJob> trace = {job(0, 100, 4, "a"), job(1, 10, 4, "a"),
                                         job(2, 10, 4, "b")};
    QCOMPARE(starts(run(trace, 4, "fair-share")), (std::vector<double>{0, 110, 100}));
}

// 4 accelerators, both ask for 4 and can do with 2; speed-up is linear. The first starts with 4 at
// 0. The round at 0 is over; the next is at 300: the first has 300 of its 600 s left, shrinks to 2
// and needs 600 s more; the second starts with 2. At 900 the first ends; the second has 300 of its
// 600 s left and grows to 4 in the round at 900.
void TestReplay::elasticShrinksAndGrows() {
    ReplayOptions options;
    options.leastShare = 0.5;
    const std::vector<TraceJob> trace = {job(0, 600, 4), job(10, 600, 4)};
    const ReplayOutcome out = run(trace, 4, "elastic", options);
    QCOMPARE(starts(out), (std::vector<double>{0, 300}));
    QCOMPARE(ends(out), (std::vector<double>{900, 1200}));
    QCOMPARE(out.metrics.resizes, 2);
}

// The price is 2 in the first hour and 1 in the second, 2 again in the third; a job of half an hour
// waits for the second. One whose longest wait is 20 minutes starts then.
void TestReplay::deferralWaitsForTheSignalAndNoLonger() {
    SchedulerSpec spec;
    spec.policy.deferral = headroom::models::DeferralSignal::Price;
    spec.policy.deferralThreshold = 1.0;
    spec.policy.maximumDelayS = 5.0 * 3600.0;
    ReplayOptions options;
    options.signal = {2.0, 1.0, 2.0};
    const std::vector<TraceJob> trace = {job(0, 1800, 1), job(60, 1800, 1)};
    const std::vector<ReplayPool> pool = {{"", 4, 1.0, 0.0}};
    auto out = replay(trace, spec, pool, options);
    QVERIFY(out.has_value());
    QCOMPARE(starts(*out), (std::vector<double>{3600, 3600}));
    spec.policy.maximumDelayS = 1200.0;
    out = replay(trace, spec, pool, options);
    QCOMPARE(starts(*out), (std::vector<double>{1200, 1260}));
    // A deadline of 1.5 times the run time leaves 900 s.
    options.deadlineFactor = 1.5;
    out = replay(trace, spec, pool, options);
    QCOMPARE(starts(*out), (std::vector<double>{900, 960}));
    QCOMPARE(out->metrics.deadlinesMet, 1.0);
}

// Twice the speed for three times the price: the slow kind is cheaper, 3 USD against 4.5 for 100 s.
// Behind 300 s of work on 1 accelerator waiting counts: 400 s at 0.03 against 50 s at 0.09.
void TestReplay::kindsByCost() {
    std::vector<PoolOffer> pools = {{1, 1, 1.0, 0.03, 0.0}, {1, 1, 2.0, 0.09, 0.0}};
    QCOMPARE(choosePool(pools, 1, 100.0, kNoTime), 0);
    pools[0].free = 0;
    pools[0].workS = 300.0;
    QCOMPARE(choosePool(pools, 1, 100.0, kNoTime), 1);
    pools[0] = {1, 1, 1.0, 0.03, 0.0};
    QCOMPARE(choosePool(pools, 1, 100.0, 60.0), 1);  // only the fast one is in time
    QCOMPARE(choosePool(pools, 2, 100.0, kNoTime), -1);
    const std::vector<TraceJob> trace = {job(0, 100, 1), job(0, 100, 1)};
    const auto out = replay(trace, {}, {{"slow", 1, 1.0, 0.03}, {"fast", 1, 2.0, 0.09}});
    QVERIFY(out.has_value());
    // The second would wait 100 s for the slow one: 200 s at 0.03 against 50 s at 0.09.
    QCOMPARE(ends(*out), (std::vector<double>{100, 50}));
    QCOMPARE(out->metrics.costUsd, 3.0 + 4.5);
}

void TestReplay::allWorkIsDone_data() {
    QTest::addColumn<QString>("policy");
    for (const std::string& name : policyNames()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

// Whatever the order: every job ends, none before it came and ran; accelerator time held is the
// work plus what was lost (elastic jobs apart, whose speed-up is linear here: the same).
void TestReplay::allWorkIsDone() {
    QFETCH(QString, policy);
    const std::vector<TraceJob> trace = mixed(400);
    ReplayOptions options;
    options.checkpointS = 25.0;
    options.restartS = 5.0;
    options.leastShare = 0.5;
    options.mostFactor = 2.0;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        options.priorities.push_back(static_cast<int>(i % 3));
    }
    const ReplayOutcome out = run(trace, 16, policy.toUtf8().constData(), options);
    QCOMPARE(out.metrics.completed, 400);
    double work = 0.0, lost = 0.0;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const JobOutcome& j = out.jobs[i];
        QVERIFY(j.firstStartS >= j.submitS);
        const double least = policy == "elastic" ? j.runS / 2.0 : j.runS;
        QVERIFY(j.endS - j.firstStartS >= least - 1e-6);
        work += trace[i].durationS * trace[i].accelerators;
        lost += j.lostS;
    }
    const double capacityS = out.metrics.makespanS * 16;
    QVERIFY(std::abs(out.metrics.utilization * capacityS - (work + lost)) < 1e-6 * work);
    QVERIFY(std::abs(out.metrics.goodput * capacityS - work) < 1e-6 * work);
    const ReplayOutcome again = run(trace, 16, policy.toUtf8().constData(), options);
    QCOMPARE(ends(again), ends(out));
}

void TestReplay::badInput() {
    QCOMPARE(namedPolicy("sfj").error().code, std::string("SCH-001"));
    const auto none = replay({job(0, 1, 1)}, {}, {});
    QCOMPARE(none.error().code, std::string("SCH-002"));
    QVERIFY(!replay({job(0, 1, 1)}, {}, {{"", 0, 1.0, 0.0}}));
    QVERIFY(!replay({job(0, 1, 1)}, {}, {{"", 4, -1.0, 0.0}}));
    const auto empty = replay({}, {}, {{"", 4, 1.0, 0.0}});
    QVERIFY(empty && empty->metrics.completed == 0);
    // Larger than the pool: refused, and nobody waits behind it.
    const ReplayOutcome out = run({job(0, 10, 9), job(1, 10, 4)}, 4, "fifo");
    QCOMPARE(out.metrics.refused, 1);
    QCOMPARE(out.jobs[1].firstStartS, 1.0);
    const std::atomic<bool> cancel = true;
    const auto named = namedPolicy("fifo");
    const auto rows = comparePolicies(mixed(50), 8, {*named, *named}, {}, &cancel);
    QVERIFY(rows && rows->size() == 1 && rows->front().metrics.cancelled);
}

// Two jobs on one accelerator: jct 10 and 19, waits 0 and 9, slowdowns 1 and 1.9. Of two tenants'
// slowdowns Jain's index is 2.9^2 / (2 (1 + 3.61)).
void TestReplay::metrics() {
    const ReplayOutcome out = run({job(0, 10, 1, "a"), job(1, 10, 1, "b")}, 1, "fifo");
    QCOMPARE(out.metrics.meanJctS, 14.5);
    QCOMPARE(out.metrics.meanWaitS, 4.5);
    QCOMPARE(out.metrics.boundedSlowdown, 1.45);
    QCOMPARE(out.metrics.utilization, 1.0);
    QCOMPARE(out.metrics.makespanS, 20.0);
    QCOMPARE(out.metrics.fairness, 2.9 * 2.9 / (2.0 * (1.0 + 1.9 * 1.9)));
    QCOMPARE(jainIndex({}), 1.0);
    QCOMPARE(jainIndex({1.0, 0.0, 0.0, 0.0}), 0.25);
}

HEADROOM_TEST(TestReplay)
}  // namespace tst_replay

#include "tst_replay.moc"
