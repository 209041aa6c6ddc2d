// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "engine/document/software_of.h"
#include "engine/estimate/job_plan.h"
#include "engine/estimate/plan_support.h"
#include "models/workload/batch_job.h"
#include "models/workload/job_generator.h"
#include "models/workload/job_profile.h"
#include "models/workload/language_model.h"
#include "models/workload/training_job.h"

#include <algorithm>
#include <array>
#include <cmath>

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
                         what + " asks for " + amountText(asked, "") + " x " +
                             nameOf(design, accelerator) + ", of which the facility has " +
                             countText(most) + ".",
                         "Ask for fewer, or add racks.", asked, static_cast<double>(most), "");
        }
    };
    for (const Object* object : design.project->objectsOf("training_job")) {
        const auto job = specOf<models::TrainingJobSpec>(*object);
        compare(Severity::Error, object->id, job.accelerator, job.accelerators, "It");
    }
    for (const Object* object : design.project->objectsOf("batch_job")) {
        const auto job = specOf<models::BatchJobSpec>(*object);
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
                         "{training_job.tensor_parallel} is " + countText(job.tensorParallel) +
                             ", but the scale-up domain of " + nameOf(design, job.accelerator) +
                             " joins " + countText(chip->scaleUpDomain) + ".",
                         "Layers that are split across the fabric run slowly: lower "
                         "{training_job.tensor_parallel}.",
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
                         countText(job.accelerators) +
                             " accelerators are not a multiple of {training_job.tensor_parallel} x "
                             "{training_job.pipeline_parallel} = " +
                             countText(group) + ".",
                         "Change one of the three.", job.accelerators, static_cast<double>(group),
                         "");
        }
    }
}

/// Batches are stated in millions of tokens, with a few decimals.
constexpr double kWhole = 1e-4;

/// A step that cannot be taken as stated: copies get no whole number of sequences. What `estimate` refuses (EST-011),
/// a run divides as if it could.
void plans(const Design& design, Findings& findings) {
    for (const Object* object : design.project->objectsOf("training_job")) {
        const auto job = specOf<models::TrainingJobSpec>(*object);
        const auto* model = design.catalogue->spec<models::LanguageModelSpec>(job.model);
        if (model == nullptr) {
            continue;
        }
        const models::TrainingPlan plan = models::planOf(job, *model);
        const double share = plan.copies() * plan.microBatch;
        const double rounds = plan.batchSequences / share;
        const auto isWhole = [](double n) { return std::fabs(n - std::round(n)) < kWhole; };
        if (!(plan.microBatch > 1.0 - kWhole) || !(rounds > 1.0 - kWhole) ||
            !isWhole(plan.microBatch) || !isWhole(rounds)) {
            findings.add(Severity::Warning, object->id,
                         "A batch of " + amountText(plan.batchSequences, "") + " sequences for " +
                             countText(plan.copies()) + " copies of the model in " +
                             amountText(std::max(rounds, 1.0), "") + " rounds is " +
                             amountText(plan.microBatch, "") +
                             " sequences at a time: no whole number.",
                         "Change {training_job.batch_million_tokens}, "
                         "{training_job.micro_batches} or {training_job.accelerators}.",
                         plan.microBatch, std::max(1.0, std::floor(plan.microBatch)), "");
        }
    }
}

void wholeServers(const Design& design, Findings& findings) {
    for (const Object* object : design.project->objectsOf("training_job")) {
        const auto job = specOf<models::TrainingJobSpec>(*object);
        for (const DesignBlock& b : design.blocks) {
            if (b.server->accelerator == job.accelerator &&
                job.accelerators % b.server->accelerators != 0) {
                findings.add(Severity::Warning, object->id,
                             countText(job.accelerators) +
                                 " accelerators are not a whole number of servers of " +
                                 countText(b.server->accelerators) + " (" +
                                 nameOf(design, b.rack->server) + ").",
                             "Ask for a multiple of " + countText(b.server->accelerators) + ".",
                             job.accelerators, b.server->accelerators, "");
                break;
            }
        }
    }
}

/// Training jobs with the parts that they name; those that name what is not there have another finding.
template <class F>
void forEachPlan(const Design& design, F&& f) {
    for (const Object* object : design.project->objectsOf("training_job")) {
        const auto job = specOf<models::TrainingJobSpec>(*object);
        const JobPlan plan{&job, design.catalogue->spec<models::LanguageModelSpec>(job.model),
                           design.catalogue->spec<models::AcceleratorSpec>(job.accelerator),
                           softwareOf(job, *design.catalogue)};
        if (plan.model != nullptr && plan.accelerator != nullptr && plan.software != nullptr) {
            f(*object, plan);
        }
    }
}

/// Remedy against a fault of planFault(), in words of the project.
std::string planHint(std::string_view code) {
    constexpr auto kHints = std::to_array<std::pair<std::string_view, std::string_view>>({
        {"EST-007", "Ask for no more than its own links join, or state the rate in the catalogue."},
        {"EST-012", "Lower {training_job.pipeline_parallel} or {training_job.interleave}."},
        {"EST-013", "Take a {training_job.tensor_parallel} that divides the heads of the model."},
        {"EST-014",
         "Take an {training_job.expert_parallel} that divides the experts, and with "
         "{training_job.expert_tensor_parallel} the accelerators of a stage; 1 for dense models."},
        {"EST-018", "Take a {training_job.precision} that it has, or another accelerator."},
        {"EST-019", "Take a {training_job.shard_group} that divides the copies."},
    });
    for (const auto& [known, hint] : kHints) {
        if (known == code) {
            return std::string(hint);
        }
    }
    return "Change the plan of the job.";
}

/// A plan that can be computed, but that the software of the job is not known to combine.
void combinedPlans(const Design& design, Findings& findings) {
    forEachPlan(design, [&](const Object& object, const JobPlan& plan) {
        const std::string name =
            plan.job->softwareStack.empty() ? "megatron-core" : plan.job->softwareStack;
        const std::string gap =
            planGapText(models::planOf(*plan.job, *plan.model), *plan.software, name);
        if (!gap.empty()) {
            findings.add(
                Severity::Note, object.id, gap,
                "Take another {training_job.software_stack}, or other degrees: figures hold for "
                "software that combines them.",
                0.0, 0.0, "");
        }
    });
}

/// What `estimate` refuses, a run refuses too: the job never starts.
void possiblePlans(const Design& design, Findings& findings) {
    forEachPlan(design, [&](const Object& object, const JobPlan& plan) {
        if (const auto fault = planFault(plan)) {
            findings.add(Severity::Error, object.id, "Its plan cannot be: " + fault->message + ".",
                         planHint(fault->code), 0.0, 0.0, "");
        }
    });
}

void memory(const Design& design, Findings& findings) {
    forEachPlan(design, [&](const Object& object, const JobPlan& plan) {
        const models::TrainingMemory needed = memoryOf(plan);
        if (needed.spareBytes < 0.0) {
            // One that may leave can find accelerators with more memory elsewhere.
            findings.add(
                plan.job->terms.mayLeave ? Severity::Warning : Severity::Error, object.id,
                memoryText(plan, needed),
                "Raise {training_job.tensor_parallel}, {training_job.pipeline_parallel} or "
                "{training_job.micro_batches}, shard more, or recompute.",
                needed.total() / 1e9, plan.accelerator->memoryBytes / 1e9, "GB");
        }
    });
}

/// The mean of log-normal run times is exp(sigma^2 / 2) of their median.
void runTimes(const Design& design, Findings& findings) {
    for (const Object* object : design.project->objectsOf("job_generator")) {
        const auto jobs = specOf<models::JobGeneratorSpec>(*object);
        if (jobs.meanRunS < jobs.medianRunS) {
            findings.add(
                Severity::Error, object->id,
                "A mean run time of " + amountText(jobs.meanRunS / 60.0, "min") +
                    " is below the median of " + amountText(jobs.medianRunS / 60.0, "min") +
                    ": no log-normal distribution has that.",
                "Raise {job_generator.mean_run_min}, or lower {job_generator.median_run_min}.",
                jobs.meanRunS / 60.0, jobs.medianRunS / 60.0, "min");
        }
    }
}

/// Without storage a run writes and reads checkpoints in no time.
void checkpointStorage(const Design& design, Findings& findings) {
    if (!design.project->objectsOf("storage_group").empty()) {
        return;
    }
    for (const Object* object : design.project->objectsOf("training_job")) {
        findings.add(Severity::Warning, object->id,
                     "It writes checkpoints, and the project has no storage: a run writes and "
                     "reads them in no time.",
                     "Add a storage group.", 0.0, 0.0, "");
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
                                 nameOf(design, b.object->id) +
                                 " state no rates of drives: checkpoints go to the shared storage.",
                             "State the rates in the catalogue, or choose another "
                             "{job_profile.checkpoint_tier}.",
                             0.0, 0.0, "");
                break;
            }
        }
    }
}

constexpr auto kWorkloadRules = std::to_array<Rule>({
    {"job-size", "Jobs ask for no more accelerators than there are", &sizes},
    {"job-divisible", "Accelerators of a job are divisible by its parallelism", &divisible},
    {"job-plan", "A batch divides among the copies of the model", &plans},
    {"job-whole-servers", "Jobs fill whole servers", &wholeServers},
    {"tensor-parallel-domain", "Tensor parallelism stays inside the scale-up domain",
     &tensorParallel},
    {"job-possible", "The plan of a job is one that its model and accelerators take",
     &possiblePlans},
    {"job-software", "The software of a job combines what its plan asks for", &combinedPlans},
    {"job-memory", "Model states fit the accelerator memory", &memory},
    {"job-run-time", "Run times of a generator are those of a distribution", &runTimes},
    {"checkpoint-storage", "Checkpoints have a storage to go to", &checkpointStorage},
    {"checkpoint-tier", "Servers have the drives that checkpoints go to", &checkpointTier},
});

}  // namespace

std::span<const Rule> workloadRules() {
    return kWorkloadRules;
}

}  // namespace headroom::engine
