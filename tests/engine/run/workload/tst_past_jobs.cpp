// SPDX-License-Identifier: Apache-2.0
#include "engine/live/run.h"
#include "engine/run/workload/past_jobs.h"
#include "engine/store/recorder.h"
#include "engine/store/recording.h"
#include "tests/engine/run/job_fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <functional>
#include <random>

namespace tst_past_jobs {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// 1,024 accelerators and 60 jobs an hour of about two minutes each, most of them small.
Project shortJobs() {
    Project project = emptyHall();
    add(project, "job_generator", "short",
        {{"accelerator", std::string{"h100-sxm"}},
         {"pattern", std::string{"philly"}},
         {"arrivals_per_hour", 60.0},
         {"median_run_min", 1.0},
         {"mean_run_min", 2.0},
         {"profile", std::string{"philly-mixed"}}});
    return project;
}

std::unique_ptr<Simulator> slowSteps(const Project& project, double stepS) {
    RunOptions options;
    options.stepS = stepS;
    return simulator(project, options);
}

void runQuietly(Simulator& s, double untilS) {
    while (s.timeS() < untilS - 1e-9) {
        s.step();
        s.takeEvents();
    }
}

std::size_t alive(const State& s) {
    return static_cast<std::size_t>(
        std::count_if(s.jobs.begin(), s.jobs.end(), [](const Job& j) { return !hasEnded(j); }));
}

/// Everything in the State that knows jobs by index knows only those that are there.
void verifyIndices(const State& s) {
    QVERIFY(std::is_sorted(s.jobs.begin(), s.jobs.end(),
                           [](const Job& a, const Job& b) { return a.id < b.id; }));
    const auto jobs = static_cast<std::int32_t>(s.jobs.size());
    const auto within = [&](const std::vector<JobIndex>& list) {
        return std::all_of(list.begin(), list.end(), [&](std::int32_t i) { return i < jobs; });
    };
    QVERIFY(within(s.slotJob));
    QVERIFY(within(s.running));
    QVERIFY(within(s.training));
    QVERIFY(within(s.held));
    QVERIFY(s.causes.job.size() <= s.jobs.size());
    for (const auto& queue : s.queues) {
        QVERIFY(within(queue));
    }
    for (const SchedulerState& scheduler : s.schedulers) {
        QVERIFY(scheduler.jobs.size() <= s.jobs.size());
        for (const JobTree* tree : {&scheduler.waiting, &scheduler.running, &scheduler.due,
                                    &scheduler.victims, &scheduler.shift}) {
            QVERIFY(tree->nodes.size() <= s.jobs.size());
        }
    }
    for (std::size_t slot = 0; slot < s.slotJob.size(); ++slot) {
        if (s.slotJob[slot] >= 0) {
            QVERIFY(!hasEnded(s.jobs[static_cast<std::size_t>(s.slotJob[slot])]));
        }
    }
}

/// a and b are the same but for the rounding of sums.
bool close(double a, double b) {
    return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

void compare(const Distribution& a, const Distribution& b) {
    QCOMPARE(a.count, b.count);
    QVERIFY(close(a.mean, b.mean));
    QCOMPARE(a.median, b.median);
    QCOMPARE(a.p90, b.p90);
    QCOMPARE(a.p99, b.p99);
    QCOMPARE(a.largest, b.largest);
}

/// One run in which ended jobs leave and one in which they stay: all figures are the same.
void compareWithStaying(const Project& project, double stepS, double untilS) {
    const auto leaving = slowSteps(project, stepS);
    const auto staying = slowSteps(project, stepS);
    staying->keepEnded(true);
    runQuietly(*leaving, untilS);
    runQuietly(*staying, untilS);
    QVERIFY(leaving->state().jobs.size() < staying->state().jobs.size());
    QCOMPARE(leaving->state().nextJobId, staying->state().nextJobId);
    verifyIndices(leaving->state());

    const RunSummary a = leaving->summary(), b = staying->summary();
    QCOMPARE(a.sums[Sum::JobsSubmitted], b.sums[Sum::JobsSubmitted]);
    QCOMPARE(a.sums[Sum::JobsCompleted], b.sums[Sum::JobsCompleted]);
    QCOMPARE(a.sums[Sum::JobsRequeued], b.sums[Sum::JobsRequeued]);
    QCOMPARE(a.sums[Sum::ItJ], b.sums[Sum::ItJ]);
    QCOMPARE(a.sums[Sum::FacilityJ], b.sums[Sum::FacilityJ]);
    QVERIFY(close(a.value("goodput"), b.value("goodput")));
    QVERIFY(close(a.value("utilization"), b.value("utilization")));
    QVERIFY(close(a.sums[Sum::Tokens], b.sums[Sum::Tokens]));
    QVERIFY(close(a.value("ettr"), b.value("ettr")));
    QVERIFY(close(a.value("mfu"), b.value("mfu")));
    QCOMPARE(a.jobs.size(), b.jobs.size());
    for (std::size_t i = 0; i < a.jobs.size(); ++i) {
        const JobGroup &x = a.jobs[i], &y = b.jobs[i];
        QCOMPARE(x.tenant, y.tenant);
        QCOMPARE(x.submitted, y.submitted);
        QCOMPARE(x.completed, y.completed);
        QCOMPARE(x.killed, y.killed);
        QCOMPARE(x.running, y.running);
        QCOMPARE(x.queued, y.queued);
        QCOMPARE(x.deadlines, y.deadlines);
        QCOMPARE(x.deadlinesMet, y.deadlinesMet);
        compare(x.waitS, y.waitS);
        compare(x.jctS, y.jctS);
        compare(x.slowdown, y.slowdown);
        for (const auto figure :
             {&JobGroup::heldS, &JobGroup::productiveS, &JobGroup::startingS, &JobGroup::stalledS,
              &JobGroup::hungS, &JobGroup::lostS, &JobGroup::energyJ, &JobGroup::energyUsd}) {
            QVERIFY(close(x.*figure, y.*figure));
        }
    }
}

}  // namespace

class TestPastJobs : public QObject {
    Q_OBJECT

  private slots:

    // Of a hundred million numbers of 1e-8 added to 1 a plain sum keeps what 53 bits leave of each;
    // here 1e5 of 1e-16, each below half a last digit of 1: plain addition stays at 1.
    void sumsKeepWhatRoundingTakes() {
        ExactSum sum;
        double plain = 1.0;
        sum.add(1.0);
        for (int i = 0; i < 100000; ++i) {
            sum.add(1e-16);
            plain += 1e-16;
        }
        QCOMPARE(plain, 1.0);
        QVERIFY(std::abs(sum.value() - (1.0 + 1e-11)) < 1e-15);
        ExactSum both;
        both.add(sum);
        both.add(-1.0);
        QVERIFY(std::abs(both.value() - 1e-11) < 1e-20);
    }

    // About 1,400 jobs a day, two at a time. At most 200 ended ones and as many as live stay, and
    // as many again may wait to leave, but no fewer than 256: below 700. A snapshot after ten days
    // is no larger than after two, but for the distinct times of past jobs (24 bytes each, at most
    // 8,192). Before, it held each job that ever was, of 0.7 kB and more.
    void stateIsAsLargeAsTheJobsThatLive() {
        const auto s = slowSteps(shortJobs(), 600.0);
        runQuietly(*s, 2.0 * 86400.0);
        const std::size_t bytes = s->saveState().size();
        std::size_t most = 0, events = 0;
        while (s->timeS() < 10.0 * 86400.0) {
            s->step();
            s->takeEvents();
            most = std::max(most, s->state().jobs.size());
            events = std::max(events, s->state().queue.size());
        }
        QVERIFY(s->state().nextJobId > 10000);
        QVERIFY2(most < 700 + 2 * alive(s->state()), qPrintable(QString::number(most)));
        QVERIFY2(events < 2048, qPrintable(QString::number(events)));
        QVERIFY(s->state().past.times.size() <= kPastTimes);
        const std::size_t later =
            s->saveState().size() - s->state().past.times.size() * sizeof(PastTimes);
        QVERIFY2(later < bytes + 500 * sizeof(Job), qPrintable(QString::number(later)));
        verifyIndices(s->state());
    }

    // First in, first out, and schedulers with tenants, priorities and deadlines (mixed-fleet): two
    // days and one. There are fewer than 8,192 distinct times: quantiles are exact too.
    void figuresAreThoseOfAllJobs() {
        compareWithStaying(shortJobs(), 600.0, 86400.0);
        Project fleet = scenario("mixed-fleet");
        set(fleet, "research-mix", "arrivals_per_hour", 400.0);
        compareWithStaying(fleet, 60.0, 4.0 * 3600.0);
    }

    // A run that continues from a snapshot comes to the same bytes, though jobs leave before it and
    // after it.
    void snapshotsGoOnToTheSameBytes() {
        Project fleet = scenario("mixed-fleet");
        set(fleet, "research-mix", "arrivals_per_hour", 400.0);
        const auto first = simulator(fleet);
        const auto left = [](const Simulator& s) {
            return static_cast<std::size_t>(s.state().nextJobId) - 1 - s.state().jobs.size();
        };
        runQuietly(*first, 4.0 * 3600.0);
        const std::size_t before = left(*first);
        QVERIFY(before > 0);
        const auto bytes = first->saveState();
        const auto second = simulator(fleet);
        QVERIFY(second->loadState(bytes).has_value());
        runQuietly(*first, 8.0 * 3600.0);
        runQuietly(*second, 8.0 * 3600.0);
        QVERIFY(left(*first) > before);
        QVERIFY(first->saveState() == second->saveState());
    }

    // 40,000 different times of one owner, log-normal with sigma 1.5: 99.9 % lie within 10 octaves.
    // They go into at most 8,192 groups, 800 to an octave: 2^10 groups of it, cut to 2^9 or more. A
    // group of 2^9 to an octave is at most 0.2 % wide, and its mean is inside it.
    void quantilesOfManyAreClose() {
        std::mt19937_64 random(7);
        std::lognormal_distribution<double> draw(5.0, 1.5);
        State s;
        Plant plant;
        std::vector<double> all;
        for (int block = 0; block < 40; ++block) {
            for (int i = 0; i < 1000; ++i) {
                Job job;
                job.state = JobState::Failed;
                job.submitS = 0.0;
                job.firstStartS = job.endS = draw(random);
                all.push_back(job.firstStartS);
                addPast(plant, s, job);
            }
            sortPast(s.past);
        }
        QVERIFY(s.past.times.size() <= kPastTimes);
        QVERIFY(s.past.coarse > 0);
        std::sort(all.begin(), all.end());
        const JobGroup group = jobGroupsOf(plant, s).front();
        QCOMPARE(group.waitS.count, std::int64_t{40000});
        QCOMPARE(group.waitS.largest, all.back());
        double sum = 0.0;
        for (const double wait : all) {
            sum += wait;
        }
        QVERIFY(std::abs(group.waitS.mean / (sum / 40000.0) - 1.0) < 1e-12);
        QVERIFY(std::abs(group.waitS.median / all[20000 - 1] - 1.0) < 2e-3);
        QVERIFY(std::abs(group.waitS.p99 / all[39600 - 1] - 1.0) < 2e-3);
    }

    // A million arrivals an hour, 100,000 of them here. What jobs held is the sum of its parts to
    // the last digits, the facility's own account of held time agrees, and each step balances.
    void aMillionArrivalsAnHour() {
        Project fleet = scenario("mixed-fleet");
        set(fleet, "research-mix", "arrivals_per_hour", 1e6);
        const auto s = simulator(fleet);
        runQuietly(*s, 360.0);
        const RunSummary r = s->summary();
        QVERIFY2(r.sums[Sum::JobsSubmitted] > 80000,
                 qPrintable(QString::number(r.sums[Sum::JobsSubmitted])));
        const JobGroup& g = r.jobs.front();
        const double parts = g.productiveS + g.startingS + g.stalledS + g.hungS + g.lostS;
        QVERIFY2(std::abs(parts / g.heldS - 1.0) < 1e-15,
                 qPrintable(QString::number(parts / g.heldS - 1.0)));
        const double allocatedS = s->state().totals.allocatedS.value();
        QVERIFY2(std::abs(allocatedS / g.heldS - 1.0) < 1e-12,
                 qPrintable(QString::number(allocatedS / g.heldS - 1.0)));
        QVERIFY2(r.sums[Sum::WorstImbalance] < 1e-9,
                 qPrintable(QString::number(r.sums[Sum::WorstImbalance])));
    }

    // A job that is looked at keeps its page when it leaves the State; one that is looked at later
    // has name, spans and times from what the viewer's log keeps.
    void pagesOfJobsThatLeft() {
        const auto s = slowSteps(shortJobs(), 600.0);
        s->keepHistory(true);
        s->watch(5);
        runQuietly(*s, 2.0 * 86400.0);
        QVERIFY(s->state().jobs.front().id > 6);
        const auto kept = s->frame()->watched;
        QVERIFY(kept != nullptr);
        QCOMPARE(kept->row.id, std::int64_t{5});
        QCOMPARE(kept->row.state, JobState::Completed);
        QVERIFY(!kept->time.empty());
        s->watch(6);
        const auto found = s->frame()->watched;
        QVERIFY(found != nullptr);
        QCOMPARE(found->row.name, std::string{"short-6"});
        QCOMPARE(found->row.state, JobState::Completed);
        QVERIFY(!found->spans.empty());
        QCOMPARE(found->row.endS, found->spans.back().toS);
        s->watch(1000000);
        QVERIFY(s->frame()->watched == nullptr);
    }

    // Recordings of 10 and of 20 days: the second ten days take as much as the first, and keyframes
    // do not grow. (With all jobs in each keyframe it was three times as much.)
    void recordingsGrowWithTime() {
        QTemporaryDir folder;
        std::vector<double> bytes;
        for (const double days : {10.0, 20.0}) {
            const auto path = std::filesystem::path(folder.path().toStdString()) /
                              (std::to_string(static_cast<int>(days)) + ".db");
            const Project project = shortJobs();
            const auto s = slowSteps(project, 600.0);
            RecordingPlan plan;
            plan.keyframeS = 21600.0;  // more often than it would
            plan.keyframeShare = 0.0;
            plan.keyframeWork = 0.0;
            auto recorder =
                Recorder::create(path, runInfo(*s, project, catalogue()), s->channels(), false)
                    .value();
            const std::atomic<bool> cancel{false};
            QVERIFY(recorded(*s, *recorder, days * 86400.0, plan, cancel));
            QVERIFY(recorder->finish("{}").has_value());
            bytes.push_back(static_cast<double>(std::filesystem::file_size(path)));
        }
        QVERIFY2(bytes[1] - bytes[0] < 1.2 * bytes[0],
                 qPrintable(QString("%1, %2").arg(bytes[0]).arg(bytes[1])));
    }

    // A keyframe comes when running on from the last would take long, not before an hour, and not
    // before enough else was recorded: with a step of 600 s, of which a day has 144, daily.
    void keyframesAreABoundedShare() {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "run.db";
        const Project project = emptyHall();
        const auto s = slowSteps(project, 600.0);
        auto recorder =
            Recorder::create(path, runInfo(*s, project, catalogue()), s->channels(), false).value();
        const std::atomic<bool> cancel{false};
        QVERIFY(recorded(*s, *recorder, 4.0 * 86400.0, {}, cancel));
        QVERIFY(recorder->finish("{}").has_value());
        const auto recording = Recording::open(path).value();
        const std::vector<double> times = recording->keyframeTimes();
        QVERIFY(!times.empty());
        QCOMPARE(times.front(), 0.0);  // the run begins with one
        for (std::size_t i = 1; i < times.size(); ++i) {
            QVERIFY(times[i] - times[i - 1] >= 86400.0);
        }
        // From the last keyframe the run comes to the same state.
        const auto again = slowSteps(project, 600.0);
        QVERIFY(again->loadState(recording->keyframe(times.back()).value()).has_value());
        runQuietly(*again, s->timeS());
        QCOMPARE(again->stateHash(), s->stateHash());
    }

  private:
    static bool recorded(Simulator& s, Recorder& recorder, double untilS, const RecordingPlan& plan,
                         const std::atomic<bool>& cancel) {
        return headroom::engine::run(s, &recorder, untilS, plan, {}, cancel).has_value();
    }
};

HEADROOM_TEST(TestPastJobs)
}  // namespace tst_past_jobs

#include "tst_past_jobs.moc"
