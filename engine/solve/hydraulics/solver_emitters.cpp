// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/solve/hydraulics/solver_core.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace headroom::engine {

namespace {

// Head that a demand would need for each further share of itself once it is met [m].
constexpr double kMetM = 1e8;

}  // namespace

LossAndSlope SolverCore::Emitter::lossAt(double flow) const {
    if (flow <= mostM3PerS) {
        return evaluate(law, flow);
    }
    const double slope = kMetM / mostM3PerS;
    return {evaluate(law, mostM3PerS).lossM + slope * (flow - mostM3PerS), slope};
}

double SolverCore::Emitter::flowAt(double headM) const {
    const double pressureM = headM - baseM;
    return pressureM > 0.0 ? std::min(std::pow(pressureM / law.c, 1.0 / law.n), mostM3PerS) : 0.0;
}

/// Keeps one entry for the leak and one for the demand of a node; null removes it.
void SolverCore::putEmitter(int node, bool demand, const Emitter* emitter) {
    const auto key = std::tuple(node, demand);
    const auto it = std::find_if(emitters.begin(), emitters.end(), [&](const Emitter& e) {
        return std::tuple(e.node, e.demand) >= key;
    });
    const bool known = it != emitters.end() && std::tuple(it->node, it->demand) == key;
    if (emitter == nullptr) {
        if (known) {
            emitters.erase(it);
        }
    } else if (known) {
        *it = *emitter;
    } else {
        emitters.insert(it, *emitter);
    }
}

void SolverCore::refreshEmitter(int node) {
    const HydraulicNode& n = net.nodes[at(node)];
    if (n.emitter <= 0.0 || n.fixed) {
        putEmitter(node, false, nullptr);
        return;
    }
    Emitter emitter;
    emitter.node = node;
    emitter.baseM = n.elevationM;
    emitter.law = emitterLaw(n.emitter, net.emitterExponent);
    putEmitter(node, false, &emitter);
}

void SolverCore::refreshDemand(int node) {
    const HydraulicNode& n = net.nodes[at(node)];
    if (!net.pressureDemand || n.demandM3PerS <= 0.0 || n.fixed) {
        putEmitter(node, true, nullptr);
        return;
    }
    const PressureDemand& rule = *net.pressureDemand;
    Emitter emitter;
    emitter.node = node;
    emitter.demand = true;
    emitter.baseM = n.elevationM + rule.leastM;
    emitter.mostM3PerS = n.demandM3PerS;
    // The coefficient of a leak that flows like the demand does at the required pressure.
    emitter.law = emitterLaw(n.demandM3PerS / std::pow(rule.requiredM - rule.leastM, rule.exponent),
                             rule.exponent);
    putEmitter(node, true, &emitter);
}

/// Demand that a node takes at any pressure.
double SolverCore::fixedDemand(std::size_t node) const {
    const double demand = net.nodes[node].demandM3PerS;
    return net.pressureDemand ? std::min(demand, 0.0) : demand;
}

}  // namespace headroom::engine
