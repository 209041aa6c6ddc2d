// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/scheduler.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <map>

namespace tst_scheduler_core {

using namespace headroom::engine;
namespace models = headroom::models;

namespace {

/// Accelerators that have a place for everybody, or for nobody where `full`.
class Counted : public Cluster {
  public:
    bool start(std::int32_t job, std::int32_t count, double) override {
        if (full) {
            return false;
        }
        held[job] = count;
        return true;
    }

    double preempt(std::int32_t job, models::PreemptionMode, double) override {
        held.erase(job);
        return kept;
    }

    bool resize(std::int32_t job, std::int32_t count, double) override {
        held[job] = count;
        return true;
    }

    bool wouldFit(std::int32_t, std::span<const std::int32_t>) const override { return !full; }

    std::map<std::int32_t, std::int32_t> held;
    double kept = 0.0;
    bool full = false;
};

ScheduledJob asks(int accelerators, double runS = 100.0, int tenant = -1, int priority = 0) {
    ScheduledJob j;
    j.accelerators = accelerators;
    j.runS = runS;
    j.tenant = tenant;
    j.priority = priority;
    return j;
}

struct Fixture {
    SchedulerSpec spec;
    SchedulerState state;
    Counted cluster;

    std::unique_ptr<Scheduler> make(int accelerators, int spares = 0) {
        auto s = std::make_unique<Scheduler>(spec, state, cluster);
        s->init(accelerators, spares);
        return s;
    }

    bool runs(int job) const { return cluster.held.contains(job); }
};

models::TenantSpec tenant(double quota, const char* cohort = "", double borrows = NAN) {
    models::TenantSpec t;
    t.quota = quota;
    t.cohort = cohort;
    t.borrowingLimit = borrows;
    return t;
}

}  // namespace

class TestSchedulerCore : public QObject {
    Q_OBJECT

  private slots:
    void quotasBorrowingAndReclaim();
    void borrowingLimit();
    void reservationsInTime();
    void sparesAreForTheInterrupted();
    void minimumRun();
    void gangsThatFindNoPlace();
    void heldByHand();
    void killedInLine();
    void snapshotGoesOnAlike();
};

// Pool of 8, quotas 4 and 4 in one cohort. a takes 8: 4 of them borrowed. Then b asks for 4:
// without preemption it waits; with it the youngest of a goes, and a stays within its quota.
void TestSchedulerCore::quotasBorrowingAndReclaim() {
    for (const bool preemption : {false, true}) {
        Fixture f;
        f.spec.tenants = {tenant(4, "one"), tenant(4, "one")};
        f.spec.policy.preemption = preemption;
        const auto s = f.make(8);
        s->submit(0, asks(4, 100, 0), 0.0);
        s->submit(1, asks(4, 100, 0), 0.0);
        s->decide(0.0);
        QVERIFY(f.runs(0) && f.runs(1));
        s->submit(2, asks(4, 100, 1), 10.0);
        s->decide(10.0);
        QCOMPARE(f.runs(2), preemption);
        QCOMPARE(f.cluster.held.size(), std::size_t{2});
        QCOMPARE(f.state.tenants[0].used, preemption ? 4 : 8);
        QCOMPARE(f.state.freeAccelerators, 0);
        // b does not get more than its own by force.
        s->submit(3, asks(4, 100, 1), 11.0);
        s->decide(11.0);
        QVERIFY(!f.runs(3));
    }
    // Without a cohort nobody lends: the second job of a waits though half of the pool is free,
    // and does not hold up b behind it.
    Fixture f;
    f.spec.tenants = {tenant(4), tenant(4)};
    const auto s = f.make(8);
    for (int job = 0; job < 2; ++job) {
        s->submit(job, asks(4, 100, 0), 0.0);
    }
    s->submit(2, asks(4, 100, 1), 0.0);
    s->decide(0.0);
    QVERIFY(f.runs(0) && !f.runs(1) && f.runs(2));
}

void TestSchedulerCore::borrowingLimit() {
    Fixture f;
    f.spec.tenants = {tenant(4, "one", 2), tenant(4, "one")};
    const auto s = f.make(8);
    for (int job = 0; job < 3; ++job) {
        s->submit(job, asks(2, 100, 0), 0.0);
    }
    s->submit(3, asks(1, 100, 0), 0.0);
    s->decide(0.0);
    QVERIFY(f.runs(0) && f.runs(1) && f.runs(2) && !f.runs(3));
}

// All 8 are set aside from 100 to 200 for nobody. A job of 100 s may start at 0, not at 1; one that
// starts at 200 does so when asked then, and wakeS says so.
void TestSchedulerCore::reservationsInTime() {
    Fixture f;
    f.spec.reservations = {{100.0, 200.0, 8, -1}};
    const auto s = f.make(8);
    s->submit(0, asks(4, 100), 0.0);
    s->decide(0.0);
    QVERIFY(f.runs(0));
    s->submit(1, asks(4, 100), 1.0);
    s->decide(1.0);
    QVERIFY(!f.runs(1));
    QCOMPARE(s->wakeS(1.0), 100.0);
    s->finish(0, 100.0);
    s->decide(100.0);
    QVERIFY(!f.runs(1));
    QCOMPARE(s->wakeS(100.0), 200.0);
    s->decide(200.0);
    QVERIFY(f.runs(1));
    // For a tenant: its own jobs start, the others find 8 - 6 next to it.
    Fixture g;
    g.spec.tenants = {tenant(NAN), tenant(NAN)};
    g.spec.reservations = {{0.0, 1000.0, 6, 0}};
    const auto t = g.make(8);
    t->submit(0, asks(4, 10, 1), 0.0);
    t->submit(1, asks(6, 10, 0), 1.0);
    t->submit(2, asks(2, 10, 1), 2.0);
    t->decide(2.0);
    QVERIFY(!g.runs(0));
    t->finish(0, 2.0);
    t->decide(2.0);
    QVERIFY(g.runs(1) && g.runs(2));
}

// 8 with 2 spares: a new job of 8 waits, one that a failure interrupted gets them, ahead of it.
void TestSchedulerCore::sparesAreForTheInterrupted() {
    Fixture f;
    const auto s = f.make(8, 2);
    s->submit(0, asks(6), 0.0);
    s->submit(1, asks(1), 0.0);
    s->decide(0.0);
    QVERIFY(f.runs(0) && !f.runs(1));
    f.cluster.held.erase(0);
    s->requeue(0, 50.0, 10.0);
    s->setCapacity(6, 6);  // two are broken
    s->decide(10.0);
    QVERIFY(f.runs(0) && !f.runs(1));
    QCOMPARE(f.state.jobs[0].expectedEndS, 60.0);
}

// Priority preempts, but not before the victim had its 60 s.
void TestSchedulerCore::minimumRun() {
    Fixture f;
    f.spec.policy.policy = models::SchedulingPolicy::Priority;
    f.spec.policy.preemption = true;
    f.spec.policy.minimumRunS = 60.0;
    const auto s = f.make(4);
    s->submit(0, asks(4, 1000), 0.0);
    s->decide(0.0);
    s->submit(1, asks(4, 10, -1, 5), 10.0);
    s->decide(10.0);
    QVERIFY(f.runs(0) && !f.runs(1));
    QCOMPARE(s->wakeS(10.0), 60.0);
    s->decide(60.0);
    QVERIFY(!f.runs(0) && f.runs(1));
    QCOMPARE(f.state.jobs[0].preemptions, 1);
}

// The count is free, a place is not: nobody is preempted for it, and nothing changes.
void TestSchedulerCore::gangsThatFindNoPlace() {
    Fixture f;
    f.spec.policy.policy = models::SchedulingPolicy::Priority;
    f.spec.policy.preemption = true;
    const auto s = f.make(4);
    s->submit(0, asks(2), 0.0);
    s->decide(0.0);
    f.cluster.full = true;
    s->submit(1, asks(2, 10, -1, 1), 1.0);
    s->submit(2, asks(4, 10, -1, 2), 1.0);
    s->decide(1.0);
    QVERIFY(f.runs(0) && !f.runs(1) && !f.runs(2));
    QCOMPARE(f.state.freeAccelerators, 2);
    QCOMPARE(f.state.waitingJobs, 2);
}

void TestSchedulerCore::heldByHand() {
    Fixture f;
    const auto s = f.make(4);
    s->submit(0, asks(4), 0.0);
    s->hold(0, true, 0.0);
    s->submit(1, asks(4), 1.0);
    s->decide(1.0);
    QVERIFY(!f.runs(0) && f.runs(1));
    s->hold(0, false, 2.0);
    s->finish(1, 3.0);
    s->decide(3.0);
    QVERIFY(f.runs(0));
}

void TestSchedulerCore::killedInLine() {
    Fixture f;
    const auto s = f.make(4);
    s->submit(0, asks(4), 0.0);
    s->decide(0.0);
    s->submit(1, asks(4), 1.0);
    s->submit(2, asks(4), 2.0);
    s->finish(1, 3.0);
    s->finish(0, 4.0);
    s->decide(4.0);
    QVERIFY(f.runs(2));
    QCOMPARE(f.state.waitingJobs, 0);
}

// A copy of the state continues as the original does.
void TestSchedulerCore::snapshotGoesOnAlike() {
    for (const auto policy : {models::SchedulingPolicy::Las, models::SchedulingPolicy::FairShare,
                              models::SchedulingPolicy::Priority}) {
        Fixture f;
        f.spec.policy.policy = policy;
        f.spec.policy.preemption = true;
        f.spec.policy.backfill = models::Backfill::Greedy;
        f.spec.tenants = {tenant(NAN), tenant(6, "x")};
        const auto s = f.make(8);
        const auto go = [&](Scheduler& on, Counted& cluster, int from, int until) {
            for (int i = from; i < until; ++i) {
                on.submit(i, asks(1 + i % 4, 50.0 + i, i % 2, i % 3), 10.0 * i);
                on.decide(10.0 * i);
                if (i % 3 == 2 && !cluster.held.empty()) {
                    const int first = cluster.held.begin()->first;
                    cluster.held.erase(first);
                    on.finish(first, 10.0 * i + 5.0);
                    on.decide(10.0 * i + 5.0);
                }
            }
        };
        go(*s, f.cluster, 0, 40);
        SchedulerState copy = f.state;
        Counted other = f.cluster;
        Scheduler twin(f.spec, copy, other);
        go(*s, f.cluster, 40, 80);
        go(twin, other, 40, 80);
        QCOMPARE(other.held, f.cluster.held);
        QCOMPARE(copy.freeAccelerators, f.state.freeAccelerators);
        std::int64_t held = 0;
        for (const auto& [job, count] : f.cluster.held) {
            held += count;
        }
        QCOMPARE(held + f.state.freeAccelerators, std::int64_t{8});
    }
}

HEADROOM_TEST(TestSchedulerCore)
}  // namespace tst_scheduler_core

#include "tst_scheduler_core.moc"
