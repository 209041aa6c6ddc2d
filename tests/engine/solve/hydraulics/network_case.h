// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/hydraulics/hydraulic_solver.h"
#include "engine/solve/hydraulics/link_law.h"

#include <vector>

/// A network with its flows and heads, from a cold start.
struct NetworkCase {
    headroom::engine::HydraulicSolver solver;
    std::vector<double> flow, head;
    headroom::engine::HydraulicOutcome outcome;

    explicit NetworkCase(headroom::engine::HydraulicNetwork network) {
        flow.assign(network.links.size(), 0.0);
        head.assign(network.nodes.size(), 0.0);
        solver.options.accuracy = 1e-9;
        if (!solver.setNetwork(std::move(network))) {
            flow.clear();
        }
    }

    bool solve() {
        outcome = solver.solve(flow, head);
        return outcome.converged;
    }

    /// Head lost in a link at a flow, by its law, as open [m].
    double lossM(int link, double flowM3PerS) const {
        const headroom::engine::HydraulicNetwork& network = solver.network();
        return evaluate(lawOf(network, network.links[static_cast<std::size_t>(link)]), flowM3PerS)
            .lossM;
    }

    double q(int link) const { return flow[static_cast<std::size_t>(link)]; }

    double h(int node) const { return head[static_cast<std::size_t>(node)]; }
};

/// Within `relative` of what is expected.
inline bool near(double got, double expected, double relative) {
    const double error = got - expected;
    const double scale = expected < 0.0 ? -expected : expected;
    return error <= relative * scale && -error <= relative * scale;
}
