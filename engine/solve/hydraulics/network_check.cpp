// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/hydraulics/network_check.h"

#include "engine/base/index.h"

#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

Error errorOf(const char* code, std::string message, std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

// Fault of the values of a link; null if there is none.
const char* faultOf(const HydraulicNetwork& network, const HydraulicLink& link) {
    const auto positive = [](double x) { return std::isfinite(x) && x > 0.0; };
    const auto notNegative = [](double x) { return std::isfinite(x) && x >= 0.0; };
    if (!notNegative(link.resistance)) {
        return "its resistance is negative or no number";
    }
    if (!notNegative(link.units)) {
        return "its number of units is negative or no number";
    }
    switch (link.kind) {
        case HydraulicLinkKind::Pipe:
            if (!positive(link.lengthM) || !positive(link.diameterM)) {
                return "length and diameter must be above 0";
            }
            if (!notNegative(link.roughness) ||
                (network.pipeLaw != PipeLaw::DarcyWeisbach && link.roughness <= 0.0)) {
                return "its roughness is outside what the pipe law allows";
            }
            if (network.pipeLaw == PipeLaw::DarcyWeisbach &&
                link.roughness >= 3.7 * link.diameterM) {
                return "its roughness is larger than its bore";
            }
            break;
        case HydraulicLinkKind::Pump:
            if (!notNegative(link.speed)) {
                return "its speed is negative or no number";
            }
            if (link.pumpLaw == PumpLaw::Power &&
                (!positive(link.shutOffM) || !notNegative(link.pumpR) || !positive(link.pumpN))) {
                return "shut-off head and exponent must be above 0, r not below";
            }
            if (link.pumpLaw == PumpLaw::ConstantPower && !positive(link.powerW)) {
                return "its power must be above 0";
            }
            break;
        default:
            if (!std::isfinite(link.setting) ||
                (link.kind == HydraulicLinkKind::Fcv && link.setting < 0.0)) {
                return "its setting is negative or no number";
            }
    }
    return nullptr;
}

bool needsCurve(const HydraulicLink& link) {
    return link.kind == HydraulicLinkKind::Gpv ||
           (link.kind == HydraulicLinkKind::Pump && link.pumpLaw == PumpLaw::Table);
}

bool isCurve(const HydraulicCurve& curve, bool falling) {
    const std::size_t points = curve.flowM3PerS.size();
    if (points < 2 || curve.headM.size() != points) {
        return false;
    }
    for (std::size_t i = 0; i < points; ++i) {
        if (!std::isfinite(curve.flowM3PerS[i]) || !std::isfinite(curve.headM[i])) {
            return false;
        }
        if (i > 0 && (curve.flowM3PerS[i] <= curve.flowM3PerS[i - 1] ||
                      (falling ? curve.headM[i] >= curve.headM[i - 1]
                               : curve.headM[i] < curve.headM[i - 1]))) {
            return false;
        }
    }
    return true;
}

std::string place(const char* what, const std::string& name, int index) {
    return std::string(what) + (name.empty() ? " " + std::to_string(index) : " \"" + name + "\"");
}

}  // namespace

std::string placeOfLink(const HydraulicNetwork& network, int link) {
    return place("link", network.links[at(link)].name, link);
}

std::string placeOfNode(const HydraulicNetwork& network, int node) {
    return place("node", network.nodes[at(node)].name, node);
}

Result<void> checkNetwork(const HydraulicNetwork& network) {
    const auto valueError = [](const std::string& where, const std::string& what) {
        return tl::unexpected(errorOf("HYD-002", where + ": " + what, "Correct the value."));
    };
    const double fluid[] = {network.densityKgPerM3, network.viscosityM2PerS, network.gravityMPerS2,
                            network.emitterExponent};
    for (const double value : fluid) {
        if (!std::isfinite(value) || value <= 0.0) {
            return valueError("network",
                              "density, viscosity, gravity and emitter exponent must be above 0");
        }
    }
    if (const auto& demand = network.pressureDemand;
        demand && !(std::isfinite(demand->leastM) && std::isfinite(demand->requiredM) &&
                    demand->requiredM > demand->leastM && demand->exponent > 0.0)) {
        return valueError("network",
                          "the required pressure of demands must be above the least one, and their "
                          "exponent above 0");
    }
    const int nodes = static_cast<int>(network.nodes.size());
    for (int i = 0; i < nodes; ++i) {
        const HydraulicNode& node = network.nodes[at(i)];
        if (!std::isfinite(node.elevationM) || !std::isfinite(node.demandM3PerS) ||
            !std::isfinite(node.headM)) {
            return valueError(placeOfNode(network, i), "a value is not a finite number");
        }
        if (!std::isfinite(node.emitter) || node.emitter < 0.0) {
            return valueError(placeOfNode(network, i), "its emitter is negative or no number");
        }
    }
    for (int i = 0; i < static_cast<int>(network.links.size()); ++i) {
        const HydraulicLink& link = network.links[at(i)];
        const std::string where = placeOfLink(network, i);
        if (link.from < 0 || link.from >= nodes || link.to < 0 || link.to >= nodes ||
            link.from == link.to) {
            return tl::unexpected(errorOf(
                "HYD-001", where + " names a node that is not there, or begins where it ends",
                "Give it two nodes of the network."));
        }
        if (const char* fault = faultOf(network, link)) {
            return valueError(where, fault);
        }
        if (!needsCurve(link)) {
            continue;
        }
        if (link.curve < 0 || at(link.curve) >= network.curves.size()) {
            return tl::unexpected(errorOf("HYD-001", where + " names a curve that is not there",
                                          "Add the curve, or correct its index."));
        }
        if (!isCurve(network.curves[at(link.curve)], link.kind == HydraulicLinkKind::Pump)) {
            return tl::unexpected(errorOf(
                "HYD-003", where + ": flows of its curve do not rise, or heads of a pump not fall",
                "Give two points or more, sorted by flow, each flow once."));
        }
    }
    return {};
}

}  // namespace headroom::engine
