// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/jobs/jobs_alone.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <numeric>

namespace tst_job_load {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

class TestJobLoad : public QObject {
    Q_OBJECT

  private slots:

    // 16 accelerators at constant full load: activity 1 each, on the rack of their two servers, once racks are refreshed. The
    // job is noted when it is placed and when it goes to work.
    void loadReachesRacksWhenRefreshed() {
        JobsAlone alone(emptyHall());
        const JobIndex job = alone.submit(16, 0.0);
        alone.jobs.queues().schedule(0.0);
        QCOMPARE(alone.jobs.load().changed(), 32);
        const auto& activity = alone.state.rackActivity;
        QCOMPARE(std::accumulate(activity.begin(), activity.end(), 0.0), 0.0);
        alone.jobs.refreshRacks();
        QCOMPARE(alone.jobs.load().changed(), 0);
        QCOMPARE(std::accumulate(activity.begin(), activity.end(), 0.0), 16.0);
        const ServerIndex server =
            serverOfSlot(alone.plant, alone.job(job).pool, alone.job(job).firstSlot);
        const auto rack =
            static_cast<std::size_t>(alone.plant.serverRack[static_cast<std::size_t>(server)]);
        QCOMPARE(activity[rack], 16.0);
        QCOMPARE(alone.state.shown.rackJob[rack], static_cast<float>(alone.job(job).id));
    }

    // A server of 8 accelerators that leaves service counts as 8 changed; its rack then has one server less.
    void serversOutOfServiceAreNotUp() {
        JobsAlone alone(emptyHall());
        const PlantBlock& block = alone.plant.blocks.front();
        QCOMPARE(alone.state.rackServersUp[0], block.rack.servers);
        setServerDown(alone.plant, alone.state, ServerIndex(0), true);
        alone.jobs.load().noteServer(ServerIndex(0));
        QCOMPARE(alone.jobs.load().changed(), 8);
        alone.jobs.refreshRacks();
        QCOMPARE(alone.state.rackServersUp[0], block.rack.servers - 1);
    }

    // Equal phases change nothing, so the job is not noted again.
    void equalActivityIsNoChange() {
        JobsAlone alone(emptyHall());
        const JobIndex job = alone.submit(16, 0.0);
        alone.jobs.queues().schedule(0.0);
        alone.jobs.refreshRacks();
        const models::ChipPhases same = alone.job(job).phases;
        alone.jobs.load().setActivity(job, same);
        QCOMPARE(alone.jobs.load().changed(), 0);
        alone.jobs.load().setActivity(job, models::ChipPhases());
        QCOMPARE(alone.jobs.load().changed(), 16);
        alone.jobs.refreshRacks();
        const auto& activity = alone.state.rackActivity;
        QCOMPARE(std::accumulate(activity.begin(), activity.end(), 0.0), 0.0);
    }
};

HEADROOM_TEST(TestJobLoad)
}  // namespace tst_job_load

#include "tst_job_load.moc"
