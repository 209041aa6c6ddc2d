// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/dispatch.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_fault.h"
#include "engine/run/workload/job_rate.h"

#include <fmt/format.h>

#include <algorithm>

/// Jobs that may leave the facility, and those that cannot run in it.
namespace headroom::engine {

bool Jobs::canRunHere(const Job& job) const {
    return job.accelerators <= engine::mostAccelerators(plant_, job.pool, job.training >= 0) &&
           remote_->dataIsHere(job) &&
           (job.training < 0 || trainingFault(plant_, trainingOf(plant_, job)).empty());
}

/// Puts a waiting job where it belongs: into the queue, or aside for the broker.
void Jobs::joinLine(JobIndex index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.mayLeave != 0) {
        remote_->waits(timeS);
        if (!canRunHere(job)) {
            job.line = JobLine::OffSite;
            job.reason = static_cast<std::int32_t>(JobReason::WaitsForBroker);
            s_.held.push_back(index);
            return;
        }
    }
    if (dispatch_ != nullptr) {
        dispatch_->join(index, timeS);
    } else {
        enqueue(s_, index);
    }
}

std::vector<JobIndex> Jobs::waiting(PoolIndex pool) const {
    std::vector<JobIndex> all;
    forEachWaiting(s_, pool, [&](JobIndex index) {
        all.push_back(index);
        return true;
    });
    for (const JobIndex index : s_.held) {
        const Job& job = s_.jobs[static_cast<std::size_t>(index)];
        if (job.pool == pool && job.line == JobLine::OffSite) {
            all.push_back(index);
        }
    }
    return all;
}

RemoteJob Jobs::offSite(const Job& job) const {
    return job.remote < 0
               ? RemoteJob{}
               : remote_->paidUpTo(s_.remote.jobs[static_cast<std::size_t>(job.remote)], s_.timeS);
}

void Jobs::sendAway(JobIndex index, int place, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    leaveQueue(index);
    if (dispatch_ != nullptr && job.line != JobLine::OffSite) {
        dispatch_->ended(index, timeS);
    }
    stopWaiting(index, timeS);
    endSpan(job, timeS, -1);
    job.state = JobState::Starting;
    job.line = JobLine::InOrder;
    job.reason = static_cast<std::int32_t>(JobReason::WaitsForBroker);
    job.startS = job.sinceS = timeS;
    if (job.firstStartS < 0.0) {
        job.firstStartS = timeS;
    }
    job.clock = 1.0;
    job.place = place;
    ++job.version;
}

void Jobs::takenBack(JobIndex index, std::int32_t lease, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.place < 0 || job.state != JobState::Running ||
        s_.remote.jobs[static_cast<std::size_t>(job.remote)].leases != lease) {
        return;
    }
    const std::string place = plant_.remotes[static_cast<std::size_t>(job.place)].name;
    settle(job, timeS);
    const double before = job.lostS;
    lose(job, job.kept);
    leave(index, timeS, -1);
    ++s_.remote.totals.lost;
    const auto id = log_.add(
        s_, timeS, EventKind::JobInterrupted, name(job),
        words("{} took servers back; {} of work on {} accelerators lost since its last checkpoint.",
              place, amount((job.lostS - before) / 60.0 / job.accelerators, "min", 1),
              job.accelerators),
        -1, {}, job.id);
    causes_.interrupted(index, id, timeS);
    requeue(index, timeS, JobReason::Interrupted, JobLine::Ahead);
}

}  // namespace headroom::engine
