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

Rates fillByClasses(const FlowProblem& problem) {
    const Quotient quotient = quotientOf(problem);
    const Rates ofClasses = fill(quotient.problem);
    const std::size_t classes = static_cast<std::size_t>(problem.classes());
    Rates rates{std::vector<double>(classes, 0.0), std::vector<std::int32_t>(classes, -1)};
    for (std::size_t c = 0; c < classes; ++c) {
        const std::int32_t of = quotient.classOf[c];
        rates.rate[c] = ofClasses.rate[of];
        // The first link that this flow crosses, among those of the class that stops it.
        for (std::int32_t i = problem.first[c];
             i < problem.first[c + 1] && rates.bottleneck[c] < 0 && ofClasses.bottleneck[of] >= 0;
             ++i) {
            if (quotient.linkClassOf[problem.link[i]] == ofClasses.bottleneck[of]) {
                rates.bottleneck[c] = problem.link[i];
            }
        }
    }
    return rates;
}

}  // namespace headroom::engine
