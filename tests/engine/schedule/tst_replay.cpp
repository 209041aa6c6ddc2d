// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/replay.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

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
    void breaksMustPay_data();
    void breaksMustPay();
    void breakOfAGangLetsManyIn();
    void costlyBreaksAreNoWorseThanNone_data();
    void costlyBreaksAreNoWorseThanNone();
    void oneInstantFreesAllPlaces();
    void schedulersSeeWhatOwnersAsk();
    void traceHasPrioritiesAndDeadlines();
    void progressIsReported();
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
// for 2 for 10 s at 3: 3..10 is too short, so 20: next to C. Under EASY the same, but with D of 1
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

void TestReplay::breaksMustPay_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<double>("restartS");
    QTest::addColumn<bool>("breaks");
    QTest::newRow("srtf") << "srtf" << 60.0 << true;
    QTest::newRow("srtf, dear") << "srtf" << 100.0 << false;
    QTest::newRow("las") << "las" << 60.0 << true;
    QTest::newRow("las, dear") << "las" << 3000.0 << false;
    QTest::newRow("elastic") << "elastic" << 60.0 << true;
    QTest::newRow("elastic, dear") << "elastic" << 300.0 << false;
}

// SRTF: at 100 the job of 4 has 200 s left, one of 20 s comes. It saves 200 s of waiting and delays the
// other by 20 s; a break costs restart x (1 + 4 x 1 / 4), twice the restart: 120 of 180 s pays, 200 does not.
// LAS: a job of 2 h has run for 4,000 s (second queue) when one of 1 h comes: 4,000 s against twice 60, or
// twice 3,000. Nothing has ended, so the first is expected to run as long again, and the second to end at once.
// Elastic: as elasticShrinksAndGrows(): at 300 the second job saves 300 s of waiting, the first
// shrinks for twice 60, or twice 300.
void TestReplay::breaksMustPay() {
    QFETCH(QString, policy);
    QFETCH(double, restartS);
    QFETCH(bool, breaks);
    ReplayOptions options;
    options.checkpointS = 0.0;
    options.restartS = restartS;
    options.leastShare = 0.5;
    const std::vector<TraceJob> trace =
        policy == "srtf"  ? std::vector<TraceJob>{job(0, 300, 4), job(100, 20, 4)}
        : policy == "las" ? std::vector<TraceJob>{job(0, 7200, 4), job(4000, 3600, 4)}
                          : std::vector<TraceJob>{job(0, 600, 4), job(10, 600, 4)};
    const ReplayOutcome out = run(trace, 4, policy.toUtf8().constData(), options);
    QCOMPARE(out.metrics.preemptions + out.metrics.resizes > 0, breaks);
    QCOMPARE(out.metrics.lostS > 0.0, breaks);
}

// LAS, 16 accelerators: a gang of 16 has run for 4,500 s when 20 jobs of one accelerator and a minute come. A break
// costs 300 s of restart and 900 s since the checkpoint at 3,600 s, times 1 + 20 jobs that it holds up: 25,200 s. It
// saves 4,500 s (the gang's expected rest) for the first job and for 15 sixteenths of the 20: 88,875 s. So the gang
// yields at once: 16 jobs end at 4,560 s, four at 4,620 s. It paid no break for one job alone before: all would have waited.
void TestReplay::breakOfAGangLetsManyIn() {
    ReplayOptions options;
    options.checkpointS = 1800.0;
    options.restartS = 300.0;
    std::vector<TraceJob> trace = {job(0, 360000, 16)};
    trace.insert(trace.end(), 20, job(4500, 60, 1));
    const ReplayOutcome out = run(trace, 16, "las", options);
    const std::vector<double> end = ends(out);
    QCOMPARE(*std::max_element(end.begin() + 1, end.end()), 4620.0);
    QCOMPARE(std::count(end.begin() + 1, end.end(), 4560.0), 16);
    QCOMPARE(out.metrics.preemptions, 1);
}

void TestReplay::costlyBreaksAreNoWorseThanNone_data() {
    QTest::addColumn<double>("medianS");
    QTest::addColumn<double>("spread");
    QTest::addColumn<double>("load");
    QTest::addColumn<bool>("gangs");
    for (const double medianS : {120.0, 660.0, 7200.0}) {
        for (const double load : {0.5, 0.81, 0.95}) {
            QTest::addRow("median %g s, load %g", medianS, load) << medianS << 1.2 << load << true;
        }
    }
    for (const double spread : {0.0, 0.5, 1.0, 1.5}) {
        for (const double load : {0.9, 0.95}) {
            QTest::addRow("one size, spread %g, load %g", spread, load)
                << 660.0 << spread << load << false;
        }
    }
}

// Log-normal run times on 64 accelerators, arrivals as a Poisson stream; every break costs 5 min and up to
// 30 min of work. No policy that may break jobs off waits longer than FIFO, which never does. Of jobs of one size one
// ends every few seconds: there is hardly a wait to save, whatever the spread of run times.
void TestReplay::costlyBreaksAreNoWorseThanNone() {
    QFETCH(double, medianS);
    QFETCH(double, spread);
    QFETCH(double, load);
    QFETCH(bool, gangs);
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    std::discrete_distribution<int> size({50, 15, 15, 12, 6, 2});
    std::vector<TraceJob> trace;
    double work = 0.0;
    for (int i = 0; i < 3000; ++i) {
        const double runS = medianS * std::exp(spread * normal(random));
        trace.push_back(job(0.0, std::max(10.0, std::round(runS)), gangs ? 1 << size(random) : 1));
        work += trace.back().durationS * trace.back().accelerators;
    }
    std::exponential_distribution<double> gapS(3000.0 * 64.0 * load / work);
    double nowS = 0.0;
    for (TraceJob& j : trace) {
        j.submitS = nowS += gapS(random);
    }
    ReplayOptions options;
    options.checkpointS = 1800.0;
    options.restartS = 300.0;
    options.leastShare = 0.5;
    options.mostFactor = 2.0;
    options.contention = 0.01;
    const ScheduleMetrics fifo = run(trace, 64, "fifo", options).metrics;
    const std::vector<const char*> policies =
        gangs ? std::vector{"srtf", "las", "elastic"} : std::vector{"srtf", "las"};
    for (const char* policy : policies) {
        const ScheduleMetrics m = run(trace, 64, policy, options).metrics;
        QCOMPARE(m.completed, 3000);
        QVERIFY2(m.meanWaitS <= fifo.meanWaitS && m.meanJctS <= fifo.meanJctS, policy);
    }
}

// Four accelerators, EASY. Jobs of 3 and 1 end at 100 together: the two of 2 that stand next start then,
// and the short one of 1 behind them, which fits next to one of them alone, does not pass. Times whose sums
// round differently (0.1 + 0.2 and 0.3) are one instant too.
void TestReplay::oneInstantFreesAllPlaces() {
    for (const double shiftS : {0.0, 0.1}) {
        const double firstS = 100.0 + (shiftS > 0.0 ? 0.3 - shiftS : 0.0);
        const std::vector<TraceJob> trace = {job(0, 100.0 + (shiftS > 0.0 ? 0.3 : 0.0), 3),
                                             job(shiftS, firstS, 1), job(1, 50, 2), job(1, 50, 2),
                                             job(1, 40, 1)};
        const std::vector<double> s = starts(run(trace, 4, "easy"));
        QCOMPARE(s[2], s[3]);
        QVERIFY(std::abs(s[2] - trace[0].durationS) < 1e-9);
        QVERIFY(s[4] >= s[2] + 49.0);
    }
}

// Two run until 100, as their owners asked; one that runs 10 s, and is asked 200 s for, would reach into the
// head's start: EASY lets it pass by its true time alone. A factor for all overrules the owners.
void TestReplay::schedulersSeeWhatOwnersAsk() {
    std::vector<TraceJob> trace = {job(0, 100, 3), job(1, 100, 4), job(2, 10, 1)};
    QCOMPARE(starts(run(trace, 4, "easy"))[2], 2.0);
    trace[0].requestedS = 100.0;
    trace[2].requestedS = 200.0;
    QCOMPARE(starts(run(trace, 4, "easy"))[2], 200.0);
    ReplayOptions options;
    options.requestedTimes = false;
    QCOMPARE(starts(run(trace, 4, "easy", options))[2], 2.0);
}

// What a trace says of priorities and deadlines counts where nothing else is stated.
void TestReplay::traceHasPrioritiesAndDeadlines() {
    std::vector<TraceJob> trace = {job(0, 100, 4), job(1, 10, 4), job(2, 10, 4)};
    trace[2].priority = 1;
    trace[1].deadlineS = 50.0;
    trace[2].deadlineS = 200.0;
    const ReplayOutcome out = run(trace, 4, "priority", {});
    QVERIFY(out.jobs[2].firstStartS < out.jobs[1].firstStartS);
    QCOMPARE(out.metrics.deadlines, 2);
    QCOMPARE(out.metrics.deadlinesMet, 0.5);
}

// Shares rise from policy to policy, and an interrupted comparison ends with the row that it interrupted.
void TestReplay::progressIsReported() {
    const auto fifo = namedPolicy("fifo"), easy = namedPolicy("easy");
    std::vector<std::string> policies;
    double last = 0.0;
    std::atomic<bool> cancel = false;
    const auto report = [&](const std::string& policy, double done) {
        QVERIFY(done > 0.0 && done <= 1.0);
        QVERIFY(policies.empty() || policies.back() != policy || done > last);
        last = done;
        policies.push_back(policy);
        cancel = policy == "easy";
    };
    const auto rows = comparePolicies(mixed(2000), 8, {*fifo, *easy, *fifo}, {}, &cancel, report);
    QVERIFY(rows && rows->size() == 2);
    QVERIFY(policies.size() > 2 && policies.front() == "fifo" && policies.back() == "easy");
    QVERIFY(!rows->front().metrics.cancelled && rows->back().metrics.cancelled);
    QVERIFY(rows->back().metrics.completed < 2000);
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
