// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload/job_fault.h"

#include "engine/estimate/job_plan.h"
#include "engine/run/workload/allocation.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine {

std::string trainingFault(const Plant& plant, const PlantTraining& training) {
    const PlantPool& pool = plant.pools[static_cast<std::size_t>(training.pool)];
    const JobPlan plan{&training.spec, &training.model, &pool.spec, &training.software};
    if (const auto fault = planFault(plan)) {
        return "Its plan cannot be: " + fault->message + ".";
    }
    const models::TrainingMemory memory = memoryOf(plan);
    return memory.spareBytes < 0.0 ? "Out of memory. " + memoryText(plan, memory) : std::string{};
}

namespace {

/// The most accelerators of a site that the job may leave for; 0 if it stays.
int mostAway(const Plant& plant, const PlantTerms& terms) {
    int most = 0;
    for (const PlantRemote& remote : plant.remotes) {
        most =
            std::max(most, plant.hasBroker && terms.terms.mayLeave ? remote.spec.accelerators : 0);
    }
    return most;
}

std::string sizeFault(const Plant& plant, PoolIndex pool, const PlantTerms& terms, int accelerators,
                      bool training) {
    const int most = std::max(mostAccelerators(plant, pool, training), mostAway(plant, terms));
    return accelerators <= most
               ? std::string{}
               : fmt::format("It asks for {} accelerators; its pool has {}.", accelerators, most);
}

}  // namespace

std::string jobFault(const Plant& plant, const PlantTraining& training) {
    std::string fault =
        sizeFault(plant, training.pool, training.terms, training.spec.accelerators, true);
    return fault.empty() && mostAway(plant, training.terms) == 0 ? trainingFault(plant, training)
                                                                 : fault;
}

std::string jobFault(const Plant& plant, const PlantBatch& batch) {
    return sizeFault(plant, batch.pool, batch.terms, batch.spec.accelerators, false);
}

std::vector<std::string> refusedJobs(const Plant& plant, double untilS) {
    std::vector<std::string> refused;
    const auto look = [&](const auto& job) {
        const std::string fault = job.spec.submitS <= untilS ? jobFault(plant, job) : std::string{};
        if (!fault.empty()) {
            refused.push_back(job.id + ": " + fault);
        }
    };
    std::for_each(plant.training.begin(), plant.training.end(), look);
    std::for_each(plant.batches.begin(), plant.batches.end(), look);
    return refused;
}

}  // namespace headroom::engine
