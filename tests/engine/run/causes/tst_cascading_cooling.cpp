// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/reliability/diagnosis/bill.h"
#include "engine/reliability/diagnosis/event_graph.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_statistics.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_cascading_cooling {

using namespace headroom::engine;
using namespace headroom::tests;

/// The scenario from the wrong breaker to the last job that is back: every symptom must lead to it.
class TestCascadingCooling : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() {
        s_ = simulator(scenario("cascading-cooling"));
        s_->keepHistory(true);
        while (s_->timeS() < 4.0 * 3600.0) {
            s_->step();
            s_->takeEvents();
        }
        graph_.follow(s_->frame()->story);
        graph_.story().forEach([&](const Event& e) {
            if (e.subject == "mech-a" && e.timeS == 7200.0 && wrong_ < 0) {
                wrong_ = e.id;
            }
        });
    }

    void everyStageFollowsFromTheWrongBreaker() {
        QVERIFY(wrong_ >= 0);
        QCOMPARE(graph_.root(wrong_), wrong_);

        // Pumps stop, racks throttle, jobs slow down, racks trip, jobs are lost, they start again,
        // indicators move: in this order.
        struct Stage {
            EventKind kind;
            EventArea area;
        };

        const Stage stages[] = {
            {EventKind::Trip, EventArea::Cooling},        {EventKind::Throttle, EventArea::Servers},
            {EventKind::JobSlowed, EventArea::Jobs},      {EventKind::Trip, EventArea::Servers},
            {EventKind::JobInterrupted, EventArea::Jobs}, {EventKind::JobStarted, EventArea::Jobs}};
        double lastS = 7200.0;
        for (const Stage& stage : stages) {
            const Event* found = nullptr;
            graph_.story().forEach([&](const Event& e) {
                if (found == nullptr && e.kind == stage.kind && e.area == stage.area &&
                    e.timeS >= lastS && graph_.root(e.id) == wrong_) {
                    found = &e;
                }
            });
            QVERIFY2(found != nullptr, eventKindName(stage.kind));
            lastS = found->timeS;
        }
        bool indicator = false;
        graph_.story().forEach([&](const Event& e) {
            indicator =
                indicator || (e.kind == EventKind::Indicator && graph_.root(e.id) == wrong_);
        });
        QVERIFY(indicator);
    }

    /// No job that was lost after the breaker was lost by anything else.
    void everyLostJobFollowsFromIt() {
        int lost = 0;
        graph_.story().forEach([&](const Event& e) {
            if (e.kind == EventKind::JobInterrupted && e.timeS > 7200.0) {
                ++lost;
                QCOMPARE(graph_.root(e.id), wrong_);
                QVERIFY(graph_.chain(e.id).size() >= 4);  // job, trip, heat, pumps, breaker
                QVERIFY(e.job > 0);
            }
        });
        QVERIFY(lost >= 1);
    }

    /// The book against the jobs' own accounts: what was lost, hung and restarted is there once.
    void lossesAreTheJobsOwn() {
        const Bill bill(graph_);
        const std::vector<JobGroup> groups = jobGroupsOf(s_->plant(), s_->state());
        const auto kind = [&](LossKind k) {
            return bill.total().acceleratorS[static_cast<std::size_t>(k)];
        };
        const double scale = groups.front().heldS;
        QVERIFY(groups.front().lostS > 0.0);
        QVERIFY(std::abs(kind(LossKind::Redone) - groups.front().lostS) < 1e-9 * scale);
        QVERIFY(std::abs(kind(LossKind::Hung) - groups.front().hungS) < 1e-9 * scale);
        // All starts but the first of each job follow an interruption.
        QVERIFY(kind(LossKind::Restarting) > 0.0);
        QVERIFY(kind(LossKind::Restarting) < groups.front().startingS);
        QVERIFY(kind(LossKind::Waiting) > 0.0);
        QVERIFY(kind(LossKind::Slowed) > 0.0);
        QVERIFY(kind(LossKind::OutOfService) > 0.0);
        // Nothing else happened: the wrong breaker pays for all of it.
        QCOMPARE(bill.unexplained().workS(), 0.0);
        QVERIFY(std::abs(bill.of(wrong_).workS() - bill.total().workS()) <
                1e-9 * bill.total().workS());
        BillSum sum = bill.unexplained();
        for (const Bill::Line& line : bill.roots()) {
            sum.add(line.sum);
        }
        QVERIFY(std::abs(sum.workS() - bill.total().workS()) < 1e-9 * bill.total().workS());
        QVERIFY(std::abs(sum.tokens - bill.total().tokens) < 1e-9 * bill.total().tokens);
    }

    /// Same events and losses from a snapshot in the middle.
    void aSnapshotKeepsTheChains() {
        auto whole = simulator(scenario("cascading-cooling"));
        auto resumed = simulator(scenario("cascading-cooling"));
        while (whole->timeS() < 7260.0) {
            whole->step();
            whole->takeEvents();
        }
        QVERIFY(resumed->loadState(whole->saveState()).has_value());
        std::vector<Event> a, b;
        while (whole->timeS() < 7800.0) {
            whole->step();
            resumed->step();
            for (const Event& e : whole->takeEvents()) {
                a.push_back(e);
            }
            for (const Event& e : resumed->takeEvents()) {
                b.push_back(e);
            }
        }
        QVERIFY(!a.empty());
        QCOMPARE(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            QCOMPARE(a[i].id, b[i].id);
            QCOMPARE(a[i].cause, b[i].cause);
            QCOMPARE(a[i].text, b[i].text);
        }
        QCOMPARE(whole->stateHash(), resumed->stateHash());
    }

  private:
    std::unique_ptr<Simulator> s_;
    EventGraph graph_;
    std::int64_t wrong_ = -1;
};

HEADROOM_TEST(TestCascadingCooling)
}  // namespace tst_cascading_cooling

#include "tst_cascading_cooling.moc"
