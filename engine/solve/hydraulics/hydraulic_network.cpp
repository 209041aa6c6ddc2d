// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/hydraulics/hydraulic_network.h"

#include <cmath>
#include <numbers>

namespace headroom::engine {

int HydraulicNetwork::addJunction(double elevationM, double demandM3PerS) {
    HydraulicNode node;
    node.elevationM = elevationM;
    node.demandM3PerS = demandM3PerS;
    nodes.push_back(std::move(node));
    return static_cast<int>(nodes.size()) - 1;
}

int HydraulicNetwork::addFixedHead(double headM, double elevationM) {
    HydraulicNode node;
    node.elevationM = elevationM;
    node.fixed = true;
    node.headM = headM;
    nodes.push_back(std::move(node));
    return static_cast<int>(nodes.size()) - 1;
}

int HydraulicNetwork::addResistance(int from, int to, double resistance, double units) {
    HydraulicLink link;
    link.from = from;
    link.to = to;
    link.resistance = resistance;
    link.units = units;
    links.push_back(std::move(link));
    return static_cast<int>(links.size()) - 1;
}

int HydraulicNetwork::addPipe(int from, int to, double lengthM, double diameterM, double roughness,
                              double resistance) {
    const int link = addResistance(from, to, resistance);
    links.back().kind = HydraulicLinkKind::Pipe;
    links.back().lengthM = lengthM;
    links.back().diameterM = diameterM;
    links.back().roughness = roughness;
    return link;
}

int HydraulicNetwork::addPump(int from, int to, double shutOffM, double r, double n, double units) {
    const int link = addResistance(from, to, 0.0, units);
    links.back().kind = HydraulicLinkKind::Pump;
    links.back().shutOffM = shutOffM;
    links.back().pumpR = r;
    links.back().pumpN = n;
    return link;
}

double resistanceOf(double lossPa, double flowM3PerS, double densityKgPerM3, double gravityMPerS2) {
    return lossPa / (densityKgPerM3 * gravityMPerS2 * flowM3PerS * flowM3PerS);
}

double fittingResistance(double zeta, double diameterM, double gravityMPerS2) {
    const double d2 = diameterM * diameterM;
    return 8.0 * zeta / (std::numbers::pi * std::numbers::pi * gravityMPerS2 * d2 * d2);
}

PumpPowerLaw pumpPowerLaw(double flowM3PerS, double headM) {
    return pumpPowerLaw(4.0 / 3.0 * headM, flowM3PerS, headM, 2.0 * flowM3PerS, 0.0);
}

PumpPowerLaw pumpPowerLaw(double shutOffM, double flow1, double head1, double flow2, double head2) {
    PumpPowerLaw law;
    const double drop1 = shutOffM - head1;
    const double drop2 = shutOffM - head2;
    if (flow1 > 0.0 && flow2 > flow1 && drop1 > 0.0 && drop2 > drop1) {
        law.shutOffM = shutOffM;
        law.n = std::log(drop2 / drop1) / std::log(flow2 / flow1);
        law.r = drop1 / std::pow(flow1, law.n);
    }
    return law;
}

}  // namespace headroom::engine
