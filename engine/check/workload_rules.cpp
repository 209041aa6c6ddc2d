// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "engine/document/software_of.h"
#include "models/workload/job_generator.h"
#include "models/workload/job_profile.h"
#include "models/workload/language_model.h"
#include "models/workload/training_job.h"
#include "models/workload/training_step.h"

#include <algorithm>
#include <array>

namespace headroom::engine {

namespace {

std::int64_t available(const Design& design, const std::string& accelerator) {
    const auto found = design.accelerators.find(accelerator);
    return found == design.accelerators.end() ? 0 : found->second;
}

void sizes(const Design& design, Findings& findings) {
    const auto compare = [&](Severity severity, const std::string& subject,
                             const std::string& accelerator, double asked,
                             const std::string& what) {
        const std::int64_t most = available(design, accelerator);
        if (asked > static_cast<double>(most)) {
            findings.add(severity, subject,
                         what + " asks for " + amountText(asked, "") + " x " + accelerator +
                             ", of which the facility has " + std::to_string(most) + ".",
                         "Ask for fewer, or add racks.", asked, static_cast<double>(most), "");
        }
    };
    for (const Object* object : design.project->objectsOf("training_job")) {
        const auto job = specOf<models::TrainingJobSpec>(*object);
        compare(Severity::Error, object->id, job.accelerator, job.accelerators, "It");
    }
    for (const Object* object : design.project->objectsOf("job_generator")) {
        const auto jobs = specOf<models::JobGeneratorSpec>(*object);
        double largest = 0.0;
        for (std::size_t i = 0; i < jobs.sizes.x().size(); ++i) {
            if (jobs.sizes.y()[i] > 0.0) {
                largest = jobs.sizes.x()[i];
            }
        }
        compare(Severity::Warning, object->id, jobs.accelerator, largest, "Its largest job");
    }
}

void tensorParallel(const Design& design, Findings& findings) {
    for (const Object* object : design.project->objectsOf("training_job")) {
        const auto job = specOf<models::TrainingJobSpec>(*object);
        const auto* chip = design.catalogue->spec<models::AcceleratorSpec>(job.accelerator);
        if (chip != nullptr && job.tensorParallel > chip->scaleUpDomain) {
            findings.add(Severity::Warning, object->id,
                         "tensor_parallel is " + std::to_string(job.tensorParallel) +
                             ", but the scale-up domain of " + job.accelerator + " joins " +
                             std::to_string(chip->scaleUpDomain) + ".",
                         "Layers that are split across the fabric run slowly: lower "
                         "tensor_parallel.",
                         job.tensorParallel, chip->scaleUpDomain, "");
        }
    }
}

void divisible(const Design& design, Findings& findings) {
    for (const Object* object : design.project->objectsOf("training_job")) {
        const auto job = specOf<models::TrainingJobSpec>(*object);
        const std::int64_t group = std::int64_t{job.tensorParallel} * job.pipelineParallel;
        if (job.accelerators % group != 0) {
            findings.add(Severity::Error, object->id,
                         std::to_string(job.accelerators) +
                             " accelerators are no multiple of tensor_parallel x "
                             "pipeline_parallel = " +
                             std::to_string(group) + ".",
                         "Change one of the three.", job.accelerators, static_cast<double>(group),
                         "");
        }
    }
}

void wholeServers(const Design& design, Findings& findings) {
    for (const Object* object : design.project->objectsOf("training_job")) {
        const auto job = specOf<models::TrainingJobSpec>(*object);
        for (const DesignBlock& b : design.blocks) {
            if (b.server->accelerator == job.accelerator &&
                job.accelerators % b.server->accelerators != 0) {
                findings.add(
                    Severity::Warning, object->id,
                    std::to_string(job.accelerators) +
                        " accelerators are no whole number of servers of " +
                        std::to_string(b.server->accelerators) + " (" + b.rack->server + ").",
                    "Ask for a multiple of " + std::to_string(b.server->accelerators) + ".",
                    job.accelerators, b.server->accelerators, "");
                break;
            }
        }
    }
}

void memory(const Design& design, Findings& findings) {
    for (const Object* object : design.project->objectsOf("training_job")) {
        const auto job = specOf<models::TrainingJobSpec>(*object);
        models::TrainingStepInput input;
        input.model = design.catalogue->spec<models::LanguageModelSpec>(job.model);
        input.accelerator = design.catalogue->spec<models::AcceleratorSpec>(job.accelerator);
        input.profile = design.catalogue->spec<models::JobProfileSpec>(job.profile);
        if (design.fabrics.empty() || input.model == nullptr || input.accelerator == nullptr ||
            input.profile == nullptr) {
            continue;
        }
        input.scaleUp = design.fabrics.front().scaleUp;
        input.scaleOut = design.fabrics.front().scaleOut;
        input.plan = models::planOf(job, *input.model);
        input.software = softwareOf(job, *design.catalogue);
        input.speedSpread = input.accelerator->speedSpread;
        input.scaleUpDomain = input.accelerator->scaleUpDomain;
        const double neededGb = models::trainingStep(input).memoryBytes / 1e9;
        const double presentGb = input.accelerator->memoryBytes / 1e9;
        if (exceeds(neededGb, presentGb)) {
            findings.add(Severity::Warning, object->id,
                         "Weights, gradients, optimiser state and activations take " +
                             amountText(neededGb, "GB") + " on each accelerator, but " +
                             job.accelerator + " has " + amountText(presentGb, "GB") + ".",
                         "Raise tensor_parallel, pipeline_parallel or micro_batches, shard more, or recompute.", neededGb, presentGb, "GB");
        }
    }
}

/// A run writes to the shared storage where the tier that a profile names cannot be.
void checkpointTier(const Design& design, Findings& findings) {
    for (const Object* object : design.project->objectsOf("training_job")) {
        const auto job = specOf<models::TrainingJobSpec>(*object);
        const auto* profile = design.catalogue->spec<models::JobProfileSpec>(job.profile);
        if (profile == nullptr || profile->checkpointTier != models::CheckpointTier::LocalNvme) {
            continue;
        }
        for (const DesignBlock& b : design.blocks) {
            if (b.server->accelerator == job.accelerator &&
                !(b.server->nvmeReadBytesPerS > 0.0 && b.server->nvmeWriteBytesPerS > 0.0)) {
                findings.add(Severity::Warning, object->id,
                             "Its profile writes checkpoints to local drives, but the servers of " +
                                 b.object->id +
                                 " state no rates of drives: checkpoints go to the shared storage.",
                             "State the rates in the catalogue, or choose another checkpoint_tier.",
                             0.0, 0.0, "");
                break;
            }
        }
    }
}

constexpr auto kWorkloadRules = std::to_array<Rule>({
    {"job-size", "Jobs ask for no more accelerators than there are", &sizes},
    {"job-divisible", "Accelerators of a job are divisible by its parallelism", &divisible},
    {"job-whole-servers", "Jobs fill whole servers", &wholeServers},
    {"tensor-parallel-domain", "Tensor parallelism stays inside the scale-up domain",
     &tensorParallel},
    {"job-memory", "Model states fit the accelerator memory", &memory},
    {"checkpoint-tier", "Servers have the drives that checkpoints go to", &checkpointTier},
});

}  // namespace

std::span<const Rule> workloadRules() {
    return kWorkloadRules;
}

}  // namespace headroom::engine
