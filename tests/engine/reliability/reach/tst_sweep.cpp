// SPDX-License-Identifier: Apache-2.0
#include "engine/document/edit.h"
#include "engine/reliability/reach/sweep.h"
#include "engine/reliability/reach/sweep_sheet.h"
#include "tests/engine/experiment/task_members.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tst_sweep {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

Sweep swept(const Project& project, const SweepSpec& spec,
            const std::atomic<bool>* cancel = nullptr) {
    auto result = sweep(project, catalogue(), spec, {}, cancel);
    if (!result) {
        qFatal("%s", text(result.error()).c_str());
    }
    return std::move(*result);
}

SweepSpec small(const std::string& only) {
    SweepSpec spec;
    spec.warmUpS = 1200.0;
    spec.horizonS = 600.0;
    spec.restS = 120.0;
    spec.only = only;
    spec.threads = 2;
    return spec;
}

}  // namespace

class TestSweep : public QObject {
    Q_OBJECT

  private slots:

    // The work of a job that one run did half of is half of its accelerator seconds; what only the
    // other run did counts against the loss.
    void missingWork() {
        RunStretch without, with;
        without.work = {100.0, 50.0};
        without.productiveS = {800.0, 400.0};
        with.work = {50.0, 50.0, 10.0};
        with.productiveS = {500.0, 400.0, 30.0};
        QCOMPARE(missingAcceleratorS(without, with), 800.0 * 0.5 + 0.0 - 30.0);
        QCOMPARE(missingAcceleratorS(without, without), 0.0);
        // A job that lost more than it did: all of its time, and that of the work thrown away.
        with.work = {-100.0, 50.0};
        QCOMPARE(missingAcceleratorS(without, with), 1600.0);
    }

    // 2N: a busway costs no work and turns no rack off. The same on any number of threads.
    void twoNCostsNothing() {
        const Project project = scenario("feed-loss-2n");
        SweepSpec spec = small("bus-a");
        const Sweep two = swept(project, spec);
        QCOMPARE(two.rows.size(), std::size_t{4});
        for (const SweepRow& row : two.rows) {
            QCOMPARE(row.forecast.with.racksOff, 0);
            QVERIFY(std::abs(row.forecast.lostShare) < 0.01);
            QCOMPARE(row.reach.racksExposed, 8);
        }
        spec.threads = 1;
        const Sweep one = swept(project, spec);
        for (std::size_t i = 0; i < one.rows.size(); ++i) {
            QCOMPARE(one.rows[i].first.name, two.rows[i].first.name);
            QCOMPARE(one.rows[i].forecast.lostAcceleratorS, two.rows[i].forecast.lostAcceleratorS);
            QCOMPARE(one.rows[i].forecast.with.facilityJ, two.rows[i].forecast.with.facilityJ);
        }
    }

    // Both busways of a pair, one after the other: its racks go dark, and what is lost is more than
    // both cost alone, which is nothing.
    void pairLosesWhatNeitherDoesAlone() {
        const Project project = scenario("feed-loss-2n");
        auto sim = Simulator::create(project, catalogue(), {});
        QVERIFY(sim.has_value());
        while ((*sim)->timeS() < 1200.0) {
            (*sim)->step();
        }
        PlantOrder a, b;
        a.unit = "bus-a";
        b.unit = "bus-b";
        a.instance = b.instance = 1;
        const RunStretch without = runOn(*(*sim)->branch(), 1800.0);
        const Forecast alone = forecast(**sim, {a}, 600.0, without);
        const Forecast pair = forecast(**sim, {a, b}, 600.0, without);
        QCOMPARE(alone.with.racksOff, 0);
        QCOMPARE(pair.with.racksOff, 8);
        QVERIFY(pair.lostShare > 0.01);
        QVERIFY(!pair.events.empty());
        // Nothing that happened next to has a place in it.
        for (const Event& e : pair.events) {
            QVERIFY(e.timeS >= 1200.0);
        }
    }

    void likePartsRepeatARow_data() {
        QTest::addColumn<QString>("change");
        for (const char* change : {"as drawn", "other rating", "busier feed", "other cables",
                                   "faults of its own", "other hall"}) {
            QTest::newRow(change) << change;
        }
    }

    // Every part of a hall with two feeds, computed and by likeness: the rows agree to the last bit, whatever makes one part
    // unlike the others. Fewer parts are computed.
    void likePartsRepeatARow() {
        QFETCH(QString, change);
        Project project = scenario("feed-loss-2n");
        const auto set = [&](const char* id, const char* key, models::Value value) {
            const auto done = apply(project, catalogue(), SetAttribute{id, key, std::move(value)});
            QVERIFY2(done.has_value(), done ? "" : done.error().text().c_str());
        };
        SweepSpec spec = small("");
        spec.warmUpS = 900.0;
        spec.horizonS = 300.0;
        spec.mostSwitches = 4;
        if (change == "other rating") {
            set("ups-b", "modules", std::int64_t{3});
        } else if (change == "busier feed") {
            project = scenario("distributed-redundant");
            set("racks-l", "feeds", std::vector<std::string>{"out-a", "out-b", "out-c"});
        } else if (change == "other cables") {
            set("bus-a", "cable_m", 90.0);
        } else if (change == "faults of its own") {
            set("failures", "enabled", true);
            set("failures", "rate_factor", 100.0);
            spec.randomFailures = true;
        } else if (change == "other hall") {
            project = scenario("distributed-redundant");
        }
        const Sweep shared = swept(project, spec);
        spec.all = true;
        const Sweep each = swept(project, spec);
        QCOMPARE(shared.rows.size(), each.rows.size());
        QCOMPARE(each.computed, static_cast<int>(each.rows.size()));
        QVERIFY2(shared.computed < each.computed, std::to_string(shared.computed).c_str());
        for (std::size_t i = 0; i < each.rows.size(); ++i) {
            const SweepRow& a = shared.rows[i];
            const SweepRow& b = each.rows[i];
            QCOMPARE(a.first.name, b.first.name);
            QVERIFY(b.like.empty() && a.like != a.first.name);
            QCOMPARE(a.forecast.lostAcceleratorS, b.forecast.lostAcceleratorS);
            QCOMPARE(a.forecast.lostShare, b.forecast.lostShare);
            QCOMPARE(a.forecast.with.tokens, b.forecast.with.tokens);
            QCOMPARE(a.forecast.with.hottestC, b.forecast.with.hottestC);
            QCOMPARE(a.forecast.with.interruptions, b.forecast.with.interruptions);
            QCOMPARE(a.forecast.with.racksOff, b.forecast.with.racksOff);
            QCOMPARE(a.forecast.with.racksThrottled, b.forecast.with.racksThrottled);
            QCOMPARE(a.reach.racksExposed, b.reach.racksExposed);
        }
    }

    // Three tasks that do not see each other, stage by stage, and then the whole, with pairs: the rows, events and all, of
    // one process.
    void tasksShareTheFailures() {
        const Project project = scenario("feed-loss-2n");
        SweepSpec spec = small("");
        spec.warmUpS = 900.0;
        spec.horizonS = 300.0;
        spec.mostSwitches = 4;
        spec.pairsOf = 3;
        const Sweep expected = swept(project, spec);
        std::string found;
        const int computed = askByThreeTasks([&](TaskMembers& members) {
            spec.members = &members;
            found = sweepJson(swept(project, spec), "hall");
        });
        QCOMPARE(computed, 0);
        QCOMPARE(found, sweepJson(expected, "hall"));
    }

    void badInput() {
        const auto nothing = sweep(scenario("tour-small-hall"), catalogue(), small("no-such"));
        QVERIFY(!nothing);
        QCOMPARE(nothing.error().front().code, std::string{"BLA-001"});
        std::atomic<bool> cancel{true};
        const Sweep stopped = swept(scenario("tour-small-hall"), small(""), &cancel);
        QVERIFY(!stopped.complete);
    }
};

HEADROOM_TEST(TestSweep)
}  // namespace tst_sweep

#include "tst_sweep.moc"
