// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/jobs/jobs_alone.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_job_queues {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr int kAll = 1024;  ///< accelerators of the hall, in one pool

JobReason reasonOf(JobsAlone& alone, JobIndex job) {
    return static_cast<JobReason>(alone.job(job).reason);
}

}  // namespace

class TestJobQueues : public QObject {
    Q_OBJECT

  private slots:

    // The first job takes the whole hall. The second needs it whole too, and is the head: the third waits behind it, although 8
    // accelerators are all that it asks for.
    void headBlocks() {
        JobsAlone alone(emptyHall());
        QCOMPARE(alone.plant.accelerators, kAll);
        const JobIndex first = alone.submit(kAll, 0.0);
        const JobIndex head = alone.submit(kAll, 1.0);
        const JobIndex behind = alone.submit(8, 2.0);
        alone.jobs.queues().schedule(2.0);
        QCOMPARE(alone.job(first).state, JobState::Running);
        QCOMPARE(reasonOf(alone, head), JobReason::WaitsForAccelerators);
        QCOMPARE(reasonOf(alone, behind), JobReason::WaitsForHead);
        const PoolIndex pool(alone.job(head).pool);
        QCOMPARE(alone.jobs.queues().waiting(pool), (std::vector<JobIndex>{head, behind}));
    }

    // Two jobs wait since 1 s and 2 s, for 1,024 and 8 accelerators: their number, accelerators and times are sums. Without the
    // second, those of the first are left.
    void countsThoseThatWait() {
        JobsAlone alone(emptyHall());
        alone.submit(kAll, 0.0);
        alone.submit(kAll, 1.0);
        const JobIndex small = alone.submit(8, 2.0);
        alone.jobs.queues().schedule(2.0);
        QCOMPARE(alone.state.queuedJobs, std::int64_t{2});
        QCOMPARE(alone.state.queuedAccelerators, std::int64_t{kAll + 8});
        QCOMPARE(alone.state.queuedSinceS, 3.0);
        alone.jobs.kill(small, 5.0, -1);
        QCOMPARE(alone.state.queuedJobs, std::int64_t{1});
        QCOMPARE(alone.state.queuedAccelerators, std::int64_t{kAll});
        QCOMPARE(alone.state.queuedSinceS, 1.0);
        QCOMPARE(alone.job(small).queuedS, 3.0);  // from 2 s to 5 s
    }

    // The hall has room for all three jobs, and the held one does not start. After its release it is queued by its time of
    // submission, ahead of a job that came later.
    void heldJobsArePassedOver() {
        JobsAlone alone(emptyHall());
        JobQueues& queues = alone.jobs.queues();
        const JobIndex held = alone.submit(8, 0.0);
        const JobIndex other = alone.submit(8, 1.0);
        queues.hold(held);
        queues.schedule(1.0);
        QCOMPARE(alone.job(held).state, JobState::Queued);
        QCOMPARE(alone.job(held).line, JobLine::Held);
        QCOMPARE(alone.job(other).state, JobState::Running);
        const JobIndex later = alone.submit(8, 2.0);
        queues.release(held, 3.0);
        QCOMPARE(queues.waiting(PoolIndex(alone.job(held).pool)),
                 (std::vector<JobIndex>{held, later}));
        queues.schedule(3.0);
        QCOMPARE(alone.job(held).state, JobState::Running);
        QCOMPARE(alone.job(later).state, JobState::Running);
    }

    // While the control plane is away nothing starts; the pool still wants to be looked at afterwards.
    void nothingStartsWithoutTheScheduler() {
        JobsAlone alone(emptyHall());
        const JobIndex job = alone.submit(8, 0.0);
        alone.state.faults.schedulerAway = 1;
        alone.jobs.queues().schedule(0.0);
        QCOMPARE(alone.job(job).state, JobState::Queued);
        alone.state.faults.schedulerAway = 0;
        alone.jobs.queues().schedule(1.0);
        QCOMPARE(alone.job(job).state, JobState::Running);
    }
};

HEADROOM_TEST(TestJobQueues)
}  // namespace tst_job_queues

#include "tst_job_queues.moc"
