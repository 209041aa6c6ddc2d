// SPDX-License-Identifier: Apache-2.0
#include "models/workload/software_stack.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttentionWords = std::to_array<std::string_view>({"fused", "portable", "unfused"});
constexpr auto kWindowWords = std::to_array<std::string_view>({"none", "micro_batch"});

constexpr auto kTrainsOnWords = std::to_array<std::string_view>({"gpu", "tpu", "asic"});
constexpr auto kShardingDepths =
    std::to_array<std::string_view>({"none", "zero1", "zero2", "zero3"});

constexpr auto kSoftwareStackAttributes = std::to_array<Attribute>({
    integer<&SoftwareStackSpec::year>(
        "year", "Year",
        {.min = 2000, .max = 2100, .doc = "Year of this generation of the software."}),
    choice<&SoftwareStackSpec::trainsOn>("trains_on", "Trains on", kTrainsOnWords,
                                         {.doc = "Accelerators that it was written for."}),
    choice<&SoftwareStackSpec::attention>(
        "attention", "Attention", kAttentionWords,
        {.doc = "Fused kernels for the accelerator, portable fused ones, or separate ones that "
                "write scores to memory."}),
    number<&SoftwareStackSpec::attentionShare>(
        "attention_share_pct", "Attention rate", unit::percent,
        {.min = 1, .max = 300, .doc = "Share of the accelerator's rate of fused attention."}),
    number<&SoftwareStackSpec::matrixShare>(
        "matrix_share_pct", "Matrix rate", unit::percent,
        {.min = 1,
         .max = 100,
         .doc = "Share of the rate of a matrix multiplication measured alone."}),
    number<&SoftwareStackSpec::youngShare>(
        "young_share_pct", "Matrix rate, young chips", unit::percent,
        {.min = 1,
         .max = 100,
         .doc = "Share of the matrix rate on accelerators that shipped less than two years before. "
                "Libraries are not tuned to them yet."}),
    number<&SoftwareStackSpec::vectorPasses>(
        "vector_passes", "Vector traffic", unit::none,
        {.min = 0,
         .max = 100,
         .doc = "Memory traffic of norms, activations and residuals, over that of fused kernels."}),
    number<&SoftwareStackSpec::castPasses>(
        "cast_passes", "Conversion traffic", unit::none,
        {.min = 0,
         .max = 100,
         .doc = "Memory traffic of conversions to 8 and 4 bits, over one read and two writes."}),
    number<&SoftwareStackSpec::layerLaunchS>(
        "layer_launch_us", "Launch of a layer", unit::microsecond,
        {.min = 0,
         .max = 100000,
         .doc = "Host time to launch one layer once; accelerators wait where they work faster."}),
    number<&SoftwareStackSpec::expertLaunchS>(
        "expert_launch_us", "Launch of experts", unit::microsecond,
        {.min = 0, .max = 100000, .doc = "Host time beyond that for a layer of experts."}),
    number<&SoftwareStackSpec::expertPasses>(
        "expert_passes", "Sorting traffic", unit::none,
        {.min = 0,
         .max = 100,
         .doc = "Memory traffic of sorting tokens to experts and back, over one read and one write "
                "each."}),
    number<&SoftwareStackSpec::selectiveShare>(
        "selective_share_pct", "Selective recomputation", unit::percent,
        {.min = 0,
         .max = 100,
         .doc =
             "Share of a layer's matrices that selective recomputation runs again, in addition to "
             "attention."}),
    boolean<&SoftwareStackSpec::contextBalanced>(
        "context_balanced", "Balanced context",
        {.doc = "Context ranks share causal attention evenly; else the last one does nearly twice "
                "the mean."}),
    choice<&SoftwareStackSpec::deepestSharding>(
        "deepest_sharding", "Deepest sharding",
        kShardingDepths,
        {.doc = "Deepest state that copies can split among themselves without pipeline stages."}),
    choice<&SoftwareStackSpec::deepestShardingStages>(
        "deepest_sharding_stages", "Deepest sharding with stages", kShardingDepths,
        {.doc = "Deepest state that copies can split among themselves with pipeline stages."}),
    boolean<&SoftwareStackSpec::tensorRanks>("tensor_ranks", "Tensor ranks",
                                             {.doc = "It splits layers among tensor ranks."}),
    boolean<&SoftwareStackSpec::stages>("pipeline_stages", "Pipeline stages",
                                        {.doc = "It cuts models into pipeline stages."}),
    boolean<&SoftwareStackSpec::chunks>("pipeline_chunks", "Interleaved chunks",
                                        {.doc = "A stage may hold several chunks of layers."}),
    boolean<&SoftwareStackSpec::contextRanks>("context_ranks", "Context ranks",
                                              {.doc = "It splits sequences among context ranks."}),
    boolean<&SoftwareStackSpec::expertRanks>("expert_ranks", "Expert ranks",
                                             {.doc = "It spreads experts over expert ranks."}),
    boolean<&SoftwareStackSpec::splitsExperts>(
        "splits_experts", "Split experts",
        {.doc =
             "Tensor ranks split each expert by default; else tensor ranks hold whole experts."}),
    boolean<&SoftwareStackSpec::expertForwarding>(
        "expert_forwarding", "Forwarded tokens",
        {.doc = "A token crosses to another scale-up domain once and is spread there; else once "
                "for each expert."}),
    number<&SoftwareStackSpec::rowCastPasses>(
        "row_cast_passes", "Conversion by row", unit::none,
        {.min = 0,
         .max = 100,
         .doc = "Traffic of conversions with a scale for each row, over those with one a tensor."}),
    number<&SoftwareStackSpec::gradientBytes>(
        "gradient_bytes", "Gradient on links", unit::none,
        {.min = 0.1, .max = 8, .doc = "Bytes of one gradient that copies exchange."}),
    number<&SoftwareStackSpec::wideGradientBytes>(
        "bf16_gradient_bytes", "Gradient on links, bf16", unit::none,
        {.min = 0.1,
         .max = 8,
         .doc = "The same where matrices compute in bf16; not stated: as in other formats."}),
    integer<&SoftwareStackSpec::largestRun>(
        "largest_run", "Largest run",
        {.min = 1,
         .max = 10000000,
         .doc =
             "Accelerators of the largest measured run with it: beyond, estimates are less sure."}),
    choice<&SoftwareStackSpec::window>(
        "exchange_window", "Exchanges hide in", kWindowWords,
        {.doc = "Nothing, or the last backward and first forward pass of a micro-batch; fully "
                "sharded exchanges hide in every pass."}),
    number<&SoftwareStackSpec::dataOverlap>(
        "data_overlap_pct", "Overlap of copies", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of copies' exchanges that computing can cover."}),
    number<&SoftwareStackSpec::tensorOverlap>(
        "tensor_overlap_pct", "Overlap of tensor ranks", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of tensor ranks' collectives that computing covers."}),
    number<&SoftwareStackSpec::expertOverlap>(
        "expert_overlap_pct", "Overlap of experts", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of all-to-alls that computing covers."}),
    number<&SoftwareStackSpec::pipelineOverlap>(
        "pipeline_overlap_pct", "Overlap of stages", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of sends between stages that computing covers."}),
    number<&SoftwareStackSpec::interference>(
        "interference_pct", "Interference", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of a hidden exchange's time by which it slows computing."}),
    number<&SoftwareStackSpec::shardPieces>(
        "shard_pieces", "Pieces of a layer", unit::none,
        {.min = 1,
         .max = 1000,
         .doc = "Exchanges in which fully sharded copies move the weights of a layer: one where it "
                "is flattened, one for each tensor where not."}),
    boolean<&SoftwareStackSpec::gathersAgain>(
        "gathers_again", "Gathers again",
        {.doc = "Fully sharded weights are gathered once more for recomputation."}),
    number<&SoftwareStackSpec::stepOverheadS>(
        "step_overhead_ms", "Step overhead", unit::millisecond,
        {.min = 0, .max = 100000, .doc = "Data, logging and synchronisation of one step."}),
    number<&SoftwareStackSpec::optimiserBytes>(
        "optimiser_bytes", "Optimiser's state", unit::none,
        {.min = 0,
         .max = 64,
         .doc = "Bytes a parameter of its usual optimiser's state: 12 for Adam in 32 bits."}),
    boolean<&SoftwareStackSpec::narrowActivations>(
        "narrow_activations", "Narrow activations",
        {.doc = "Inputs of matrices and gates are kept in 8 bits for the backward pass."}),
    number<&SoftwareStackSpec::offloadBytesPerS>(
        "offload_gb_per_s", "Rate to the host", unit::gigabytePerSecond,
        {.min = 0.1,
         .max = 10000,
         .doc = "Between the memory of one accelerator and that of its host, each way."}),
    number<&SoftwareStackSpec::hostUpdateBytesPerS>(
        "host_update_gb_per_s", "Updates by the host", unit::gigabytePerSecond,
        {.min = 0.1,
         .max = 10000,
         .doc = "Traffic of host memory in which the host updates the share of one accelerator."}),
    number<&SoftwareStackSpec::driveBytesPerS>(
        "drive_gb_per_s", "Rate of drives", unit::gigabytePerSecond,
        {.min = 0.01,
         .max = 10000,
         .doc = "Rate of a host's drives, the share of one accelerator."}),
    number<&SoftwareStackSpec::contextBytes>(
        "context_gb", "Runtime memory", unit::gigabyte,
        {.min = 0, .max = 100, .doc = "Memory of contexts and libraries on each accelerator."}),
    number<&SoftwareStackSpec::fragmentation>(
        "fragmentation_pct", "Fragmentation",
        unit::percent,
        {.min = 0, .max = 50, .doc = "Share of allocated memory that nothing uses."}),
    integer<&SoftwareStackSpec::trainingFamilies>(
        "training_families", "Families of runs",
        {.min = 0,
         .max = 10000,
         .doc = "Families of measured training runs that validate its estimates."}),
});

}  // namespace

const ComponentType& SoftwareStackSpec::type() {
    static constexpr ComponentType kType{
        "software_stack",
        "Software stack",
        "",
        false,
        "One generation of training software: what it fuses, hides and launches.",
        kSoftwareStackAttributes,
        &createSpec<SoftwareStackSpec>,
        &destroySpec<SoftwareStackSpec>};
    return kType;
}

PlanGap planGap(const TrainingPlan& plan, const SoftwareStackSpec& software) {
    if (plan.tensor > 1 && !software.tensorRanks) {
        return PlanGap::Tensor;
    }
    if (plan.pipeline > 1 && !software.stages) {
        return PlanGap::Stages;
    }
    if (plan.interleave > 1 && !software.chunks) {
        return PlanGap::Chunks;
    }
    if (plan.context > 1 && !software.contextRanks) {
        return PlanGap::Context;
    }
    if (plan.expert > 1 && !software.expertRanks) {
        return PlanGap::Experts;
    }
    if (plan.sharding > software.deepestSharding) {
        return PlanGap::Sharding;
    }
    return plan.pipeline > 1 && plan.sharding > software.deepestShardingStages
               ? PlanGap::ShardingWithStages
               : PlanGap::None;
}

double gradientBytesOf(const SoftwareStackSpec& software, Precision precision) {
    return precision == Precision::Bf16 && software.wideGradientBytes > 0.0
               ? software.wideGradientBytes
               : software.gradientBytes;
}

const SoftwareStackSpec& usualStack() {
    static const SoftwareStackSpec kStack = [] {
        SoftwareStackSpec s;
        return s;
    }();
    return kStack;
}

}  // namespace headroom::models
