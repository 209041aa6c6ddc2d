// SPDX-License-Identifier: Apache-2.0
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/jobs/job_rate.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/jobs/scheduler.h"

#include <fmt/format.h>

#include <algorithm>

/// How jobs leave a server that will be taken out, and go on with fewer after a failure.
namespace headroom::engine {

double Jobs::drain(std::int32_t index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running || job.rate <= 0.0 || job.source == JobSource::Service) {
        return 0.0;
    }
    settle(job, timeS);
    const double toStorageS = job.training >= 0 ? fabric_->checkpointWriteS(job) : 0.0;
    job.rate = 0.0;
    job.reason = static_cast<std::int32_t>(JobReason::Draining);
    ++job.version;
    return std::max(job.stallS, toStorageS);
}

bool Jobs::drains(std::int32_t index) const {
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    return job.state == JobState::Running && job.rate <= 0.0 &&
           job.reason == static_cast<std::int32_t>(JobReason::Draining);
}

void Jobs::drained(std::int32_t index, double timeS, std::int64_t cause) {
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
             "Leaves a server that is taken out, with a checkpoint: nothing is lost.", cause, -1,
             job.id);
}

bool Jobs::startElastic(std::int32_t index, double timeS, std::int64_t cause) {
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
                cause, -1, smaller.id);
            return true;
        }
    }
    joinLine(index, timeS);
    return false;
}

void Jobs::growBack(int pool, double timeS, std::int64_t cause) {
    const PlantPool& p = plant_.pools[static_cast<std::size_t>(pool)];
    const PoolState& ps = s_.pools[static_cast<std::size_t>(pool)];
    if (!plant_.failures.elasticShrink || dispatch_ != nullptr || s_.faults.schedulerAway > 0) {
        return;
    }
    const std::vector<std::int32_t> running = s_.running;  // resizing moves them to its end
    for (const std::int32_t index : running) {
        const Job& job = s_.jobs[static_cast<std::size_t>(index)];
        const std::int32_t missing = job.wanted - job.accelerators;
        if (job.pool != pool || job.training < 0 || missing <= 0 || missing > ps.freeSlots ||
            missing / std::max(1, p.acceleratorsPerServer) > ps.freeServers) {
            continue;
        }
        if (resize(index, job.wanted, timeS)) {
            const Job& larger = s_.jobs[static_cast<std::size_t>(index)];
            log_.add(s_, timeS, EventKind::JobSlowed, name(larger),
                     fmt::format("Back to its {} accelerators.", larger.accelerators), cause, -1,
                     larger.id);
        }
    }
}

}  // namespace headroom::engine
