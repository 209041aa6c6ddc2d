// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/estimate.h"
#include "engine/estimate/inference.h"
#include "engine/estimate/run_log.h"

#include <cstdint>
#include <optional>
#include <string>

/// Options of `headroom-cli estimate inference`.
namespace headroom::app {

struct EstimateInferenceOptions {
    EstimateOptions common;
    std::string stack = "tensorrt-llm-2025";
    std::string requests = "azure-conversation-2023";
    std::string trace, traceMap, log;
    double rateScale = 1.0;
    std::optional<double> rate;
    std::optional<double> prompt, output;
    int tensor = 1, pipeline = 1, expert = 1, replicas = 1;
    std::optional<int> prefillReplicas;
    std::optional<int> batch, chunk, clients;
    bool crowdedHost = false;
    double weightBits = 16.0, cacheBits = 0.0;
    double sharedPrefixTokens = 0.0, prefixHitPct = 0.0;
    int draftTokens = 0;
    std::optional<double> draftAcceptancePct;
    std::string draftModel;
    std::string fourBit = "usual";
    std::optional<double> memorySharePct;
    std::string prefill = "chunked", routing = "least_loaded", preemption = "recompute";
    double ttftS = 2.0, tpotMs = 100.0, attainmentPct = 99.0;
    double minutes = 10.0;
    double storageGBps = 2.0;
    std::uint64_t seed = 1;
};

void addInferenceOptions(Subcommand command, EstimateInferenceOptions& options);

// Words of the options, which the options check.
models::PrefillMode prefillOf(const std::string& word);
models::RequestRouting routingOf(const std::string& word);
models::FourBitFormat fourBitOf(const std::string& word);
models::CachePreemption preemptionOf(const std::string& word);

/// The lengths, clients and rate of a benchmark, where the command states nothing else.
EstimateInferenceOptions asTheLog(const EstimateInferenceOptions& options,
                                  const engine::RunLog& log);

}  // namespace headroom::app
