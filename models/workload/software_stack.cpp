// SPDX-License-Identifier: Apache-2.0
#include "models/workload/software_stack.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttentionWords = std::to_array<std::string_view>({"fused", "portable", "unfused"});
constexpr auto kWindowWords = std::to_array<std::string_view>({"none", "micro_batch"});

constexpr auto kSoftwareStackAttributes = std::to_array<Attribute>({
    integer<&SoftwareStackSpec::year>(
        "year", "Year", {.min = 2000, .max = 2100, .doc = "Of this generation of the software."}),
    choice<&SoftwareStackSpec::attention>(
        "attention", "Attention", kAttentionWords,
        {.doc = "Fused kernels for the accelerator, portable fused ones, or separate ones that "
                "write scores to memory."}),
    number<&SoftwareStackSpec::attentionShare>(
        "attention_share_pct", "Attention rate", unit::percent,
        {.min = 1, .max = 300, .doc = "Of the accelerator's rate of fused attention."}),
    number<&SoftwareStackSpec::matrixShare>(
        "matrix_share_pct", "Matrix rate", unit::percent,
        {.min = 1, .max = 100, .doc = "Of the rate of a matrix multiplication measured alone."}),
    number<&SoftwareStackSpec::youngShare>(
        "young_share_pct", "Matrix rate, young chips", unit::percent,
        {.min = 1,
         .max = 100,
         .doc = "Of that rate, on accelerators that shipped less than two years before: libraries "
                "are not tuned to them yet."}),
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
             "Of a layer's matrices: what selective recomputation runs again, beside attention."}),
    boolean<&SoftwareStackSpec::contextBalanced>(
        "context_balanced", "Balanced context",
        {.doc = "Context ranks share causal attention evenly; else the last one does nearly twice "
                "the mean."}),
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
    choice<&SoftwareStackSpec::window>(
        "exchange_window", "Exchanges hide in", kWindowWords,
        {.doc = "Nothing, or the last backward and first forward pass of a micro-batch; fully "
                "sharded exchanges hide in every pass."}),
    number<&SoftwareStackSpec::dataOverlap>(
        "data_overlap_pct", "Overlap of copies", unit::percent,
        {.min = 0, .max = 100, .doc = "Of copies' exchanges: what computing can cover."}),
    number<&SoftwareStackSpec::tensorOverlap>(
        "tensor_overlap_pct", "Overlap of tensor ranks", unit::percent,
        {.min = 0, .max = 100, .doc = "Of tensor ranks' collectives: what computing covers."}),
    number<&SoftwareStackSpec::expertOverlap>(
        "expert_overlap_pct", "Overlap of experts", unit::percent,
        {.min = 0, .max = 100, .doc = "Of all-to-alls: what computing covers."}),
    number<&SoftwareStackSpec::pipelineOverlap>(
        "pipeline_overlap_pct", "Overlap of stages", unit::percent,
        {.min = 0, .max = 100, .doc = "Of sends between stages: what computing covers."}),
    number<&SoftwareStackSpec::interference>(
        "interference_pct", "Interference", unit::percent,
        {.min = 0, .max = 100, .doc = "Of a hidden exchange's time: what it slows computing."}),
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
    number<&SoftwareStackSpec::contextBytes>(
        "context_gb", "Runtime memory", unit::gigabyte,
        {.min = 0, .max = 100, .doc = "Of contexts and libraries on each accelerator."}),
    number<&SoftwareStackSpec::fragmentation>(
        "fragmentation_pct", "Fragmentation",
        unit::percent, {.min = 0, .max = 50, .doc = "Of allocated memory that nothing uses."}),
    integer<&SoftwareStackSpec::trainingFamilies>(
        "training_families", "Families of runs",
        {.min = 0,
         .max = 10000,
         .doc = "Of measured training runs that it was held against: what its estimates are sure by."}),
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

const SoftwareStackSpec& usualStack() {
    static const SoftwareStackSpec kStack = [] {
        SoftwareStackSpec s;
        return s;
    }();
    return kStack;
}

}  // namespace headroom::models
