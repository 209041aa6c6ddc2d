// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload/job_checkpoints.h"

#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_rate.h"
#include "models/workload/usual.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

/// Checkpoints begun and safe, `dt` later: `clock` is the time since one began, `now` the present
/// and `perS` its rate.
void advance(double& clock, JobMark& begun, JobMark& safe, double periodS, double writeS,
             const JobMark& now, const JobMark& perS, double dt) {
    clock += dt;
    const double periods = std::floor(clock / periodS);
    const auto ago = [&](double s) {
        return JobMark{std::max(safe.work, now.work - perS.work * s),
                       now.productiveS - perS.productiveS * s};
    };
    if (periods >= 1.0) {
        clock -= periods * periodS;
        // One is safe before the next begins.
        safe = periods >= 2.0 ? ago(clock + periodS) : begun;
        begun = ago(clock);
    }
    if (clock >= writeS) {
        safe = begun;
    }
}

/// Mean work of a repair: models::repairTimeS() and resets, as HazardClock draws them.
double meanRepairS(const Plant& plant, const models::FailureModeSpec& mode) {
    const double meanS = std::isnan(mode.repairMeanS) ? mode.repairMedianS
                         : !(mode.repairMeanS > 0.0)  ? 0.0
                                                      : mode.repairMeanS;
    const double workS = plant.maintenance.workShare * (std::isnan(meanS) ? 0.0 : meanS);
    return mode.resetShare * mode.resetS + (1.0 - mode.resetShare) * workS;
}

}  // namespace

double checkpointCycleS(const Job& job) {
    return job.checkpointS + job.stallS;
}

double movingShare(const Job& job) {
    return job.checkpointS / checkpointCycleS(job);
}

namespace {

/// How a job spends the time since Job::sinceS, without its checkpoints.
struct HeldTime {
    double startingS = 0.0, stalledS = 0.0, hungS = 0.0;  ///< accelerator seconds
    bool moves = false;
    double productivePerS = 0.0;
};

HeldTime heldAt(const Job& job, double timeS) {
    HeldTime h;
    const double dt = timeS - job.sinceS;
    const double held = job.accelerators * dt;
    // While its data is on the line to another place it holds nothing yet.
    if (job.state == JobState::Starting &&
        job.reason != static_cast<std::int32_t>(JobReason::WaitsForBroker)) {
        h.startingS = held;
    }
    if (job.state != JobState::Running) {
        return h;
    }
    if (job.rate <= 0.0) {
        const auto reason = static_cast<JobReason>(job.reason);
        const bool writes = reason == JobReason::Yielding || reason == JobReason::Draining;
        (writes ? h.stalledS : h.hungS) = held;
        return h;
    }
    h.moves = true;
    h.productivePerS = job.accelerators * movingShare(job);
    h.stalledS = held - h.productivePerS * dt;
    return h;
}

}  // namespace

JobProgress progressAt(const Job& job, double timeS) {
    JobProgress p;
    p.done = job.done;
    p.taken = job.taken;
    p.kept = job.kept;
    p.storing = job.storing;
    p.stored = job.stored;
    p.runSinceCheckpointS = job.runSinceCheckpointS;
    p.runSinceStoreS = job.runSinceStoreS;
    p.productiveS = job.productiveS;
    const HeldTime held = heldAt(job, timeS);
    p.startingS = held.startingS;
    p.stalledS = held.stalledS;
    p.hungS = held.hungS;
    if (!held.moves) {
        return p;
    }
    const double dt = timeS - job.sinceS;
    const JobMark perS{job.rate, held.productivePerS};
    if (job.source != JobSource::Service) {
        p.done = std::min(job.done + job.rate * dt, job.work);
    }
    p.productiveS += perS.productiveS * dt;
    const JobMark now{p.done, p.productiveS};
    advance(p.runSinceCheckpointS, p.taken, p.kept, checkpointCycleS(job), job.writeS, now, perS,
            dt);
    if (job.storeEveryS > 0.0) {
        advance(p.runSinceStoreS, p.storing, p.stored, job.storeEveryS, job.storeWriteS, now, perS,
                dt);
    } else {
        p.stored = p.kept;
    }
    return p;
}

WastedTime wastedTime(const State& state) {
    const Totals& t = state.totals;
    WastedTime wasted{t.startingS.value(), t.stalledS.value(), t.hungS.value(), t.lostS.value()};
    for (const JobIndex index : state.running) {
        const HeldTime h = heldAt(state.jobs[static_cast<std::size_t>(index)], state.timeS);
        wasted.startingS += h.startingS;
        wasted.stalledS += h.stalledS;
        wasted.hungS += h.hungS;
    }
    return wasted;
}

double goodputOf(const State& state, const WastedTime& wasted) {
    const double allocatedS = state.totals.allocatedS.value();
    return allocatedS > 0.0 ? std::max(0.0, 1.0 - wasted.sumS() / allocatedS) : 0.0;
}

JobFailures jobFailuresOf(const Plant& plant, PoolIndex pool, int accelerators) {
    JobFailures sum;
    if (!plant.failures.enabled) {
        return sum;
    }
    const PlantPool& p = plant.pools[static_cast<std::size_t>(pool)];
    const int each = std::max(1, p.acceleratorsPerServer);
    const double servers = std::ceil(static_cast<double>(accelerators) / each);
    const PlantBlock& block = plant.blocks[static_cast<std::size_t>(p.blocks.front())];
    const bool oneLink = plant.fabrics[static_cast<std::size_t>(block.fabric)].spec.planes <= 1;
    double repairS = 0.0;  // per second
    const auto count = [&](const models::FailureModeSpec& mode, double perS) {
        sum.perS += perS;
        if (mode.effect != models::FailureEffect::JobRestart) {
            sum.removalsPerS += perS;
            repairS += perS * meanRepairS(plant, mode);
        }
    };
    for (const PlantHazard& z : plant.hazards) {
        const models::FailureModeSpec& mode = z.mode;
        if (z.isEquipment || mode.effect == models::FailureEffect::Redundant) {
            continue;
        }
        switch (mode.basis) {
            case models::FailureBasis::JobAccelerator:
                count(mode, z.ratePerS * accelerators / plant.accelerators);
                break;
            case models::FailureBasis::HostLink:
                if (mode.effect == models::FailureEffect::Degraded &&
                    !(oneLink && mode.linkFault == models::FailureLinkFault::Cut)) {
                    break;
                }
                [[fallthrough]];
            case models::FailureBasis::Accelerator:
            case models::FailureBasis::Server:
            case models::FailureBasis::Nic:
            case models::FailureBasis::Psu:
                // A slow server is taken out of its job once it is found.
                if (mode.effect != models::FailureEffect::Degraded ||
                    mode.basis == models::FailureBasis::HostLink ||
                    mode.kind == models::FailureKind::FailSlow) {
                    count(mode, z.ratePerS * servers / plant.servers);
                }
                break;
            default:  // not in a server
                break;
        }
    }
    sum.repairS = sum.removalsPerS > 0.0 ? repairS / sum.removalsPerS : 0.0;
    return sum;
}

double meanTimeToInterruptionS(const Plant& plant, PoolIndex pool, int accelerators) {
    const double perS = jobFailuresOf(plant, pool, accelerators).perS;
    return perS > 0.0 ? 1.0 / perS : std::numeric_limits<double>::infinity();
}

}  // namespace headroom::engine
