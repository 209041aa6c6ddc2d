// SPDX-License-Identifier: Apache-2.0
#include "app/cli/training_options.h"

#include "app/cli/option_checks.h"
#include "engine/estimate/launch_file.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom::app {

namespace {

const std::map<std::string, models::Sharding> kShardings = {{"none", models::Sharding::None},
                                                            {"zero1", models::Sharding::Zero1},
                                                            {"zero2", models::Sharding::Zero2},
                                                            {"zero3", models::Sharding::Zero3}};
const std::map<std::string, models::Recompute> kRecomputes = {
    {"none", models::Recompute::None},
    {"selective", models::Recompute::Selective},
    {"full", models::Recompute::Full}};
const std::map<std::string, models::Precision> kPrecisions = {
    {"bf16", models::Precision::Bf16},
    {"fp16", models::Precision::Fp16},
    {"fp8", models::Precision::Fp8},
    {"fp8_row", models::Precision::Fp8Row},
    {"fp8_block", models::Precision::Fp8Block},
    {"fp4", models::Precision::Fp4},
    {"int8", models::Precision::Int8}};
const std::map<std::string, models::Optimiser> kOptimisers = {
    {"usual", models::Optimiser::Usual},         {"adam", models::Optimiser::Adam},
    {"adam_bf16", models::Optimiser::AdamBf16},  {"adam_8bit", models::Optimiser::Adam8Bit},
    {"adafactor", models::Optimiser::Adafactor}, {"muon", models::Optimiser::Muon}};
const std::map<std::string, models::Offload> kOffloads = {
    {"none", models::Offload::None},
    {"optimiser", models::Offload::Optimiser},
    {"optimiser_nvme", models::Offload::OptimiserNvme},
    {"weights", models::Offload::Weights}};
const std::map<std::string, engine::PlanObjective> kObjectives = {
    {"time", engine::PlanObjective::Time},
    {"cost", engine::PlanObjective::Cost},
    {"energy", engine::PlanObjective::Energy}};

/// The words of --vary.
std::vector<std::string> varied(const std::string& text) {
    std::vector<std::string> found;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const std::string word = text.substr(at, comma - at);
        if (word != "precision" && word != "batch" && word != "software") {
            throw UsageFault("--vary takes precision, batch and software, commas between: \"" +
                             word + "\" is not one of them");
        }
        found.push_back(word);
        at = comma + 1;
    }
    return found;
}

template <class Map>
std::vector<std::string> words(const Map& map) {
    std::vector<std::string> list;
    for (const auto& [word, value] : map) {
        list.push_back(word);
    }
    return list;
}

void addPlanOptions(Subcommand command, EstimateTrainingOptions& options) {
    const auto degree = [&](const char* name, int& value, const char* help) {
        command.option(name, value, help).type("N").check(within(1, 1'000'000));
    };
    command.option("--accelerators", options.accelerators, "how many of them; all if not said")
        .type("N")
        .check(within(1, 10'000'000));
    degree("--tp", options.tensor, "tensor ranks");
    command.flag(
        "--no-sequence-parallel", options.wholeSequences,
        "norms and residuals are whole on each tensor rank, instead of split by the sequence");
    degree("--pp", options.pipeline, "pipeline stages");
    degree("--vp", options.interleave, "chunks of layers of a stage");
    degree("--cp", options.context, "context ranks");
    degree("--ep", options.expert, "expert ranks");
    degree("--etp", options.expertTensor,
           "tensor ranks that split each expert; as the software does if not said");
    command
        .option("--sharding", options.sharding,
                "what copies split: none, zero1, zero2 or zero3; zero1 if not said")
        .type("WORD")
        .check(oneOf(words(kShardings)));
    degree("--shard-group", options.shardGroup,
           "copies that hold one set of shards; all if not said");
    command.option("--micro-batch", options.microBatch, "sequences of a copy at a time")
        .type("N")
        .check(within(1.0, 1e6));
    command
        .option("--log", options.log,
                "compare with a log of Megatron or torchtitan (how much slower the run is, and "
                "where to look), or with nccl-tests")
        .type("FILE");
    command
        .option(
            "--launch", options.launch,
            "launch script of Megatron or MaxText, or configuration of torchtitan or DeepSpeed; "
            "options that are stated win")
        .type("FILE");
    command
        .option("--print-launch", options.printLaunch,
                "print the plan as arguments of megatron or maxtext, or as configuration of "
                "torchtitan or "
                "deepspeed")
        .type("WORD")
        .check(oneOf({"megatron", "torchtitan", "deepspeed", "maxtext"}));
    command
        .option("--batch", options.batch, "sequences of a step; about 4 million tokens if not said")
        .type("N")
        .check(within(1.0, 1e9));
    command.option("--sequence", options.sequence, "tokens of a sequence; the model's if not said")
        .type("TOKENS")
        .check(within(1, 100'000'000));
    command.option("--precision", options.precision, "of the layers' matrices")
        .type("WORD")
        .check(oneOf(words(kPrecisions)))
        .showDefault();
    command
        .option("--optimiser", options.optimiser,
                "whose state is held: usual (the software's), adam, adam_bf16, adam_8bit, "
                "adafactor or muon")
        .type("WORD")
        .check(oneOf(words(kOptimisers)))
        .showDefault();
    command
        .option("--offload", options.offload,
                "what waits at the host: none, optimiser, optimiser_nvme (on drives) or weights "
                "(these too)")
        .type("WORD")
        .check(oneOf(words(kOffloads)))
        .showDefault();
    degree("--lora-rank", options.adapterRank,
           "train low-rank adapters alone; all weights if not said");
    command
        .option("--frozen-bits", options.frozenBits,
                "of the weights next to adapters: 16, 8 or 4 (QLoRA)")
        .type("BITS")
        .check(oneOfNumbers({4.0, 8.0, 16.0}))
        .showDefault();
    command
        .option("--gradient-compression", options.gradientCompression,
                "bytes before over bytes after, of what copies or sites exchange")
        .type("RATIO")
        .check(within(1.0, 1000.0))
        .showDefault();
    degree("--local-steps", options.localSteps,
           "steps between two exchanges among sites or copies; 1 if not said");
    command.option("--recompute", options.recompute, "none, selective or full")
        .type("WORD")
        .check(oneOf(words(kRecomputes)));
}

}  // namespace

engine::Result<void> takeLaunch(EstimateTrainingOptions& options) {
    if (options.launch.empty()) {
        return {};
    }
    const auto launch = engine::readLaunch(options.launch);
    if (!launch) {
        return tl::unexpected(launch.error());
    }
    const auto take = [](auto& stated, auto value) {
        if (stated == 0 && value > 0) {
            stated = value;
        }
    };
    take(options.tensor, launch->tensor);
    take(options.pipeline, launch->pipeline);
    take(options.interleave, launch->interleave);
    take(options.context, launch->context);
    take(options.expert, launch->expert);
    take(options.expertTensor, launch->expertTensor);
    take(options.shardGroup, launch->shardGroup);
    take(options.sequence, launch->sequence);
    take(options.microBatch, launch->microBatch);
    if (!options.accelerators && launch->accelerators > 0) {
        options.accelerators = launch->accelerators;
    }
    if (!options.batch && launch->batch > 0.0) {
        options.batch = launch->batch;
    }
    options.batchOfCopy = launch->batchOfCopy;
    options.wholeSequences = options.wholeSequences || launch->wholeSequences;
    const auto word = [](std::string& stated, const auto& map, const auto& value) {
        for (const auto& [name, each] : map) {
            if (stated.empty() && value && each == *value) {
                stated = name;
            }
        }
    };
    word(options.sharding, kShardings, launch->sharding);
    word(options.recompute, kRecomputes, launch->recompute);
    if (options.precision == EstimateTrainingOptions().precision) {
        options.precision.clear();
        word(options.precision, kPrecisions, launch->precision);
    }
    options.software = options.software.empty() ? launch->software : options.software;
    options.launchNotes = launch->notes;
    return {};
}

models::TrainingPlan planOf(const EstimateTrainingOptions& options, const EstimateCase& estimate) {
    models::TrainingPlan plan;
    plan.accelerators = options.accelerators.value_or(estimate.cluster.accelerators);
    plan.tensor = std::max(1, options.tensor);
    plan.pipeline = std::max(1, options.pipeline);
    plan.interleave = std::max(1, options.interleave);
    plan.context = std::max(1, options.context);
    plan.expert = std::max(1, options.expert);
    plan.expertTensor = options.expertTensor;
    plan.optimiser = kOptimisers.at(options.optimiser);
    plan.offload = kOffloads.at(options.offload);
    plan.adapterRank = options.adapterRank;
    plan.frozenBits = options.frozenBits;
    plan.sequenceParallel = !options.wholeSequences;
    plan.shardGroup = options.shardGroup;
    plan.sharding =
        options.sharding.empty() ? models::Sharding::Zero1 : kShardings.at(options.sharding);
    plan.recompute =
        options.recompute.empty() ? models::Recompute::None : kRecomputes.at(options.recompute);
    plan.precision = kPrecisions.at(options.precision);
    plan.sequence = options.sequence;
    plan.microBatch = options.microBatch > 0.0 ? options.microBatch : 1.0;
    const int sequence = options.sequence > 0 ? options.sequence : estimate.model->sequence;
    plan.batchSequences = options.batch ? *options.batch
                          : options.batchOfCopy > 0.0
                              ? options.batchOfCopy * plan.copies()
                              : engine::usualBatchSequences(plan.accelerators, sequence);
    return plan;
}

engine::PlanSearchOptions searchOptions(const EstimateTrainingOptions& options,
                                        const engine::TrainingQuestion& question,
                                        const engine::Catalogue& catalogue) {
    engine::PlanSearchOptions search;
    search.objective = kObjectives.at(options.objective);
    search.tensor = options.tensor;
    search.pipeline = options.pipeline;
    search.interleave = options.interleave;
    search.context = options.context;
    search.expert = options.expert;
    search.microBatch = options.microBatch;
    search.anySharding = options.sharding.empty();
    search.anyRecompute = options.recompute.empty();
    search.unsupported = options.unsupported;
    for (const std::string& what : varied(options.vary)) {
        if (what == "precision") {
            search.precisions = engine::precisionsOf(question);
        } else if (what == "batch") {
            search.batches = engine::batchesAround(question.plan.batchSequences);
        } else {
            search.software = engine::softwareFor(*question.cluster->accelerator, catalogue);
        }
    }
    return search;
}

void addTrainingOptions(Subcommand command, EstimateTrainingOptions& options) {
    addEstimateOptions(command, options.common);
    addPlanOptions(command, options);
    command.flag("--optimize", options.common.optimize,
                 "search the best plan; degrees that are stated are held");
    command
        .option("--vary", options.vary,
                "further choices of --optimize besides the plan: precision, batch, software, "
                "commas between")
        .type("WORDS");
    command.flag("--any-combination", options.unsupported,
                 "search plans that the software does not combine too");
    command.option("--objective", options.objective, "of the search: time, cost or energy")
        .type("WORD")
        .check(oneOf(words(kObjectives)))
        .showDefault();
    command
        .option("--software", options.software,
                "software_stack of the catalogue; megatron-core if not said, as jobs of projects")
        .type("ID");
    command.option("--profile", options.profile, "job_profile: checkpoints, activity")
        .type("ID")
        .showDefault();
    command.option("--tokens-billion", options.tokens, "to train on, for days and money")
        .type("N")
        .check(within(1e-6, 1e9));
    command
        .option("--failures-per-1000-node-days", options.failures,
                "that end the job, for goodput (Llama 3: 3.8)")
        .type("N")
        .check(within(0.0, 1e6));
    command.option("--restart-min", options.restartMin, "from a failure to training again")
        .type("MIN")
        .check(within(0.0, 1e6))
        .showDefault();
    command
        .option("--spot", options.spot,
                "cloud_offer whose spot servers do the job: their losses, start-up and price")
        .type("OFFER");
    command.option("--checkpoint-min", options.checkpointMin, "interval; 0: the best (Young, Daly)")
        .type("MIN")
        .check(within(0.0, 1e6))
        .showDefault();
}

}  // namespace headroom::app
