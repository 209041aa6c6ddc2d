// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_fabric_run {

using namespace headroom::engine;
using namespace headroom::tests;
using headroom::models::DrillAction;
using headroom::models::FabricPart;

namespace {

/// The training jobs of the Llama hall alone: 3 jobs that span leaves, nothing fails.
Project trainings(const char* name = "meta-24k") {
    Project project = scenario(name);
    removeAll(project, "job_generator");
    set(project, "failures", "enabled", false);
    return project;
}

void steps(Simulator& s, int n) {
    for (int i = 0; i < n; ++i) {
        s.step();
    }
}

double facility(const Simulator& s, FacilityQuantity q) {
    return s.state().shown[q];
}

const Job& job(const Simulator& s, std::int64_t id) {
    const auto& jobs = s.state().jobs;
    const auto it =
        std::find_if(jobs.begin(), jobs.end(), [&](const Job& j) { return j.id == id; });
    if (it == jobs.end()) {
        qFatal("no such job");
    }
    return *it;
}

PlantOrder order(const Simulator& s, DrillAction action, FabricPart part, int instance) {
    PlantOrder o;
    o.action = action;
    o.unit = s.plant().fabric->fabrics[0].id;
    o.part = part;
    o.instance = instance;
    return o;
}

}  // namespace

class TestFabricRun : public QObject {
    Q_OBJECT

  private slots:

    // What viewers see: no bundle above its capacity, every job that spans leaves has a footprint
    // with the adapters that it holds, and loads of the bundles are the sum over footprints.
    void loadsAreConserved() {
        auto s = simulator(trainings());
        steps(*s, 100);
        const auto frame = s->frame();
        QVERIFY(frame->fabrics != nullptr);
        const FabricsNow& now = frame->fabricsNow;
        QVERIFY(!now.jobs.empty());
        std::vector<double> sum(now.bundles.size(), 0.0);
        for (const JobFootprint& p : now.jobs) {
            QCOMPARE(p.endpoints, job(*s, p.job).accelerators);  // an adapter each
            QVERIFY(p.share > 0.0 && p.share <= 1.0);
            for (std::size_t i = 0; i < p.bundles.size(); ++i) {
                sum[static_cast<std::size_t>(p.bundles[i])] += static_cast<double>(p.loads[i]);
            }
        }
        double most = 0.0;
        for (std::size_t b = 0; b < now.bundles.size(); ++b) {
            const double load = now.bundles[b].loadBytesPerS;
            QVERIFY(std::abs(load - sum[b]) <= 1e-5 * std::max(1.0, load));
            QVERIFY(load <= now.bundles[b].capacityBytesPerS * (1.0 + 1e-6));
            most = std::max(most, load);
        }
        QVERIFY(most > 0.0);
        QVERIFY(facility(*s, FacilityQuantity::HottestBundle) <= 1.0 + 1e-6);
        QVERIFY(facility(*s, FacilityQuantity::FabricUtilization) > 0.0);
        QCOMPARE(facility(*s, FacilityQuantity::DownLinks), 0.0);
    }

    // All uplinks of the first leaf at a tenth: the job on it slows, jobs elsewhere do not; whole
    // again, all is as before to the bit.
    void aSlowBundleSlowsThoseWhoCrossIt() {
        auto s = simulator(trainings());
        steps(*s, 100);
        const double before = job(*s, 1).rate;
        std::vector<double> others;
        for (const Job& j : s->state().jobs) {
            others.push_back(j.rate);
        }
        PlantOrder o = order(*s, DrillAction::Degrade, FabricPart::Uplinks, 1);
        o.amount = 0.1;
        s->operate(o);
        QVERIFY(job(*s, 1).rate < 0.95 * before);
        QVERIFY(job(*s, 1).networkShare < 0.5);
        QVERIFY(facility(*s, FacilityQuantity::DegradedLinks) == 0.0);  // published with the step
        s->step();
        QVERIFY(facility(*s, FacilityQuantity::DegradedLinks) > 0.0);
        QVERIFY(facility(*s, FacilityQuantity::NetworkBound) > 0.0);
        int untouched = 0;
        for (std::size_t i = 0; i < others.size(); ++i) {
            untouched += s->state().jobs[i].rate == others[i] && others[i] > 0.0 ? 1 : 0;
        }
        QVERIFY(untouched > 0);
        const auto frame = s->frame();
        const auto row = std::find_if(frame->jobs.begin(), frame->jobs.end(),
                                      [](const JobRow& r) { return r.id == 1; });
        // "Network: 12.3 % of the step waits for …", with the cost that the State has.
        const QString why = QString::fromStdString(row->why);
        QVERIFY(why.startsWith(QString("Network: %1 % of the step waits for")
                                   .arg(100.0 * job(*s, 1).networkCost, 0, 'f', 1)));
        QVERIFY(why.contains("leaf 1"));
        // The cost is what the rate lost against one without any wait; before, some was lost too.
        QVERIFY(job(*s, 1).networkCost >= 1.0 - job(*s, 1).rate / before - 1e-9);
        o.action = DrillAction::Repair;
        s->operate(o);
        QCOMPARE(job(*s, 1).rate, before);
        QVERIFY(s->state().fabric.faults.empty());
    }

    // No uplink left: the job is stopped at once and ends after the transport's retries of 30 s;
    // where the links come back before, it continues and loses no work.
    void aPartitionEndsJobsUnlessItHeals() {
        for (const double cutS : {20.0, 200.0}) {
            auto s = simulator(trainings());
            steps(*s, 100);
            const double done = job(*s, 1).done;
            PlantOrder o = order(*s, DrillAction::Cut, FabricPart::Uplinks, 1);
            o.durationS = cutS;
            s->operate(o);
            QCOMPARE(job(*s, 1).rate, 0.0);
            QCOMPARE(job(*s, 1).reason, static_cast<std::int32_t>(JobReason::Partitioned));
            steps(*s, 4);
            QCOMPARE(job(*s, 1).restarts, cutS < 30.0 ? 0 : 1);
            if (cutS < 30.0) {
                QVERIFY(job(*s, 1).rate > 0.0);
                QVERIFY(job(*s, 1).done >= done);
            }
        }
    }

    // A leaf takes its servers away until it is back.
    void aLeafTakesItsServers() {
        auto s = simulator(trainings());
        steps(*s, 100);
        PlantOrder o = order(*s, DrillAction::Fail, FabricPart::Leaf, 1);
        o.durationS = 300.0;
        s->operate(o);
        steps(*s, 4);
        const double down = facility(*s, FacilityQuantity::DownServers);
        QVERIFY(down > 0.0);
        int cutOff = 0;
        for (const auto d : s->state().serverDown) {
            cutOff += d == kServerCutOff ? 1 : 0;
        }
        QCOMPARE(down, static_cast<double>(cutOff));
        steps(*s, 20);
        QCOMPARE(facility(*s, FacilityQuantity::DownServers), 0.0);
    }

    // One spine less of many: traffic takes the others and nobody stops.
    void aSpineIsRoutedAround() {
        auto s = simulator(trainings());
        steps(*s, 100);
        s->operate(order(*s, DrillAction::Fail, FabricPart::Spine, 1));
        steps(*s, 10);
        QCOMPARE(job(*s, 1).restarts, 0);
        QVERIFY(job(*s, 1).rate > 0.0);
        QVERIFY(facility(*s, FacilityQuantity::DownLinks) > 0.0);
    }

    // Same bytes from the same seed; a run resumed from a snapshot in the middle of faults continues
    // as the first.
    void resumesExactlyWithFaults() {
        Project project = scenario("tour-small-hall");
        set(project, "failures", "rate_factor", 2000.0);
        auto a = simulator(project);
        steps(*a, 200);
        a->operate(order(*a, DrillAction::Flap, FabricPart::Uplinks, 1));
        PlantOrder degrade = order(*a, DrillAction::Degrade, FabricPart::Uplinks, 2);
        degrade.amount = 0.2;
        degrade.durationS = 1800.0;
        a->operate(degrade);
        steps(*a, 40);
        const auto snapshot = a->saveState();
        auto b = simulator(project);
        QVERIFY(b->loadState(snapshot).has_value());
        QCOMPARE(b->stateHash(), a->stateHash());
        steps(*a, 400);
        steps(*b, 400);
        QCOMPARE(a->stateHash(), b->stateHash());
        QVERIFY(a->frame()->fabricsNow.bundles.size() == b->frame()->fabricsNow.bundles.size());
    }

    // So many failures of links, switches and servers that jobs come, go and are solved together in
    // ever new sets: wherever the run is taken up again, it continues byte for byte.
    void resumesExactlyAnywhere() {
        Project project = scenario("tour-small-hall");
        set(project, "failures", "rate_factor", 2000.0);
        auto a = simulator(project);
        steps(*a, 40);
        std::vector<std::vector<std::byte>> snapshots;
        std::vector<std::uint64_t> after;
        constexpr int kPoints = 50, kApart = 12;
        for (int i = 0; i < kPoints; ++i) {
            snapshots.push_back(a->saveState());
            steps(*a, kApart);
            after.push_back(a->stateHash());
        }
        QVERIFY(a->state().fabric.nextFault > 10);
        auto b = simulator(project);
        for (std::size_t i = 0; i < snapshots.size(); ++i) {
            QVERIFY(b->loadState(snapshots[i]).has_value());
            steps(*b, kApart);
            QVERIFY2(b->stateHash() == after[i], qPrintable(QString::number(i)));
        }
    }

    // Counters only grow; a flapping link shows as transitions to down at its own rate: a share of
    // 0.2 down in periods of 25 s is 0.04 transitions a second and directed link.
    void countersGrow() {
        auto s = simulator(trainings("tour-small-hall"));
        steps(*s, 40);
        PlantOrder o = order(*s, DrillAction::Flap, FabricPart::Uplinks, 1);
        o.count = 1;
        o.amount = 0.2;
        s->operate(o);
        const auto before = s->frame()->fabricsNow.counters[0];
        steps(*s, 40);  // 600 s
        const auto after = s->frame()->fabricsNow.counters[0];
        const auto leaf = static_cast<std::size_t>(LinkTier::Leaf);
        QVERIFY(std::abs(after[leaf].linkDowned - before[leaf].linkDowned - 2 * 0.04 * 600.0) <
                1e-6);
        QVERIFY(after[leaf].bytes > before[leaf].bytes);
        for (std::size_t tier = 0; tier < after.size(); ++tier) {
            QVERIFY(after[tier].bytes >= before[tier].bytes);
            QVERIFY(after[tier].symbolErrors >= before[tier].symbolErrors);
        }
    }

    // Switches draw more under load: with trainings running the hall's network draws more than
    // idle, by no more than the span of the switches.
    void powerFollowsTraffic() {
        Project idle = trainings();
        removeAll(idle, "training_job");
        auto quiet = simulator(idle);
        auto busy = simulator(trainings());
        steps(*quiet, 100);
        steps(*busy, 100);
        const double more = facility(*busy, FacilityQuantity::FabricPower) -
                            facility(*quiet, FacilityQuantity::FabricPower);
        double span = 0.0;
        for (const Fabric& f : busy->plant().fabric->fabrics) {
            span += f.switchSpanW;
        }
        QVERIFY(more > 0.0);
        QVERIFY(more < span);
    }

    // A store of a hundredth: checkpoints outlast their interval, and the job says so.
    void slowStorageStarvesJobs() {
        Project project = trainings();
        auto fast = simulator(project);
        set(project, "tectonic", "count", std::int64_t{1});
        auto slow = simulator(project);
        steps(*fast, 100);
        steps(*slow, 100);
        QVERIFY(job(*slow, 1).storageBytesPerS < job(*fast, 1).storageBytesPerS);
        QVERIFY(facility(*fast, FacilityQuantity::StorageBound) == 0.0);
        QVERIFY(facility(*slow, FacilityQuantity::StorageWrite) <=
                slow->plant().storageWriteBytesPerS * (1.0 + 1e-6));
    }

    // Parts that a fabric has not are refused where they are written.
    void unknownPartsAreRefused() {
        Project project = scenario("tour-small-hall");
        headroom::engine::Object drill;
        drill.type = headroom::models::findComponentType("drill");
        drill.id = "cut";
        drill.values.resize(drill.type->attributes.size());
        project.objects.push_back(drill);
        set(project, "cut", "at_min", 60.0);
        set(project, "cut", "action", std::string{"cut"});
        set(project, "cut", "unit", std::string{"fabric"});
        set(project, "cut", "part", std::string{"leaf"});
        set(project, "cut", "instance", std::int64_t{100000});
        const auto refused = Simulator::create(project, catalogue(), {});
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().front().code, std::string{"SIM-030"});
        set(project, "cut", "instance", std::int64_t{1});
        QVERIFY(Simulator::create(project, catalogue(), {}).has_value());
    }
};

HEADROOM_TEST(TestFabricRun)
}  // namespace tst_fabric_run

#include "tst_fabric_run.moc"
