// SPDX-License-Identifier: Apache-2.0
#include "app/cli/inference_options.h"

#include "app/cli/common_options.h"
#include "app/cli/option_checks.h"
#include "app/cli/trace_map_option.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace headroom::app {

namespace {

const std::map<std::string, models::PrefillMode> kPrefills = {
    {"chunked", models::PrefillMode::Chunked},
    {"disaggregated", models::PrefillMode::Disaggregated}};
const std::map<std::string, models::RequestRouting> kRoutings = {
    {"round_robin", models::RequestRouting::RoundRobin},
    {"least_loaded", models::RequestRouting::LeastLoaded},
    {"power_of_two", models::RequestRouting::PowerOfTwo}};
const std::map<std::string, models::FourBitFormat> kFourBits = {
    {"usual", models::FourBitFormat::Usual},
    {"mxfp4", models::FourBitFormat::Mxfp4},
    {"nvfp4", models::FourBitFormat::Nvfp4},
    {"int4", models::FourBitFormat::Int4}};
const std::map<std::string, models::CachePreemption> kPreemptions = {
    {"recompute", models::CachePreemption::Recompute},
    {"swap", models::CachePreemption::Swap},
    {"reserve", models::CachePreemption::Reserve}};

template <class Map>
std::vector<std::string> words(const Map& map) {
    std::vector<std::string> list;
    for (const auto& [word, value] : map) {
        list.push_back(word);
    }
    return list;
}

void addServingOptions(Subcommand command, EstimateInferenceOptions& options) {
    const auto degree = [&](const char* name, int& value, const char* help) {
        command.option(name, value, help).type("N").check(within(1, 100'000)).showDefault();
    };
    degree("--tp", options.tensor, "tensor ranks of a replica");
    degree("--pp", options.pipeline, "pipeline stages of a replica");
    degree("--ep", options.expert, "expert ranks; over --tp: copies of the attention");
    degree("--replicas", options.replicas, "how many");
    command.option("--batch", options.batch, "most requests of a replica that decode together")
        .type("N")
        .check(within(1, 1'000'000));
    command
        .option("--clients,--concurrency", options.clients,
                "in addition to arrivals: clients that ask again after each answer")
        .type("N")
        .check(within(1, 10'000'000));
    command.flag("--crowded-host", options.crowdedHost,
                 "neighbours take the processors of the hosts: iterations wait for them");
    command.option("--chunk", options.chunk, "most tokens of an iteration")
        .type("TOKENS")
        .check(within(16, 10'000'000));
    command.option("--weight-bits", options.weightBits, "16, 8 or 4: weights and arithmetic")
        .type("BITS")
        .check(oneOfNumbers({4.0, 8.0, 16.0}))
        .showDefault();
    command
        .option("--four-bit-format", options.fourBit,
                "of 4-bit weights: usual (as the model is published), mxfp4, nvfp4 or int4")
        .type("WORD")
        .check(oneOf(words(kFourBits)))
        .showDefault();
    command
        .option(
            "--memory-share", options.memorySharePct,
            "share of each accelerator's memory for the engine (vLLM: gpu_memory_utilization); the "
            "stack's if not said")
        .type("PCT")
        .check(within(10.0, 100.0));
    command
        .option("--cache-bits", options.cacheBits,
                "of the key-value cache; the stack's if not said: 16 with vLLM and SGLang, as the "
                "weights with TensorRT-LLM")
        .type("BITS")
        .check(oneOfNumbers({4.0, 8.0, 16.0}));
    command
        .option("--draft-tokens", options.draftTokens,
                "speculative decoding: tokens drafted in each iteration; 0 turns it off")
        .type("N")
        .check(within(0, 16))
        .showDefault();
    command
        .option(
            "--draft-acceptance", options.draftAcceptancePct,
            "share of drafted tokens that the model accepts, if it accepted those before; 80 if "
            "not said")
        .type("PCT")
        .check(within(0.0, 100.0));
    command
        .option("--draft-model", options.draftModel,
                "model that drafts; a head of one layer of --model if not said (MTP, EAGLE)")
        .type("ID");
    command.option("--prefill", options.prefill, "chunked or disaggregated")
        .type("WORD")
        .check(oneOf(words(kPrefills)))
        .showDefault();
    command
        .option("--prefill-replicas", options.prefillReplicas,
                "for prompts only, with --prefill disaggregated; 1 if not said")
        .type("N")
        .check(within(1, 100'000));
    command.option("--routing", options.routing, "least_loaded, power_of_two or round_robin")
        .type("WORD")
        .check(oneOf(words(kRoutings)))
        .showDefault();
    command.option("--cache-preemption", options.preemption, "recompute, reserve or swap")
        .type("WORD")
        .check(oneOf(words(kPreemptions)))
        .showDefault();
    command.option("--stack", options.stack, "serving_stack of the catalogue")
        .type("ID")
        .showDefault();
    command.option("--storage-gb-per-s", options.storageGBps, "at which a replica loads weights")
        .type("GB/S")
        .check(within(1e-3, 1e6))
        .showDefault();
}

void addRequestOptions(Subcommand command, EstimateInferenceOptions& options) {
    command
        .option("--log", options.log,
                "compare with the output of vLLM's serving benchmark, whose lengths and clients "
                "are taken")
        .type("FILE");
    command.option("--requests", options.requests, "request_profile of the catalogue")
        .type("ID")
        .showDefault();
    command.option("--rate", options.rate, "requests/s of the service; the profile's if not said")
        .type("N")
        .check(within(1e-6, 1e6));
    command.option("--prompt", options.prompt, "tokens of every prompt, instead of the profile's")
        .type("TOKENS")
        .check(within(1.0, 1e7));
    command.option("--output", options.output, "tokens of every answer, instead of the profile's")
        .type("TOKENS")
        .check(within(1.0, 1e7));
    command
        .option("--shared-prefix", options.sharedPrefixTokens,
                "first tokens that all prompts share (system prompt): held once by each replica")
        .type("TOKENS")
        .check(within(0.0, 1e7));
    command
        .option("--prefix-hits", options.prefixHitPct,
                "share of the other prompt tokens that the prefix cache holds")
        .type("PCT")
        .check(within(0.0, 100.0));
    const Option trace =
        command
            .option("--trace", options.trace,
                    "requests of a file instead of a profile: Azure LLM 2023 and 2024, BurstGPT, "
                    "Mooncake, your own columns. "
                    "Example: --trace azure.csv --trace-map output_column=answer_tokens")
            .type("FILE");
    addTraceMap(command, options.traceMap).needs(trace);
    command.option("--rate-scale", options.rateScale, "times the arrivals of profile or trace")
        .type("N")
        .check(within(1e-6, 1e6))
        .showDefault();
    command
        .option("--minutes", options.minutes,
                "steady window of generated requests that counts; a warm-up and a cool-down come "
                "on top")
        .type("MIN")
        .check(within(0.01, 10000.0))
        .showDefault();
    command.option("--slo-ttft", options.ttftS, "limit of the time to the first token, s")
        .type("S")
        .check(within(1e-6, 1e6))
        .showDefault();
    command.option("--slo-tpot", options.tpotMs, "limit of the time of a later token, ms")
        .type("MS")
        .check(within(1e-6, 1e6))
        .showDefault();
    command
        .option("--slo-attainment", options.attainmentPct,
                "share of the requests that must meet both, for --optimize")
        .type("PCT")
        .check(within(1.0, 100.0))
        .showDefault();
    addSeed(command, options.seed, "of generated requests and routing").showDefault();
}

}  // namespace

models::PrefillMode prefillOf(const std::string& word) {
    return kPrefills.at(word);
}

models::RequestRouting routingOf(const std::string& word) {
    return kRoutings.at(word);
}

models::FourBitFormat fourBitOf(const std::string& word) {
    return kFourBits.at(word);
}

models::CachePreemption preemptionOf(const std::string& word) {
    return kPreemptions.at(word);
}

void addInferenceOptions(Subcommand command, EstimateInferenceOptions& options) {
    addEstimateOptions(command, options.common);
    addServingOptions(command, options);
    addRequestOptions(command, options);
    command.flag("--optimize", options.common.optimize,
                 "search the smallest fleet that meets the limits");
}

EstimateInferenceOptions asTheLog(const EstimateInferenceOptions& options,
                                  const engine::RunLog& log) {
    EstimateInferenceOptions stated = options;
    const auto figure = [&](const char* key) {
        const auto it = log.figures.find(key);
        return it == log.figures.end() ? 0.0 : it->second;
    };
    const double requests = figure("Successful requests");
    if (requests > 0.0 && !stated.prompt && figure("Total input tokens") > 0.0) {
        stated.prompt = std::max(1.0, std::round(figure("Total input tokens") / requests));
    }
    if (requests > 0.0 && !stated.output && figure("Total generated tokens") > 0.0) {
        stated.output = std::max(1.0, std::round(figure("Total generated tokens") / requests));
    }
    if (!stated.clients && figure("Maximum request concurrency") >= 1.0) {
        stated.clients = static_cast<int>(figure("Maximum request concurrency"));
    }
    if (!stated.rate && figure("Request throughput (req/s)") > 0.0) {
        stated.rate = figure("Request throughput (req/s)");
    }
    return stated;
}

}  // namespace headroom::app
