// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/jobs.h"
#include "engine/run/racks/thermal.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_rate.h"
#include "models/workload/clocked_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// How fast jobs go: clock, network, storage, and what follows for their end.
namespace headroom::engine {

namespace {

/// A job that waits for the network for more than this share of its step is reported as
/// network-bound.
constexpr double kBoundCost = 0.01;

/// A job takes up no smaller change of its clock, but for the last one to full. Numerical.
constexpr double kClockStep = 0.004;

}  // namespace

double Jobs::slowestClock(const Job& job) const {
    double clock = 1.0;
    forEachRackPart(plant_, s_, job, [&](RackIndex rack, int /*slots*/) {
        clock = std::min(clock, s_.rackClock[static_cast<std::size_t>(rack)]);
    });
    return std::min(clock, slowestSlot(job));
}

/// The least speed that faults leave to one of its accelerators. All others wait for it in each
/// step.
double Jobs::slowestSlot(const Job& job) const {
    const auto& speed = s_.faults.slotSpeed;
    double least = 1.0;
    for (SlotIndex slot(speed.empty() ? -1 : job.firstSlot); slot >= 0;
         slot = s_.slotNext[static_cast<std::size_t>(slot)]) {
        least = std::min(least, static_cast<double>(speed[static_cast<std::size_t>(slot)]));
    }
    return least;
}

/// Limit of its lowest clock: the power limit of the chips, or heat and the power controller.
JobReason Jobs::whyClock(const Job& job) const {
    bool throttled = false;
    forEachRackPart(plant_, s_, job, [&](RackIndex rack, int /*slots*/) {
        throttled = throttled || isThrottled(plant_, s_, static_cast<std::size_t>(rack));
    });
    return throttled ? JobReason::Throttled : JobReason::PowerLimit;
}

void Jobs::refreshServer(ServerIndex server, double timeS) {
    for (const JobIndex index : onServer(server)) {
        const Job& job = s_.jobs[static_cast<std::size_t>(index)];
        if (job.state == JobState::Running && job.rate > 0.0) {
            refreshRate(index, timeS);
        }
    }
}

/// Its rate and step now; the phases of its accelerators.
models::ChipPhases Jobs::setRate(Job& job) {
    if (job.place >= 0) {
        return remote_->setRate(job);
    }
    setCheckpoints(job);
    if (job.source == JobSource::Service) {
        job.rate = 1.0;
        return job.phases;
    }
    if (job.training < 0) {
        // A share of its time at full rate goes into sending, which takes longer by the missing rate. The computed part of
        // the rest follows the clock.
        const models::JobProfileSpec& profile =
            plant_.profiles[static_cast<std::size_t>(job.profile)].spec;
        const double sends = communicationShare(plant_, job);
        const double computes =
            models::clockedTime(models::computingShare(profile), std::max(job.clock, 1e-3));
        job.rate =
            movingShare(job) / ((1.0 - sends) * computes + sends / std::max(job.dataShare, 1e-6));
        return models::withStalls(models::unplannedPhases(profile), movingShare(job), profile);
    }
    models::TrainingStep step = trainingStepOf(plant_, job);
    const models::JobProfileSpec& profile = trainingOf(plant_, job).profile;
    if (job.readTokensPerS > 0.0) {
        models::waitForData(step, job.readTokensPerS, profile);
    }
    // Tests for silent corruption next to it take their share of the time.
    job.rate = step.tokensPerS * movingShare(job) * (1.0 - plant_.failures.checkCost);
    job.stepS = step.stepS;
    job.mfu = step.mfu;
    return models::withStalls(step.phases, movingShare(job), profile);
}

/// Storage holds it up: the checkpoint that it writes, or the data that it reads.
bool Jobs::starves(const Job& job) const {
    if (job.training < 0) {
        return false;
    }
    const models::JobProfileSpec& profile = trainingOf(plant_, job).profile;
    const bool waits = profile.checkpointMode == models::CheckpointMode::Synchronous
                           ? job.stallS > job.checkpointS
                           : job.stallS > profile.checkpointStallS;
    return waits || (job.readTokensPerS > 0.0 && job.rate >= job.readTokensPerS * movingShare(job));
}

void Jobs::refreshRate(JobIndex index, double timeS) {
    refreshRate(index, timeS, slowestClock(s_.jobs[static_cast<std::size_t>(index)]));
}

void Jobs::refreshRate(JobIndex index, double timeS, double clock) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    settle(job, timeS);
    if (clock != job.clock) {
        job.clock = clock;
        if (job.place < 0) {
            fabric_->jobChanged(index);  // it sends less often
        }
    }
    const models::ChipPhases phases = setRate(job);
    ++job.version;
    if (job.source == JobSource::Service) {
        job.reason = static_cast<std::int32_t>(job.clock >= 0.99         ? JobReason::Serving
                                               : slowestSlot(job) < 0.99 ? JobReason::SlowDevice
                                                                         : whyClock(job));
        return;
    }
    job.reason = static_cast<std::int32_t>(starves(job) ? JobReason::Storage
                                           : slowestSlot(job) <= job.clock && job.clock < 0.99
                                               ? JobReason::SlowDevice
                                           : job.clock < 0.99             ? whyClock(job)
                                           : job.networkCost > kBoundCost ? JobReason::Network
                                                                          : JobReason::Compute);
    setActivity(index, phases);
    queue_.push(timeS + (job.work - job.done) / job.rate, JobEvent::End, index, job.version);
    causes_.rateChanged(index, timeS);
}

void Jobs::partition(JobIndex index, double timeS, std::int64_t cause) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running || job.rate <= 0.0) {
        return;
    }
    settle(job, timeS);
    job.rate = 0.0;
    job.reason = static_cast<std::int32_t>(JobReason::Partitioned);
    ++job.version;
    spin(index);
    const double timeoutS = fabric_->transportTimeoutS(index);
    const auto id =
        log_.add(s_, timeS, EventKind::Failure, name(job),
                 words("No path is left over {}: its collectives halt and end after {}.",
                       fabric_->bottleneckName(job), amount(timeoutS, "s", 0)),
                 cause, {}, job.id);
    causes_.hung(index, id);
    queue_.push(timeS + timeoutS, JobEvent::Kill, index, job.version, id);
}

void Jobs::refreshThrottled(double timeS) {
    std::vector<JobIndex> touched;
    for (int r = 0; r < plant_.racks; ++r) {
        const auto i = static_cast<std::size_t>(r);
        if (!clockMoved(s_.rackClock[i], s_.rackAppliedClock[i])) {
            continue;
        }
        s_.rackAppliedClock[i] = s_.rackClock[i];
        const PlantBlock& b = plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[i])];
        const int firstServer = b.firstServer + (r - b.firstRack) * b.rack.servers;
        for (int n = 0; n < b.rack.servers; ++n) {
            const auto jobs = onServer(ServerIndex(firstServer + n));
            touched.insert(touched.end(), jobs.begin(), jobs.end());
        }
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const JobIndex index : touched) {
        const Job& job = s_.jobs[static_cast<std::size_t>(index)];
        if (job.state != JobState::Running || job.rate <= 0.0) {
            continue;
        }
        const double clock = slowestClock(job);
        if (std::abs(clock - job.clock) > kClockStep || (clock == 1.0 && job.clock != 1.0)) {
            refreshRate(index, timeS, clock);
        }
    }
}

void Jobs::refreshNetworkPower(double timeS, std::int64_t cause) {
    fabric_->powerChanged(timeS, cause);
}

}  // namespace headroom::engine
