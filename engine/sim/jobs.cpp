// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/jobs.h"

#include "engine/sim/fabric_run.h"
#include "engine/sim/scheduler.h"
#include "models/workload/training_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

bool later(const QueuedEvent& a, const QueuedEvent& b) {
    return a.timeS != b.timeS ? a.timeS > b.timeS : a.order > b.order;
}

/// A job that waits for the network for more than that of its step is told to be bound by it.
constexpr double kBoundCost = 0.01;

/// A shard in drives of servers is kept on a partner too: models::CheckpointTier.
constexpr double kShardCopies = 2.0;

double cycleS(const Job& job) {
    return job.checkpointS + job.stallS;
}

/// Share of running time that is not stalled in checkpoints.
double movingShare(const Job& job) {
    return job.checkpointS / cycleS(job);
}

const char* reasonText(JobReason reason) {
    switch (reason) {
        case JobReason::None:
            return "";
        case JobReason::WaitsForAccelerators:
            return "Next in line; waits until enough accelerators are free at once.";
        case JobReason::WaitsForHead:
            return "Waits behind earlier jobs (first in, first out).";
        case JobReason::TooLarge:
            return "Asks for more accelerators than the pool has.";
        case JobReason::Starting:
            return "Starting: scheduling, loading, reading its checkpoint.";
        case JobReason::Compute:
            return "Bound by computing.";
        case JobReason::Throttled:
            return "Slowed by a rack that throttles on temperature.";
        case JobReason::Network:
            return "Slowed by the network.";
        case JobReason::Storage:
            return "Slowed by storage: a checkpoint takes longer to write than its interval, or "
                   "training data comes slower than it is used.";
        case JobReason::Partitioned:
            return "Stands still: no path is left between its parts.";
        case JobReason::Hung:
            return "Stands still: a part of it failed and is not yet noticed.";
        case JobReason::Interrupted:
            return "Interrupted; waits to restart from its last checkpoint.";
        case JobReason::Done:
            return "Completed.";
    }
    return "";
}

}  // namespace

models::TrainingStepInput trainingInput(const PlantTraining& training, const PlantPool& pool,
                                        const PlantFabric& fabric) {
    models::TrainingStepInput in;
    in.model = &training.model;
    in.accelerator = &pool.spec;
    in.profile = &training.profile;
    in.scaleUp = &fabric.scaleUp;
    in.scaleOut = &fabric.scaleOut;
    in.software = &training.software;
    in.plan = models::planOf(training.spec, training.model);
    in.speedSpread = pool.spec.speedSpread;
    in.scaleUpDomain = pool.spec.scaleUpDomain;
    in.networkReduces = fabric.spec.inNetworkReduction;
    in.hostStaging = fabric.spec.transport == models::FabricTransport::HostStaging;
    in.gradientCompression = training.spec.gradientCompression;
    in.localSteps = training.spec.localSteps;
    return in;
}

models::TrainingStep trainingStepOf(const Plant& plant, const Job& job) {
    const PlantTraining& t = plant.training[static_cast<std::size_t>(job.sourceIndex)];
    const PlantPool& pool = plant.pools[static_cast<std::size_t>(job.pool)];
    int block = pool.blocks.front();
    if (job.firstSlot >= 0) {
        const int server = serverOfSlot(plant, job.pool, job.firstSlot);
        block = plant.rackBlock[static_cast<std::size_t>(
            plant.serverRack[static_cast<std::size_t>(server)])];
    }
    const int fabric = plant.blocks[static_cast<std::size_t>(block)].fabric;
    models::TrainingStepInput in =
        trainingInput(t, pool, plant.fabrics[static_cast<std::size_t>(fabric)]);
    in.clock = std::max(job.clock, 1e-3);
    in.dataShare = std::max(job.dataShare, 1e-6);
    in.tensorShare = std::max(job.tensorShare, 1e-6);
    in.pipelineShare = std::max(job.pipelineShare, 1e-6);
    if (job.sites > 1) {
        in.sites = job.sites;
        in.wanBytesPerS = job.wanBytesPerS * job.sites / job.accelerators;
        for (const WanLink& wan : plant.fabric->wans) {
            in.wanRoundTripS = std::max(in.wanRoundTripS, 2.0 * wan.latencyS);
        }
    }
    return models::trainingStep(in);
}

double communicationShare(const Plant& plant, const Job& job) {
    const auto i = static_cast<std::size_t>(job.sourceIndex);
    const double share =
        job.source == JobSource::Generator ? plant.generators[i].profile.communicationShare
        : job.source == JobSource::Trace   ? plant.traces[i].profile.communicationShare
                                           : 0.0;
    return std::isnan(share) ? 0.0 : share;
}

JobProgress progressAt(const Job& job, double timeS) {
    JobProgress p{job.done, job.kept, job.runSinceCheckpointS, job.productiveS, 0.0};
    if (job.state != JobState::Running) {
        return p;
    }
    const double dt = timeS - job.sinceS;
    if (job.rate <= 0.0) {
        p.wastedS = dt;  // hung
        return p;
    }
    const double share = movingShare(job);
    p.done = std::min(job.done + job.rate * dt, job.work);
    p.runSinceCheckpointS += dt;
    p.productiveS += dt * share;
    p.wastedS = dt * (1.0 - share);
    const double cycles = std::floor(p.runSinceCheckpointS / cycleS(job));
    if (cycles >= 1.0) {
        p.runSinceCheckpointS -= cycles * cycleS(job);
        p.kept = std::max(p.kept, p.done - job.rate * p.runSinceCheckpointS);
    }
    return p;
}

double wastedAcceleratorS(const State& state) {
    double wastedS = state.totals.wastedS;
    for (const std::int32_t index : state.running) {
        const Job& job = state.jobs[static_cast<std::size_t>(index)];
        wastedS += job.accelerators * (job.state == JobState::Starting
                                           ? state.timeS - job.startS
                                           : progressAt(job, state.timeS).wastedS);
    }
    return wastedS;
}

Jobs::Jobs(const Plant& plant, State& state, EventLog& log)
    : plant_(plant), s_(state), log_(log), rackNoted_(static_cast<std::size_t>(plant.racks), 0) {}

void Jobs::push(double timeS, Happening kind, std::int32_t a, std::int32_t b, std::int64_t cause,
                std::int32_t c) {
    s_.queue.push_back({timeS, s_.nextOrder++, kind, a, b, c, cause});
    std::push_heap(s_.queue.begin(), s_.queue.end(), later);
}

void Jobs::schedule(double timeS) {
    for (std::size_t p = 0; p < s_.pools.size(); ++p) {
        PoolState& pool = s_.pools[p];
        if (pool.dirty == 0) {
            continue;
        }
        pool.dirty = 0;
        auto& queue = s_.queues[p];
        while (pool.queueHead < static_cast<std::int32_t>(queue.size())) {
            const std::int32_t index = queue[static_cast<std::size_t>(pool.queueHead)];
            if (!start(index, timeS)) {
                s_.jobs[static_cast<std::size_t>(index)].reason =
                    static_cast<std::int32_t>(JobReason::WaitsForAccelerators);
                break;
            }
            ++pool.queueHead;
        }
        if (pool.queueHead > 64 && pool.queueHead * 2 > static_cast<std::int32_t>(queue.size())) {
            queue.erase(queue.begin(), queue.begin() + pool.queueHead);
            pool.queueHead = 0;
        }
    }
}

bool Jobs::start(std::int32_t index, double timeS) {
    if (!place(plant_, s_, index)) {
        return false;
    }
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    job.state = JobState::Starting;
    job.reason = static_cast<std::int32_t>(JobReason::Starting);
    job.startS = timeS;
    job.sinceS = timeS;
    if (job.firstStartS < 0.0) {
        job.firstStartS = timeS;
    }
    ++job.version;
    job.activity = 0.0;
    s_.running.push_back(index);
    s_.allocatedNow += job.accelerators;
    noteJob(job);
    // A trace's or generator's run time holds its own start-up; only a restart adds to it.
    const bool startsUp = job.source == JobSource::Training || job.restarts > 0;
    const double startupS = startsUp ? restartS(index) : 0.0;
    if (startupS > 0.0) {
        push(timeS + startupS, Happening::JobReady, index, job.version);
    } else {
        run(index, timeS);
    }
    if (job.source == JobSource::Training || job.accelerators >= 64) {
        int first = serverOfSlot(plant_, job.pool, job.firstSlot);
        log_.add(s_, timeS, EventKind::JobStarted, name(job),
                 fmt::format("Placed on {} accelerators after waiting {:.1f} min.",
                             job.accelerators, (timeS - job.submitS) / 60.0),
                 -1, plant_.serverRack[static_cast<std::size_t>(first)]);
    }
    return true;
}

/// Start-up as the policy states it; longer where the checkpoint takes longer to read.
double Jobs::restartS(std::int32_t index) const {
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    return std::max(plant_.failures.restartS,
                    job.restarts > 0 ? fabric_->restartReadS(index) : 0.0);
}

void Jobs::ready(std::int32_t index, std::int32_t version, double timeS) {
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.version == version && job.state == JobState::Starting) {
        run(index, timeS);
    }
}

void Jobs::run(std::int32_t index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    s_.totals.wastedS += job.accelerators * (timeS - job.startS);
    job.state = JobState::Running;
    job.sinceS = timeS;
    job.runSinceCheckpointS = 0.0;
    s_.busyNow += job.accelerators;
    job.networkShare = job.dataShare = job.tensorShare = job.pipelineShare = 1.0;
    job.networkCost = job.readTokensPerS = 0.0;
    job.storageBytesPerS = 0.0;
    job.wanBytesPerS = 0.0;
    job.sites = 1;
    job.bundle = -1;
    refreshRate(index, timeS);
    fabric_->jobStarted(index);
}

void Jobs::settle(Job& job, double timeS) {
    const JobProgress p = progressAt(job, timeS);
    job.done = p.done;
    job.kept = p.kept;
    job.runSinceCheckpointS = p.runSinceCheckpointS;
    job.productiveS = p.productiveS;
    job.sinceS = timeS;
    s_.totals.wastedS += job.accelerators * p.wastedS;
}

double Jobs::slowestClock(const Job& job) const {
    double clock = 1.0;
    int last = -1;
    forEachServer(plant_, s_, job, [&](int server) {
        const int rack = plant_.serverRack[static_cast<std::size_t>(server)];
        if (rack != last) {
            last = rack;
            clock = std::min(clock, s_.rackClock[static_cast<std::size_t>(rack)]);
        }
    });
    return clock;
}

/// Its rate and step now; the activity of its accelerators.
double Jobs::setRate(Job& job) {
    const auto i = static_cast<std::size_t>(job.sourceIndex);
    if (job.source != JobSource::Training) {
        // Of its time at full rate a share goes into sending, which takes longer by what it does
        // not get.
        const double sends = communicationShare(plant_, job);
        job.rate = movingShare(job) / ((1.0 - sends) / std::max(job.clock, 1e-3) +
                                       sends / std::max(job.dataShare, 1e-6));
        return job.source == JobSource::Generator ? plant_.generators[i].profile.activity
                                                  : plant_.traces[i].profile.activity;
    }
    const PlantTraining& t = plant_.training[i];
    // Writing goes on behind training; it stalls only where it needs longer than the interval.
    // Each accelerator writes a file of its own.
    const double metadataPerS = fabric_->storage().metadataPerS;
    const double createS = metadataPerS > 0.0 ? job.accelerators / metadataPerS : 0.0;
    double writeS = 0.0;
    if (t.checkpointTier == models::CheckpointTier::LocalNvme) {
        const double servers = std::ceil(
            static_cast<double>(job.accelerators) /
            std::max(1, plant_.pools[static_cast<std::size_t>(job.pool)].acceleratorsPerServer));
        writeS = kShardCopies * t.checkpointBytes / (servers * t.nvmeWriteBytesPerS);
    } else if (t.checkpointTier == models::CheckpointTier::Storage && job.storageBytesPerS > 0.0) {
        writeS = createS + t.checkpointBytes / job.storageBytesPerS;
    }
    const double overS = std::max(0.0, writeS - t.spec.checkpointS);
    job.stallS = t.profile.checkpointStallS + overS;
    models::TrainingStep step = trainingStepOf(plant_, job);
    if (job.readTokensPerS > 0.0) {
        waitForData(job, t, step);
    }
    job.rate = step.tokensPerS * movingShare(job);
    job.stepS = step.stepS;
    job.mfu = step.mfu;
    return step.activity;
}

/// The step stretched to what arrives of its training data.
void Jobs::waitForData(const Job& job, const PlantTraining& training, models::TrainingStep& step) {
    const double slower = step.tokensPerS / job.readTokensPerS;
    if (slower <= 1.0) {
        return;
    }
    const double waits = training.profile.communicationActivity;
    step.activity = (step.activity + (slower - 1.0) * waits) / slower;
    step.stepS *= slower;
    step.mfu /= slower;
    step.tokensPerS = job.readTokensPerS;
}

/// Storage holds it up: the checkpoint that it writes, or the data that it reads.
bool Jobs::starves(const Job& job) const {
    if (job.source != JobSource::Training) {
        return false;
    }
    const PlantTraining& t = plant_.training[static_cast<std::size_t>(job.sourceIndex)];
    return job.stallS > t.profile.checkpointStallS ||
           (job.readTokensPerS > 0.0 && job.rate >= job.readTokensPerS * movingShare(job));
}

void Jobs::refreshRate(std::int32_t index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    settle(job, timeS);
    if (const double clock = slowestClock(job); clock != job.clock) {
        job.clock = clock;
        fabric_->jobChanged(index);  // it sends less often
    }
    const double activity = setRate(job);
    job.reason = static_cast<std::int32_t>(starves(job)                   ? JobReason::Storage
                                           : job.clock < 0.99             ? JobReason::Throttled
                                           : job.networkCost > kBoundCost ? JobReason::Network
                                                                          : JobReason::Compute);
    setActivity(index, activity);
    ++job.version;
    push(timeS + (job.work - job.done) / job.rate, Happening::JobEnd, index, job.version);
}

void Jobs::partition(std::int32_t index, double timeS, std::int64_t cause) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running || job.rate <= 0.0) {
        return;
    }
    settle(job, timeS);
    job.rate = 0.0;
    job.reason = static_cast<std::int32_t>(JobReason::Partitioned);
    ++job.version;
    const double timeoutS = fabric_->transportTimeoutS(index);
    const auto id = log_.add(s_, timeS, EventKind::Failure, name(job),
                             fmt::format("No path is left over {}: its collectives stand still and "
                                         "end after {:.0f} s.",
                                         fabric_->bottleneckName(job), timeoutS),
                             cause);
    push(timeS + timeoutS, Happening::Kill, index, job.version, id);
}

void Jobs::refreshThrottled(double timeS) {
    std::vector<std::int32_t> touched;
    for (int r = 0; r < plant_.racks; ++r) {
        const auto i = static_cast<std::size_t>(r);
        if (std::abs(s_.rackClock[i] - s_.rackAppliedClock[i]) <= 0.005) {
            continue;
        }
        s_.rackAppliedClock[i] = s_.rackClock[i];
        const PlantBlock& b = plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[i])];
        const int firstServer = b.firstServer + (r - b.firstRack) * b.rack.servers;
        for (int n = 0; n < b.rack.servers; ++n) {
            const auto jobs = onServer(firstServer + n);
            touched.insert(touched.end(), jobs.begin(), jobs.end());
        }
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const std::int32_t index : touched) {
        const Job& job = s_.jobs[static_cast<std::size_t>(index)];
        if (job.state == JobState::Running && job.rate > 0.0 &&
            std::abs(slowestClock(job) - job.clock) > 0.004) {
            refreshRate(index, timeS);
        }
    }
}

void Jobs::refreshNetworkPower(double timeS, std::int64_t cause) {
    fabric_->powerChanged(timeS, cause);
}

void Jobs::leave(std::int32_t index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    s_.allocatedNow -= job.accelerators;
    if (job.state == JobState::Running) {
        s_.busyNow -= job.accelerators;
    }
    noteJob(job);
    fabric_->jobStopped(index);
    release(plant_, s_, index);
    s_.running.erase(std::find(s_.running.begin(), s_.running.end(), index));
    s_.pools[static_cast<std::size_t>(job.pool)].dirty = 1;
    ++job.version;
    job.rate = 0.0;
    job.activity = 0.0;
    job.sinceS = timeS;
}

void Jobs::end(std::int32_t index, std::int32_t version, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.version != version || job.state != JobState::Running) {
        return;
    }
    settle(job, timeS);
    leave(index, timeS);
    job.state = JobState::Completed;
    job.reason = static_cast<std::int32_t>(JobReason::Done);
    job.done = job.kept = job.work;
    job.endS = timeS;
    ++s_.totals.completed;
    if (job.source == JobSource::Training || job.accelerators >= 64) {
        log_.add(s_, timeS, EventKind::JobCompleted, name(job),
                 fmt::format("Completed after {:.2f} h with {} restarts.",
                             (timeS - job.firstStartS) / 3600.0, job.restarts));
    }
}

void Jobs::hang(std::int32_t index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running || job.rate <= 0.0) {
        return;
    }
    settle(job, timeS);
    job.rate = 0.0;
    job.reason = static_cast<std::int32_t>(JobReason::Hung);
    ++job.version;
    fabric_->jobStopped(index);
    if (job.source == JobSource::Training) {
        // Ranks spin in a collective that never ends.
        setActivity(index, plant_.training[static_cast<std::size_t>(job.sourceIndex)]
                               .profile.communicationActivity);
    }
}

void Jobs::interrupt(std::int32_t index, double timeS, std::int64_t cause) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running && job.state != JobState::Starting) {
        return;
    }
    double lostS = 0.0;
    if (job.state == JobState::Running) {
        settle(job, timeS);
        lostS = job.runSinceCheckpointS;
        job.productiveS = std::max(0.0, job.productiveS - lostS * movingShare(job));
    } else {
        s_.totals.wastedS += job.accelerators * (timeS - job.startS);
    }
    s_.totals.wastedS += job.accelerators * lostS * movingShare(job);
    leave(index, timeS);
    job.done = job.kept;
    job.runSinceCheckpointS = 0.0;
    job.state = JobState::Queued;
    job.reason = static_cast<std::int32_t>(JobReason::Interrupted);
    ++job.restarts;
    ++s_.totals.requeued;
    enqueue(s_, index);
    log_.add(s_, timeS, EventKind::JobInterrupted, name(job),
             fmt::format("Interrupted; {:.1f} min of work on {} accelerators lost since its last "
                         "checkpoint.",
                         lostS / 60.0, job.accelerators),
             cause);
}

std::vector<std::int32_t> Jobs::onServer(int server) const {
    std::vector<std::int32_t> jobs;
    const auto i = static_cast<std::size_t>(server);
    for (int slot = plant_.serverFirstSlot[i]; slot < plant_.serverFirstSlot[i + 1]; ++slot) {
        const std::int32_t job = s_.slotJob[static_cast<std::size_t>(slot)];
        if (job >= 0 && std::find(jobs.begin(), jobs.end(), job) == jobs.end()) {
            jobs.push_back(job);
        }
    }
    return jobs;
}

void Jobs::setActivity(std::int32_t index, double activity) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.activity != activity) {
        job.activity = activity;
        noteJob(job);
    }
}

void Jobs::noteJob(const Job& job) {
    changed_ += job.accelerators;
    forEachServer(plant_, s_, job, [&](int server) {
        noteRack(plant_.serverRack[static_cast<std::size_t>(server)]);
    });
}

void Jobs::noteServer(int server) {
    const auto i = static_cast<std::size_t>(server);
    changed_ += plant_.serverFirstSlot[i + 1] - plant_.serverFirstSlot[i];
    noteRack(plant_.serverRack[i]);
}

void Jobs::noteRack(int rack) {
    if (rackNoted_[static_cast<std::size_t>(rack)] == 0) {
        rackNoted_[static_cast<std::size_t>(rack)] = 1;
        notedRacks_.push_back(rack);
    }
}

void Jobs::refreshRacks() {
    for (const int rack : notedRacks_) {
        const auto r = static_cast<std::size_t>(rack);
        rackNoted_[r] = 0;
        const PlantBlock& b = plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[r])];
        const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
        int up = 0, most = 0, holder = -1;
        double sum = 0.0, highest = 0.0;
        for (int n = 0; n < b.rack.servers; ++n) {
            const auto server = static_cast<std::size_t>(firstServer + n);
            up += s_.serverDown[server] == 0 ? 1 : 0;
            int run = 0, last = -1;
            for (int slot = plant_.serverFirstSlot[server];
                 slot < plant_.serverFirstSlot[server + 1]; ++slot) {
                const std::int32_t job = s_.slotJob[static_cast<std::size_t>(slot)];
                if (job < 0) {
                    continue;
                }
                const double activity = s_.jobs[static_cast<std::size_t>(job)].activity;
                sum += activity;
                highest = std::max(highest, activity);
                run = job == last ? run + 1 : 1;
                last = job;
                if (run > most) {
                    most = run;
                    holder = job;
                }
            }
        }
        s_.rackActivity[r] = sum;
        s_.rackMaxActivity[r] = highest;
        s_.rackServersUp[r] = up;
        s_.rackJob[r] =
            holder < 0 ? -1.0F : static_cast<float>(s_.jobs[static_cast<std::size_t>(holder)].id);
    }
    notedRacks_.clear();
    changed_ = 0;
}

std::string Jobs::name(const Job& job) const {
    const auto i = static_cast<std::size_t>(job.sourceIndex);
    switch (job.source) {
        case JobSource::Training: {
            const PlantTraining& t = plant_.training[i];
            return t.spec.copies > 1 ? fmt::format("{}-{}", t.id, job.copy + 1) : t.id;
        }
        case JobSource::Generator:
            return fmt::format("{}-{}", plant_.generators[i].id, job.id);
        case JobSource::Trace:
            return fmt::format("{}-{}", plant_.traces[i].id, job.copy + 1);
    }
    return {};
}

std::string Jobs::why(const Job& job) const {
    if (static_cast<JobReason>(job.reason) == JobReason::Network) {
        return fmt::format("Network: {:.1f} % of {} waits for {}.", 100.0 * job.networkCost,
                           job.source == JobSource::Training ? "the step" : "its time",
                           fabric_->bottleneckName(job));
    }
    return reasonText(static_cast<JobReason>(job.reason));
}

}  // namespace headroom::engine
