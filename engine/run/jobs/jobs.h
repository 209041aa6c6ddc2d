// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/contract/server_pool.h"
#include "engine/run/contract/subsystem.h"
#include "engine/run/jobs/job_order.h"
#include "engine/run/jobs/job_ports.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_log.h"
#include "engine/run/workload/job_name.h"
#include "models/workload/training_step.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

class Dispatch;
struct PlantMap;

/// The life of jobs: arrive, queue, start, run, end, be interrupted, preempted, held, killed. Acts
/// at exact times; racks whose load changes are noted for the next integration of power and heat.
///
/// By subject: jobs.cpp the states, job_arrivals.cpp the sources, job_orders.cpp what people and
/// schedulers order, job_speed.cpp the speed, job_recovery.cpp what a failure leaves,
/// job_racks.cpp the load of racks, job_away.cpp other sites, job_why.cpp reasons.
class Jobs : public Subsystem, public ServerPool {
  public:
    Jobs(const RunContext& run, JobLog& history);

    ~Jobs() override;

    /// Network of their traffic, other places where they may run, and receiver of their progress,
    /// in this order. Once, before begin().
    void join(JobFabric& fabric, OtherSites& remote, std::vector<JobWatcher*> watchers) {
        fabric_ = &fabric;
        remote_ = &remote;
        watchers_ = std::move(watchers);
    }

    /// First arrivals of every source.
    void begin() override;
    void act(const QueuedEvent& event) override;
    std::int32_t hazardOf(const QueuedEvent& event) const override;

    void arrive(JobSource source, int index, double timeS);
    void ready(JobIndex job, std::int32_t version, double timeS);
    void end(JobIndex job, std::int32_t version, double timeS);

    /// Starts, preempts and resizes what the scheduler of each pool wants where something changed.
    void schedule(double timeS);
    void wakeScheduler(PoolIndex pool, double timeS);

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
    void yield(JobIndex job, std::int32_t version, double timeS, std::int64_t cause);

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

    /// A queued job is passed over until it is released.
    void hold(JobIndex job);
    void release(JobIndex job, double timeS);

    /// A replica of a service ends: it is done.
    void retire(JobIndex job, double timeS);

    /// Order of a person, now. An order that does not fit is an event of kind Note with the reason.
    void order(const JobOrder& order, double timeS);

    /// Why a job cannot be submitted; empty if it can.
    std::string submitFault(const JobOrder& order) const;

    /// The broker has chosen another site for a waiting job: it leaves the queue and starts there.
    void sendAway(JobIndex job, int place, double timeS);

    /// Its servers elsewhere were taken back: work since the last checkpoint is lost, it waits here.
    void takenBack(JobIndex job, std::int32_t lease, double timeS);

    /// Its payments, use and emission at other places so far; zeros where it never left.
    RemoteJob offSite(const Job& job) const;

    /// Waiting jobs of a pool in the order of its queue; those that cannot run here come last.
    std::vector<JobIndex> waiting(PoolIndex pool) const;

    /// Recomputes the rate of a running job from clock and network as they are now.
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

    /// Before it: books work and energy up to now, at the figures that hold until now.
    void bookAll(double timeS);
    /// Jobs on what is gone leave it, those that cannot continue end; those of sources that are gone keep their names.
    void detachRemoved(const DesignEdit& edit) override;
    /// After it, before the fabrics are solved: what they gave jobs is found anew.
    void forgetShares();
    /// After it: rates by the new figures; new sources begin; what is too large for the design ends; schedulers that cannot
    /// continue begin anew.
    void resume(const DesignEdit& edit) override;

    /// Switching activity of its accelerators from now on; for services, whose load has no rate.
    void setActivity(JobIndex job, const models::ChipPhases& phases);

    /// Jobs on a server, each once.
    std::vector<JobIndex> onServer(ServerIndex server) const {
        return jobsOnServer(plant_, s_, server);
    }

    /// Recomputes activity and servers in service of the racks noted since the last call.
    void refreshRacks() override;
    void noteRack(RackIndex rack);
    void noteServer(ServerIndex server);

    /// Accelerators whose load changed since the last refreshRacks.
    int changed() const { return changed_; }

    /// A name for tables: "llama-70b", "generator-12".
    std::string name(const Job& job) const { return jobName(plant_, s_, job); }

    /// One sentence: its bottleneck, why it waits, or why it ended last.
    std::string why(const Job& job) const;

    /// Jobs that ended leave the State where there are many (past_jobs.h).
    void letEndedGo(const std::function<void(const Job&)>& tell);

    /// Index of the job of that number; -1 if none, or it has left the State.
    std::int32_t indexOf(std::int64_t id) const;

  private:
    void startInOrder(std::size_t pool, double timeS);
    void joinLine(JobIndex job, double timeS);
    bool start(JobIndex job, double timeS);
    void run(JobIndex job, double timeS);
    void settle(Job& job, double timeS);
    void settleEnergy(Job& job);
    void markEnergy(Job& job);
    void lose(Job& job, const JobMark& mark);
    void noteJob(const Job& job);
    void spin(JobIndex job);
    void leave(JobIndex job, double timeS, std::int64_t cause, bool done = false);
    bool canRunHere(const Job& job) const;
    void wait(JobIndex job, double timeS);
    void stopWaiting(JobIndex job, double timeS);
    void leaveQueue(JobIndex job);
    void requeue(JobIndex job, double timeS, JobReason reason, JobLine line);
    void endSpan(Job& job, double timeS, std::int64_t cause);
    void finish(JobIndex job, double timeS, JobState state, JobReason reason);
    double restartS(JobIndex job) const;
    models::ChipPhases setRate(Job& job);
    void setCheckpoints(Job& job) const;
    bool pairLost(const Job& job, int failed) const;
    bool away(ServerIndex server, int failed) const;
    bool tells(const Job& job) const;
    bool starves(const Job& job) const;
    double slowestClock(const Job& job) const;
    /// The same where the slowest clock of its accelerators is known.
    void refreshRate(JobIndex job, double timeS, double clock);
    JobReason whyClock(const Job& job) const;
    double slowestSlot(const Job& job) const;
    std::string slowText(const Job& job) const;
    Job submitted(const JobOrder& order, std::string& fault) const;
    void setTerms(Job& job, const PlantTerms& terms, double runS) const;
    std::vector<JobIndex> restartSchedulers(double timeS);
    void arriveTraining(int index, double timeS);
    void arriveGenerator(int index, double timeS);
    void arrivePattern(int index, double timeS);
    void submitDrawn(int index, std::size_t size, double runS, double timeS);
    void arriveTrace(int index, double timeS);
    void arriveBatch(int index, double timeS);

    JobLog& history_;
    JobFabric* fabric_ = nullptr;
    std::unique_ptr<Dispatch> dispatch_;  ///< null means first in, first out
    OtherSites* remote_ = nullptr;
    std::vector<JobWatcher*> watchers_;
    std::vector<char> rackNoted_;
    std::vector<RackIndex> notedRacks_;
    int changed_ = 0;
    bool drawsOnly_ = false;       ///< a source begins: its first draw is of a gap, not of a job
    std::vector<JobIndex> fresh_;  ///< at work, while their racks do not know it yet
};

}  // namespace headroom::engine
