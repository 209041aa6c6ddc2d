// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_fault.h"
#include "engine/run/workload/job_rate.h"

#include <fmt/format.h>

#include <algorithm>

/// Jobs that leave for other sites, and come back.
namespace headroom::engine {

RemoteJob Jobs::offSite(const Job& job) const {
    return job.remote < 0 ? RemoteJob{}
                          : ports_.remote->paidUpTo(
                                s_.remote.jobs[static_cast<std::size_t>(job.remote)], s_.timeS);
}

void Jobs::sendAway(JobIndex index, int place, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    queues_.leave(index);
    if (job.line != JobLine::OffSite) {
        queues_.ended(index, timeS);
    }
    queues_.endWait(index, timeS);
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
