// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/reliability/campaign/campaign.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_checkpoints.h"
#include "models/workload/checkpoint.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

/// Mean time from a failure that interrupts to its notice, by the plant's hazards.
double meanDetectS(const Plant& plant) {
    double rate = 0.0, sum = 0.0;
    for (const PlantHazard& z : plant.hazards) {
        const bool stops = z.mode.effect == models::FailureEffect::ServerOut ||
                           z.mode.effect == models::FailureEffect::JobRestart;
        if (z.isEquipment || !stops || std::isnan(z.mode.detectS)) {
            continue;
        }
        // A halted job is given up after the hang time-out, found or not.
        const double detectS = plant.failures.fastDetection
                                   ? std::min(z.mode.detectS, plant.failures.hangTimeoutS)
                                   : plant.failures.hangTimeoutS;
        rate += z.ratePerS;
        sum += z.ratePerS * detectS;
    }
    return rate > 0.0 ? sum / rate : 0.0;
}

double startS(const Plant& plant, const Job& job) {
    return job.startupS >= 0.0 ? job.startupS : plant.failures.restartS;
}

/// By the plant's hazards, over the time in which the figure "Mean time to interruption" counts.
double runningMttiS(const Plant& plant, const Job& job) {
    const double meanS = meanTimeToInterruptionS(plant, job.pool, job.wanted);
    return models::runningTimeToInterruptionS(1.0 / meanS, startS(plant, job));
}

ReliabilityLaw lawOf(const Plant& plant, const State& state) {
    const Job* largest = nullptr;
    for (const Job& job : state.jobs) {
        if (job.source != JobSource::Service && job.firstStartS >= 0.0 &&
            (largest == nullptr || job.wanted > largest->wanted)) {
            largest = &job;
        }
    }
    ReliabilityLaw law;
    law.mttfS = law.mttiS = law.ettr = law.intervalS = law.stallS = law.restartS = law.youngS =
        law.dalyS = models::kNotStated;
    if (largest == nullptr) {
        return law;
    }
    law.accelerators = largest->wanted;
    law.mttfS = meanTimeToInterruptionS(plant, largest->pool, largest->wanted);
    law.mttiS = runningMttiS(plant, *largest);
    law.intervalS = largest->checkpointS;
    law.stallS = largest->stallS;
    law.restartS = startS(plant, *largest) + meanDetectS(plant);
    law.ettr = models::expectedEttr(1.0 / law.mttfS, law.restartS, law.intervalS, law.stallS);
    law.youngS = models::youngIntervalS(law.stallS, law.mttfS);
    law.dalyS = models::dalyIntervalS(law.stallS, law.mttfS);
    return law;
}

void addJob(const Plant& plant, const Job& job, double timeS, Replication& r) {
    const JobProgress p = progressAt(job, timeS);
    const double weight = job.wanted;
    const double stops = job.restarts - job.preemptions;
    const double wallS = (job.endS >= 0.0 ? job.endS : timeS) - job.firstStartS;
    const double startingS = job.startingS + p.startingS, stalledS = job.stalledS + p.stalledS,
                 hungS = job.hungS + p.hungS;
    const double workingS = p.productiveS + stalledS + hungS + job.lostS;
    const double heldS = workingS + startingS;
    r.sums[Sum::Interruptions] += stops;
    r.sums[Sum::JobS] += wallS;
    r.sums[Sum::RunningS] += workingS / weight;
    r.sums[Sum::WallS] += wallS * weight;
    r.sums[Sum::HeldS] += heldS;
    r.sums[Sum::ProductiveS] += p.productiveS;
    r.sums[Sum::StartingS] += startingS;
    r.sums[Sum::StalledS] += stalledS;
    r.sums[Sum::HungS] += hungS;
    r.sums[Sum::LostS] += job.lostS;
    // Rest of the wall time; rounding does not count as waiting.
    const double waitingS = wallS * weight - heldS;
    r.sums[Sum::WaitingS] += waitingS > 1e-9 * wallS * weight ? waitingS : 0.0;
    r.sums[Sum::Starts] += (job.restarts + 1) * weight;
    r.sums[Sum::InterruptedWeight] += stops * weight;
    SizeClass& size = r.sizes[static_cast<int>(std::bit_ceil(static_cast<unsigned>(job.wanted)))];
    ++size.jobs;
    size.interruptions += job.restarts - job.preemptions;
    size.runningS += workingS / weight;
    size.analyticS += workingS / weight / runningMttiS(plant, job);
}

bool counts(const Job& job) {
    return job.source != JobSource::Service && job.firstStartS >= 0.0 && job.wanted > 0;
}

}  // namespace

void addLeft(const Plant& plant, const Job& job, Replication& to) {
    if (counts(job)) {
        addJob(plant, job, job.endS, to);
    }
}

Replication measure(const Simulator& simulator, double serverDownS, double serverRepairS,
                    Replication left) {
    const Plant& plant = simulator.plant();
    const State& state = simulator.state();
    Replication r = std::move(left);
    r.seed = plant.seed;
    r.stateHash = simulator.stateHash();
    r.skippedShare = state.timeS > 0.0 ? state.uncoupledS / state.timeS : 0.0;
    r.law = lawOf(plant, state);
    // Sums of the run itself; of departed jobs, their own sums.
    const Sums run = simulator.sums();
    for (std::size_t i = 0; i < run.value.size(); ++i) {
        r.sums.value[i] += run.value[i];
    }
    for (const Job& job : state.jobs) {
        if (counts(job)) {
            addJob(plant, job, state.timeS, r);
        }
    }
    double taken = 0.0;
    for (std::size_t h = 0; h < plant.hazards.size(); ++h) {
        const PlantHazard& z = plant.hazards[h];
        ModeCount& mode = r.modes[z.id];
        mode.failures += state.hazardStruck[h];
        mode.interruptions += state.hazardInterrupted[h];
        mode.lostS += state.hazardLostS[h];
        r.sums[Sum::Failures] += static_cast<double>(state.hazardStruck[h]);
        if (!z.isEquipment && z.mode.effect == models::FailureEffect::ServerOut) {
            taken += static_cast<double>(state.hazardStruck[h]);
        }
    }
    if (state.hazardInterrupted.back() > 0) {
        ModeCount& rest = r.modes["other"];
        rest.interruptions = state.hazardInterrupted.back();
        rest.lostS = state.hazardLostS.back();
    }
    r.sums[Sum::ServerDownS] = serverDownS;
    r.sums[Sum::ServerRepairS] = serverRepairS;
    r.sums[Sum::ServerS] = plant.servers * state.timeS;
    r.sums[Sum::ServersTaken] = taken;
    return r;
}

}  // namespace headroom::engine
