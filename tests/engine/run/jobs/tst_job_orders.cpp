// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/job_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

namespace tst_job_orders {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// Accelerator seconds that the job held, from its spans: ended ones and the open one.
std::map<std::int64_t, double> heldBySpans(const JobHistory& history) {
    std::map<std::int64_t, double> held;
    const auto add = [&](const JobSpan& span) {
        if (span.state != JobState::Queued) {
            held[span.job] += span.accelerators * (span.toS - span.fromS);
        }
    };
    for (const auto& block : history.spans) {
        for (const JobSpan& span : *block) {
            add(span);
        }
    }
    for (const JobSpan& span : history.open) {
        add(span);
    }
    return held;
}

bool lastEventHas(const Simulator& s, const char* words) {
    const auto frame = s.frame();
    const auto& events = frame->events;
    return !events.empty() && events.back().text.find(words) != std::string::npos;
}

}  // namespace

class TestJobOrders : public QObject {
    Q_OBJECT

  private slots:

    // Two jobs of all 1,024 accelerators: the second waits. Held, it stays while a third, submitted
    // later, goes before it; released, it follows.
    void heldJobsArePassedOver() {
        Project project = emptyHall();
        addBatch(project, "first", 1024, 0.5);
        addBatch(project, "second", 1024, 0.5, 0.01);
        addBatch(project, "third", 1024, 0.5, 0.02);
        auto s = simulator(project);
        run(*s, 300.0);
        QCOMPARE(job(*s, 0).state, JobState::Running);
        QCOMPARE(job(*s, 1).state, JobState::Queued);
        s->order(orderOf(JobAction::Hold, 2));
        const auto frame = s->frame();
        QVERIFY(std::any_of(frame->jobs.begin(), frame->jobs.end(), [](const JobRow& row) {
            return row.id == 2 && row.held && row.state == JobState::Queued;
        }));
        run(*s, 2100.0);
        QCOMPARE(job(*s, 1).state, JobState::Queued);
        QCOMPARE(job(*s, 2).state, JobState::Running);
        QCOMPARE(s->state().queuedJobs, std::int64_t{1});
        s->order(orderOf(JobAction::Release, 2));
        run(*s, 4200.0);
        QCOMPARE(job(*s, 2).state, JobState::Completed);
        QCOMPARE(job(*s, 1).state, JobState::Running);
        // It waited from 36 s until the third ended.
        QVERIFY(std::abs(job(*s, 1).queuedS - (job(*s, 2).endS - 36.0)) < 1e-6);
        QCOMPARE(s->state().queuedJobs, std::int64_t{0});
        QCOMPARE(s->state().queuedAccelerators, std::int64_t{0});
    }

    // A preempted job loses what it did since its last checkpoint (30 min; after 40 min: 10 min
    // less the stall of 0.78 s in each cycle), waits behind the one that it made room for, and goes
    // on.
    void preemptedJobsGoOn() {
        Project project = emptyHall();
        addBatch(project, "first", 1024, 2.0);
        addBatch(project, "second", 1024, 0.5, 0.01);
        auto s = simulator(project);
        run(*s, 2400.0);
        s->order(orderOf(JobAction::Preempt, 1));
        const double cycle = 1800.0 + 0.78;
        const double moving = 1800.0 / cycle;
        const double lost = 1024 * moving * (2400.0 - cycle);
        QCOMPARE(job(*s, 0).state, JobState::Queued);
        QCOMPARE(job(*s, 1).state, JobState::Running);
        QCOMPARE(job(*s, 0).preemptions, 1);
        QCOMPARE(job(*s, 0).restarts, 1);
        QVERIFY(std::abs(job(*s, 0).lostS - lost) < 1e-6 * lost);
        // Its running time, less what the power limit of the chips takes of their clock.
        QVERIFY(job(*s, 0).done <= 1800.0 && job(*s, 0).done > 0.95 * 1800.0);
        QVERIFY(std::abs(accounted(job(*s, 0), s->timeS()) - 1024 * 2400.0) < 1e-3);
        run(*s, 4500.0);
        QCOMPARE(job(*s, 1).state, JobState::Completed);
        QVERIFY(job(*s, 0).state == JobState::Running || job(*s, 0).state == JobState::Starting);
        QCOMPARE(s->summary().sums[Sum::JobsPreempted], 1.0);
    }

    // Killed, it is gone for good: running, queued and held.
    void killedJobsEnd() {
        Project project = emptyHall();
        for (const char* id : {"a", "b", "c"}) {
            addBatch(project, id, 1024, 2.0);
        }
        auto s = simulator(project);
        run(*s, 300.0);
        s->order(orderOf(JobAction::Hold, 3));
        s->order(orderOf(JobAction::Kill, 3));
        s->order(orderOf(JobAction::Kill, 1));
        QCOMPARE(job(*s, 0).state, JobState::Failed);
        QCOMPARE(job(*s, 2).state, JobState::Failed);
        QCOMPARE(job(*s, 1).state, JobState::Running);  // took its place at once
        s->order(orderOf(JobAction::Kill, 2));
        run(*s, 600.0);
        QCOMPARE(s->state().busyNow, std::int64_t{0});
        QCOMPARE(s->state().allocatedNow, std::int64_t{0});
        QCOMPARE(s->state().queuedJobs, std::int64_t{0});
        QCOMPARE(s->summary().sums[Sum::JobsKilled], 3.0);
        QCOMPARE(s->summary().sums[Sum::JobsFailed], 0.0);
    }

    // Submitted by hand: after a pattern, or with a fixed run time.
    void submitsByHand() {
        Project project = scenario("tour-small-hall");
        removeAll(project, "job_generator");
        set(project, "failures", "enabled", false);
        auto s = simulator(project);
        run(*s, 60.0);
        JobOrder order;
        order.like = "mix-a";
        order.name = "again";
        order.priority = 7;
        s->order(order);
        const Job& again = s->state().jobs.back();
        QCOMPARE(again.training, 2);
        QCOMPARE(again.accelerators, 64);
        QCOMPARE(again.priority, 7);
        JobOrder plain;
        plain.name = "plain";
        plain.accelerator = "h100-sxm";
        plain.profile = "half-load";
        plain.accelerators = 16;
        plain.runS = 600.0;
        s->order(plain);
        run(*s, 900.0);
        const Job& done = s->state().jobs.back();
        QCOMPARE(done.state, JobState::Completed);
        // 600 s of work and the stalls of checkpoints: 600 x (1800 + 0.78) / 1800.
        QVERIFY(std::abs(done.endS - done.startS - 600.26) < 1e-6);
        bool named = false;
        const auto frame = s->frame();
        for (const JobRow& row : frame->jobs) {
            named = named || row.name == "plain";
        }
        QVERIFY(named);
    }

    void badOrdersAreNotes_data() {
        QTest::addColumn<int>("action");
        QTest::addColumn<qint64>("id");
        QTest::addColumn<QString>("like");
        QTest::addColumn<QString>("accelerator");
        QTest::addColumn<QString>("profile");
        QTest::addColumn<double>("runS");
        QTest::addColumn<QString>("tenant");
        QTest::addColumn<QString>("words");
        const auto submit = static_cast<int>(JobAction::Submit);
        QTest::newRow("no job") << static_cast<int>(JobAction::Kill) << qint64{99} << ""
                                << ""
                                << "" << 0.0 << ""
                                << "There is no job 99";
        QTest::newRow("negative") << static_cast<int>(JobAction::Hold) << qint64{-1} << ""
                                  << ""
                                  << "" << 0.0 << ""
                                  << "There is no job -1";
        QTest::newRow("running held") << static_cast<int>(JobAction::Hold) << qint64{1} << ""
                                      << ""
                                      << "" << 0.0 << ""
                                      << "Cannot be held: it is Running";
        QTest::newRow("running released") << static_cast<int>(JobAction::Release) << qint64{1} << ""
                                          << ""
                                          << "" << 0.0 << ""
                                          << "Cannot be released";
        QTest::newRow("pattern") << submit << qint64{-1} << "nobody"
                                 << ""
                                 << "" << 1.0 << ""
                                 << "no training job 'nobody'";
        QTest::newRow("accelerator") << submit << qint64{-1} << ""
                                     << "tpu"
                                     << "fixed" << 1.0 << ""
                                     << "no rack holds accelerators 'tpu'";
        QTest::newRow("profile") << submit << qint64{-1} << ""
                                 << "h100-sxm"
                                 << "none" << 1.0 << ""
                                 << "no job profile 'none'";
        QTest::newRow("no time") << submit << qint64{-1} << ""
                                 << "h100-sxm"
                                 << "fixed" << 0.0 << ""
                                 << "run time must be above 0";
        QTest::newRow("endless") << submit << qint64{-1} << ""
                                 << "h100-sxm"
                                 << "fixed" << std::numeric_limits<double>::infinity() << ""
                                 << "run time must be above 0";
        QTest::newRow("tenant") << submit << qint64{-1} << ""
                                << "h100-sxm"
                                << "fixed" << 1.0 << "them"
                                << "no tenant 'them'";
    }

    // What cannot be done is said, and changes nothing but the log.
    void badOrdersAreNotes() {
        QFETCH(int, action);
        QFETCH(qint64, id);
        QFETCH(QString, like);
        QFETCH(QString, accelerator);
        QFETCH(QString, profile);
        QFETCH(double, runS);
        QFETCH(QString, tenant);
        QFETCH(QString, words);
        Project project = emptyHall();
        addBatch(project, "first", 8, 2.0);
        auto s = simulator(project);
        run(*s, 30.0);
        const std::size_t before = s->state().jobs.size();
        JobOrder order = orderOf(static_cast<JobAction>(action), id);
        order.like = like.toStdString();
        order.accelerator = accelerator.toStdString();
        order.profile = profile.toStdString();
        order.runS = runS;
        order.tenant = tenant.toStdString();
        s->order(order);
        QCOMPARE(s->state().jobs.size(), before);
        QCOMPARE(job(*s, 0).state, JobState::Running);
        QVERIFY2(lastEventHas(*s, words.toUtf8().constData()), qPrintable(words));
    }

    // Too many accelerators: refused as any other job, in the table.
    void tooLargeByHand() {
        auto s = simulator(emptyHall());
        for (const int many : {0, -5, 1025, 2000000000}) {
            JobOrder order;
            order.accelerator = "h100-sxm";
            order.profile = "fixed";
            order.accelerators = many;
            s->order(order);
            QCOMPARE(s->state().jobs.back().state, JobState::Failed);
        }
        run(*s, 60.0);
        QCOMPARE(s->state().busyNow, std::int64_t{0});
    }

    // Every accelerator second is in one part of the accounts: what the spans say that jobs held is
    // productive, start, stall, hung or lost, and the run's sums are those of its jobs. With many
    // failures, a preemption and a kill.
    void acceleratorSecondsAreConserved() {
        Project project = scenario("tour-small-hall");
        set(project, "failures", "rate_factor", 100.0);
        auto s = simulator(project);
        s->keepHistory(true);
        run(*s, 3600.0);
        s->order(orderOf(JobAction::Preempt, 1));
        s->order(orderOf(JobAction::Kill, 2));
        run(*s, 8.0 * 3600.0);
        const auto history = s->frame()->history;
        const auto held = heldBySpans(*history);
        double all = 0.0, starting = 0.0, stalled = 0.0, hung = 0.0, lost = 0.0;
        int interrupted = 0;
        for (const Job& j : s->state().jobs) {
            const auto it = held.find(j.id);
            const double bySpans = it == held.end() ? 0.0 : it->second;
            const double own = accounted(j, s->timeS());
            QVERIFY2(std::abs(own - bySpans) <= 1e-9 * std::max(1.0, bySpans),
                     qPrintable(QString("job %1: %2, %3").arg(j.id).arg(own).arg(bySpans)));
            all += own;
            interrupted += j.restarts;
            starting += j.startingS;
            stalled += j.stalledS;
            hung += j.hungS;
            lost += j.lostS;
        }
        QVERIFY(interrupted > 3);
        const Totals& t = s->state().totals;
        QVERIFY(std::abs(all - t.allocatedS.value()) < 1e-9 * all);
        QVERIFY(std::abs(starting - t.startingS.value()) < 1e-9 * all);
        QVERIFY(std::abs(stalled - t.stalledS.value()) < 1e-9 * all);
        QVERIFY(std::abs(hung - t.hungS.value()) < 1e-9 * all);
        QVERIFY(std::abs(lost - t.lostS.value()) < 1e-9 * all);
        QVERIFY(hung > 0.0 && lost > 0.0 && stalled > 0.0 && starting > 0.0);
    }

    // A job that holds every accelerator of the hall pays for the whole facility: while it runs,
    // its energy and money grow as the meter's.
    void energyIsTheMeters() {
        Project project = emptyHall();
        addBatch(project, "all", 1024, 20.0);
        auto s = simulator(project);
        run(*s, 3600.0);
        const auto cost = [&] {
            const auto frame = s->frame();
            return frame->jobs.front().costUsd;
        };
        const double usd = cost(), meterUsd = s->summary().sums[Sum::EnergyUsd];
        run(*s, 3.0 * 3600.0);
        const double paid = s->summary().sums[Sum::EnergyUsd] - meterUsd;
        QVERIFY(paid > 1.0);
        QVERIFY2(std::abs(cost() - usd - paid) < 1e-9 * paid,
                 qPrintable(QString("%1 %2").arg(cost() - usd, 0, 'g', 15).arg(paid, 0, 'g', 15)));
    }

    // What all jobs take is part of what the meter reads, and most of it where most accelerators
    // are held. A job that comes after an hour on an idle hall pays from then on only: all that the
    // meter reads since, less the one step of 15 s (0.2 %) by which loads follow jobs.
    void energyOfJobsIsPartOfTheMeters() {
        auto s = simulator(scenario("tour-small-hall"));
        run(*s, 6.0 * 3600.0);
        const RunSummary r = s->summary();
        QVERIFY(r.jobs[0].energyJ < r.sums[Sum::FacilityJ]);
        QVERIFY2(r.jobs[0].energyJ > 0.5 * r.sums[Sum::FacilityJ],
                 qPrintable(QString::number(r.jobs[0].energyJ / r.sums[Sum::FacilityJ])));
        Project late = emptyHall();
        addBatch(late, "all", 1024, 20.0, 1.0);
        s = simulator(late);
        run(*s, 3600.0);
        const double before = s->summary().sums[Sum::FacilityJ];
        run(*s, 3.0 * 3600.0);
        const double meter = s->summary().sums[Sum::FacilityJ] - before;
        const double own = s->summary().jobs[0].energyJ;
        QVERIFY2(std::abs(own / meter - 1.0) < 0.003, qPrintable(QString::number(own / meter)));
    }

    // Blocks of the history never change, and hold everything once.
    void historyGrowsInBlocks() {
        Project project = scenario("tour-small-hall");
        auto s = simulator(project);
        s->keepHistory(true);
        run(*s, 1800.0);
        const auto early = s->frame()->history;
        run(*s, 7200.0);
        const auto late = s->frame()->history;
        QVERIFY(late->cards.size() > early->cards.size());
        for (std::size_t i = 0; i < early->cards.size(); ++i) {
            QVERIFY(early->cards[i] == late->cards[i]);
        }
        std::int64_t next = 1;
        for (const auto& block : late->cards) {
            for (const JobCard& card : *block) {
                QCOMPARE(card.id, next++);
            }
        }
        QCOMPARE(static_cast<std::size_t>(next - 1), s->state().jobs.size());
        double last = 0.0;
        for (const auto& block : late->spans) {
            for (const JobSpan& span : *block) {
                QVERIFY(span.toS >= last && span.toS > span.fromS);
                last = span.toS;
            }
        }
        QVERIFY(simulator(project)->frame()->history == nullptr);
    }

    // Watched late, with the history kept: the page has what the job went through before. 1,024
    // accelerators for half an hour, behind another one: it waited, then it runs.
    void aPageWatchedLateKnowsWhatWasBefore() {
        Project project = emptyHall();
        addBatch(project, "first", 1024, 0.5);
        addBatch(project, "second", 1024, 0.5, 0.01);
        auto s = simulator(project);
        s->keepHistory(true);
        run(*s, 2400.0);
        s->watch(2);
        run(*s, 60.0);
        const auto page = s->frame()->watched;
        QVERIFY(page != nullptr);
        const auto waited = std::count_if(
            page->spans.begin(), page->spans.end(),
            [](const JobSpan& span) { return span.job == 2 && span.state == JobState::Queued; });
        QCOMPARE(waited, 1);
    }

    // A watched job's page: its step sums to the step time, its time to its life.
    void pageOfAJob() {
        auto s = simulator(scenario("tour-small-hall"));
        s->watch(1);
        run(*s, 7200.0);
        const auto page = s->frame()->watched;
        QVERIFY(page != nullptr);
        QCOMPARE(page->row.name, std::string{"llama-70b"});
        double step = 0.0, time = 0.0;
        for (const JobPart& part : page->step) {
            QCOMPARE(part.unit, std::string{"s"});
            QVERIFY(!part.why.empty());
            step += part.value;
        }
        QVERIFY(std::abs(step - page->row.stepTimeS) < 1e-9 * step);
        for (const JobPart& part : page->time) {
            time += part.value;
        }
        QVERIFY(std::abs(time - 7200.0) < 1e-6);
        QCOMPARE(page->racks.size(), std::size_t{16});  // 256 in racks of 16
        QVERIFY(!page->events.empty() && !page->spans.empty() && !page->plan.empty());
        QCOMPARE(page->spans.back().toS, 7200.0);
        s->watch(123456);
        QVERIFY(s->frame()->watched == nullptr);
        s->watch(-1);
        QVERIFY(s->frame()->watched == nullptr);
    }

    // A snapshot continues to the same bytes, with holds, preemptions and jobs by hand in it.
    void resumesToTheSameBytes() {
        Project project = scenario("tour-small-hall");
        set(project, "failures", "rate_factor", 30.0);
        auto a = simulator(project);
        run(*a, 1800.0);
        JobOrder order;
        order.like = "mix-b";
        order.name = "by hand";
        a->order(order);
        a->order(orderOf(JobAction::Preempt, 1));
        a->order(orderOf(JobAction::Hold, 1));
        run(*a, 3600.0);
        const auto bytes = a->saveState();
        auto b = simulator(project);
        QVERIFY(b->loadState(bytes).has_value());
        a->order(orderOf(JobAction::Release, 1));
        b->order(orderOf(JobAction::Release, 1));
        run(*a, 7200.0);
        run(*b, 7200.0);
        QCOMPARE(a->stateHash(), b->stateHash());
        QCOMPARE(b->frame()->jobs.size(), a->frame()->jobs.size());
    }

    // The same orders at the same times give the same bytes; watching and keeping disturb nothing.
    void ordersAreDeterministic() {
        const Project project = scenario("tour-small-hall");
        auto a = simulator(project), b = simulator(project);
        b->keepHistory(true);
        b->watch(1);
        for (auto* s : {a.get(), b.get()}) {
            run(*s, 900.0);
            s->order(orderOf(JobAction::Preempt, 2));
            s->frame();
            run(*s, 1800.0);
        }
        QCOMPARE(a->stateHash(), b->stateHash());
    }
};

HEADROOM_TEST(TestJobOrders)
}  // namespace tst_job_orders

#include "tst_job_orders.moc"
