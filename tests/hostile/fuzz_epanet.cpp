// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epanet.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

namespace {

void requireNode(const engine::HydraulicNetwork& network, int node) {
    require(node >= 0 && static_cast<std::size_t>(node) < network.nodes.size(),
            "a node that is not there is named");
}

void requireLink(const engine::HydraulicNetwork& network, int link) {
    require(link >= 0 && static_cast<std::size_t>(link) < network.links.size(),
            "a link that is not there is named");
}

}  // namespace

void epanet(std::string_view bytes) {
    const auto path = scratchFile("input.inp", bytes);
    const auto read = engine::readEpanet(path);
    if (!read) {
        requireRefusal(read.error(), path.string());
        return;
    }
    const engine::HydraulicNetwork& network = read->network;
    for (const engine::HydraulicNode& node : network.nodes) {
        for (const double value : {node.elevationM, node.demandM3PerS, node.headM, node.emitter}) {
            requireFinite(value, "node " + node.name);
        }
    }
    for (const engine::HydraulicLink& link : network.links) {
        requireNode(network, link.from);
        requireNode(network, link.to);
        for (const double value :
             {link.resistance, link.lengthM, link.diameterM, link.roughness, link.shutOffM,
              link.pumpR, link.pumpN, link.powerW, link.speed, link.setting}) {
            requireFinite(value, "link " + link.name);
        }
        require(link.curve >= -1 && link.curve < static_cast<int>(network.curves.size()),
                "a curve that is not there is named");
    }
    for (const engine::HydraulicCurve& curve : network.curves) {
        requireFinite(curve.flowM3PerS, "flow of a curve");
        requireFinite(curve.headM, "head of a curve");
    }
    for (const auto& pattern : read->period.patterns) {
        requireFinite(pattern, "pattern");
    }
    for (const engine::HydraulicTank& tank : read->period.tanks) {
        requireNode(network, tank.node);
        for (const double value :
             {tank.areaM2, tank.startM, tank.leastM, tank.mostM, tank.leastM3}) {
            requireFinite(value, "tank");
        }
    }
    for (const engine::PatternedDemand& demand : read->period.demands) {
        requireNode(network, demand.node);
        requireFinite(demand.baseM3PerS, "demand");
    }
    for (const engine::HydraulicControl& control : read->period.controls) {
        requireLink(network, control.link);
        requireFinite(control.headM, "head of a control");
    }
    for (const double value :
         {network.densityKgPerM3, network.viscosityM2PerS, network.emitterExponent,
          read->m3PerSPerFlow, read->mPerLength, read->period.demandFactor}) {
        requireFinite(value, "option");
    }
    require(read->period.durationS >= 0 && read->period.stepS > 0 && read->period.patternStepS > 0,
            "times that cannot be were accepted");
}

}  // namespace headroom::hostile
