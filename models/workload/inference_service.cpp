// SPDX-License-Identifier: Apache-2.0
#include "models/workload/inference_service.h"

#include "models/core/file_path.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kPrefillWords = std::to_array<std::string_view>({"chunked", "disaggregated"});
constexpr auto kRoutingWords =
    std::to_array<std::string_view>({"round_robin", "least_loaded", "power_of_two"});
constexpr auto kScalingWords = std::to_array<std::string_view>({"none", "utilization", "queue"});
constexpr auto kPreemptionWords = std::to_array<std::string_view>({"recompute", "swap", "reserve"});

constexpr auto kInferenceServiceAttributes = std::to_array<Attribute>({
    text<&InferenceServiceSpec::name>("name", "Name", {.doc = "Display name."}),
    reference<&InferenceServiceSpec::model>("model", "Model", "language_model",
                                            {.required = true, .doc = "Model that is served."}),
    reference<&InferenceServiceSpec::accelerator>(
        "accelerator", "Accelerator", "accelerator",
        {.required = true, .doc = "Which kind the replicas run on."}),
    reference<&InferenceServiceSpec::stack>("stack", "Serving stack", "serving_stack",
                                            {.required = true, .doc = "Which software serves it."}),
    reference<&InferenceServiceSpec::requests>(
        "requests", "Requests", "request_profile",
        {.required = true,
         .doc = "Lengths and arrivals; with a trace, what stands for it in steady state."}),
    filePath<&InferenceServiceSpec::trace>(
        "trace", "Trace",
        {.doc = "Requests as `estimate inference --trace` reads them, absolute or relative to the "
                "project; its rate over time and its lengths then count."}),
    text<&InferenceServiceSpec::traceMap>(
        "trace_map", "Columns of the trace",
        {.doc =
             "KEY=VALUE, by commas, as --trace-map: arrival_column=TIMESTAMP,prompt_column=in."}),
    number<&InferenceServiceSpec::rateScale>(
        "rate_scale", "Rate", unit::none,
        {.min = 1e-6, .max = 1e9, .doc = "Times the arrivals of the profile or trace."}),
    integer<&InferenceServiceSpec::tensorParallel>(
        "tensor_parallel", "Tensor parallel",
        {.min = 1, .max = 1024, .doc = "Accelerators that share each layer."}),
    integer<&InferenceServiceSpec::pipelineParallel>(
        "pipeline_parallel", "Pipeline stages",
        {.min = 1, .max = 1024, .doc = "Pipeline stages of a replica."}),
    integer<&InferenceServiceSpec::expertParallel>(
        "expert_parallel", "Expert parallel",
        {.min = 1,
         .max = 4096,
         .doc = "Ranks that share the experts; over the tensor ranks, each group of these has a "
                "copy of the attention and requests of its own."}),
    number<&InferenceServiceSpec::weightBits>(
        "weight_bits", "Weights", unit::none,
        {.min = 4, .max = 16, .doc = "Bits of a weight, and of the arithmetic: 16, 8 or 4."}),
    number<&InferenceServiceSpec::cacheBits>(
        "cache_bits", "Cache", unit::none,
        {.min = 4,
         .max = 16,
         .doc = "Bits of an element of the key-value cache. Not stated: as the software takes it, "
                "which is 16 for "
                "vLLM and SGLang, and as wide as the weights for TensorRT-LLM."}),
    number<&InferenceServiceSpec::memoryShare>(
        "memory_share_pct", "Memory used", unit::percent,
        {.min = 10,
         .max = 100,
         .doc = "Share of an accelerator's memory that the engine may take (vLLM: "
                "gpu_memory_utilization); not stated: the software's default."}),
    number<&InferenceServiceSpec::sharedPrefixTokens>(
        "shared_prefix_tokens", "Shared prefix", unit::none,
        {.min = 0,
         .max = 1e7,
         .doc = "First tokens that all prompts share (system prompt): computed once and held once "
                "by each replica."}),
    number<&InferenceServiceSpec::prefixHit>(
        "prefix_hit_pct", "Prefix hits", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of the other prompt tokens that earlier turns of a conversation left in the "
                "cache: attention reads them, nothing computes them."}),
    integer<&InferenceServiceSpec::draftTokens>(
        "draft_tokens", "Drafted tokens",
        {.min = 0,
         .max = 16,
         .doc =
             "Speculative decoding: tokens that are drafted in each iteration; 0 turns it off."}),
    number<&InferenceServiceSpec::draftAcceptance>(
        "draft_acceptance_pct", "Accepted drafts",
        unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of drafted tokens that the model accepts, if it accepted those before."}),
    reference<&InferenceServiceSpec::draftModel>(
        "draft_model", "Draft model", "language_model",
        {.doc = "Model that drafts; not stated: a head of one layer of the model itself (MTP, "
                "EAGLE)."}),
    choice<&InferenceServiceSpec::prefill>(
        "prefill", "Prefill", kPrefillWords,
        {.doc = "Prompts in chunks alongside decoding, or on replicas of their own."}),
    integer<&InferenceServiceSpec::prefillReplicas>(
        "prefill_replicas", "Prefill replicas",
        {.min = 1, .max = 1000000, .doc = "Disaggregated: replicas that compute prompts only."}),
    choice<&InferenceServiceSpec::routing>("routing", "Routing", kRoutingWords,
                                           {.doc = "Which replica a request goes to."}),
    choice<&InferenceServiceSpec::preemption>(
        "cache_preemption", "Full cache", kPreemptionWords,
        {.doc =
             "Handling of the youngest request when the cache is full: computed again, swapped to "
             "the memory of the host, or not let in before there is room for its whole answer."}),
    integer<&InferenceServiceSpec::replicas>("replicas", "Replicas",
                                             {.min = 1, .max = 1000000, .doc = "At the start."}),
    integer<&InferenceServiceSpec::minimumReplicas>(
        "minimum_replicas", "Fewest replicas",
        {.min = 1, .max = 1000000, .doc = "That scaling leaves."}),
    integer<&InferenceServiceSpec::maximumReplicas>(
        "maximum_replicas", "Most replicas",
        {.min = 1, .max = 1000000, .doc = "That scaling asks for; at least those at the start."}),
    choice<&InferenceServiceSpec::scaling>(
        "scaling", "Scaling", kScalingWords,
        {.doc = "By the occupation of batch and cache, by requests that wait, or not at all."}),
    number<&InferenceServiceSpec::scalingTarget>(
        "scaling_target", "Scaling target", unit::none,
        {.min = 0.01,
         .max = 100000,
         .doc = "Occupation 0..1 of a replica, or requests waiting for each replica."}),
    number<&InferenceServiceSpec::cooldownS>(
        "scale_down_window_s", "Scale-down window", unit::second,
        {.min = 0,
         .max = 86400,
         .doc = "A service shrinks to the largest wish of this last time."}),
    number<&InferenceServiceSpec::ttftLimitS>(
        "slo_ttft_s", "Limit, first token", unit::second,
        {.min = 0.001, .max = 3600, .doc = "Service level: time to the first token."}),
    number<&InferenceServiceSpec::tpotLimitS>(
        "slo_tpot_ms", "Limit, each token", unit::millisecond,
        {.min = 0.1, .max = 100000, .doc = "Service level: mean time of a later token."}),
    number<&InferenceServiceSpec::startS>("start_h", "Start", unit::hour,
                                          {.min = 0, .max = 1e6, .doc = "When it begins."}),
    number<&InferenceServiceSpec::endS>("end_h", "End", unit::hour,
                                        {.min = 0, .max = 1e6, .doc = "Not stated: never."}),
    text<&InferenceServiceSpec::tenant>("tenant", "Tenant",
                                        {.doc = "Tenant that owns the service."}),
    integer<&InferenceServiceSpec::priority>(
        "priority", "Priority",
        {.min = -1000000, .max = 1000000, .doc = "Priority of its replicas; higher goes first."}),
});

}  // namespace

const ComponentType& InferenceServiceSpec::type() {
    static constexpr ComponentType kType{
        "inference_service",
        "Inference service",
        "inference_services",
        false,
        "A language model that is served by replicas, each on a gang of accelerators.",
        kInferenceServiceAttributes,
        &createSpec<InferenceServiceSpec>,
        &destroySpec<InferenceServiceSpec>};
    return kType;
}

}  // namespace headroom::models
