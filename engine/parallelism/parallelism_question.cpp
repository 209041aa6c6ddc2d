// SPDX-License-Identifier: Apache-2.0
#include "engine/parallelism/parallelism_question.h"

#include "engine/base/scale.h"
#include "engine/document/software_of.h"
#include "engine/document/values.h"
#include "engine/estimate/model_choice.h"
#include "engine/text/shown.h"
#include "models/workload/job_profile.h"
#include "models/workload/software_stack.h"
#include "models/workload/training_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <utility>

namespace headroom::engine {

namespace {

constexpr auto kLauncherWords =
    std::to_array<std::string_view>({"any", "megatron", "torchtitan", "deepspeed", "maxtext"});
constexpr auto kPrecisionAskedWords =
    std::to_array<std::string_view>({"vary", "bf16", "fp8", "fp8_block", "fp4"});
constexpr std::array kPrecisionsAsked = {models::Precision::Bf16, models::Precision::Bf16,
                                         models::Precision::Fp8, models::Precision::Fp8Block,
                                         models::Precision::Fp4};

constexpr std::array kParallelismTable = {
    models::text<&ParallelismAsked::model>(
        "model", "Model",
        {.required = true,
         .doc = "Language model: an id, a public name, a config.json or a shape."}),
    models::text<&ParallelismAsked::cluster>(
        "cluster", "Cluster",
        {.required = true, .doc = "Accelerators of the run: dgx-h100:1024, gb200-nvl72:9216."}),
    models::choice<&ParallelismAsked::launcher>(
        "launcher", "Launcher", kLauncherWords,
        {.doc = "Program that starts the run: its software decides which plans combine."}),
    models::choice<&ParallelismAsked::precision>("precision", "Precision", kPrecisionAskedWords,
                                                 {.doc = "Format of the layers' matrices."}),
    models::number<&ParallelismAsked::batch>(
        "batch", "Batch", models::unit::none,
        {.min = 1.0, .max = 1e9, .doc = "Sequences of a step. Without it about 4 million tokens."}),
    models::boolean<&ParallelismAsked::variesBatch>(
        "vary_batch", "Vary batch",
        {.doc = "Batches from half to eight times that one are compared by time per sequence."}),
    models::integer<&ParallelismAsked::sequence>(
        "sequence", "Sequence",
        {.min = 0, .max = 1e8, .doc = "Tokens of a sequence. 0 means those of the model."}),
    models::number<&ParallelismAsked::tokens>(
        "tokens_billion", "Tokens", models::unit::billion,
        {.min = 1e-6, .max = 1e9, .doc = "Tokens of the run, for its days and the project job."}),
    models::integer<&ParallelismAsked::write>(
        "write", "Plan to write",
        {.min = 1, .max = 1e6, .doc = "Row of the front that is written for the launcher."}),
    models::reference<&ParallelismAsked::profile>("profile", "Profile", "job_profile",
                                                  {.doc = "How the job uses its accelerators."}),
    models::text<&ParallelismAsked::parts>("parts", "Own parts", {.doc = "Folder with own parts."}),
};

constexpr models::ComponentType kParallelismType = {
    .id = "parallelism",
    .label = "Parallelism",
    .section = {},
    .doc = "Plans of a training run that no other plan beats.",
    .attributes = kParallelismTable,
    .create = &models::createSpec<ParallelismAsked>,
    .destroy = &models::destroySpec<ParallelismAsked>,
};

Errors parallelismFault(const char* code, std::string message, std::string remedy) {
    return {{code, std::move(message), std::move(remedy), {}, {}, 0}};
}

std::vector<std::string> textLinesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(std::move(line));
    }
    return lines;
}

/// Form of the launcher; that of the plan's software if any launcher will do.
LaunchForm launchFormOf(Launcher launcher, const std::string& software) {
    constexpr std::array kForms = {LaunchForm::Megatron, LaunchForm::Torchtitan,
                                   LaunchForm::DeepSpeed, LaunchForm::MaxText};
    if (launcher != Launcher::Any) {
        return kForms[static_cast<std::size_t>(launcher) - 1];
    }
    for (const std::size_t i : {2, 1, 3}) {  // "megatron-deepspeed" is DeepSpeed
        if (software.find(kLauncherWords[i + 1]) != std::string::npos) {
            return kForms[i];
        }
    }
    return LaunchForm::Megatron;
}

/// Parts of the catalogue that the question's pointers lead to.
struct ParallelismParts {
    std::shared_ptr<const Catalogue> catalogue;
    EstimateCluster cluster;
    ChosenModel model;
    TrainingQuestion question;
    PlanSearchOptions options;
};

ResultAll<std::unique_ptr<ParallelismParts>> parallelismParts(const ParallelismAsked& asked,
                                                              const PlanningWorld& world) {
    auto catalogue = world.withParts(asked.parts);
    if (!catalogue) {
        return tl::unexpected(std::move(catalogue.error()));
    }
    auto parts = std::make_unique<ParallelismParts>();
    parts->catalogue = *catalogue;
    auto cluster = clusterOf(asked.cluster, **catalogue);
    if (!cluster) {
        return tl::unexpected(Errors{cluster.error()});
    }
    parts->cluster = std::move(*cluster);
    auto model = chooseModel(asked.model, **catalogue);
    if (!model) {
        return tl::unexpected(Errors{model.error()});
    }
    parts->model = std::move(*model);
    TrainingQuestion& question = parts->question;
    question.cluster = &parts->cluster;
    question.model = parts->model.spec;
    question.profile = (*catalogue)->spec<models::JobProfileSpec>(asked.profile);
    if (question.profile == nullptr) {
        return tl::unexpected(parallelismFault(
            "EST-006", "\"" + asked.profile + "\" is not a job profile of the catalogue.",
            "headroom-cli catalog job_profile lists them."));
    }
    question.totalTokens = asked.tokens;
    question.plan.accelerators = parts->cluster.accelerators;
    question.plan.sequence = asked.sequence;
    const int sequence = asked.sequence > 0 ? asked.sequence : question.model->sequence;
    question.plan.batchSequences = std::isnan(asked.batch)
                                       ? usualBatchSequences(parts->cluster.accelerators, sequence)
                                       : asked.batch;
    question.plan.precision = kPrecisionsAsked[static_cast<std::size_t>(asked.precision)];
    return parts;
}

ResultAll<void> chooseAxes(const ParallelismAsked& asked, ParallelismParts& parts) {
    const TrainingQuestion& question = parts.question;
    const models::AcceleratorSpec& accelerator = *parts.cluster.accelerator;
    if (const auto possible = checkPrecision(question); !possible) {
        return tl::unexpected(Errors{possible.error()});
    }
    PlanSearchOptions& options = parts.options;
    options.software = softwareOfLauncher(asked.launcher, accelerator, *parts.catalogue);
    if (options.software.empty()) {
        return tl::unexpected(
            parallelismFault("PLN-010",
                             fmt::format("No software of {} in the catalogue trains on {}.",
                                         kLauncherWords[static_cast<std::size_t>(asked.launcher)],
                                         parts.cluster.acceleratorId),
                             "Choose another launcher, or any."));
    }
    if (asked.precision == PrecisionAsked::Vary) {
        options.precisions = precisionsOf(question);
    }
    if (asked.variesBatch) {
        options.batches = batchesAround(question.plan.batchSequences);
    }
    options.frontGrainBytes = kGrainShare * accelerator.memoryBytes;
    return {};
}

std::string countsText(const PlanSearch& search) {
    return fmt::format(
        "{} plans, {} more that the software does not combine; {} out of memory, {} compared.",
        search.plans, search.notCombined, search.outOfMemory, search.estimated);
}

ResultAll<PlanningAnswer> answerParallelism(const void* spec, const PlanningWorld& world) {
    const auto& asked = *static_cast<const ParallelismAsked*>(spec);
    auto parts = parallelismParts(asked, world);
    if (!parts) {
        return tl::unexpected(std::move(parts.error()));
    }
    if (auto chosen = chooseAxes(asked, **parts); !chosen) {
        return tl::unexpected(std::move(chosen.error()));
    }
    const TrainingQuestion& question = (*parts)->question;
    const PlanSearch search = searchPlans(
        question, (*parts)->options, [&](double share) { world.report(share, "plans"); },
        world.cancel);
    PlanningAnswer answer;
    answer.notes.push_back(countsText(search));
    answer.isMet = !search.best.empty();
    std::vector<std::string> launch, job;
    if (answer.isMet) {
        if (static_cast<std::size_t>(asked.write) > search.best.size()) {
            return tl::unexpected(parallelismFault(
                "PLN-011",
                fmt::format("The front has {} plans, and plan {} was to be written.",
                            search.best.size(), asked.write),
                fmt::format("State a number from 1 to {}.", search.best.size())));
        }
        const RankedPlan& ranked = search.best[static_cast<std::size_t>(asked.write) - 1];
        launch = textLinesOf(
            launchText(ranked.plan, launchFormOf(asked.launcher, ranked.software.name)));
        job = projectJobLines(question, asked.model, asked.profile, ranked);
        answer.notes.push_back(fmt::format("Sheets Launcher and Project job write plan {}, for {}.",
                                           asked.write, ranked.software.name));
    } else if (search.plans > 0) {
        answer.notes.push_back("The nearest plan misses " + shownBytes(search.leastMissingBytes) +
                               " on each accelerator.");
    }
    answer.sheets = parallelismSheets(search, question, launch, job);
    if (answer.isMet) {
        answer.charts.push_back({.title = "Chart",
                                 .sheet = "Front",
                                 .x = "step_s",
                                 .y = "room_gb",
                                 .group = "software",
                                 .isLogX = true});
        if (asked.variesBatch) {
            answer.charts.back().x = "mfu";
        }
    }
    return answer;
}

constexpr PlanningQuestion kParallelismQuestion = {
    .name = "parallelism",
    .title = "Parallelism",
    .about =
        "Find the parallel plans of a training run that no other plan beats in speed and "
        "memory left, and write one for a launcher; exit 1 where none fits",
    .page = "parallelism.md",
    .examples = R"({"model": "llama3-405b", "cluster": "dgx-h100:16384",
                    "launcher": "megatron", "precision": "bf16", "tokens_billion": 15600})",
    .spec = &kParallelismType,
    .answer = &answerParallelism,
};

}  // namespace

std::vector<PlanSearchOptions::Software> softwareOfLauncher(
    Launcher launcher, const models::AcceleratorSpec& accelerator, const Catalogue& catalogue) {
    const std::string_view word = kLauncherWords[static_cast<std::size_t>(launcher)];
    std::vector<PlanSearchOptions::Software> since, newest;
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::SoftwareStackSpec::type().id)) {
        const auto* spec = static_cast<const models::SoftwareStackSpec*>(entry->spec.get());
        const bool isOf = launcher == Launcher::Any || entry->id.find(word) != std::string::npos;
        if (!isOf || spec->trainsOn != accelerator.kind) {
            continue;
        }
        if (spec->year >= accelerator.year) {
            since.push_back({entry->id, spec});
        }
        if (newest.empty() || spec->year > newest.front().spec->year) {
            newest = {{entry->id, spec}};
        }
    }
    return since.empty() ? newest : since;
}

std::vector<std::string> projectJobLines(const TrainingQuestion& question,
                                         const std::string& modelId, const std::string& profileId,
                                         const RankedPlan& ranked) {
    const models::TrainingPlan& plan = ranked.plan;
    models::TrainingJobSpec job;
    job.model = modelId;
    job.accelerator = question.cluster->acceleratorId;
    job.accelerators = plan.accelerators;
    job.tensorParallel = plan.tensor;
    job.pipelineParallel = plan.pipeline;
    job.interleave = plan.interleave;
    job.contextParallel = plan.context;
    job.expertParallel = plan.expert;
    job.expertTensorParallel = plan.expertTensor;
    job.sharding = plan.sharding;
    job.shardGroup = plan.shardGroup;
    job.microBatchSequences = plan.microBatch;
    job.precision = plan.precision;
    job.recompute = plan.recompute;
    job.softwareStack = ranked.software.name;
    const int sequence = plan.sequence > 0 ? plan.sequence : question.model->sequence;
    job.batchTokens = plan.batchSequences * sequence;
    job.totalTokens = question.totalTokens;
    job.profile = profileId;
    const models::TrainingJobSpec usual;
    std::vector<std::string> lines = {"{"};
    for (const models::Attribute& attribute : models::TrainingJobSpec::type().attributes) {
        const models::Value value = attribute.get(attribute, &job);
        if (attribute.required || value != attribute.get(attribute, &usual)) {
            if (!std::holds_alternative<std::monostate>(value)) {
                lines.push_back(fmt::format("  \"{}\": {},", attribute.key, valueToJson(value)));
            }
        }
    }
    lines.back().pop_back();  // the last comma
    lines.push_back("}");
    return lines;
}

const PlanningQuestion& parallelismQuestion() {
    return kParallelismQuestion;
}

}  // namespace headroom::engine
