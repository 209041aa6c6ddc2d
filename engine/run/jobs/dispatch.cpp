// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/dispatch.h"

#include "engine/base/scale.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom::engine {

namespace {

constexpr double kKilowattHourJ = 3.6e6;

/// Headrooms move with everything; they are looked at once in that time. Assumption.
constexpr double kLookS = 60.0;

/// Remaining part of its run time by the work done, as its owner estimates it.
double doneS(const Job& job) {
    return job.work > 0.0 && std::isfinite(job.expectedRunS)
               ? job.expectedRunS * job.done / job.work
               : 0.0;
}

}  // namespace

double powerHeadroom(const State& s) {
    return std::clamp(1.0 - s.power.worstLoading, 0.0, 1.0);
}

double coolingHeadroom(const Plant& plant, const State& s) {
    double headroom = 1.0;
    for (std::size_t l = 0; l < plant.loops.size(); ++l) {
        const PlantLoop& loop = plant.loops[l];
        const auto circuit = static_cast<std::size_t>(plant.cooling->loopCircuit[l]);
        const double designW =
            loop.designFlowM3PerS * plant.circuitFluid[circuit].jPerM3K() * loop.spec.designRiseK;
        if (designW > 0.0) {
            headroom = std::min(headroom, 1.0 - s.coolant.loopHeatW[l] / designW);
        }
    }
    return std::clamp(headroom, 0.0, 1.0);
}

/// The accelerators of one pool.
class PoolCluster : public Cluster {
  public:
    PoolCluster(Dispatch& dispatch, PoolIndex pool) : d_(dispatch), pool_(pool) {}

    bool start(std::int32_t job, std::int32_t count, double nowS) override {
        return d_.jobs_.startWith(JobIndex(job), count, nowS);
    }

    double preempt(std::int32_t job, models::PreemptionMode mode, double nowS) override {
        const JobIndex index(job);
        d_.acting_ = index;
        if (mode == models::PreemptionMode::Cancel) {
            d_.jobs_.kill(index, nowS, -1);
        } else {
            d_.jobs_.preempt(index, nowS, -1, mode == models::PreemptionMode::Suspend);
        }
        d_.acting_ = -1;
        const Job& stopped = d_.s_.jobs[at(index)];
        if (stopped.state == JobState::Running) {  // it writes first, and then gives back
            d_.s_.yielding[static_cast<std::size_t>(pool_)] += stopped.accelerators;
        }
        return doneS(stopped);
    }

    bool resize(std::int32_t job, std::int32_t count, double nowS) override {
        return d_.jobs_.resize(JobIndex(job), count, nowS);
    }

    bool wouldFit(std::int32_t index, std::span<const std::int32_t> victims) const override;

    double signal(models::DeferralSignal signal, double nowS) const override;
    double signalChangesS(models::DeferralSignal signal, double nowS) const override;

  private:
    Dispatch& d_;
    int pool_;
};

/// Counts servers that would be free as a whole; fabrics are left to the placement itself.
bool PoolCluster::wouldFit(std::int32_t index, std::span<const std::int32_t> victims) const {
    const State& s = d_.s_;
    const PlantPool& pool = d_.plant_.pools[static_cast<std::size_t>(pool_)];
    const int each = pool.acceleratorsPerServer;
    const Job& job = s.jobs[static_cast<std::size_t>(index)];
    std::map<int, int> freed;
    for (const std::int32_t victim : victims) {
        const Job& v = s.jobs[static_cast<std::size_t>(victim)];
        for (SlotIndex slot(v.firstSlot); slot >= 0;
             slot = s.slotNext[static_cast<std::size_t>(slot)]) {
            ++freed[serverOfSlot(d_.plant_, PoolIndex(pool_), slot)];
        }
    }
    int whole = s.pools[static_cast<std::size_t>(pool_)].freeServers -
                (job.line == JobLine::Ahead ? 0 : pool.spares);
    int roomiest = 0;
    for (const auto& [server, count] : freed) {
        const int free = s.serverFree[static_cast<std::size_t>(server)] + count;
        whole += free == each ? 1 : 0;
        roomiest = std::max(roomiest, free < each ? free : 0);
    }
    const int needs = job.accelerators / each, rest = job.accelerators % each;
    return whole > needs || (whole == needs && (rest == 0 || rest <= roomiest));
}

double PoolCluster::signal(models::DeferralSignal signal, double nowS) const {
    const Plant& plant = d_.plant_;
    switch (signal) {
        case models::DeferralSignal::None:
            return 0.0;
        case models::DeferralSignal::Price: {
            const double dayS = std::fmod(plant.startYearS + nowS, kDayS);
            const bool peak = dayS >= plant.peakFromS && dayS < plant.peakToS;
            return (peak ? plant.peakUsdPerJ : plant.energyUsdPerJ) * kKilowattHourJ;
        }
        case models::DeferralSignal::Carbon:
            return plant.carbonKgPerJ * kKilowattHourJ;
        case models::DeferralSignal::PowerHeadroom:
            return powerHeadroom(d_.s_);
        case models::DeferralSignal::CoolingHeadroom:
            return coolingHeadroom(plant, d_.s_);
    }
    return 0.0;
}

double PoolCluster::signalChangesS(models::DeferralSignal signal, double nowS) const {
    const Plant& plant = d_.plant_;
    if (signal == models::DeferralSignal::Carbon) {
        return kNoTime;
    }
    if (signal != models::DeferralSignal::Price) {
        return nowS + kLookS;
    }
    const double dayS = std::fmod(plant.startYearS + nowS, kDayS);
    double nextS = kNoTime;
    for (const double edgeS : {plant.peakFromS, plant.peakToS}) {
        const double inS = edgeS > dayS ? edgeS - dayS : edgeS + kDayS - dayS;
        nextS = std::min(nextS, nowS + inS);
    }
    return nextS;
}

Dispatch::Dispatch(const RunContext& run, Jobs& jobs)
    : plant_(run.plant), s_(run.state), queue_(run.queue), jobs_(jobs) {
    for (const SchedulerSpec& spec : run.plant.scheduling.pools) {
        policies_.push_back(makePolicy(spec));
    }
}

void beginDispatch(const Plant& plant, State& s) {
    std::fill(s.schedulerWakeS.begin(), s.schedulerWakeS.end(), kNoTime);
    std::fill(s.yielding.begin(), s.yielding.end(), 0);
    for (std::size_t p = 0; p < s.schedulers.size(); ++p) {
        const PlantPool& pool = plant.pools[p];
        SchedulerState& scheduler = s.schedulers[p];
        scheduler = {};
        scheduler.capacity = scheduler.freeAccelerators = pool.servers * pool.acceleratorsPerServer;
        scheduler.spares = pool.spares * pool.acceleratorsPerServer;
        scheduler.tenants.resize(plant.scheduling.pools[p].tenants.size());
    }
}

ScheduledJob Dispatch::facts(const Job& job) const {
    const SchedulerSpec& spec = plant_.scheduling.pools[static_cast<std::size_t>(job.pool)];
    ScheduledJob j;
    j.submitS = job.preemptions > 0 ? job.queueS : job.submitS;
    const bool endless = job.source == JobSource::Service || !(job.expectedRunS > 0.0);
    j.runS = endless ? kNoTime : job.expectedRunS;
    j.deadlineS = job.deadlineS >= 0.0 ? job.deadlineS : kNoTime;
    j.checkpointS = job.checkpointS > 0.0 ? job.checkpointS : kNoTime;
    j.restartS = plant_.failures.restartS;
    j.accelerators = job.wanted;
    if (job.training >= 0) {
        // Elastic by whole copies: all that tensor and pipeline ranks need.
        const models::TrainingJobSpec& plan =
            plant_.training[static_cast<std::size_t>(job.training)].spec;
        j.step = std::max(1, plan.tensorParallel * plan.pipelineParallel);
        j.least = (job.leastAccelerators + j.step - 1) / j.step * j.step;
        j.most = job.mostAccelerators / j.step * j.step;
    }
    j.tenant = spec.tenants.empty() ? -1 : job.tenant;
    j.priority = job.priority;
    j.preemptible = job.preemptible;
    j.urgent = job.line == JobLine::Ahead ? 1 : 0;
    j.deferrable = spec.policy.deferral != models::DeferralSignal::None && !endless ? 1 : 0;
    return j;
}

void Dispatch::join(JobIndex index, double timeS) {
    if (index == acting_) {
        return;
    }
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    const auto p = static_cast<std::size_t>(job.pool);
    SchedulerState& state = s_.schedulers[p];
    PoolCluster cluster(*this, job.pool);
    Scheduler scheduler(plant_.scheduling.pools[p], state, cluster, policies_[p]);
    const bool known = static_cast<std::size_t>(index) < state.jobs.size() &&
                       state.jobs[static_cast<std::size_t>(index)].state != ScheduledState::Absent;
    if (!known) {
        scheduler.submit(index, facts(job), timeS);
    } else if (scheduler.job(index).state == ScheduledState::Running) {
        scheduler.job(index).submitS = job.preemptions > 0 ? job.queueS : job.submitS;
        scheduler.requeue(index, doneS(job), timeS, job.line == JobLine::Ahead);
    } else {
        scheduler.rerank(index, timeS);  // it had given notice, and has left now
    }
}

void Dispatch::ended(JobIndex index, double timeS) {
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    const auto p = static_cast<std::size_t>(job.pool);
    if (index == acting_ || static_cast<std::size_t>(index) >= s_.schedulers[p].jobs.size()) {
        return;
    }
    PoolCluster cluster(*this, job.pool);
    Scheduler(plant_.scheduling.pools[p], s_.schedulers[p], cluster, policies_[p])
        .finish(index, timeS);
    s_.pools[p].dirty = 1;
}

void Dispatch::hold(JobIndex index, bool held) {
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    const auto p = static_cast<std::size_t>(job.pool);
    PoolCluster cluster(*this, job.pool);
    Scheduler(plant_.scheduling.pools[p], s_.schedulers[p], cluster, policies_[p])
        .hold(index, held, s_.timeS);
    s_.pools[p].dirty = 1;
}

/// Accelerators that jobs have already.
class PlacedCluster : public Cluster {
  public:
    bool start(std::int32_t /*job*/, std::int32_t /*count*/, double /*nowS*/) override {
        return true;
    }

    double preempt(std::int32_t /*job*/, models::PreemptionMode /*mode*/,
                   double /*nowS*/) override {
        return 0.0;
    }

    bool resize(std::int32_t /*job*/, std::int32_t /*count*/, double /*nowS*/) override {
        return false;
    }
};

void Dispatch::restart(const std::vector<JobIndex>& waiting, double timeS) {
    const std::vector<SchedulerState> before = s_.schedulers;
    beginDispatch(plant_, s_);
    for (std::size_t p = 0; p < std::min(before.size(), s_.schedulers.size()); ++p) {
        SchedulerState& now = s_.schedulers[p];
        now.usageAtS = before[p].usageAtS;
        now.history = before[p].history;
        for (std::size_t t = 0; t < std::min(before[p].tenants.size(), now.tenants.size()); ++t) {
            now.tenants[t].usageS = before[p].tenants[t].usageS;
        }
    }
    PlacedCluster placed;
    const auto tell = [&](JobIndex index) {
        const Job& job = s_.jobs[static_cast<std::size_t>(index)];
        const auto p = static_cast<std::size_t>(job.pool);
        Scheduler scheduler(plant_.scheduling.pools[p], s_.schedulers[p], placed, policies_[p]);
        scheduler.submit(index, facts(job), timeS);
        scheduler.job(index).doneS = doneS(job);
        if (job.state != JobState::Queued) {
            scheduler.start(index, job.accelerators, timeS);
            s_.yielding[p] +=
                job.reason == static_cast<std::int32_t>(JobReason::Yielding) ? job.accelerators : 0;
        } else if (job.line == JobLine::Held) {
            scheduler.hold(index, true, timeS);
        }
    };
    std::for_each(s_.running.begin(), s_.running.end(), tell);
    std::for_each(waiting.begin(), waiting.end(), tell);
    for (PoolState& pool : s_.pools) {
        pool.dirty = 1;
    }
}

void Dispatch::decide(PoolIndex pool, double timeS) {
    const auto p = static_cast<std::size_t>(pool);
    const PlantPool& of = plant_.pools[p];
    PoolCluster cluster(*this, pool);
    Scheduler scheduler(plant_.scheduling.pools[p], s_.schedulers[p], cluster, policies_[p]);
    // Failures and returns since; accelerators of jobs that are leaving count as free already.
    scheduler.setCapacity(of.servers * of.acceleratorsPerServer,
                          s_.pools[p].freeSlots + s_.yielding[p]);
    scheduler.decide(timeS);
    const double wakeS = scheduler.wakeS(timeS);
    if (wakeS > timeS && wakeS < kNoTime && wakeS != s_.schedulerWakeS[p]) {
        s_.schedulerWakeS[p] = wakeS;
        queue_.push(wakeS, JobEvent::Schedule, pool, 0);
    }
}

}  // namespace headroom::engine
