// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/job_plan.h"

#include "models/workload/training_job.h"

#include <fmt/format.h>

namespace headroom::engine {

std::optional<Error> planFault(const JobPlan& plan) {
    EstimateCluster cluster;
    cluster.acceleratorId = plan.job->accelerator;
    cluster.accelerator = plan.accelerator;
    cluster.accelerators = plan.job->accelerators;
    TrainingQuestion question;
    question.cluster = &cluster;
    question.model = plan.model;
    question.software = plan.software;
    question.plan = models::planOf(*plan.job, *plan.model);
    models::TrainingPlan& asked = question.plan;
    // Whole copies with one sequence each: others speak of counts and batches.
    asked.accelerators = asked.copies() * asked.tensor * asked.pipeline * asked.context;
    cluster.accelerators = asked.accelerators;
    asked.microBatch = 1.0;
    asked.batchSequences = asked.copies();
    if (auto possible = checkPlan(question); !possible) {
        return possible.error();
    }
    return std::nullopt;
}

models::TrainingMemory memoryOf(const JobPlan& plan) {
    return models::trainingMemory(models::planOf(*plan.job, *plan.model), *plan.model,
                                  *plan.software, plan.accelerator->memoryBytes);
}

std::string memoryText(const JobPlan& plan, const models::TrainingMemory& memory) {
    return fmt::format(
        "Weights, gradients, optimiser state and activations take {:.4g} GB on each accelerator, "
        "but {} has "
        "{:.4g} GB.",
        memory.total() / 1e9, plan.job->accelerator, plan.accelerator->memoryBytes / 1e9);
}

}  // namespace headroom::engine
