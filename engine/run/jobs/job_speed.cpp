// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/job_speed.h"

#include "engine/run/racks/thermal.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_rate.h"
#include "models/workload/clocked_time.h"
#include "models/workload/usual.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// A job that waits for the network for more than this share of its step is reported as
/// network-bound.
constexpr double kBoundCost = 0.01;

/// A job at a lower clock is reported as slowed by it.
constexpr double kFullClock = 0.99;

}  // namespace

JobSpeed::JobSpeed(const Plant& plant, const State& state, const JobPorts& ports)
    : plant_(plant), s_(state), ports_(ports) {}

double JobSpeed::clock(const Job& job) const {
    double lowest = 1.0;
    forEachRackPart(plant_, s_, job, [&](RackIndex rack, int /*slots*/) {
        lowest = std::min(lowest, s_.rackClock[static_cast<std::size_t>(rack)]);
    });
    return std::min(lowest, slowestSlot(job));
}

/// The least speed that faults leave to one of its accelerators. All others wait for it in each
/// step.
double JobSpeed::slowestSlot(const Job& job) const {
    const auto& speed = s_.faults.slotSpeed;
    double least = 1.0;
    for (SlotIndex slot(speed.empty() ? -1 : job.firstSlot); slot >= 0;
         slot = s_.slotNext[static_cast<std::size_t>(slot)]) {
        least = std::min(least, static_cast<double>(speed[static_cast<std::size_t>(slot)]));
    }
    return least;
}

/// Limit of its lowest clock: the power limit of the chips, or heat and the power controller.
JobReason JobSpeed::whyClock(const Job& job) const {
    bool throttled = false;
    forEachRackPart(plant_, s_, job, [&](RackIndex rack, int /*slots*/) {
        throttled = throttled || isThrottled(plant_, s_, static_cast<std::size_t>(rack));
    });
    return throttled ? JobReason::Throttled : JobReason::PowerLimit;
}

models::ChipPhases JobSpeed::set(Job& job) const {
    if (job.place >= 0) {
        return ports_.remote->setRate(job);
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
bool JobSpeed::starves(const Job& job) const {
    if (job.training < 0) {
        return false;
    }
    const models::JobProfileSpec& profile = trainingOf(plant_, job).profile;
    const bool waits = profile.checkpointMode == models::CheckpointMode::Synchronous
                           ? job.stallS > job.checkpointS
                           : job.stallS > profile.checkpointStallS;
    return waits || (job.readTokensPerS > 0.0 && job.rate >= job.readTokensPerS * movingShare(job));
}

/// Cost of a checkpoint and the time when it is safe, with the present storage.
void JobSpeed::setCheckpoints(Job& job) const {
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
    const double metadataPerS = ports_.fabric->filesPerS();
    const double createS = metadataPerS > 0.0 ? job.accelerators / metadataPerS : 0.0;
    const double toStorageS =
        job.storageBytesPerS > 0.0 ? createS + t.checkpointBytes / job.storageBytesPerS : 0.0;
    double writeS = toStorageS;
    if (t.checkpointTier == models::CheckpointTier::LocalNvme) {
        writeS = models::kShardCopies * t.checkpointBytes /
                 (serversOf(plant_, job) * t.nvmeWriteBytesPerS);
    } else if (t.checkpointTier == models::CheckpointTier::Memory) {
        // To the partner's memory, at the line rate of the adapters.
        writeS = t.checkpointBytes / ports_.fabric->lineBytesPerS(job);
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

JobReason JobSpeed::limit(const Job& job) const {
    if (job.source == JobSource::Service) {
        return job.clock >= kFullClock         ? JobReason::Serving
               : slowestSlot(job) < kFullClock ? JobReason::SlowDevice
                                               : whyClock(job);
    }
    if (starves(job)) {
        return JobReason::Storage;
    }
    if (job.clock < kFullClock) {
        return slowestSlot(job) <= job.clock ? JobReason::SlowDevice : whyClock(job);
    }
    return job.networkCost > kBoundCost ? JobReason::Network : JobReason::Compute;
}

}  // namespace headroom::engine
