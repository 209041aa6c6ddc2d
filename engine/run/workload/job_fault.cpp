// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload/job_fault.h"

#include "engine/estimate/job_plan.h"
#include "engine/run/workload/allocation.h"

#include <fmt/format.h>

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

std::vector<std::string> refusedJobs(const Plant& plant, double untilS) {
    std::vector<std::string> refused;
    for (const PlantTraining& training : plant.training) {
        const bool mayGo =
            training.terms.terms.mayLeave && plant.hasBroker && !plant.remotes.empty();
        if (mayGo || training.spec.submitS > untilS) {
            continue;
        }
        const int most = mostAccelerators(plant, training.pool, true);
        std::string fault = training.spec.accelerators > most
                                ? fmt::format("It asks for {} accelerators; its pool has {}.",
                                              training.spec.accelerators, most)
                                : trainingFault(plant, training);
        if (!fault.empty()) {
            refused.push_back(training.id + ": " + fault);
        }
    }
    return refused;
}

}  // namespace headroom::engine
