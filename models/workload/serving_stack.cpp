// SPDX-License-Identifier: Apache-2.0
#include "models/workload/serving_stack.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kServingStackAttributes = std::to_array<Attribute>({
    number<&ServingStackSpec::hostIterationS>(
        "host_iteration_us", "Host, an iteration", unit::microsecond,
        {.min = 0,
         .max = 1e6,
         .required = true,
         .doc = "Scheduling and sampling of one iteration that is not hidden behind it."}),
    number<&ServingStackSpec::hostRequestS>("host_request_us", "Host, a request", unit::microsecond,
                                            {.min = 0,
                                             .max = 1e5,
                                             .required = true,
                                             .doc = "The same for each request of the iteration."}),
    number<&ServingStackSpec::kernelFloorS>(
        "kernel_floor_us", "Kernel floor", unit::microsecond,
        {.min = 0,
         .max = 1000,
         .required = true,
         .doc = "Start and drain of one kernel inside a captured graph."}),
    integer<&ServingStackSpec::kernelsPerLayer>(
        "kernels_per_layer", "Kernels of a layer",
        {.min = 0, .max = 200, .required = true, .doc = "Matrices, attention and all others."}),
    number<&ServingStackSpec::promptLayerS>(
        "prompt_layer_us", "Launch of a layer outside graphs", unit::microsecond,
        {.min = 0,
         .max = 10000,
         .doc = "Host time for one layer of an iteration that no captured graph covers: the "
                "accelerator waits where it is quicker."}),
    number<&ServingStackSpec::reduceFloorS>(
        "reduce_floor_us", "All-reduce floor", unit::microsecond,
        {.min = 0.1,
         .max = 1000,
         .doc =
             "Floor of the engine's own all-reduce inside a scale-up domain; not stated: it uses "
             "the library's."}),
    number<&ServingStackSpec::memoryShare>(
        "memory_share_pct", "Memory used",
        unit::percent,
        {.min = 10,
         .max = 100,
         .required = true,
         .doc = "Share of the accelerator's memory that weights, workspace and cache may take."}),
    number<&ServingStackSpec::workspaceBytes>(
        "workspace_gb", "Workspace", unit::gigabyte,
        {.min = 0,
         .max = 1000,
         .required = true,
         .doc = "Context, activations, graphs and communication buffers of one accelerator."}),
    integer<&ServingStackSpec::workspaceTokens>(
        "workspace_tokens", "Tokens of the measuring run",
        {.min = 0,
         .max = 10000000,
         .doc = "Tokens that the engine runs before it sizes the cache, leaving room for their "
                "activations; 0: the workspace holds them."}),
    number<&ServingStackSpec::logitBytes>(
        "logit_bytes", "Bytes of a logit", unit::none,
        {.min = 0,
         .max = 100,
         .doc = "That this run takes while it samples, for each logit of the largest batch."}),
    boolean<&ServingStackSpec::freesWindows>(
        "frees_windows", "Frees windows",
        {.doc = "Layers with a window give back the cache of tokens behind it."}),
    integer<&ServingStackSpec::narrowWidthBlock>(
        "narrow_width_block", "Blocks of narrow experts",
        {.min = 1,
         .max = 4096,
         .doc = "Kernels of 4-bit experts hold the width of a rank's experts in whole blocks of "
                "this."}),
    integer<&ServingStackSpec::narrowHiddenBlock>(
        "narrow_hidden_block", "Blocks of their inputs",
        {.min = 1, .max = 4096, .doc = "The same of the model's width."}),
    number<&ServingStackSpec::matrixShare>(
        "matrix_share_pct", "Matrices", unit::percent,
        {.min = 1,
         .max = 100,
         .required = true,
         .doc = "Share of the rate that the accelerator's largest matrices reach alone."}),
    number<&ServingStackSpec::attentionShare>(
        "attention_share_pct", "Attention of prompts", unit::percent,
        {.min = 1,
         .max = 150,
         .required = true,
         .doc = "Share of the accelerator's rate of fused attention."}),
    number<&ServingStackSpec::bandwidthShare>(
        "bandwidth_share_pct", "Memory rate",
        unit::percent,
        {.min = 1,
         .max = 125,
         .required = true,
         .doc = "At which weights and cache are read, over what matrices of the accelerator "
                "reach alone."}),
    number<&ServingStackSpec::repeatedReads>(
        "repeated_reads_pct", "Repeated reads of keys", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Queries that share keys and values: share of them that read the cache again; 0: "
                "kernels that read it once for all."}),
    number<&ServingStackSpec::expertImbalance>(
        "expert_imbalance", "Imbalance of experts", unit::none,
        {.min = 1, .max = 10, .doc = "Tokens of the busiest expert rank over the mean."}),
    integer<&ServingStackSpec::cacheBlockTokens>(
        "cache_block_tokens", "Block of the cache",
        {.min = 1, .max = 4096, .doc = "Tokens that the paged cache gives out at a time."}),
    integer<&ServingStackSpec::maximumBatch>(
        "maximum_batch", "Largest batch",
        {.min = 1, .max = 1000000, .doc = "Requests of one replica that decode together."}),
    integer<&ServingStackSpec::chunkTokens>(
        "chunk_tokens", "Tokens of an iteration",
        {.min = 1,
         .max = 10000000,
         .doc = "Most tokens of one iteration, decoding and prompts together."}),
    number<&ServingStackSpec::startS>(
        "start_s", "Start of a replica", unit::second,
        {.min = 0,
         .max = 86400,
         .required = true,
         .doc = "Process, library set-up, capture of graphs; loading the weights comes on top."}),
    integer<&ServingStackSpec::capturedRequests>(
        "captured_requests", "Requests in graphs",
        {.min = 0,
         .max = 1000000,
         .doc = "Most tokens of an iteration that captured graphs cover, of each copy of the "
                "attention: requests that decode, and prompts in graphs of pieces; 0: any number "
                "that decode, no prompts."}),
    number<&ServingStackSpec::expertBandwidthShare>(
        "expert_bandwidth_share_pct", "Memory rate of experts", unit::percent,
        {.min = 1,
         .max = 125,
         .doc = "At which grouped kernels read the weights of experts, over that of others."}),
    number<&ServingStackSpec::narrowExpertShare>(
        "narrow_expert_share_pct", "Memory rate of narrow experts", unit::percent,
        {.min = 1, .max = 100, .doc = "The same again where their weights have 8 or 4 bits."}),
    number<&ServingStackSpec::expertBlockShare>(
        "expert_block_share_pct", "Memory rate of large blocks", unit::percent,
        {.min = 1,
         .max = 100,
         .doc =
             "The same again for 16-bit experts where an iteration has more tokens than its ranks "
             "have experts: kernels then go by blocks of 64 rows instead of 16."}),
    number<&ServingStackSpec::expertFlopsPerS>(
        "expert_matrix_tflops", "Matrices of experts", unit::teraflops,
        {.min = 1,
         .max = 100000,
         .doc =
             "Highest rate of grouped kernels not tuned for an accelerator, in any format, and at "
             "most its 16-bit matrix rate; not stated: as other matrices."}),
    number<&ServingStackSpec::narrowLayerS>(
        "narrow_layer_us", "Layer of 8-bit experts", unit::microsecond,
        {.min = 0,
         .max = 10000,
         .doc = "Time of a layer outside its matrices where experts have 8 bits: their inputs are "
                "scaled, put in order and padded by kernels of their own."}),
    number<&ServingStackSpec::reducePerRankS>("reduce_rank_us", "All-reduce, each rank",
                                              unit::microsecond,
                                              {.min = 0,
                                               .max = 1000,
                                               .doc = "Time that each rank beyond the second adds "
                                                      "to the floor of the engine's all-reduce."}),
    number<&ServingStackSpec::hostRequestW>(
        "host_request_w", "Power, requests", unit::watt,
        {.min = 0,
         .max = 5000,
         .doc = "Power draw over idle while requests are sampled and handed out: the same kernels "
                "on a "
                "few multiprocessors of any accelerator. Not stated: as much as waiting."}),
    number<&ServingStackSpec::crowdedIterationS>(
        "crowded_iteration_us", "Crowded host, an iteration", unit::microsecond,
        {.min = 0,
         .max = 1e6,
         .doc = "Least time of an iteration where neighbours take the processors of its host. It "
                "waits "
                "for them regardless of the accelerator's work."}),
    number<&ServingStackSpec::crowdedRequestS>(
        "crowded_request_us", "Crowded host, a request", unit::microsecond,
        {.min = 0, .max = 1e5, .doc = "The same for each request of the iteration."}),
    boolean<&ServingStackSpec::padsCopies>(
        "pads_copies", "Copies padded",
        {.doc =
             "Copies of the attention run as many tokens as the busiest of them, padded, and each "
             "rank works through all rows that they gather; else only their own."}),
    boolean<&ServingStackSpec::cacheAsWeights>(
        "cache_as_weights", "Cache as weights",
        {.doc = "Keys and values whose format is not stated are as wide as the weights, at least 8 "
                "bits, as "
                "checkpoints for this software state; else they have the 16 bits of the "
                "activations."}),
    text<&ServingStackSpec::calibratedOn>(
        "calibrated_on", "Calibrated on",
        {.doc = "Accelerators whose measurements decided these figures, comma between: on others "
                "intervals are wider."}),
});

}  // namespace

bool ServingStackSpec::isCalibratedOn(std::string_view accelerator) const {
    const std::string listed = ", " + calibratedOn + ",";
    return !accelerator.empty() &&
           listed.find(" " + std::string(accelerator) + ",") != std::string::npos;
}

const ComponentType& ServingStackSpec::type() {
    static constexpr ComponentType kType{
        "serving_stack",
        "Serving stack",
        "",
        false,
        "The software costs of a serving engine outside its kernels.",
        kServingStackAttributes,
        &createSpec<ServingStackSpec>,
        &destroySpec<ServingStackSpec>};
    return kType;
}

}  // namespace headroom::models
