// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_rate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// Jobs that leave their accelerators or their queue because a person, a scheduler or a service decides so.
namespace headroom::engine {

double Jobs::preempt(JobIndex index, double timeS, std::int64_t cause, bool checkpointFirst) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running && job.state != JobState::Starting) {
        return 0.0;
    }
    if (cause < 0) {
        cause = log_.in(EventArea::Control)
                    .add(s_, timeS, EventKind::Note, "scheduler",
                         fmt::format("Takes the accelerators of {} for others that go first.",
                                     name(job)),
                         -1, {}, job.id);
    }
    settle(job, timeS);
    if (checkpointFirst && job.state == JobState::Running && job.rate > 0.0 &&
        job.source != JobSource::Service) {
        const double toStorageS = job.training >= 0 ? ports_.fabric->checkpointWriteS(job) : 0.0;
        const double writeS = std::max(job.stallS, toStorageS);
        job.rate = 0.0;
        job.reason = static_cast<std::int32_t>(JobReason::Yielding);
        ++job.version;
        load_.spin(index);
        queue_.push(timeS + writeS, JobEvent::Yield, index, job.version, cause);
        return writeS;
    }
    const double before = job.lostS;
    lose(job, job.stored);
    job.restartTier = static_cast<std::int32_t>(models::CheckpointTier::Storage);
    leave(index, timeS, cause);
    ++job.preemptions;
    ++s_.totals.preempted;
    requeue(index, timeS, JobReason::Preempted, JobLine::InOrder);
    const auto id = log_.add(
        s_, timeS, EventKind::JobPreempted, name(job),
        words("Preempted; {} of work on {} accelerators lost since its last checkpoint in storage.",
              amount((job.lostS - before) / 60.0 / job.accelerators, "min", 1), job.accelerators),
        cause, {}, job.id);
    causes_.interrupted(index, id, timeS);
    return 0.0;
}

void Jobs::yield(JobIndex index, std::int32_t version, double timeS, std::int64_t cause) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.version != version || job.state != JobState::Running) {
        return;
    }
    settle(job, timeS);
    job.kept = job.stored = {job.done, job.productiveS};
    job.restartTier = static_cast<std::int32_t>(models::CheckpointTier::Storage);
    leave(index, timeS, cause);
    ++job.preemptions;
    ++s_.totals.preempted;
    requeue(index, timeS, JobReason::Preempted, JobLine::InOrder);
    const auto id = log_.add(s_, timeS, EventKind::JobPreempted, name(job),
                             "Preempted with a checkpoint: nothing is lost.", cause, {}, job.id);
    causes_.interrupted(index, id, timeS);
}

void Jobs::kill(JobIndex index, double timeS, std::int64_t cause) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state == JobState::Queued) {
        queues_.leave(index);
        queues_.endWait(index, timeS);
        endSpan(job, timeS, cause);
    } else if (job.state == JobState::Running || job.state == JobState::Starting) {
        settle(job, timeS);
        lose(job, job.kept);
        leave(index, timeS, cause);
    } else {
        return;
    }
    causes_.ended(index, cause, timeS);
    finish(index, timeS, JobState::Failed, JobReason::Killed);
    ++s_.totals.killed;
}

bool Jobs::resize(JobIndex index, std::int32_t count, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running || job.rate <= 0.0) {
        return false;
    }
    settle(job, timeS);
    // Every copy holds the whole state, sharded or not: what runs on continues from where it is.
    job.kept = {job.done, job.productiveS};
    const std::int32_t before = job.accelerators;
    leave(index, timeS, -1);
    ++job.restarts;
    job.accelerators = count;
    queues_.beginWait(index, timeS);
    if (start(index, timeS)) {
        return true;
    }
    Job& same = s_.jobs[static_cast<std::size_t>(index)];
    s_.queuedAccelerators += before - count;
    same.accelerators = before;
    start(index, timeS);  // on what it just left
    return false;
}

void Jobs::retire(JobIndex index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state == JobState::Queued) {
        queues_.leave(index);
        queues_.endWait(index, timeS);
        endSpan(job, timeS, -1);
    } else if (job.state == JobState::Running || job.state == JobState::Starting) {
        settle(job, timeS);
        leave(index, timeS, -1);
    } else {
        return;
    }
    causes_.ended(index, -1, timeS);
    finish(index, timeS, JobState::Completed, JobReason::Done);
    ++s_.totals.completed;
}

}  // namespace headroom::engine
