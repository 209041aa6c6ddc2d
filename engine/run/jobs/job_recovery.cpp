// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_rate.h"
#include "models/workload/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// Cost of checkpoints and those that survive a failure; departure of jobs from a server that will be taken out, and their
/// continuation with fewer after a failure.
namespace headroom::engine {

/// Cost of a checkpoint and the time when it is safe, with storage as it is now.
void Jobs::setCheckpoints(Job& job) const {
    job.writeS = job.storeEveryS = job.storeWriteS = 0.0;
    const models::JobProfileSpec& profile =
        job.training >= 0 ? trainingOf(plant_, job).profile
                          : plant_.profiles[static_cast<std::size_t>(job.profile)].spec;
    job.stallS = job.source == JobSource::Service ? 0.0 : profile.checkpointStallS;
    if (job.training < 0) {
        return;
    }
    const PlantTraining& t = trainingOf(plant_, job);
    // Each accelerator writes a file of its own.
    const double metadataPerS = fabric_->filesPerS();
    const double createS = metadataPerS > 0.0 ? job.accelerators / metadataPerS : 0.0;
    const double toStorageS =
        job.storageBytesPerS > 0.0 ? createS + t.checkpointBytes / job.storageBytesPerS : 0.0;
    double writeS = toStorageS;
    if (t.checkpointTier == models::CheckpointTier::LocalNvme) {
        writeS = models::kShardCopies * t.checkpointBytes /
                 (serversOf(plant_, job) * t.nvmeWriteBytesPerS);
    } else if (t.checkpointTier == models::CheckpointTier::Memory) {
        // To the partner's memory, at the line rate of the adapters.
        writeS = t.checkpointBytes / fabric_->lineBytesPerS(job);
    }
    if (profile.checkpointMode == models::CheckpointMode::Synchronous) {
        job.stallS = std::max(profile.checkpointStallS, writeS);  // safe as training continues
    } else {
        // Writing continues behind training; it stalls only where it needs longer than the interval.
        job.stallS = profile.checkpointStallS + std::max(0.0, writeS - job.checkpointS);
        job.writeS = std::min(writeS, checkpointCycleS(job));
    }
    if (t.checkpointTier != models::CheckpointTier::Storage) {
        const double cycleS = checkpointCycleS(job);
        const double everyS = std::isnan(profile.storageIntervalS) ? 0.0 : profile.storageIntervalS;
        job.storeEveryS =
            cycleS * std::max(1.0, std::ceil(std::max(everyS, toStorageS) / cycleS - 1e-9));
        job.storeWriteS = std::min(job.writeS + toStorageS, job.storeEveryS);
    }
}

bool Jobs::away(ServerIndex server, int failed) const {
    const auto i = static_cast<std::size_t>(server);
    const auto rack = static_cast<std::size_t>(plant_.serverRack[i]);
    return server == failed || s_.serverDown[i] != 0 || s_.rackTripped[rack] != 0 ||
           s_.power.rackPowered[rack] == 0;
}

/// A server and its partner are both away; a job on one server has no partner.
bool Jobs::pairLost(const Job& job, int failed) const {
    int number = 0, before = -1;
    bool lost = false;
    forEachServer(plant_, s_, job, [&](ServerIndex server) {
        if (number % 2 == 1) {
            lost = lost || (away(ServerIndex(before), failed) && away(server, failed));
        }
        before = server;
        ++number;
    });
    if (number % 2 == 1) {
        // The last one without a partner of its own keeps its shard on the first.
        const int first = serverOfSlot(plant_, job.pool, job.firstSlot);
        lost = lost || (away(ServerIndex(before), failed) && away(ServerIndex(first), failed));
    }
    return lost;
}

double Jobs::drain(JobIndex index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running || job.rate <= 0.0 || job.source == JobSource::Service) {
        return 0.0;
    }
    settle(job, timeS);
    const double toStorageS = job.training >= 0 ? fabric_->checkpointWriteS(job) : 0.0;
    job.rate = 0.0;
    job.reason = static_cast<std::int32_t>(JobReason::Draining);
    ++job.version;
    spin(index);
    return std::max(job.stallS, toStorageS);
}

bool Jobs::drains(JobIndex index) const {
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    return job.state == JobState::Running && job.rate <= 0.0 &&
           job.reason == static_cast<std::int32_t>(JobReason::Draining);
}

void Jobs::drained(JobIndex index, double timeS, std::int64_t cause) {
    if (!drains(index)) {
        return;
    }
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    settle(job, timeS);
    job.kept = job.stored = {job.done, job.productiveS};
    job.restartTier = static_cast<std::int32_t>(models::CheckpointTier::Storage);
    leave(index, timeS, cause);
    requeue(index, timeS, JobReason::Interrupted, JobLine::Ahead);
    log_.add(s_, timeS, EventKind::JobInterrupted, name(job),
             "Leaves a server that is taken out, with a checkpoint: nothing is lost.", cause, {},
             job.id);
}

bool Jobs::startElastic(JobIndex index, double timeS, std::int64_t cause) {
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (dispatch_ != nullptr || s_.faults.schedulerAway > 0 || job.state != JobState::Queued ||
        job.training < 0 || job.line != JobLine::Ahead ||
        job.leastAccelerators >= job.accelerators) {
        return false;
    }
    leaveQueue(index);
    if (start(index, timeS)) {
        return true;
    }
    const models::TrainingJobSpec& plan = trainingOf(plant_, job).spec;
    const std::int32_t step = std::max(1, plan.tensorParallel * plan.pipelineParallel);
    const std::int32_t wanted = job.wanted;
    const std::int32_t free = s_.pools[static_cast<std::size_t>(job.pool)].freeSlots;
    for (std::int32_t count = std::min(wanted - 1, free) / step * step;
         count >= std::max(step, job.leastAccelerators); count -= step) {
        if (startWith(index, count, timeS)) {
            ++s_.faults.sums.shrunk;
            const Job& smaller = s_.jobs[static_cast<std::size_t>(index)];
            log_.add(
                s_, timeS, EventKind::JobSlowed, name(smaller),
                fmt::format("Goes on with {} of {} accelerators: {} data-parallel copies less.",
                            count, wanted, (wanted - count) / step),
                cause, {}, smaller.id);
            return true;
        }
    }
    joinLine(index, timeS);
    return false;
}

void Jobs::growBack(PoolIndex pool, double timeS, std::int64_t cause) {
    const PlantPool& p = plant_.pools[static_cast<std::size_t>(pool)];
    const PoolState& ps = s_.pools[static_cast<std::size_t>(pool)];
    if (!plant_.failures.elasticShrink || dispatch_ != nullptr || s_.faults.schedulerAway > 0) {
        return;
    }
    const std::vector<JobIndex> running = s_.running;  // resizing moves them to its end
    for (const JobIndex index : running) {
        const Job& job = s_.jobs[static_cast<std::size_t>(index)];
        const std::int32_t missing = job.wanted - job.accelerators;
        if (job.pool != pool || job.training < 0 || missing <= 0 || missing > ps.freeSlots ||
            missing / std::max(1, p.acceleratorsPerServer) > ps.freeServers) {
            continue;
        }
        if (resize(index, job.wanted, timeS)) {
            const Job& larger = s_.jobs[static_cast<std::size_t>(index)];
            log_.add(s_, timeS, EventKind::JobSlowed, name(larger),
                     fmt::format("Back to its {} accelerators.", larger.accelerators), cause, {},
                     larger.id);
        }
    }
}

}  // namespace headroom::engine
