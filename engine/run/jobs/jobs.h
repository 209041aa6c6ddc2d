// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/contract/server_pool.h"
#include "engine/run/contract/subsystem.h"
#include "engine/run/jobs/job_load.h"
#include "engine/run/jobs/job_ports.h"
#include "engine/run/jobs/job_queues.h"
#include "engine/run/jobs/job_sources.h"
#include "engine/run/jobs/job_speed.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_log.h"
#include "engine/run/workload/job_name.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

/// The life of jobs: arrive, queue, start, run, end, be interrupted, preempted, held, killed. Acts
/// at exact times; racks whose load changes are noted for the next integration of power and heat.
///
/// Jobs come from JobSources, wait in JobQueues, run at the speed that JobSpeed finds, and load racks by JobLoad. JobOrders
/// carries out what people order. By file: jobs.cpp the states, job_stops.cpp those that are ended or preempted, job_rates.cpp
/// changes of speed, job_recovery.cpp failures, job_away.cpp other sites, job_edits.cpp edits of the design, job_why.cpp
/// reasons.
class Jobs : public Subsystem, public ServerPool {
  public:
    Jobs(const RunContext& run, JobLog& history);

    /// Network of their traffic, other places where they may run, and receiver of their progress,
    /// in this order. Once, before begin().
    void join(JobFabric& fabric, OtherSites& remote, std::vector<JobWatcher*> watchers) {
        ports_ = {&fabric, &remote, std::move(watchers)};
    }

    /// First arrivals of every source.
    void begin() override;
    void act(const QueuedEvent& event) override;
    std::int32_t hazardOf(const QueuedEvent& event) const override;

    /// Waiting jobs, and the schedulers that start them.
    JobQueues& queues() { return queues_; }

    const JobQueues& queues() const { return queues_; }

    /// Load of racks.
    JobLoad& load() { return load_; }

    const JobLoad& load() const { return load_; }

    /// Gives a queued job its accelerators; false changes nothing.
    bool start(JobIndex job, double timeS);

    /// For the scheduler: gives a queued job `count` accelerators; false changes nothing.
    bool startWith(JobIndex job, std::int32_t count, double timeS);

    /// For the scheduler: places a running job anew on `count` accelerators. It loses no work and
    /// starts up again; false changes nothing.
    bool resize(JobIndex job, std::int32_t count, double timeS);

    /// Queues a job whose source, pool, size and work are set, deadlineS counted from now. Returns
    /// its index; the job is Failed where its pool can never hold it.
    std::int32_t submit(Job job, double timeS);

    /// The job is stopped (a part of it failed and nobody knows yet).
    void hang(JobIndex job, double timeS);

    /// A failure ends the present allocation: work since the last checkpoint that survives it is
    /// lost, the job queues again. `server` has failed (-1: none, the job alone): with its partner
    /// away too, checkpoints in drives or memory are lost.
    void interrupt(JobIndex job, double timeS, std::int64_t cause, ServerIndex server = {});

    /// Its work since this mark is worth nothing, checkpoints with it: the next interruption goes back there. A waiting job
    /// loses it at once.
    void discard(JobIndex job, const JobMark& mark, double timeS);

    /// The scheduler or a person takes its accelerators away; it queues again behind those that
    /// wait now. With `checkpointFirst` it writes one to storage before it leaves, which takes the
    /// time returned; else it goes at once and on from its last copy in storage.
    double preempt(JobIndex job, double timeS, std::int64_t cause, bool checkpointFirst);

    /// Its server is about to be taken out: it stops and writes a checkpoint to storage, which takes
    /// the time returned; 0 if it has nothing to keep. drained() ends it.
    double drain(JobIndex job, double timeS);
    bool drains(JobIndex job) const;
    void drained(JobIndex job, double timeS, std::int64_t cause);

    /// A failure has sent an elastic training job back to its queue: it starts again at its size, or
    /// on what there is in whole data-parallel copies. False: it waits. First in, first out only:
    /// scheduling policies resize by themselves.
    bool startElastic(JobIndex job, double timeS, std::int64_t cause);

    /// Servers of a pool came back: training jobs that run on fewer than they want take them.
    void growBack(PoolIndex pool, double timeS, std::int64_t cause);

    /// The speed that faults leave to accelerators of a server changed.
    void refreshServer(ServerIndex server, double timeS);

    /// Ends a job for good, in any state before its end.
    void kill(JobIndex job, double timeS, std::int64_t cause);

    /// A replica of a service ends: it is done.
    void retire(JobIndex job, double timeS);

    /// The broker has chosen another site for a waiting job: it leaves the queue and starts there.
    void sendAway(JobIndex job, int place, double timeS);

    /// Its servers elsewhere were taken back: work since the last checkpoint is lost, it waits here.
    void takenBack(JobIndex job, std::int32_t lease, double timeS);

    /// Its payments, use and emission at other places so far; zeros where it never left.
    RemoteJob offSite(const Job& job) const;

    /// Recomputes the rate of a running job from the present clock and network.
    void refreshRate(JobIndex job, double timeS);

    /// No path is left between its parts: it is stopped, and ends when the transport gives up,
    /// unless a path comes back before.
    void partition(JobIndex job, double timeS, std::int64_t cause);

    /// Every running job on a rack whose clock moved.
    void refreshThrottled(double timeS);

    /// Switches or storage got or lost power.
    void refreshNetworkPower(double timeS, std::int64_t cause) override;
    void takeOut(ServerIndex server, std::uint8_t down, double timeS, std::int64_t cause) override;

    /// Work done, who waits, what is in service (job_figures.cpp).
    void publish() override;

    // An edit of the design (job_edits.cpp).

    /// Jobs on what is gone leave it, those that cannot continue end; those of sources that are gone keep their names.
    void detachRemoved(const DesignEdit& edit) override;
    /// After it, before the fabrics are solved: what they gave jobs is found anew.
    void forgetShares();
    /// After it: rates by the new figures; new sources begin; what is too large for the design ends; schedulers that cannot
    /// continue begin anew.
    void resume(const DesignEdit& edit) override;

    /// Jobs on a server, each once.
    std::vector<JobIndex> onServer(ServerIndex server) const {
        return jobsOnServer(plant_, s_, server);
    }

    void refreshRacks() override { load_.refreshRacks(); }

    /// A name for tables: "llama-70b", "generator-12".
    std::string name(const Job& job) const { return jobName(plant_, s_, job); }

    /// One sentence: its bottleneck, why it waits, or why it ended last.
    std::string why(const Job& job) const;

    /// Jobs that ended leave the State where there are many (past_jobs.h).
    void purgeEnded(const std::function<void(const Job&)>& tell);

    /// Index of the job of that number; -1 if none, or it has left the State.
    std::int32_t indexOf(std::int64_t id) const;

  private:
    void ready(JobIndex job, std::int32_t version, double timeS);
    void end(JobIndex job, std::int32_t version, double timeS);
    void yield(JobIndex job, std::int32_t version, double timeS, std::int64_t cause);
    void run(JobIndex job, double timeS);
    void settle(Job& job, double timeS);
    void lose(Job& job, const JobMark& mark);
    void leave(JobIndex job, double timeS, std::int64_t cause, bool done = false);
    void requeue(JobIndex job, double timeS, JobReason reason, JobLine line);
    void endSpan(Job& job, double timeS, std::int64_t cause);
    void finish(JobIndex job, double timeS, JobState state, JobReason reason);
    double restartS(JobIndex job) const;
    /// The same where the slowest clock of its accelerators is known.
    void refreshRate(JobIndex job, double timeS, double clock);
    /// Books work and energy of all running jobs up to now.
    void bookAll(double timeS);

    JobLog& history_;
    JobPorts ports_;
    JobLoad load_;
    JobSpeed speed_;
    JobQueues queues_;
    JobSources sources_;
};

}  // namespace headroom::engine
