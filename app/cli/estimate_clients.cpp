// SPDX-License-Identifier: Apache-2.0
#include "app/cli/estimate_clients.h"

#include "app/cli/estimate.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace headroom::app {

nlohmann::json clientsJson(const engine::ClosedEstimate& closed,
                           const models::ServingCertainty& certainty) {
    const auto interval = [](double value, double factor) {
        return nlohmann::json{{"low", value / factor}, {"high", value * factor}};
    };
    return {{"clients", closed.clients},
            {"running", closed.running},
            {"requests_per_s", closed.requestsPerS},
            {"output_tokens_per_s", closed.outputTokensPerS},
            {"output_tokens_per_s_interval", interval(closed.outputTokensPerS, certainty.tokensFactor)},
            {"tpot_median_s", closed.tpotMedianS},
            {"tpot_median_s_interval", interval(closed.tpotMedianS, certainty.latencyFactor)},
            {"ttft_s", closed.ttftS},
            {"power_w", closed.powerW}};
}

void printClients(const engine::ClosedEstimate& closed, const models::ServingCertainty& certainty) {
    std::printf("\n%s clients that ask again at once: %s run, %s output tokens/s (90 %% of measurements: %s to "
                "%s)\n",
                numberText(closed.clients, 6).c_str(), numberText(closed.running, 6).c_str(),
                numberText(closed.outputTokensPerS, 4).c_str(),
                numberText(closed.outputTokensPerS / certainty.tokensFactor, 3).c_str(),
                numberText(closed.outputTokensPerS * certainty.tokensFactor, 3).c_str());
    std::printf("Time to first token %s, median time per output token %s, power %s\n",
                secondsText(closed.ttftS).c_str(), secondsText(closed.tpotMedianS).c_str(),
                powerText(closed.powerW).c_str());
}

}  // namespace headroom::app
