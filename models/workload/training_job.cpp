// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_job.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kPrecisionWords =
    std::to_array<std::string_view>({"bf16", "fp16", "fp8", "fp8_row", "fp8_block", "fp4", "int8"});
constexpr auto kShardingWords =
    std::to_array<std::string_view>({"none", "zero1", "zero2", "zero3"});
constexpr auto kRecomputeWords = std::to_array<std::string_view>({"none", "selective", "full"});

constexpr auto kOptimiserWords = std::to_array<std::string_view>(
    {"usual", "adam", "adam_bf16", "adam_8bit", "adafactor", "muon"});
constexpr auto kOffloadWords =
    std::to_array<std::string_view>({"none", "optimiser", "optimiser_nvme", "weights"});

constexpr auto kTrainingJobAttributes = joined(
    std::to_array<Attribute>({
        text<&TrainingJobSpec::name>("name", "Name", {.doc = "Display name."}),
        reference<&TrainingJobSpec::model>("model", "Model", "language_model",
                                           {.required = true, .doc = "Model that is trained."}),
        reference<&TrainingJobSpec::accelerator>(
            "accelerator", "Accelerator", "accelerator",
            {.required = true, .doc = "Which kind it runs on."}),
        integer<&TrainingJobSpec::accelerators>("accelerators", "Accelerators",
                                                {.min = 1,
                                                 .max = 1000000,
                                                 .required = true,
                                                 .doc = "How many; a whole number of servers."}),
        integer<&TrainingJobSpec::tensorParallel>(
            "tensor_parallel", "Tensor parallel",
            {.min = 1,
             .max = 1024,
             .doc = "Accelerators that share one layer, inside the scale-up domain."}),
        integer<&TrainingJobSpec::pipelineParallel>("pipeline_parallel", "Pipeline parallel",
                                                    {.min = 1, .max = 1024, .doc = "Stages."}),
        integer<&TrainingJobSpec::microBatches>(
            "micro_batches", "Micro-batches",
            {.min = 1, .max = 100000, .doc = "Per pipeline and step; they fill the pipeline."}),
        integer<&TrainingJobSpec::interleave>(
            "interleave", "Interleaved chunks",
            {.min = 1, .max = 1024, .doc = "Chunks of layers per stage; they shorten the bubble."}),
        integer<&TrainingJobSpec::contextParallel>(
            "context_parallel", "Context parallel",
            {.min = 1, .max = 1024, .doc = "Accelerators that share one sequence."}),
        integer<&TrainingJobSpec::expertParallel>(
            "expert_parallel", "Expert parallel",
            {.min = 1, .max = 4096, .doc = "Accelerators that share the experts of a layer."}),
        integer<&TrainingJobSpec::expertTensorParallel>(
            "expert_tensor_parallel", "Expert tensor parallel",
            {.min = 0,
             .max = 1024,
             .doc = "Accelerators that split each expert; 0: as the software does by default."}),
        choice<&TrainingJobSpec::sharding>("sharding", "Sharding", kShardingWords,
                                           {.doc = "State that copies split among themselves: "
                                                   "nothing, optimiser state, gradients too, "
                                                   "weights too (fully sharded)."}),
        integer<&TrainingJobSpec::shardGroup>(
            "shard_group", "Shard group",
            {.min = 0,
             .max = 1000000,
             .doc = "Copies that hold one full set of shards; 0: all of them."}),
        number<&TrainingJobSpec::microBatchSequences>(
            "micro_batch_sequences", "Micro-batch", unit::none,
            {.min = 0.001,
             .max = 100000,
             .doc = "Sequences that one copy works on at a time, in place of micro_batches."}),
        choice<&TrainingJobSpec::precision>(
            "precision", "Precision", kPrecisionWords,
            {.doc = "Format of the layers' matrix multiplications."}),
        choice<&TrainingJobSpec::recompute>("recompute", "Recomputation", kRecomputeWords,
                                            {.doc = "Activations computed again in the backward "
                                                    "pass: none, attention's inner part, all."}),
        choice<&TrainingJobSpec::optimiser>(
            "optimiser", "Optimiser", kOptimiserWords,
            {.doc =
                 "Optimiser whose state the accelerators hold: as the software does, Adam in 32, "
                 "16 or "
                 "8 bits, Adafactor, Muon. Memory and its traffic; convergence is not modelled."}),
        choice<&TrainingJobSpec::offload>(
            "offload", "Offload", kOffloadWords,
            {.doc =
                 "State kept in the memory of the host, or on its drives: nothing, the optimiser's "
                 "state, weights too."}),
        integer<&TrainingJobSpec::adapterRank>(
            "adapter_rank", "Adapter rank",
            {.min = 0,
             .max = 10000,
             .doc = "Low-rank adapters alone are trained (LoRA); 0: all weights."}),
        number<&TrainingJobSpec::frozenBits>(
            "frozen_bits", "Frozen weights",
            unit::none,
            {.min = 4, .max = 16, .doc = "Bits of the frozen weights under adapters (QLoRA: 4)."}),
        boolean<&TrainingJobSpec::sequenceParallel>(
            "sequence_parallel", "Sequence parallel",
            {.doc = "Tensor ranks split norms and residuals too."}),
        reference<&TrainingJobSpec::softwareStack>(
            "software_stack", "Software", "software_stack",
            {.doc = "Software that trains the model; not stated: "
                    "megatron-core."}),
        number<&TrainingJobSpec::batchTokens>(
            "batch_million_tokens", "Global batch", unit::million,
            {.min = 0.001, .max = 10000, .required = true, .doc = "Tokens of one step."}),
        number<&TrainingJobSpec::totalTokens>("total_billion_tokens", "Tokens to train",
                                              unit::billion,
                                              {.min = 0.001,
                                               .max = 1000000000.0,
                                               .required = true,
                                               .doc = "The job ends after them."}),
        number<&TrainingJobSpec::submitS>(
            "submit_h", "Submitted at", unit::hour,
            {.min = 0, .max = 1000000.0, .doc = "After the start of the run."}),
        integer<&TrainingJobSpec::copies>(
            "copies", "Copies", {.min = 1, .max = 100000, .doc = "Equal jobs submitted together."}),
        number<&TrainingJobSpec::checkpointS>(
            "checkpoint_interval_min", "Checkpoint interval", unit::minute,
            {.min = 0.1, .max = 100000, .doc = "Running time between checkpoints."}),
        reference<&TrainingJobSpec::profile>(
            "profile", "Profile", "job_profile",
            {.required = true, .doc = "How it uses its accelerators."}),
        number<&TrainingJobSpec::gradientCompression>(
            "gradient_compression", "Gradient compression", unit::none,
            {.min = 1,
             .max = 1000,
             .doc = "Bytes before over bytes after compression of exchanges among copies or sites. "
                    "Packing "
                    "costs memory time. Its cost in convergence is not modelled."}),
        integer<&TrainingJobSpec::localSteps>(
            "local_steps", "Local steps",
            {.min = 1,
             .max = 10000,
             .doc = "Steps between two exchanges among sites, or among copies on one site (local "
                    "updates). "
                    "Their cost in convergence is not modelled."}),
        number<&TrainingJobSpec::deadlineS>(
            "deadline_h", "Deadline, hours", unit::hour,
            {.min = 0.01,
             .max = 1000000.0,
             .doc =
                 "It should be done so long after its submission; not stated: by the deadline in "
                 "run times, if any."}),
    }),
    jobTermRows<&TrainingJobSpec::terms>());

}  // namespace

const ComponentType& TrainingJobSpec::type() {
    static constexpr ComponentType kType{
        "training_job",
        "Training job",
        "training_jobs",
        false,
        "A synchronous data-parallel training run of a language model.",
        kTrainingJobAttributes,
        &createSpec<TrainingJobSpec>,
        &destroySpec<TrainingJobSpec>};
    return kType;
}

}  // namespace headroom::models
