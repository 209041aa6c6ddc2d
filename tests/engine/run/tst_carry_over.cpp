// SPDX-License-Identifier: Apache-2.0
#include "engine/document/edit.h"
#include "engine/plant/plant.h"
#include "engine/run/carry_over.h"
#include "engine/run/simulator.h"
#include "engine/run/state/snapshot.h"
#include "tests/engine/run/job_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <random>

namespace tst_carry_over {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr double kHourS = 3600.0;

std::shared_ptr<const Plant> plantOf(const Project& project) {
    auto plant = compile(project, catalogue(), {});
    if (!plant) {
        qFatal("%s", text(plant.error()).c_str());
    }
    return std::make_shared<const Plant>(std::move(*plant));
}

/// The run continues with another design.
void change(std::unique_ptr<Simulator>& s, const Project& project, const std::string& words) {
    auto made = s->changed(plantOf(project), words);
    if (!made) {
        qFatal("%s", text(made.error()).c_str());
    }
    s = std::move(*made);
}

std::vector<Event> runAndHear(Simulator& s, double untilS) {
    std::vector<Event> heard;
    while (s.timeS() < untilS - 1e-9) {
        s.step();
        const auto events = s.takeEvents();
        heard.insert(heard.end(), events.begin(), events.end());
    }
    return heard;
}

const Event* eventWith(const std::vector<Event>& events, const std::string& text) {
    const auto found = std::find_if(events.begin(), events.end(), [&](const Event& e) {
        return e.text.find(text) != std::string::npos;
    });
    return found == events.end() ? nullptr : &*found;
}

int index(const std::vector<std::string>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

/// Accelerator seconds that jobs held, by their own accounts, against the meter of the facility.
double unaccountedS(const Simulator& s) {
    double sum = 0.0;
    for (const Job& job : s.state().jobs) {
        sum += accounted(job, s.timeS());
    }
    for (const PastJobs& past : s.state().past.owners) {
        sum += past.heldS.value();
    }
    const double allocatedS = s.state().totals.allocatedS.value();
    return std::abs(sum - allocatedS) / std::max(1.0, allocatedS);
}

/// Lists that lead from jobs to accelerators and back agree, and what is free is counted right.
void verifyPlaces(const Simulator& s) {
    const State& state = s.state();
    const Plant& plant = s.plant();
    std::vector<int> held(state.jobs.size(), 0);
    for (const std::int32_t job : state.slotJob) {
        if (job >= 0) {
            ++held[static_cast<std::size_t>(job)];
        }
    }
    std::int64_t allocated = 0;
    for (std::size_t i = 0; i < state.jobs.size(); ++i) {
        const Job& job = state.jobs[i];
        const bool here =
            (job.state == JobState::Running || job.state == JobState::Starting) && job.place < 0;
        QCOMPARE(held[i], here ? job.accelerators : 0);
        int listed = 0;
        for (std::int32_t slot = job.firstSlot; slot >= 0;
             slot = state.slotNext[static_cast<std::size_t>(slot)]) {
            QCOMPARE(state.slotJob[static_cast<std::size_t>(slot)], static_cast<std::int32_t>(i));
            ++listed;
        }
        QCOMPARE(listed, held[i]);
        allocated += held[i];
    }
    QCOMPARE(state.allocatedNow, allocated);
    for (std::size_t p = 0; p < plant.pools.size(); ++p) {
        const PlantPool& pool = plant.pools[p];
        int free = 0;
        for (int server = pool.firstServer; server < pool.firstServer + pool.servers; ++server) {
            const auto i = static_cast<std::size_t>(server);
            free += state.serverDown[i] == 0 ? state.serverFree[i] : 0;
        }
        QCOMPARE(state.pools[p].freeSlots, free);
    }
}

Project busyHall() {
    Project project = scenario("tour-small-hall");
    set(project, "failures", "rate_factor", 30.0);
    return project;
}

/// A copy of a rack block elsewhere in the hall.
Project withMoreRacks(const Project& before, int rows) {
    Project project = before;
    set(project, "air", "rows", std::int64_t{rows});
    return project;
}

}  // namespace

class TestCarryOver : public QObject {
    Q_OBJECT

  private slots:

    // Taken over into the very same plant, each member of the State is what it was: nothing is
    // forgotten. The fresh State differs in all that a busy afternoon leaves behind.
    void everythingIsTakenOver_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"tour-small-hall", "mixed-fleet", "train-and-serve", "cloud-burst",
                                 "immersion-hall", "two-site-training"}) {
            QTest::newRow(name) << QString{name};
        }
    }

    void everythingIsTakenOver() {
        QFETCH(QString, name);
        Project project = scenario(name.toStdString());
        auto s = simulator(project);
        headroom::tests::run(*s, 3.0 * kHourS);
        const Plant& plant = s->plant();
        const auto fresh = simulator(project);
        const PlantMap map = mapPlants(plant, fresh->plant());
        QVERIFY(map.sameShape());
        const State taken =
            carryOver({plant, fresh->plant(), map, s->timeS()}, s->state(), State{fresh->state()});
        const auto a = stateBytes(taken), b = stateBytes(s->state());
        QCOMPARE(a.size(), b.size());
        QVERIFY(a == b);
        QVERIFY(hashOf(fresh->state()) != hashOf(taken));
    }

    // An edit and its undo with no step between are no edit, even where racks with jobs on them
    // were away in between: the next hours give the same bytes, and no event tells of it.
    void undoneBetweenTwoStepsNothingHappened() {
        const Project project = busyHall();
        auto s = simulator(project);
        headroom::tests::run(*s, 2.0 * kHourS);
        const auto plain = s->branch();
        const std::uint64_t before = s->stateHash();

        Project smaller = project;
        set(smaller, "liquid", "racks_per_row", std::int64_t{3});
        Project colder = smaller;
        set(colder, "warm", "supply_setpoint_c", 26.0);
        change(s, smaller, "Racks per row of liquid to 3");
        QVERIFY(s->stateHash() != before);
        change(s, colder, "Supply set-point of warm to 26 °C");
        change(s, smaller, "Undo");
        change(s, project, "Undo");
        QCOMPARE(s->design(), 4);
        QCOMPARE(s->stateHash(), before);
        const auto heard = runAndHear(*s, 5.0 * kHourS);
        QVERIFY(eventWith(heard, "The design was changed") == nullptr);
        headroom::tests::run(*plain, 5.0 * kHourS);
        QCOMPARE(s->stateHash(), plain->stateHash());
    }

    // A set-point: all continues where it is, the story names the edit, and the water follows.
    void setpointMovesTheWaterAlone() {
        const Project project = scenario("tour-small-hall");
        auto s = simulator(project);
        headroom::tests::run(*s, 2.0 * kHourS);
        const State before = s->state();
        Project colder = project;
        set(colder, "warm", "supply_setpoint_c", 26.0);
        change(s, colder, "Supply set-point of warm to 26 °C");
        const State& now = s->state();
        QCOMPARE(now.timeS, before.timeS);
        QCOMPARE(now.totals.itJ, before.totals.itJ);
        QCOMPARE(now.totals.energyUsd, before.totals.energyUsd);
        QCOMPARE(now.totals.requeued, before.totals.requeued);
        QCOMPARE(now.coolant.nodeC, before.coolant.nodeC);
        QCOMPARE(now.rackChipC, before.rackChipC);
        QCOMPARE(now.allocatedNow, before.allocatedNow);
        const auto heard = runAndHear(*s, 4.0 * kHourS);
        const Event* said = eventWith(heard, "Supply set-point of warm to 26 °C");
        QVERIFY(said != nullptr);
        QCOMPARE(said->timeS, 2.0 * kHourS);
        QCOMPARE(said->area, EventArea::Control);
        const std::size_t loop = s->plant().loops[0].id == "warm" ? 0 : 1;
        const auto supplyOf = [loop](const State& state) {
            const auto supply = static_cast<std::size_t>(LoopQuantity::SupplyTemperature);
            return state.shown.loops[loop][supply];
        };
        const double supplyC = supplyOf(s->state());
        QVERIFY2(supplyC < supplyOf(before) - 2.0, qPrintable(QString::number(supplyC)));
        QVERIFY(s->state().totals.worstImbalance < 1e-9);
    }

    // What was paid is paid: at another price the bill continues from where it stood. The meter is
    // linear, so an hour later it shows the old sum and the new price of what the hour took.
    void pricesDoNotReachBack() {
        Project project = scenario("tour-small-hall");
        auto s = simulator(project);
        headroom::tests::run(*s, 2.0 * kHourS);
        const double paid = s->state().totals.energyUsd;
        const double meterJ = s->state().totals.utilityJ;
        const double priceUsdPerJ = s->plant().energyUsdPerJ;
        QVERIFY(paid > 0.0);
        set(project, "site", "energy_usd_per_kwh", 1.0);
        set(project, "site", "peak_usd_per_kwh", 1.0);
        change(s, project, "Price");
        QVERIFY(s->plant().energyUsdPerJ > 2.0 * priceUsdPerJ);
        QCOMPARE(s->state().totals.energyUsd, paid);
        headroom::tests::run(*s, 3.0 * kHourS);
        const double hourJ = s->state().totals.utilityJ - meterJ;
        QVERIFY(std::abs(s->state().totals.energyUsd - paid - hourJ * s->plant().energyUsdPerJ) <
                1e-9 * paid);
    }

    // Another row of 16 racks: the old ones keep temperature and jobs, the new ones take jobs.
    // Capacity is counted from then on: two hours at 1,024 accelerators, then one at more.
    void newRacksJoin() {
        const Project project = scenario("tour-small-hall");
        auto s = simulator(project);
        headroom::tests::run(*s, 2.0 * kHourS);
        const State before = s->state();
        const Plant& old = *s->sharedPlant();
        const std::vector<std::string> oldNames = old.rackNames;
        Project larger = project;
        set(larger, "hall", "depth_m", 20.0);
        set(larger, "liquid", "y_m", 13.0);
        larger = withMoreRacks(larger, 3);
        change(s, larger, "Third row of air");
        const State& now = s->state();
        QCOMPARE(s->plant().racks, 56);
        for (std::size_t r = 0; r < oldNames.size(); ++r) {
            const auto k = static_cast<std::size_t>(index(s->plant().rackNames, oldNames[r]));
            QVERIFY(k < s->plant().rackNames.size());
            QCOMPARE(now.rackChipC[k], before.rackChipC[r]);
            QCOMPARE(now.rackEnergyJ[k], before.rackEnergyJ[r]);
        }
        QCOMPARE(now.totals.requeued, before.totals.requeued);
        verifyPlaces(*s);
        headroom::tests::run(*s, 3.0 * kHourS);
        verifyPlaces(*s);
        QVERIFY(s->state().totals.worstImbalance < 1e-9);
        QVERIFY(unaccountedS(*s) < 1e-9);
        const double capacityS = 2.0 * kHourS * 1024.0 + kHourS * s->plant().accelerators;
        QVERIFY(std::abs(s->summary().value("utilization") -
                         s->state().totals.busyS.value() / capacityS) < 1e-12);
    }

    // A block with a job on it goes: the job falls back to its last checkpoint, as by a failure,
    // waits for room, and the story says why. Undone after a step, it starts again on the racks.
    void removedRacksInterruptTheirJobs() {
        Project project = emptyHall();
        addBatch(project, "large", 1000, 100.0);
        auto s = simulator(project);
        headroom::tests::run(*s, 1.0 * kHourS);
        QCOMPARE(job(*s, 0).state, JobState::Running);
        Project smaller = project;
        set(smaller, "liquid", "racks_per_row", std::int64_t{4});
        // 1,000 of what are then 768 accelerators: it can never run, which ends it.
        auto shrunk = s->changed(plantOf(smaller), "Four racks less");
        QVERIFY(shrunk.has_value());
        QCOMPARE(job(**shrunk, 0).state, JobState::Failed);
        QCOMPARE((*shrunk)->state().totals.killed, 1);

        Project half = emptyHall();
        addBatch(half, "large", 600, 100.0);
        auto t = simulator(half);
        headroom::tests::run(*t, 1.0 * kHourS);
        const int first = t->plant().blocks.front().id == "air" ? 1 : 0;
        static_cast<void>(first);
        const State before = t->state();
        Project without = half;
        set(without, "air", "rows", std::int64_t{1});
        change(t, without, "One row of air less");
        verifyPlaces(*t);
        QCOMPARE(t->state().totals.requeued, before.totals.requeued + 1);
        const auto heard = runAndHear(*t, 2.0 * kHourS);
        const Event* said = eventWith(heard, "One row of air less");
        const Event* interrupted = eventWith(heard, "Interrupted;");
        QVERIFY(said != nullptr && interrupted != nullptr);
        QCOMPARE(interrupted->cause, said->id);
        QVERIFY(said->id < interrupted->id);
        QCOMPARE(job(*t, 0).state, JobState::Running);  // on the 768 that are left
        QVERIFY(unaccountedS(*t) < 1e-9);
        QVERIFY(t->state().totals.worstImbalance < 1e-9);
        change(t, half, "Undo");
        headroom::tests::run(*t, 3.0 * kHourS);
        QCOMPARE(t->plant().accelerators, 1024);
        verifyPlaces(*t);
    }

    // A CDU of a group goes while another is out: what is left carries the flow, energy balances.
    void aCduLess() {
        Project project = scenario("tour-small-hall");
        auto s = simulator(project);
        headroom::tests::run(*s, 1.0 * kHourS);
        set(project, "cdus", "count", std::int64_t{1});
        change(s, project, "CDUs of cdus to 1");
        headroom::tests::run(*s, 2.0 * kHourS);
        QVERIFY(s->state().totals.worstImbalance < 1e-9);
        QCOMPARE(s->plant().cdus.front().units, 1);
        verifyPlaces(*s);
    }

    // A training job that is taken out ends; its tokens stay in the sum, its name in the table. One
    // that is new is submitted now, not at the time before the edit that it states.
    void sourcesComeAndGo() {
        Project project = scenario("tour-small-hall");
        auto s = simulator(project);
        headroom::tests::run(*s, 2.0 * kHourS);
        // What a run has trained is kept or lost; an end costs what is after the last checkpoint.
        const auto trained = [&] {
            return s->summary().sums[Sum::Tokens] + s->state().totals.tokensLost;
        };
        const double tokens = trained();
        QVERIFY(tokens > 0.0);
        Project other = project;
        std::erase_if(other.objects, [](const Object& o) { return o.id == "llama-70b"; });
        addBatch(other, "late", 64, 1.0, 0.5);
        change(s, other, "Llama 70B out, a batch in");
        QVERIFY(std::abs(trained() - tokens) < 1e-9 * tokens);
        headroom::tests::run(*s, 2.0 * kHourS + 60.0);
        const auto frame = s->frame();
        const auto named = [&](const std::string& name) {
            return std::find_if(frame->jobs.begin(), frame->jobs.end(),
                                [&](const JobRow& row) { return row.name == name; });
        };
        QVERIFY(named("llama-70b") != frame->jobs.end());
        QCOMPARE(named("llama-70b")->state, JobState::Failed);
        QVERIFY(named("late") != frame->jobs.end());
        QCOMPARE(named("late")->submitS, 2.0 * kHourS);
        QVERIFY(trained() >= tokens);
        verifyPlaces(*s);
        // Drawn back in, it is a new job.
        change(s, project, "Undo");
        headroom::tests::run(*s, 2.0 * kHourS + 120.0);
        QCOMPARE(std::count_if(s->state().jobs.begin(), s->state().jobs.end(),
                               [](const Job& j) { return j.training == 0; }),
                 std::ptrdiff_t{1});
    }

    // From first in, first out to fair shares and back, with jobs that run and jobs that wait: who
    // runs continues, who waits keeps waiting, the story says that the scheduler began anew.
    void anotherPolicy() {
        Project project = emptyHall();
        for (int n = 0; n < 6; ++n) {
            addBatch(project, "batch-" + std::to_string(n), 300, 2.0 + n, 0.01 * n);
        }
        auto s = simulator(project);
        headroom::tests::run(*s, 0.5 * kHourS);
        const State before = s->state();
        QCOMPARE(before.queuedJobs, 3);
        Project fair = project;
        removeAll(fair, "scheduling");
        add(fair, "scheduling", "scheduling", {{"policy", std::string{"fair_share"}}});
        change(s, fair, "Fair shares");
        QCOMPARE(s->state().queuedJobs, 3);
        QCOMPARE(s->state().running, before.running);
        QVERIFY(!s->plant().scheduling.plain);
        verifyPlaces(*s);
        const auto heard = runAndHear(*s, 1.0 * kHourS);
        QVERIFY(eventWith(heard, "Begins anew") != nullptr);
        QCOMPARE(s->state().totals.requeued, 0);
        change(s, project, "First in, first out");
        QVERIFY(s->plant().scheduling.plain);
        QCOMPARE(s->state().queuedJobs, 3);
        headroom::tests::run(*s, 12.0 * kHourS);
        QCOMPARE(s->state().totals.completed, 6);
        verifyPlaces(*s);
        QVERIFY(unaccountedS(*s) < 1e-9);
    }

    // Other steps: the clock continues from where it is, to the next whole one.
    void anotherStep() {
        Project project = scenario("tour-small-hall");
        auto s = simulator(project);
        headroom::tests::run(*s, 1005.0);
        set(project, "project", "step_s", 60.0);
        change(s, project, "Step");
        QCOMPARE(s->timeS(), 1005.0);
        s->step();
        QCOMPARE(s->timeS(), 1020.0);
        s->step();
        QCOMPARE(s->timeS(), 1080.0);
        QVERIFY(s->state().totals.worstImbalance < 1e-9);
    }

    // A plant that cannot run is refused, and the run is as it was.
    void refusesWhatCannotRun() {
        Project project = scenario("tour-small-hall");
        auto s = simulator(project);
        headroom::tests::run(*s, 0.5 * kHourS);
        const std::uint64_t before = s->stateHash();
        add(project, "drill", "nowhere",
            {{"at_min", 60.0},
             {"action", std::string{"fail"}},
             {"unit", std::string{"air"}},
             {"level", std::string{"rack"}},
             {"instance", std::int64_t{1000000}}});
        const auto refused = s->changed(plantOf(project), "A drill");
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().front().code, std::string{"SIM-030"});
        QCOMPARE(s->stateHash(), before);
    }

    // Twenty edits of an afternoon, drawn at random, each followed by some minutes: whatever they
    // meet, energy balances, each accelerator second has its place, and twice the same gives the
    // same bytes.
    void manyEdits_data() {
        QTest::addColumn<int>("seed");
        QTest::newRow("1") << 1;
        QTest::newRow("2") << 2;
        QTest::newRow("3") << 3;
    }

    void manyEdits() {
        QFETCH(int, seed);
        const auto afternoon = [&] {
            std::mt19937 random(static_cast<unsigned>(seed));
            const auto pick = [&](int from, int to) {
                return from + static_cast<int>(random() % static_cast<unsigned>(to - from + 1));
            };
            Project project = busyHall();
            auto s = simulator(project);
            headroom::tests::run(*s, kHourS);
            for (int n = 0; n < 20; ++n) {
                switch (pick(0, 7)) {
                    case 0:
                        set(project, "warm", "supply_setpoint_c", 26.0 + pick(0, 6));
                        break;
                    case 1:
                        set(project, "air", "rows", std::int64_t{pick(1, 2)});
                        break;
                    case 2:
                        set(project, "liquid", "racks_per_row", std::int64_t{pick(4, 8)});
                        break;
                    case 3:
                        set(project, "cdus", "count", std::int64_t{pick(1, 3)});
                        break;
                    case 4:
                        set(project, "pdus", "count", std::int64_t{pick(4, 6)});
                        break;
                    case 5:
                        set(project, "air", "racks_per_row", std::int64_t{pick(12, 16)});
                        break;
                    case 6:
                        set(project, "hall", "crah_count", std::int64_t{pick(4, 7)});
                        break;
                    default:
                        set(project, "ups", "modules", std::int64_t{pick(5, 7)});
                        break;
                }
                change(s, project, "Edit " + std::to_string(n));
                verifyPlaces(*s);
                headroom::tests::run(*s, s->timeS() + 15.0 * pick(1, 40));
                verifyPlaces(*s);
                if (s->state().totals.worstImbalance >= 1e-9 || unaccountedS(*s) >= 1e-9) {
                    qWarning("edit %d: imbalance %g, unaccounted %g", n,
                             s->state().totals.worstImbalance, unaccountedS(*s));
                    break;
                }
            }
            return s;
        };
        const auto s = afternoon();
        QVERIFY2(s->state().totals.worstImbalance < 1e-9,
                 qPrintable(QString::number(s->state().totals.worstImbalance)));
        QVERIFY2(unaccountedS(*s) < 1e-9, qPrintable(QString::number(unaccountedS(*s))));
        QCOMPARE(s->design(), 20);
        QCOMPARE(afternoon()->stateHash(), s->stateHash());
    }
};

HEADROOM_TEST(TestCarryOver)
}  // namespace tst_carry_over

#include "tst_carry_over.moc"
