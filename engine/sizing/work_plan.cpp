// SPDX-License-Identifier: Apache-2.0
#include "engine/document/software_of.h"
#include "engine/sizing/same_work.h"
#include "engine/sizing/site_plan.h"
#include "models/facility/project_info.h"
#include "models/network/interconnect.h"
#include "models/reliability/failure_policy.h"
#include "models/workload/job_generator.h"
#include "models/workload/job_profile.h"
#include "models/workload/language_model.h"
#include "models/workload/training_job.h"
#include "models/workload/training_step.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace headroom::engine::sizing {

namespace {

/// Models to train, largest first, with the fewest accelerators that are usual.
struct Candidate {
    const char* model;
    int least;
    double batchMillionTokens;
    double totalBillionTokens;
};

constexpr Candidate kModels[] = {
    {"llama3-405b", 8192, 16.777216, 15600},
    {"llama3-70b", 512, 4.194304, 15000},
    {"llama3-8b", 8, 1.048576, 15000},
};

struct Plan {
    std::string model;
    int accelerators = 0, tensor = 1, pipeline = 1, interleave = 1, microBatches = 1;
    double batchMillionTokens = 0.0, totalBillionTokens = 0.0;
};

/// Whether the states of the model fit, as the rule of memory has it (check/workload_rules.cpp).
bool fits(const SitePlan& plan, const RackKind& kind, const Plan& p) {
    models::TrainingJobSpec job;
    job.model = p.model;
    job.accelerator = kind.server->accelerator;
    job.accelerators = p.accelerators;
    job.tensorParallel = p.tensor;
    job.pipelineParallel = p.pipeline;
    job.interleave = p.interleave;
    job.microBatches = p.microBatches;
    job.batchTokens = p.batchMillionTokens * 1e6;
    job.profile = "llm-pretraining";
    models::TrainingStepInput in;
    const Catalogue& c = *plan.catalogue;
    in.model = c.spec<models::LanguageModelSpec>(job.model);
    in.accelerator = kind.accelerator;
    in.profile = c.spec<models::JobProfileSpec>(job.profile);
    in.scaleUp = c.spec<models::InterconnectSpec>("nvlink4");
    in.scaleOut = c.spec<models::InterconnectSpec>("roce-400g");
    if (in.model == nullptr || in.profile == nullptr || in.scaleUp == nullptr ||
        in.scaleOut == nullptr) {
        return false;
    }
    in.plan = models::planOf(job, *in.model);
    in.software = softwareOf(job, c);
    in.speedSpread = in.accelerator->speedSpread;
    in.scaleUpDomain = in.accelerator->scaleUpDomain;
    const models::TrainingStep step = models::trainingStep(in);
    return step.memoryBytes <= in.accelerator->memoryBytes && step.stepS > 0.0;
}

/// Copies of the model on up to a given number of accelerators: a power of two, or one and a half of it.
int copiesFor(std::int64_t accelerators, int group) {
    int copies = 1;
    while (copies < 4096 && std::int64_t{copies} * 2 * group <= accelerators) {
        copies *= 2;
    }
    return std::int64_t{copies} * 3 * group <= accelerators * 2 && copies > 1 ? copies / 2 * 3
                                                                              : copies;
}

/// A batch may be this multiple of that of the published run, where there are more copies of the model.
/// Assumption: beyond it more data no longer shortens the training.
constexpr double kLargestBatch = 4.0;

/// Sequences of each copy in a step: whole, as many as make the published batch, and at least one for
/// each stage of a pipeline. 0 means the batch would be too large.
int sequencesPerCopy(double batchSequences, int copies, int pipeline) {
    const int each = std::max(pipeline, static_cast<int>(std::lround(batchSequences / copies)));
    return copies * each <= kLargestBatch * batchSequences ? each : 0;
}

/// One job on about `wanted` accelerators and at most `limit`, in whole servers.
std::optional<Plan> training(const SitePlan& plan, const RackKind& kind, std::int64_t wanted,
                             std::int64_t limit) {
    for (const Candidate& candidate : kModels) {
        const bool few = wanted < limit ? limit / 2 < candidate.least : wanted < candidate.least;
        if (few && std::string_view(candidate.model) != "llama3-8b") {
            continue;
        }
        for (const int pipeline : {1, 2, 4, 8, 16}) {
            for (const int tensor : {1, 2, 4, 8}) {
                if (tensor > kind.accelerator->scaleUpDomain) {
                    continue;
                }
                const int group = tensor * pipeline;
                const int copies = copiesFor(std::max<std::int64_t>(wanted, 1), group);
                Plan p;
                p.model = candidate.model;
                p.accelerators = copies * group;
                p.tensor = tensor;
                p.pipeline = pipeline;
                const auto* model =
                    plan.catalogue->spec<models::LanguageModelSpec>(candidate.model);
                const double perMillion = model == nullptr ? 0.0 : model->sequence / 1e6;
                const int each = perMillion > 0.0
                                     ? sequencesPerCopy(candidate.batchMillionTokens / perMillion,
                                                        copies, pipeline)
                                     : 0;
                // From whole tokens: a share of a million would be rounded twice.
                p.batchMillionTokens = static_cast<double>(copies) * each *
                                       (model != nullptr ? model->sequence : 0) / 1e6;
                p.totalBillionTokens = candidate.totalBillionTokens;
                if (each == 0 || p.accelerators > limit ||
                    p.accelerators % kind.server->accelerators != 0) {
                    continue;
                }
                for (int rounds = pipeline; rounds <= each; ++rounds) {
                    p.microBatches = rounds;
                    if (each % rounds == 0 && fits(plan, kind, p)) {
                        return p;
                    }
                }
            }
        }
    }
    return std::nullopt;
}

/// The accelerators that the job holds; 0 where no job fits.
std::int64_t writeTraining(const SitePlan& plan, const RackKind& kind, std::int64_t wanted,
                           std::int64_t limit, const std::string& tag, ProjectWriter& writer) {
    const std::optional<Plan> p = training(plan, kind, wanted, limit);
    if (!p) {
        return 0;
    }
    ObjectWriter o = writer.add(models::TrainingJobSpec::type(), "training" + tag);
    o.text("name", "Training of " + p->model)
        .text("model", p->model)
        .text("accelerator", kind.server->accelerator)
        .count("accelerators", p->accelerators)
        .count("tensor_parallel", p->tensor)
        .count("pipeline_parallel", p->pipeline)
        .count("micro_batches", p->microBatches)
        .number("batch_million_tokens", p->batchMillionTokens)
        .number("total_billion_tokens", p->totalBillionTokens)
        .number("submit_h", 0)
        .number("checkpoint_interval_min", 20)
        .text("profile", "llm-pretraining");
    return p->accelerators;
}

/// A mix of small jobs that takes that share of what is there on average.
/// Assumption: sizes and times of the published Philly trace, of which scenarios are made too.
void writeMix(const RackKind& kind, double share, const std::string& tag, ProjectWriter& writer) {
    const auto all = static_cast<double>(kind.racks * kind.acceleratorsPerRack());
    std::vector<double> sizes, weights;
    double meanSize = 0.0, sum = 0.0;
    const int server = kind.server->accelerators;
    double weight = 60.0;
    for (const int servers : {1, 2, 4, 8}) {
        const double size = static_cast<double>(servers) * server;
        if (size > std::max(all / 4.0, static_cast<double>(server))) {
            break;
        }
        sizes.push_back(size);
        weights.push_back(weight);
        meanSize += size * weight;
        sum += weight;
        weight = std::max(5.0, weight * 0.4);
    }
    meanSize /= sum;
    constexpr double kMeanRunH = 1.5;
    const double perHour = share * all / (meanSize * kMeanRunH);
    writer.add(models::JobGeneratorSpec::type(), "mix" + tag)
        .text("name", "Evaluations and trials")
        .text("accelerator", kind.server->accelerator)
        .number("arrivals_per_hour", std::max(0.1, rounded(perHour, 0.1)))
        .number("diurnal_swing_pct", 30)
        .curve("sizes", sizes, weights)
        .number("median_run_min", 30)
        .number("mean_run_min", 60 * kMeanRunH)
        .number("maximum_run_h", 24)
        .number("checkpoint_interval_min", 30)
        .text("profile", "philly-mixed");
}

/// Use of the accelerators without a wish: one training job, and the mix.
constexpr std::int64_t kTrainingTenths = 6;
constexpr double kMixShare = 0.25;

/// A load is met by training jobs, largest first, and a mix that takes what they leave of it.
/// Assumption: at least a tenth of the load is small jobs, and more than four training jobs at a time
/// are not those of one team.
constexpr double kLeastMixOfLoad = 0.1;
constexpr int kMostTrainings = 4;

void writeLoad(const SitePlan& plan, const RackKind& kind, double load, const std::string& tag,
               ProjectWriter& writer) {
    const auto all = static_cast<double>(kind.racks * kind.acceleratorsPerRack());
    auto left = static_cast<std::int64_t>(std::floor(load * (1.0 - kLeastMixOfLoad) * all));
    std::int64_t held = 0;
    for (int i = 0; i < kMostTrainings && left >= kind.server->accelerators; ++i) {
        const std::string number = i == 0 ? "" : "-" + std::string(1, static_cast<char>('a' + i));
        const std::int64_t taken = writeTraining(plan, kind, left, left, tag + number, writer);
        if (taken == 0) {
            break;
        }
        held += taken;
        left -= taken;
    }
    writeMix(kind, load - static_cast<double>(held) / all, tag, writer);
}

/// The jobs of another project. Sizer::readBrief() has looked at their accelerators.
void copyWork(const SitePlan& plan, ProjectWriter& writer) {
    for (const Object& object : workOf(*plan.brief->workOf)) {
        writer.copy(object);
    }
}

}  // namespace

void writeWork(const SitePlan& plan, ProjectWriter& writer) {
    if (plan.brief->workOf != nullptr) {
        copyWork(plan, writer);
        return;
    }
    if (!plan.brief->work) {
        return;
    }
    for (std::size_t k = 0; k < plan.kinds.size(); ++k) {
        const std::string tag = plan.kinds.size() > 1 ? "-" + std::to_string(k + 1) : "";
        const RackKind& kind = plan.kinds[k];
        if (plan.brief->load) {
            writeLoad(plan, kind, *plan.brief->load, tag, writer);
            continue;
        }
        const std::int64_t all = kind.racks * kind.acceleratorsPerRack();
        writeTraining(plan, kind, all * kTrainingTenths / 10, all, tag, writer);
        writeMix(kind, kMixShare, tag, writer);
    }
}

}  // namespace headroom::engine::sizing
