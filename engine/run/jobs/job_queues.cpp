// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/job_queues.h"

#include "engine/run/jobs/dispatch.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_fault.h"
#include "engine/run/workload/job_rate.h"

#include <algorithm>

namespace headroom::engine {

JobQueues::JobQueues(const RunContext& run, Jobs& jobs, const JobPorts& ports)
    : plant_(run.plant), s_(run.state), causes_(run.causes), jobs_(jobs), ports_(ports) {
    if (!run.plant.scheduling.plain) {
        dispatch_ = std::make_unique<Dispatch>(run, jobs);
    }
}

JobQueues::~JobQueues() = default;

void JobQueues::schedule(double timeS) {
    if (s_.faults.schedulerAway > 0) {
        return;  // nothing is placed until the control plane is back
    }
    for (std::size_t p = 0; p < s_.pools.size(); ++p) {
        if (s_.pools[p].dirty == 0) {
            continue;
        }
        s_.pools[p].dirty = 0;
        if (dispatch_ != nullptr) {
            dispatch_->decide(PoolIndex(p), timeS);
            s_.pools[p].dirty = 0;  // what it did itself needs no second look
        } else {
            startInOrder(p, timeS);
        }
    }
}

void JobQueues::wakeScheduler(PoolIndex pool, double timeS) {
    const auto p = static_cast<std::size_t>(pool);
    if (s_.schedulerWakeS[p] == timeS) {
        s_.schedulerWakeS[p] = kNoTime;
        s_.pools[p].dirty = 1;
    }
}

/// First in, first out: the head blocks.
void JobQueues::startInOrder(std::size_t p, double timeS) {
    PoolState& pool = s_.pools[p];
    auto& queue = s_.queues[p];
    while (pool.queueHead < static_cast<std::int32_t>(queue.size())) {
        const JobIndex index(queue[static_cast<std::size_t>(pool.queueHead)]);
        if (!jobs_.start(index, timeS)) {
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

void JobQueues::beginWait(JobIndex index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    job.state = JobState::Queued;
    job.queueS = job.sinceS = timeS;
    ++s_.queuedJobs;
    s_.queuedAccelerators += job.accelerators;
    s_.queuedSinceS += timeS;
}

void JobQueues::endWait(JobIndex index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    causes_.stopsWaiting(index, timeS);
    job.queuedS += timeS - job.queueS;
    --s_.queuedJobs;
    s_.queuedAccelerators -= job.accelerators;
    s_.queuedSinceS = s_.queuedJobs > 0 ? s_.queuedSinceS - job.queueS : 0.0;
}

bool JobQueues::canRunHere(const Job& job) const {
    return job.accelerators <= engine::mostAccelerators(plant_, job.pool, job.training >= 0) &&
           ports_.remote->dataIsHere(job) &&
           (job.training < 0 || trainingFault(plant_, trainingOf(plant_, job)).empty());
}

void JobQueues::join(JobIndex index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.mayLeave != 0) {
        ports_.remote->waits(timeS);
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

void JobQueues::leave(JobIndex index) {
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.line == JobLine::Held || job.line == JobLine::OffSite) {
        std::erase(s_.held, index);
        return;
    }
    if (dispatch_ != nullptr) {
        return;  // it learns of it by hold() or ended()
    }
    auto& queue = s_.queues[static_cast<std::size_t>(job.pool)];
    PoolState& pool = s_.pools[static_cast<std::size_t>(job.pool)];
    const auto at = std::find(queue.begin() + pool.queueHead, queue.end(), index);
    if (at != queue.end()) {
        queue.erase(at);
    }
    pool.dirty = 1;  // the next one may fit
}

void JobQueues::hold(JobIndex index) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state == JobState::Queued && job.line != JobLine::Held) {
        leave(index);
        const bool inLine = job.line != JobLine::OffSite;
        job.line = JobLine::Held;
        s_.held.push_back(index);
        if (dispatch_ != nullptr && inLine) {
            dispatch_->hold(index, true);
        }
    }
}

void JobQueues::release(JobIndex index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state == JobState::Queued && job.line == JobLine::Held) {
        leave(index);
        job.line = JobLine::InOrder;
        job.reason = static_cast<std::int32_t>(waitReason());
        if (dispatch_ != nullptr && canRunHere(job)) {
            dispatch_->hold(index, false);
        } else {
            join(index, timeS);
        }
        s_.pools[static_cast<std::size_t>(job.pool)].dirty = 1;
    }
}

std::vector<JobIndex> JobQueues::waiting(PoolIndex pool) const {
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

void JobQueues::restart(double timeS) {
    std::vector<JobIndex> waiting;
    for (std::size_t p = 0; p < s_.queues.size(); ++p) {
        const auto head = static_cast<std::ptrdiff_t>(s_.pools[p].queueHead);
        waiting.insert(waiting.end(), s_.queues[p].begin() + head, s_.queues[p].end());
        s_.queues[p].clear();
        s_.pools[p].queueHead = 0;
        s_.pools[p].dirty = 1;
    }
    if (dispatch_ == nullptr) {
        for (const JobIndex index : waiting) {
            enqueue(s_, index);
        }
        return;
    }
    for (const JobIndex index : s_.held) {
        if (s_.jobs[at(index)].line == JobLine::Held) {
            waiting.push_back(index);
        }
    }
    dispatch_->restart(waiting, timeS);
}

void JobQueues::ended(JobIndex index, double timeS) {
    if (dispatch_ != nullptr) {
        dispatch_->ended(index, timeS);
    }
}

void JobQueues::yielded(const Job& job) {
    if (dispatch_ != nullptr && job.reason == static_cast<std::int32_t>(JobReason::Yielding)) {
        s_.yielding[static_cast<std::size_t>(job.pool)] -= job.accelerators;
    }
}

JobReason JobQueues::waitReason() const {
    return dispatch_ != nullptr ? JobReason::WaitsTurn : JobReason::WaitsForHead;
}

}  // namespace headroom::engine
