// SPDX-License-Identifier: Apache-2.0
#include "engine/serve/request_trace.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

void request_trace(std::string_view bytes) {
    const auto path = scratchFile("input.csv", bytes);
    const auto read = engine::readRequestTrace(path);
    if (!read) {
        requireRefusal(read.error(), path.string());
        return;
    }
    require(!read->requests.empty(), "a trace without requests was accepted");
    double lastS = 0.0;
    for (const engine::Request& request : read->requests) {
        requireFinite(request.arrivalS, "arrival");
        require(request.arrivalS >= lastS, "arrivals go back in time");
        require(request.promptTokens >= 1 && request.outputTokens >= 1, "no tokens");
        lastS = request.arrivalS;
    }
    const engine::StreamStatistics statistics = engine::statisticsOf(read->requests);
    require(statistics.ratePerS >= 0.0, "a rate that is none");
    requireFinite(statistics.meanPrompt, "mean prompt");
    requireFinite(statistics.lengthCorrelation, "correlation");
}

}  // namespace headroom::hostile
