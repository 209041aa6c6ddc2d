// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/placement.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <map>

namespace tst_dispatch {

using namespace headroom;
using engine::Object;
using engine::Project;

namespace {

/// A new object with some values; `id` of single sections is the section's name.
void add(Project& project, const char* type, const std::string& id,
         const std::map<std::string, models::Value>& values) {
    Object object;
    object.id = id;
    object.type = models::findComponentType(type);
    object.values.resize(object.type->attributes.size());
    for (const auto& [key, value] : values) {
        bool known = false;
        for (std::size_t i = 0; i < object.type->attributes.size(); ++i) {
            if (object.type->attributes[i].key == key) {
                object.values[i] = value;
                known = true;
            }
        }
        if (!known) {
            qFatal("no %s/%s", type, key.c_str());
        }
    }
    project.objects.push_back(std::move(object));
}

/// The tour without its own jobs and failures; jobs of fixed run time are added.
Project base() {
    Project p = tests::scenario("tour-small-hall");
    for (const char* type : {"training_job", "job_generator", "job_trace", "batch_job", "drill",
                             "scheduling", "tenant"}) {
        tests::removeAll(p, type);
    }
    tests::set(p, "failures", "enabled", false);
    return p;
}

struct Kind {
    std::string accelerator;
    int count = 0;
};

/// The kind of the largest rack block, and how many of it a run finds.
Kind kindOf(const Project& project) {
    const auto sim = tests::simulator(project);
    Kind kind;
    for (const auto& pool : sim->plant().pools) {
        const int count = (pool.servers - pool.spares) * pool.acceleratorsPerServer;
        if (count > kind.count) {
            kind = {pool.accelerator, count};
        }
    }
    return kind;
}

void job(Project& p, const Kind& kind, const std::string& id, int accelerators, double submitH,
         double runH, const std::map<std::string, models::Value>& more = {}) {
    std::map<std::string, models::Value> values = {{"accelerator", kind.accelerator},
                                                   {"accelerators", std::int64_t{accelerators}},
                                                   {"submit_h", submitH},
                                                   {"run_h", runH},
                                                   {"profile", std::string{"fixed"}},
                                                   {"checkpoint_interval_min", 15.0}};
    for (const auto& [key, value] : more) {
        values[key] = value;
    }
    add(p, "batch_job", id, values);
}

void run(engine::Simulator& sim, double untilH) {
    while (sim.timeS() < untilH * 3600.0) {
        sim.step();
    }
}

/// The job of that source; sources submit one each.
const engine::Job& of(const engine::Simulator& sim, const Project& project, const std::string& id) {
    int number = 0;
    for (const Object* object : project.objectsOf("batch_job")) {
        if (object->id == id) {
            break;
        }
        ++number;
    }
    for (const engine::Job& j : sim.state().jobs) {
        if (j.source == engine::JobSource::Batch && j.sourceIndex == number) {
            return j;
        }
    }
    qFatal("no job %s", id.c_str());
}

}  // namespace

class TestDispatch : public QObject {
    Q_OBJECT

  private slots:
    void topologyPrefersTheSmallestTier();
    void spreadTakesRacksInTurn();
    void plainKeepsItsQueue();
    void easyPassesWhatFits();
    void oneInstantFreesAllPlaces();
    void priorityPreempts_data();
    void priorityPreempts();
    void quotaHolds();
    void priceDefers();
    void elasticTrainingShrinks();
    void snapshotGoesOnToTheSameBytes();
};

namespace {

/// One pool of 8 racks of 4 servers; two racks a leaf, four a pod.
engine::PlantPool racks() {
    engine::PlantPool pool;
    pool.servers = 32;
    pool.acceleratorsPerServer = 8;
    for (int server = 0; server < 32; ++server) {
        pool.tiers[0].push_back(server);
        pool.tiers[1].push_back(server / 4);
        pool.tiers[2].push_back(server / 8);
        pool.tiers[3].push_back(server / 16);
    }
    return pool;
}

}  // namespace

// Free: 3 servers of rack 0, all of rack 2, 2 of rack 3, all of racks 4 and 5.
void TestDispatch::topologyPrefersTheSmallestTier() {
    engine::Plant plant;
    plant.scheduling.spec.placement = models::PlacementPolicy::Topology;
    const engine::PlantPool pool = racks();
    const std::vector<int> free = {0, 1, 2, 8, 9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 21, 22, 23};
    const auto choose = [&](int count) { return chooseServers(plant, pool, free, count); };
    // 3: rack 0 holds them with none left. 4: rack 2, the first that does.
    QCOMPARE(choose(3), (std::vector<int>{0, 1, 2}));
    QCOMPARE(choose(4), (std::vector<int>{8, 9, 10, 11}));
    // 6: no rack; leaf 1 (racks 2, 3) has exactly 6, leaf 2 has 8.
    QCOMPARE(choose(6), (std::vector<int>{8, 9, 10, 11, 12, 13}));
    // 9: no leaf; pod 0 has 9, pod 1 only 8.
    QCOMPARE(choose(9).size(), std::size_t{9});
    QCOMPARE(choose(9).back(), 13);
    // 17: both pods.
    QCOMPARE(choose(17), free);
    QVERIFY(choose(18).empty());
    // With leaves as a hard tier 9 may cross (no leaf could ever hold them), 7 take leaf 2 or wait.
    plant.scheduling.spec.hardTier = models::PlacementTier::Leaf;
    QCOMPARE(choose(7), (std::vector<int>{16, 17, 18, 19, 20, 21, 22}));
    QCOMPARE(choose(9).size(), std::size_t{9});
    const std::vector<int> few = {0, 1, 2, 8, 9, 10, 16, 17};
    QVERIFY(chooseServers(plant, pool, few, 7).empty());
}

void TestDispatch::spreadTakesRacksInTurn() {
    engine::Plant plant;
    plant.scheduling.spec.placement = models::PlacementPolicy::Spread;
    const std::vector<int> free = {0, 1, 2, 3, 4, 5, 8};
    QCOMPARE(chooseServers(plant, racks(), free, 4), (std::vector<int>{0, 1, 4, 8}));
}

// No section: no scheduler state, and the head blocks.
void TestDispatch::plainKeepsItsQueue() {
    Project p = base();
    const Kind kind = kindOf(p);
    QVERIFY(kind.count >= 64);
    job(p, kind, "a", kind.count / 2, 0.0, 2.0);
    job(p, kind, "b", kind.count, 0.1, 1.0);
    job(p, kind, "c", 8, 0.2, 0.5);
    const auto sim = tests::simulator(p);
    run(*sim, 0.5);
    QVERIFY(sim->state().schedulers.empty());
    QVERIFY(of(*sim, p, "a").state == engine::JobState::Running);
    QVERIFY(of(*sim, p, "c").state == engine::JobState::Queued);
}

// The same under EASY: c ends at 0.7 h, before b can start at 2 h; d would end at 3.2 h and b needs
// all there is, so d waits.
void TestDispatch::easyPassesWhatFits() {
    Project p = base();
    const Kind kind = kindOf(p);
    add(p, "scheduling", "scheduling", {{"backfill", std::string{"easy"}}});
    job(p, kind, "a", kind.count / 2, 0.0, 2.0);
    job(p, kind, "b", kind.count, 0.1, 1.0);
    job(p, kind, "c", 8, 0.2, 0.5);
    job(p, kind, "d", 8, 0.2, 3.0);
    const auto sim = tests::simulator(p);
    run(*sim, 0.5);
    QVERIFY(of(*sim, p, "b").state == engine::JobState::Queued);
    QVERIFY(of(*sim, p, "c").state == engine::JobState::Running);
    QVERIFY(of(*sim, p, "d").state == engine::JobState::Queued);
    run(*sim, 2.5);
    QVERIFY(of(*sim, p, "c").state == engine::JobState::Completed);
    QVERIFY(of(*sim, p, "b").state == engine::JobState::Running);
    // A little after 2 h: a ran on racks that throttle.
    QCOMPARE(of(*sim, p, "b").firstStartS, of(*sim, p, "a").endS);
    run(*sim, 3.2);
    QVERIFY(of(*sim, p, "d").state == engine::JobState::Running);
}

// Four servers, the others set aside. Jobs of three and of one end together at 1 h: the two of two servers that
// stand next start then. The short one of one server behind them fits next to one of them alone: it waits.
void TestDispatch::oneInstantFreesAllPlaces() {
    Project p = base();
    const Kind kind = kindOf(p);
    add(p, "scheduling", "scheduling", {{"backfill", std::string{"easy"}}});
    add(p, "reservation", "rest",
        {{"accelerator", kind.accelerator},
         {"accelerators", std::int64_t{kind.count - 32}},
         {"from_h", 0.0},
         {"until_h", 1000.0}});
    job(p, kind, "a", 24, 0.0, 1.0);
    job(p, kind, "b", 8, 0.0, 1.0);
    job(p, kind, "c", 16, 0.1, 0.5);
    job(p, kind, "d", 16, 0.1, 0.5);
    job(p, kind, "e", 8, 0.1, 0.4);
    const auto sim = tests::simulator(p);
    run(*sim, 2.5);
    QCOMPARE(of(*sim, p, "a").endS, of(*sim, p, "b").endS);
    QCOMPARE(of(*sim, p, "c").firstStartS, of(*sim, p, "a").endS);
    QCOMPARE(of(*sim, p, "d").firstStartS, of(*sim, p, "a").endS);
    QVERIFY(of(*sim, p, "e").firstStartS >= of(*sim, p, "c").endS);
}

void TestDispatch::priorityPreempts_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<double>("minimumMin");
    QTest::newRow("requeue") << "requeue" << 0.0;
    QTest::newRow("suspend") << "suspend" << 0.0;
    QTest::newRow("cancel") << "cancel" << 0.0;
    QTest::newRow("not before its time") << "requeue" << 120.0;
}

// a holds everything; b of a higher priority comes at 1 h. Work between checkpoints is lost where a
// is requeued at once; it completes later.
void TestDispatch::priorityPreempts() {
    QFETCH(QString, mode);
    QFETCH(double, minimumMin);
    Project p = base();
    const Kind kind = kindOf(p);
    add(p, "scheduling", "scheduling",
        {{"policy", std::string{"priority"}},
         {"preemption", true},
         {"preemption_mode", mode.toStdString()},
         {"minimum_run_min", minimumMin}});
    job(p, kind, "a", kind.count, 0.0, 3.0);
    job(p, kind, "b", kind.count / 2, 1.05, 1.0, {{"priority", std::int64_t{5}}});
    const auto sim = tests::simulator(p);
    run(*sim, 1.5);
    const bool waits = minimumMin > 0.0;
    QCOMPARE(of(*sim, p, "b").state == engine::JobState::Running, !waits);
    QCOMPARE(of(*sim, p, "a").state == engine::JobState::Running, waits);
    std::int64_t held = 0;
    for (const std::int32_t slot : sim->state().slotJob) {
        held += slot >= 0 ? 1 : 0;
    }
    QCOMPARE(held, sim->state().allocatedNow);
    if (waits) {
        run(*sim, 2.1);
        QVERIFY(of(*sim, p, "b").firstStartS >= 2.0 * 3600.0);
        return;
    }
    if (mode == "cancel") {
        QVERIFY(of(*sim, p, "a").state == engine::JobState::Failed);
        return;
    }
    QCOMPARE(of(*sim, p, "a").preemptions, 1);
    QCOMPARE(of(*sim, p, "a").lostWork > 0.0, mode == "requeue");
    run(*sim, 7.0);
    QVERIFY(of(*sim, p, "a").state == engine::JobState::Completed);
    QVERIFY(of(*sim, p, "b").state == engine::JobState::Completed);
    QCOMPARE(sim->state().allocatedNow, std::int64_t{0});
}

void TestDispatch::quotaHolds() {
    Project p = base();
    const Kind kind = kindOf(p);
    add(p, "tenant", "red", {{"quota_accelerators", 16.0}});
    add(p, "tenant", "blue", {});
    for (const char* id : {"a", "b", "c"}) {
        job(p, kind, id, 8, 0.0, 1.0, {{"tenant", std::string{"red"}}});
    }
    job(p, kind, "d", 8, 0.1, 1.0, {{"tenant", std::string{"blue"}}});
    const auto sim = tests::simulator(p);
    run(*sim, 0.5);
    QVERIFY(of(*sim, p, "b").state == engine::JobState::Running);
    QVERIFY(of(*sim, p, "c").state == engine::JobState::Queued);
    QVERIFY(of(*sim, p, "d").state == engine::JobState::Running);
    run(*sim, 1.2);
    QVERIFY(of(*sim, p, "c").state == engine::JobState::Running);
}

// No price is at or below nothing: the job starts when it has waited for 2 h, and not before.
void TestDispatch::priceDefers() {
    Project p = base();
    const Kind kind = kindOf(p);
    add(p, "scheduling", "scheduling",
        {{"deferral", std::string{"price"}},
         {"deferral_threshold", 0.0},
         {"maximum_delay_h", 2.0}});
    job(p, kind, "a", 8, 0.5, 1.0);
    const auto sim = tests::simulator(p);
    run(*sim, 3.0);
    QCOMPARE(of(*sim, p, "a").firstStartS, 2.5 * 3600.0);
}

// A training job that may shrink to half gives way to a batch job that finds no room, and grows
// back.
void TestDispatch::elasticTrainingShrinks() {
    Project p = tests::scenario("tour-small-hall");
    for (const char* type : {"job_generator", "job_trace", "batch_job", "drill"}) {
        tests::removeAll(p, type);
    }
    tests::set(p, "failures", "enabled", false);
    const Kind kind = kindOf(p);
    Object* training = nullptr;
    for (Object& object : p.objects) {
        if (object.type->id == "training_job") {
            training = &object;
        }
    }
    QVERIFY(training != nullptr);
    const std::string id = training->id;
    std::erase_if(p.objects,
                  [&](const Object& o) { return o.type->id == "training_job" && o.id != id; });
    const auto spec = engine::specOf<models::TrainingJobSpec>(*p.find(id));
    const int copies = spec.accelerators / (spec.tensorParallel * spec.pipelineParallel);
    if (copies < 2) {
        QSKIP("the training job has one copy");
    }
    tests::set(p, id, "smallest_pct", 50.0);
    tests::set(p, id, "submit_h", 0.0);
    add(p, "scheduling", "scheduling", {{"policy", std::string{"elastic"}}});
    job(p, kind, "a", kind.count - spec.accelerators / 2, 1.0, 1.0);
    const auto sim = tests::simulator(p);
    run(*sim, 0.9);
    QCOMPARE(sim->state().jobs.front().accelerators, spec.accelerators);
    run(*sim, 1.5);
    QVERIFY(sim->state().jobs.front().accelerators < spec.accelerators);
    QVERIFY(of(*sim, p, "a").state == engine::JobState::Running);
    run(*sim, 2.6);
    QCOMPARE(sim->state().jobs.front().accelerators, spec.accelerators);
    QVERIFY(sim->state().jobs.front().lostS == 0.0);
}

// Stopped in the middle of queues and preemptions, and gone on from the bytes: the same hash.
void TestDispatch::snapshotGoesOnToTheSameBytes() {
    for (const char* policy : {"priority", "las", "fair_share"}) {
        Project p = base();
        const Kind kind = kindOf(p);
        add(p, "scheduling", "scheduling",
            {{"policy", std::string{policy}},
             {"backfill", std::string{"greedy"}},
             {"preemption", true},
             {"preemption_mode", std::string{"suspend"}}});
        for (int i = 0; i < 12; ++i) {
            job(p, kind, "job-" + std::to_string(i), kind.count / (1 + i % 3), 0.1 * i,
                0.3 + 0.1 * (i % 4),
                {{"priority", std::int64_t{i % 3}},
                 {"tenant", std::string{i % 2 == 0 ? "red" : "blue"}}});
        }
        const auto whole = tests::simulator(p);
        run(*whole, 1.0);
        const auto bytes = whole->saveState();
        const auto resumed = tests::simulator(p);
        QVERIFY(resumed->loadState(bytes).has_value());
        QCOMPARE(resumed->stateHash(), whole->stateHash());
        run(*whole, 3.0);
        run(*resumed, 3.0);
        QCOMPARE(resumed->stateHash(), whole->stateHash());
    }
}

HEADROOM_TEST(TestDispatch)
}  // namespace tst_dispatch

#include "tst_dispatch.moc"
