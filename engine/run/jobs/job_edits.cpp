// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/state/design_edit.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_fault.h"
#include "engine/run/workload/job_rate.h"

#include <fmt/format.h>

#include <algorithm>

/// Effect of an edit of the design on jobs (carry_over.h).
namespace headroom::engine {

namespace {

bool lives(const Job& job) {
    return job.state == JobState::Queued || job.state == JobState::Starting ||
           job.state == JobState::Running;
}

bool isGone(const PlantMap& map, const Job& job) {
    const IndexMap* sources = map.sources(job.source);
    return sources != nullptr && sources->gone(job.sourceIndex);
}

/// The first accelerator of a job that is gone; -1 if none.
std::int32_t goneSlot(const State& s, const PlantMap& map, const Job& job) {
    for (SlotIndex slot(job.firstSlot); slot >= 0; slot = s.slotNext[at(slot)]) {
        if (map.slot.gone(slot)) {
            return slot;
        }
    }
    return -1;
}

}  // namespace

void Jobs::bookAll(double timeS) {
    for (const JobIndex index : s_.running) {
        Job& job = s_.jobs[at(index)];
        settle(job, timeS);
        load_.settleEnergy(job);
    }
}

void Jobs::detachRemoved(const DesignEdit& edit) {
    const PlantMap& map = edit.map;
    const double timeS = edit.timeS;
    const std::int64_t cause = edit.event;
    bookAll(timeS);
    for (ServerIndex server(0); server < plant_.servers; ++server) {
        if (map.server.gone(server)) {
            s_.serverDown[at(server)] = 1;  // so that a partner's memory is known to be lost
        }
    }
    for (JobIndex index(0); at(index) < s_.jobs.size(); ++index) {
        const Job& job = s_.jobs[at(index)];
        if (!lives(job)) {
            continue;
        }
        const bool sourceGone = isGone(map, job);
        const PoolIndex pool(poolNow(edit.after, map, job));
        if (sourceGone || pool < 0 || map.profile.gone(job.profile)) {
            log_.add(s_, timeS, EventKind::JobInterrupted, name(job),
                     sourceGone ? "Ends: the design no longer has it."
                                : "Ends: the design no longer has accelerators of its kind.",
                     cause, {}, job.id);
            kill(index, timeS, cause);
            continue;
        }
        if (const SlotIndex slot(goneSlot(s_, map, job)); slot >= 0) {
            interrupt(index, timeS, cause, serverOfSlot(plant_, job.pool, slot));
        } else if (job.state != JobState::Queued &&
                   (pool != map.pool.now(job.pool) || map.remote.gone(job.place))) {
            interrupt(index, timeS, cause);
        }
    }
    for (Job& job : s_.jobs) {
        if (!isGone(map, job)) {
            continue;
        }
        const std::string called = name(job);
        if (job.training >= 0) {
            s_.totals.removedTokens += progressAt(job, timeS).done;
        }
        job.source = JobSource::Hand;
        job.sourceIndex = static_cast<std::int32_t>(s_.handNames.size());
        job.training = -1;
        s_.handNames.emplace_back(called.begin(), called.end());
    }
}

void Jobs::forgetShares() {
    for (const JobIndex index : s_.running) {
        Job& job = s_.jobs[at(index)];
        job.networkShare = job.dataShare = job.tensorShare = job.pipelineShare = 1.0;
        job.networkCost = job.readTokensPerS = 0.0;
        job.storageBytesPerS = job.wanBytesPerS = 0.0;
        job.sites = 1;
        job.bundle = -1;
    }
}

void Jobs::resume(const DesignEdit& edit) {
    const PlantMap& map = edit.map;
    const double timeS = edit.timeS;
    const std::int64_t cause = edit.event;
    if (!edit.schedulersStand) {
        queues_.restart(timeS);
        log_.in(EventArea::Control)
            .add(s_, timeS, EventKind::Note, "scheduler",
                 "Begins anew with the jobs that wait and run.", cause);
    }
    for (JobIndex index(0); at(index) < s_.jobs.size(); ++index) {
        const Job& job = s_.jobs[at(index)];
        const int most = job.state != JobState::Queued
                             ? job.wanted
                             : std::max(mostAccelerators(plant_, job.pool, job.training >= 0),
                                        ports_.remote->mostAccelerators(job));
        if (job.wanted > most) {
            log_.add(s_, timeS, EventKind::JobInterrupted, name(job),
                     fmt::format("Ends: it asks for {} accelerators; the design has {} that one "
                                 "fabric or WAN links join.",
                                 job.wanted, most),
                     cause, {}, job.id);
            kill(index, timeS, cause);
        } else if (lives(job) && job.training >= 0 && ports_.remote->mostAccelerators(job) == 0) {
            if (const std::string fault = trainingFault(plant_, trainingOf(plant_, job));
                !fault.empty()) {
                log_.add(s_, timeS, EventKind::JobInterrupted, name(job), "Ends. " + fault, cause,
                         {}, job.id);
                kill(index, timeS, cause);
            }
        }
    }
    const std::vector<JobIndex> running = s_.running;
    for (const JobIndex index : running) {
        Job& job = s_.jobs[at(index)];
        load_.markEnergy(job);
        const bool stands =
            job.rate <= 0.0 && job.reason != static_cast<std::int32_t>(JobReason::Partitioned);
        if (job.state != JobState::Running || stands) {
            continue;  // starts, hangs or leaves: as it did
        }
        if (job.networkShare <= 0.0) {
            partition(index, timeS, causes_.latest(CausePlace::Fabric, 0, timeS));
        } else {
            refreshRate(index, timeS);
        }
    }
    for (ServiceState& service : s_.services) {
        service.solvedPerS = -1.0;  // solved anew at the end of the step
    }
    sources_.beginAdded(map, timeS);
    for (RackIndex rack(0); rack < plant_.racks; ++rack) {
        load_.noteRack(rack);
    }
    for (PoolState& pool : s_.pools) {
        pool.dirty = 1;
    }
}

}  // namespace headroom::engine
