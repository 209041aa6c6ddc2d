// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/max_min/max_min.h"

#include "engine/solve/max_min/water_fill.h"

namespace headroom::engine {

Rates fill(const FlowProblem& problem) {
    const std::size_t classes = static_cast<std::size_t>(problem.classes());
    Rates rates{std::vector<double>(classes, 0.0), std::vector<std::int32_t>(classes, -1)};
    const ReducedFlows reduced = reduceFlows(problem);
    for (const LoneFlow& flow : reduced.lone) {
        rates.rate[flow.id] = flow.rate;
        rates.bottleneck[flow.id] = flow.bottleneck;
    }
    const FlowGraph& graph = reduced.graph;
    WaterFill water(graph);
    for (int group = 0; group < graph.groups(); ++group) {
        water.begin(group);
        water.fill();
        for (const std::int32_t f : water.active()) {
            const std::int32_t by = water.stoppedBy(f);
            rates.rate[graph.flowId[f]] = water.rate(f);
            rates.bottleneck[graph.flowId[f]] = by >= 0 ? graph.linkId[by] : graph.capLink[f];
        }
    }
    return rates;
}

}  // namespace headroom::engine
