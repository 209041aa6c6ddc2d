// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_rate.h"
#include "models/workload/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// Jobs after a failure: the checkpoints that survive it, their departure from a server that will be taken out, and
/// their continuation with fewer accelerators.
namespace headroom::engine {

namespace {

bool isAway(const Plant& plant, const State& s, ServerIndex server, int failed) {
    const auto i = static_cast<std::size_t>(server);
    const auto rack = static_cast<std::size_t>(plant.serverRack[i]);
    return server == failed || s.serverDown[i] != 0 || s.rackTripped[rack] != 0 ||
           s.power.rackPowered[rack] == 0;
}

/// A server and its partner are both away; a job on one server has no partner.
bool isPairLost(const Plant& plant, const State& s, const Job& job, int failed) {
    int number = 0, before = -1;
    bool lost = false;
    forEachServer(plant, s, job, [&](ServerIndex server) {
        if (number % 2 == 1) {
            lost = lost || (isAway(plant, s, ServerIndex(before), failed) &&
                            isAway(plant, s, server, failed));
        }
        before = server;
        ++number;
    });
    if (number % 2 == 1) {
        // The last one without a partner of its own keeps its shard on the first.
        const int first = serverOfSlot(plant, job.pool, job.firstSlot);
        lost = lost || (isAway(plant, s, ServerIndex(before), failed) &&
                        isAway(plant, s, ServerIndex(first), failed));
    }
    return lost;
}

}  // namespace

void Jobs::interrupt(JobIndex index, double timeS, std::int64_t cause, ServerIndex server) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running && job.state != JobState::Starting) {
        return;
    }
    settle(job, timeS);
    const auto tier = job.training >= 0 ? trainingOf(plant_, job).checkpointTier
                                        : models::CheckpointTier::Storage;
    const bool gone = tier != models::CheckpointTier::Storage && server >= 0 &&
                      isPairLost(plant_, s_, job, server);
    const double before = job.lostS;
    lose(job, gone ? job.stored : job.kept);
    job.restartTier = static_cast<std::int32_t>(gone ? models::CheckpointTier::Storage : tier);
    leave(index, timeS, cause);
    requeue(index, timeS, JobReason::Interrupted, JobLine::Ahead);
    const auto id = log_.add(
        s_, timeS, EventKind::JobInterrupted, name(job),
        words("Interrupted; {} of work on {} accelerators lost since its last checkpoint{}.",
              amount((job.lostS - before) / 60.0 / job.accelerators, "min", 1), job.accelerators,
              gone ? " in storage: a server and its partner are both away" : ""),
        cause, {}, job.id);
    causes_.interrupted(index, id, timeS);
}

void Jobs::takeOut(ServerIndex server, std::uint8_t down, double timeS, std::int64_t cause) {
    if (s_.serverDown[static_cast<std::size_t>(server)] != 0) {
        return;
    }
    for (const JobIndex job : onServer(server)) {
        interrupt(job, timeS, cause, server);
    }
    setServerDown(plant_, s_, server, true);
    s_.serverDown[static_cast<std::size_t>(server)] = down;
    causes_.serverDown(server, cause, timeS);
    load_.noteServer(server);
}

double Jobs::drain(JobIndex index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running || job.rate <= 0.0 || job.source == JobSource::Service) {
        return 0.0;
    }
    settle(job, timeS);
    const double toStorageS = job.training >= 0 ? ports_.fabric->checkpointWriteS(job) : 0.0;
    job.rate = 0.0;
    job.reason = static_cast<std::int32_t>(JobReason::Draining);
    ++job.version;
    load_.spin(index);
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
    if (queues_.hasPolicy() || s_.faults.schedulerAway > 0 || job.state != JobState::Queued ||
        job.training < 0 || job.line != JobLine::Ahead ||
        job.leastAccelerators >= job.accelerators) {
        return false;
    }
    queues_.leave(index);
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
                fmt::format("Continues on {} of {} accelerators: {} data-parallel copies less.",
                            count, wanted, (wanted - count) / step),
                cause, {}, smaller.id);
            return true;
        }
    }
    queues_.join(index, timeS);
    return false;
}

void Jobs::growBack(PoolIndex pool, double timeS, std::int64_t cause) {
    const PlantPool& p = plant_.pools[static_cast<std::size_t>(pool)];
    const PoolState& ps = s_.pools[static_cast<std::size_t>(pool)];
    if (!plant_.failures.elasticShrink || queues_.hasPolicy() || s_.faults.schedulerAway > 0) {
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
