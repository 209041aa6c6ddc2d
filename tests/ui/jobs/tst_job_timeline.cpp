// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload/job_log.h"
#include "tests/support/test_program.h"
#include "tests/support/tiny_jobs.h"
#include "ui/jobs/job_rows.h"
#include "ui/jobs/job_timeline.h"
#include "ui/jobs/policy_run.h"

#include <QtTest>

#include <set>

namespace tst_job_timeline {

using namespace headroom;
using namespace headroom::ui;
using engine::JobState;
using testing::TinyJobs;

namespace {

engine::Frame frameAt(const TinyJobs& jobs, double timeS) {
    engine::Frame frame;
    frame.timeS = timeS;
    jobs.fill(frame, -1);
    return frame;
}

/// Three jobs of 4, 4 and 8 accelerators on eight: the third waits for both.
///   a: runs 0-100            4 accelerators
///   b: starts 10-20, runs 20-60, 4
///   c: queued 30-100, starts 100-110, runs from 110 on, 8
TinyJobs threeJobs() {
    TinyJobs jobs;
    TinyJobs::span(jobs.add("a", "red", "h100", 4, 0.0), JobState::Running, 0.0, 100.0);
    auto& b = jobs.add("b", "blue", "h100", 4, 10.0);
    TinyJobs::span(b, JobState::Starting, 10.0, 20.0);
    TinyJobs::span(b, JobState::Running, 20.0, 60.0);
    auto& c = jobs.add("c", "red", "gb200", 8, 30.0);
    TinyJobs::span(c, JobState::Queued, 30.0, 100.0);
    TinyJobs::span(c, JobState::Starting, 100.0, 110.0);
    TinyJobs::span(c, JobState::Running, 110.0, TinyJobs::kOpen);
    return jobs;
}

std::vector<const JobRows::Bar*> barsOf(const JobTimeline& timeline, const JobRows& rows,
                                        const std::string& name) {
    std::vector<const JobRows::Bar*> bars;
    for (const JobRows::Bar& bar : rows.bars()) {
        if (timeline.card(timeline.items()[static_cast<std::size_t>(bar.item)]).name == name) {
            bars.push_back(&bar);
        }
    }
    return bars;
}

}  // namespace

class TestJobTimeline : public QObject {
    Q_OBJECT

  private slots:

    // Levels after each instant, by hand from the table of threeJobs().
    void levelsFollowTheJobs() {
        const TinyJobs jobs = threeJobs();
        JobTimeline timeline;
        QVERIFY(timeline.take(frameAt(jobs, 200.0)));

        struct Expected {
            double timeS;
            int queued;
            std::int64_t held;
        };

        const std::vector<Expected> expected{{0, 0, 4},  {10, 0, 8},  {20, 0, 8}, {30, 1, 8},
                                             {60, 1, 4}, {100, 0, 8}, {110, 0, 8}};
        QCOMPARE(timeline.levels().size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(timeline.levels()[i].timeS, expected[i].timeS);
            QCOMPARE(timeline.levels()[i].queued, expected[i].queued);
            QCOMPARE(timeline.levels()[i].held, expected[i].held);
        }
        QCOMPARE(timeline.items().size(), std::size_t{6});
    }

    // However the frames cut the time, the same is known in the end.
    void manyFramesTellWhatOneTells() {
        TinyJobs whole;
        whole.schedule(300, 256);
        TinyJobs parts;
        parts.schedule(300, 256);
        JobTimeline once;
        once.take(frameAt(whole, 90000.0));
        JobTimeline often;
        for (double t = 0.0; t <= 90000.0; t += 37.0) {
            often.take(frameAt(parts, t));
        }
        often.take(frameAt(parts, 90000.0));
        QCOMPARE(often.items().size(), once.items().size());
        QCOMPARE(often.levels().size(), once.levels().size());
        for (std::size_t i = 0; i < once.levels().size(); ++i) {
            QCOMPARE(often.levels()[i].timeS, once.levels()[i].timeS);
            QCOMPARE(often.levels()[i].queued, once.levels()[i].queued);
            QCOMPARE(often.levels()[i].held, once.levels()[i].held);
        }
    }

    void whatIsKnownIsNotReadTwice() {
        const TinyJobs jobs = threeJobs();
        JobTimeline timeline;
        const engine::Frame frame = frameAt(jobs, 50.0);
        QVERIFY(timeline.take(frame));
        QVERIFY(!timeline.take(frame));
        // Spans are the frame's own, not copies.
        const auto& block = *frameAt(jobs, 200.0).history->spans.front();
        timeline.take(frameAt(jobs, 200.0));
        bool shared = false;
        for (const auto& item : timeline.items()) {
            shared = shared || item.span == &block.front();
        }
        QVERIFY(shared);
    }

    void anotherRunStartsAgain() {
        const TinyJobs first = threeJobs();
        const TinyJobs second = threeJobs();
        JobTimeline timeline;
        timeline.take(frameAt(first, 200.0));
        const int generation = timeline.generation();
        timeline.take(frameAt(second, 40.0));
        QVERIFY(timeline.generation() > generation);
        QCOMPARE(timeline.cards().size(), std::size_t{3});
        QCOMPARE(timeline.levels().back().timeS, 30.0);
        engine::Frame without;
        without.timeS = 300.0;
        QVERIFY(timeline.take(without));
        QVERIFY(timeline.items().empty());
        QVERIFY(!timeline.take(without));
    }

    // The log keeps 8 spans at most and then 6: of twelve jobs that ran an hour each, one after the
    // other, the last six are left, and the one (the thirteenth) that has run from the start.
    void ofALongRunOldJobsAreLeftOut() {
        engine::JobLog log;
        log.keep(true);
        engine::JobSpan service;
        service.job = 12;
        service.state = JobState::Running;
        service.accelerators = 2;
        log.add({12, "service", "", "", 2, 0.0});
        JobTimeline timeline;
        const auto take = [&](double timeS) {
            service.toS = timeS;
            log.condense({service}, 8);
            engine::Frame frame;
            frame.timeS = timeS;
            const auto history = log.history();
            history->open = {service};
            frame.history = history;
            timeline.take(frame);
        };
        int restarts = 0;
        for (std::int64_t job = 0; job < 12; ++job) {
            const double fromS = 3600.0 * static_cast<double>(job);
            log.add({job, "a", "", "", 4, fromS});
            engine::JobSpan span;
            span.job = job;
            span.state = JobState::Running;
            span.accelerators = 4;
            span.fromS = fromS;
            span.toS = fromS + 3600.0;
            log.add(span);
            const int generation = timeline.generation();
            take(span.toS);
            restarts += timeline.generation() - generation;
        }
        // The ninth span is noticed with the next frame, when it is in a block: 9 - 6 go, once.
        QCOMPARE(restarts, 1);
        QCOMPARE(timeline.left(), std::int64_t{3});
        QCOMPARE(timeline.sinceS(), 3.0 * 3600.0);
        QCOMPARE(timeline.cards().size(), std::size_t{10});
        QVERIFY(timeline.cardOf(12) >= 0);
        QCOMPARE(timeline.cardOf(2), -1);
        QVERIFY(timeline.cardOf(3) >= 0);
        // From then on levels are exact: the service and one job.
        for (const JobTimeline::Level& level : timeline.levels()) {
            if (level.timeS > timeline.sinceS() && level.timeS < 12.0 * 3600.0) {
                QCOMPARE(level.held, std::int64_t{6});
            }
        }
        // A trace of the run has no job of which a part may be gone.
        QCOMPARE(traceOfRun(*log.history()).size(), std::size_t{9});
    }

    // A span of a job that nobody introduced, and one that vanishes, do no harm.
    void badHistoriesDoNoHarm() {
        auto history = std::make_shared<engine::JobHistory>();
        auto cards = std::make_shared<std::vector<engine::JobCard>>();
        cards->push_back({7, "seven", "", "", 4, 0.0});
        history->cards.push_back(cards);
        engine::JobSpan stray;
        stray.job = 99;
        stray.toS = 5.0;
        history->spans.push_back(std::make_shared<const std::vector<engine::JobSpan>>(1, stray));
        engine::JobSpan open;
        open.job = 7;
        open.state = JobState::Running;
        open.accelerators = 4;
        open.toS = 10.0;
        history->open = {open, stray};
        engine::Frame frame;
        frame.timeS = 10.0;
        frame.history = history;
        JobTimeline timeline;
        timeline.take(frame);
        QCOMPARE(timeline.items().size(), std::size_t{1});
        QCOMPARE(timeline.levels().back().held, std::int64_t{4});
        auto later = std::make_shared<engine::JobHistory>(*history);
        later->open.clear();
        frame.timeS = 20.0;
        frame.history = later;
        timeline.take(frame);
        QCOMPARE(timeline.levels().back().held, std::int64_t{0});
        QVERIFY(!timeline.items().front().open);
        QCOMPARE(timeline.items().front().span->toS, 10.0);
    }

    void interruptionsAreToldApart() {
        TinyJobs jobs;
        const auto failure = jobs.event(50.0, engine::EventKind::Failure, "R1", "HBM");
        const auto stopped =
            jobs.event(50.0, engine::EventKind::JobInterrupted, "a", "Lost a server.", failure);
        const auto preempted =
            jobs.event(60.0, engine::EventKind::JobInterrupted, "b", "Preempted.");
        TinyJobs::span(jobs.add("a", "", "", 4, 0.0), JobState::Running, 0.0, 50.0, stopped);
        TinyJobs::span(jobs.add("b", "", "", 4, 0.0), JobState::Running, 0.0, 60.0, preempted);
        JobTimeline timeline;
        timeline.take(frameAt(jobs, 100.0));
        QCOMPARE(timeline.items().size(), std::size_t{2});
        QVERIFY(!timeline.isPreemption(*timeline.items()[0].span));
        QVERIFY(timeline.isPreemption(*timeline.items()[1].span));
        QVERIFY(timeline.event(77) == nullptr);
    }

    void jobsStandInTheOrderOfSubmission() {
        const TinyJobs jobs = threeJobs();
        JobTimeline timeline;
        timeline.take(frameAt(jobs, 200.0));
        JobRows rows;
        rows.take(timeline);
        QCOMPARE(rows.groups().size(), std::size_t{1});
        QCOMPARE(rows.size(), 3.0);
        QCOMPARE(rows.rowOfCard(2), 2);
        QCOMPARE(rows.cardAt(0, 1), 1);
        QCOMPARE(rows.cardAt(0, 3), -1);
        QCOMPARE(rows.cardAt(4, 0), -1);
        // By tenant: red has a and c, blue has b.
        rows.choose(JobRows::Mode::Jobs, JobRows::Grouping::Tenant);
        rows.take(timeline);
        QCOMPARE(rows.groups().size(), std::size_t{2});
        QCOMPARE(rows.groups()[0].name, std::string("red"));
        QCOMPARE(rows.groups()[0].size, 2.0);
        QCOMPARE(rows.groupOfCard(1), 1);
        QCOMPARE(rows.rowOfCard(2), 1);
    }

    // a takes 0-3, b 4-7. After both c takes 0-7: what starts keeps its place when it runs.
    void acceleratorsArePackedFromBelow() {
        const TinyJobs jobs = threeJobs();
        JobTimeline timeline;
        timeline.take(frameAt(jobs, 200.0));
        JobRows rows;
        rows.choose(JobRows::Mode::Accelerators, JobRows::Grouping::None);
        rows.take(timeline);
        QCOMPARE(rows.size(), 8.0);
        const auto a = barsOf(timeline, rows, "a");
        const auto b = barsOf(timeline, rows, "b");
        const auto c = barsOf(timeline, rows, "c");
        QCOMPARE(a.size(), std::size_t{1});
        QCOMPARE(a[0]->top, 0.0);
        QCOMPARE(a[0]->height, 4.0);
        QCOMPARE(b.size(), std::size_t{2});  // starting and running
        QCOMPARE(b[0]->top, 4.0);
        QCOMPARE(b[1]->top, 4.0);
        QCOMPARE(c.size(), std::size_t{2});
        QCOMPARE(c[0]->top, 0.0);
        QCOMPARE(c[0]->height, 8.0);
        QCOMPARE(c[1]->height, 8.0);
    }

    // 2 + 2 + 2 on six; the first and the third end; a job of four takes both gaps: two pieces.
    void gapsAreFilledInPieces() {
        TinyJobs jobs;
        TinyJobs::span(jobs.add("a", "", "", 2, 0.0), JobState::Running, 0.0, 10.0);
        TinyJobs::span(jobs.add("b", "", "", 2, 1.0), JobState::Running, 1.0, 100.0);
        TinyJobs::span(jobs.add("c", "", "", 2, 2.0), JobState::Running, 2.0, 10.0);
        TinyJobs::span(jobs.add("d", "", "", 4, 5.0), JobState::Running, 20.0, 50.0);
        JobTimeline timeline;
        timeline.take(frameAt(jobs, 60.0));
        JobRows rows;
        rows.choose(JobRows::Mode::Accelerators, JobRows::Grouping::None);
        rows.take(timeline);
        QCOMPARE(rows.size(), 6.0);
        const auto d = barsOf(timeline, rows, "d");
        QCOMPARE(d.size(), std::size_t{2});
        QCOMPARE(d[0]->top, 0.0);
        QCOMPARE(d[0]->height, 2.0);
        QCOMPARE(d[1]->top, 4.0);
        QCOMPARE(d[1]->height, 2.0);
    }

    // No two jobs on one accelerator at one time, height is what they hold, and the most that is
    // held at once is the height of all.
    void packedJobsDoNotOverlap() {
        TinyJobs jobs;
        jobs.schedule(250, 256);
        JobTimeline timeline;
        JobRows rows;
        rows.choose(JobRows::Mode::Accelerators, JobRows::Grouping::None);
        for (double t = 0.0; t < 60000.0; t += 311.0) {
            timeline.take(frameAt(jobs, t));
            rows.take(timeline);
        }
        std::int64_t most = 0;
        for (const auto& level : timeline.levels()) {
            most = std::max(most, level.held);
        }
        QCOMPARE(rows.size(), static_cast<double>(most));
        std::map<int, double> heights;
        const auto& bars = rows.bars();
        for (std::size_t i = 0; i < bars.size(); ++i) {
            heights[bars[i].item] += bars[i].height;
            const auto& a = timeline.items()[static_cast<std::size_t>(bars[i].item)];
            const double endA = a.open ? 1e18 : a.span->toS;
            for (std::size_t j = 0; j < i; ++j) {
                const auto& b = timeline.items()[static_cast<std::size_t>(bars[j].item)];
                const double endB = b.open ? 1e18 : b.span->toS;
                const bool sameTime = a.span->fromS < endB && b.span->fromS < endA;
                const bool samePlace = bars[i].top < bars[j].top + bars[j].height &&
                                       bars[j].top < bars[i].top + bars[i].height;
                QVERIFY(!sameTime || !samePlace);
            }
        }
        for (const auto& [item, height] : heights) {
            QCOMPARE(height,
                     static_cast<double>(
                         timeline.items()[static_cast<std::size_t>(item)].span->accelerators));
        }
    }
};

HEADROOM_TEST(TestJobTimeline)
}  // namespace tst_job_timeline

#include "tst_job_timeline.moc"
