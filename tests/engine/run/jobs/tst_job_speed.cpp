// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/job_speed.h"
#include "tests/engine/run/jobs/jobs_alone.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_job_speed {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// A job of 16 accelerators that runs, alone in the hall.
struct Running : JobsAlone {
    Running() : JobsAlone(emptyHall()), index(submit(16, 0.0)) { jobs.queues().schedule(0.0); }

    Job& running() { return job(index); }

    std::size_t rack() {
        return static_cast<std::size_t>(plant.serverRack[static_cast<std::size_t>(
            serverOfSlot(plant, running().pool, running().firstSlot))]);
    }

    JobIndex index;
    JobPorts ports{&fabric, &remote, {}};
    JobSpeed speed{plant, state, ports};
};

}  // namespace

class TestJobSpeed : public QObject {
    Q_OBJECT

  private slots:

    // The lowest clock of its racks counts; those of others do not.
    void slowestRackSetsTheClock() {
        Running r;
        const std::size_t rack = r.rack();
        for (std::size_t i = 0; i < r.state.rackClock.size(); ++i) {
            r.state.rackClock[i] = i == rack ? 0.8 : 0.5;
        }
        QCOMPARE(r.speed.clock(r.running()), 0.8);
    }

    // A fault leaves one of its accelerators 60 %: all others wait for it, and it is the reason.
    void slowestAcceleratorSetsTheClock() {
        Running r;
        std::fill(r.state.rackClock.begin(), r.state.rackClock.end(), 1.0);
        QCOMPARE(r.speed.clock(r.running()), 1.0);
        r.state.faults.slotSpeed.assign(static_cast<std::size_t>(r.plant.accelerators), 1.0F);
        const SlotIndex second = r.state.slotNext[static_cast<std::size_t>(r.running().firstSlot)];
        r.state.faults.slotSpeed[static_cast<std::size_t>(second)] = 0.5F;
        QCOMPARE(r.speed.clock(r.running()), 0.5);
        r.running().clock = 0.5;
        QCOMPARE(r.speed.limit(r.running()), JobReason::SlowDevice);
    }

    // At full clock a job is bound by computing, unless it waits for the network for more than 1 % of its time. A lower clock is
    // the reason before the network is.
    void limitsInOrder() {
        Running r;
        Job& job = r.running();
        job.clock = 1.0;
        job.networkCost = 0.005;
        QCOMPARE(r.speed.limit(job), JobReason::Compute);
        job.networkCost = 0.02;
        QCOMPARE(r.speed.limit(job), JobReason::Network);
        job.clock = 0.8;  // no rack throttles on temperature, and no accelerator is slow
        QCOMPARE(r.speed.limit(job), JobReason::PowerLimit);
    }

    // A checkpoint stalls the job for 0.78 s of each 100 s (profile "fixed"): it does 0.9922 seconds of work a second. Half of the
    // network doubles the share s of its time that it sends, so that the rest takes 1 - s + 2 s.
    void rateFollowsTheNetwork() {
        Running r;
        Job& job = r.running();
        job.clock = job.dataShare = 1.0;
        job.checkpointS = 100.0 - 0.78;
        r.speed.set(job);
        QCOMPARE(job.stallS, 0.78);
        QCOMPARE(job.rate, 0.9922);
        r.plant.profiles[static_cast<std::size_t>(job.profile)].spec.communicationShare = 0.25;
        job.dataShare = 0.5;
        r.speed.set(job);
        QCOMPARE(job.rate, 0.9922 / 1.25);
    }
};

HEADROOM_TEST(TestJobSpeed)
}  // namespace tst_job_speed

#include "tst_job_speed.moc"
