// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/shape.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace headroom::engine {

namespace {

constexpr int kMostEdge = 1 << 16;

int ceilDivide(std::int64_t a, std::int64_t b) {
    return static_cast<int>((a + b - 1) / b);
}

void dragonfly(const models::FabricSpec& spec, int endpoints, TopologySpec& out) {
    const int balanced = std::max(1, (out.radix + 1) / 4);
    out.routerGlobals = spec.routerGlobals > 0 ? spec.routerGlobals : balanced;
    out.routerEndpoints = spec.routerEndpoints > 0 ? spec.routerEndpoints : balanced;
    out.groupRouters = spec.groupRouters > 0 ? spec.groupRouters : 2 * balanced;
    const std::int64_t group = std::int64_t{out.groupRouters} * out.routerEndpoints;
    out.groups = spec.groups > 0 ? spec.groups : std::max(2, ceilDivide(endpoints, group));
}

void dragonflyPlus(const models::FabricSpec& spec, int endpoints, TopologySpec& out) {
    const int half = std::max(1, out.radix / 2);
    out.routerGlobals = spec.routerGlobals > 0 ? spec.routerGlobals : half;
    out.routerEndpoints = spec.routerEndpoints > 0 ? spec.routerEndpoints : half;
    out.groupRouters = spec.groupRouters > 0 ? spec.groupRouters : half;
    const std::int64_t group = std::int64_t{out.groupRouters} * out.routerEndpoints;
    out.groups = spec.groups > 0 ? spec.groups : std::max(2, ceilDivide(endpoints, group));
}

/// Edges as equal as can be, in steps of `step`, whose product is at least `nodes`.
std::vector<int> nearCube(int nodes, int step) {
    const double cells = std::ceil(nodes / std::pow(step, 3.0));
    int a = 1;
    while (std::pow(a + 1.0, 3.0) <= cells) {
        ++a;
    }
    const auto rest = [&](std::int64_t taken) {
        return std::max(1, ceilDivide(static_cast<std::int64_t>(cells), taken));
    };
    int b = a;
    while (b + 1 <= rest(std::int64_t{a} * (b + 1))) {
        ++b;
    }
    return {a * step, b * step, rest(std::int64_t{a} * b) * step};
}

std::vector<int> torusDims(const models::FabricSpec& spec, int endpoints) {
    const int step = std::max(1, spec.cubeEdge);
    if (!spec.twisted) {
        return nearCube(endpoints, step);
    }
    int k = step;
    while (2.0 * k * k * k < endpoints) {
        k += step;
    }
    return {k, k, 2 * k};
}

/// Adapters of a router so that its links carry half of what they could send (S K / 2).
void hyperX(const models::FabricSpec& spec, int endpoints, TopologySpec& out) {
    const int k = out.linksPerPair;
    if (out.dims.empty()) {
        for (int s = 2;; ++s) {
            const int ports = out.radix - 2 * (s - 1) * k;
            const int hosts = std::min(ports, std::max(1, s * k / 2));
            if (ports < 1 || std::int64_t{s} * s * hosts >= endpoints) {
                out.dims = {s, s};
                break;
            }
        }
    }
    std::int64_t routers = 1;
    for (const int d : out.dims) {
        routers *= d;
    }
    out.routerEndpoints =
        spec.routerEndpoints > 0
            ? spec.routerEndpoints
            : std::max(1, ceilDivide(endpoints, std::max<std::int64_t>(1, routers)));
}

/// Ports of a router that the shape takes; trees see to their own.
std::int64_t portsTaken(const TopologySpec& spec) {
    const std::int64_t p = spec.routerEndpoints, a = spec.groupRouters, h = spec.routerGlobals;
    switch (spec.kind) {
        case TopologyKind::Dragonfly:
            return p + a - 1 + h;
        case TopologyKind::DragonflyPlus:
            return a + std::max(p, h);
        case TopologyKind::HyperX: {
            std::int64_t ports = p;
            for (const int s : spec.dims) {
                ports += std::int64_t{s - 1} * spec.linksPerPair;
            }
            return ports;
        }
        case TopologyKind::Torus: {
            // Two neighbours along each dimension; in one of two nodes they are the same.
            std::int64_t ports = 0;
            for (const int s : spec.dims) {
                ports += std::clamp(s - 1, 0, 2);
            }
            return ports;
        }
        default:
            return 0;
    }
}

Result<int> railsOf(const models::FabricSpec& spec, const FabricLoad& load) {
    const int rails = spec.rails > 0 ? spec.rails : (load.nics.empty() ? 1 : load.nics.front());
    for (const int nics : load.nics) {
        if (nics % rails != 0) {
            return tl::unexpected(
                Error{"FAB-101",
                      std::to_string(nics) + " adapters of a server do not divide into " +
                          std::to_string(rails) + " rails.",
                      "Set rails to a number that divides the adapters of every server, give "
                      "servers of other sizes a fabric of their own, or choose a fat tree.",
                      {},
                      {},
                      0});
        }
    }
    return rails;
}

const char* kindName(models::SwitchKind kind) {
    switch (kind) {
        case models::SwitchKind::Packet:
            return "a packet switch";
        case models::SwitchKind::Optical:
            return "an optical circuit switch";
        case models::SwitchKind::ScaleUp:
            return "a scale-up switch";
        case models::SwitchKind::Cxl:
            return "a CXL switch";
        case models::SwitchKind::Node:
            return "a router inside an adapter";
    }
    return "";
}

}  // namespace

std::optional<Error> partFault(models::FabricShape shape, models::SwitchKind kind) {
    using models::SwitchKind;
    if (shape == models::FabricShape::Torus) {
        if (kind == SwitchKind::Node) {
            return std::nullopt;
        }
        return Error{"FAB-103",
                     "A torus has a switch for each adapter, which are in the accelerators "
                     "themselves where it is built: it cannot be sized of packet switches.",
                     "Choose another shape, or a switch of kind node: a router in each adapter.",
                     {},
                     {},
                     0};
    }
    if (kind == SwitchKind::Packet || kind == SwitchKind::ScaleUp) {
        return std::nullopt;
    }
    return Error{"FAB-103",
                 std::string{"The shape is built of packet switches, and its switch is "} +
                     kindName(kind) + ".",
                 "Name a packet switch of the catalogue.",
                 {},
                 {},
                 0};
}

Result<TopologySpec> shapeOf(const models::FabricSpec& spec, const models::SwitchSpec& part,
                             const FabricLoad& load) {
    if (auto fault = partFault(spec.shape, part.kind)) {
        return tl::unexpected(std::move(*fault));
    }
    TopologySpec out;
    out.kind = static_cast<TopologyKind>(spec.shape);
    out.endpoints = load.endpoints;
    out.planes = spec.planes;
    const double share = load.adapterBytesPerS / spec.planes;
    out.radix = models::breakoutRadix(part.ports, part.portBytesPerS, share);
    out.linkBytesPerS = share > 0.0 ? std::min(share, part.portBytesPerS) : part.portBytesPerS;
    out.hopLatencyS = std::isnan(part.latencyS) ? 0.0 : part.latencyS;
    out.tiers = spec.tiers;
    out.oversubscription = spec.oversubscription;
    out.wrap = spec.wrap;
    out.twisted = spec.twisted;
    out.cubeEdge = spec.cubeEdge;
    out.linksPerPair = spec.linksPerPair;
    out.dims.clear();
    for (const double d : spec.dims) {
        if (d != std::floor(d)) {
            return tl::unexpected(Error{"FAB-003",
                                        "a dimension has a fraction of a router.",
                                        "State the number of routers along each dimension.",
                                        {},
                                        {},
                                        0});
        }
        out.dims.push_back(static_cast<int>(std::clamp(d, 0.0, double{kMostEdge})));
    }
    switch (spec.shape) {
        case models::FabricShape::FatTree:
            break;
        case models::FabricShape::RailOptimised:
        case models::FabricShape::RailOnly: {
            const auto rails = railsOf(spec, load);
            if (!rails) {
                return tl::unexpected(rails.error());
            }
            out.rails = *rails;
            out.endpoints = ceilDivide(load.endpoints, *rails) * *rails;
            break;
        }
        case models::FabricShape::Dragonfly:
            dragonfly(spec, load.endpoints, out);
            break;
        case models::FabricShape::DragonflyPlus:
            dragonflyPlus(spec, load.endpoints, out);
            break;
        case models::FabricShape::Torus:
            if (out.dims.empty()) {
                out.dims = torusDims(spec, load.endpoints);
            }
            break;
        case models::FabricShape::HyperX:
            hyperX(spec, load.endpoints, out);
            break;
    }
    if (const std::int64_t ports = portsTaken(out); ports > out.radix) {
        return tl::unexpected(
            Error{"FAB-102",
                  "a router takes " + std::to_string(ports) + " ports, and the switch has " +
                      std::to_string(out.radix) + " at the rate of a link.",
                  "State smaller groups or dimensions, fewer adapters or global links of a router, "
                  "or choose a switch with more ports.",
                  {},
                  {},
                  0});
    }
    return out;
}

Routing routingOf(const models::FabricSpec& spec, const models::SwitchSpec& part) {
    switch (spec.routing) {
        case models::FabricRouting::Automatic:
            break;
        case models::FabricRouting::DModK:
            return Routing::DModK;
        case models::FabricRouting::Ecmp:
            return Routing::Ecmp;
        case models::FabricRouting::Adaptive:
            return Routing::Adaptive;
        case models::FabricRouting::Spray:
            return Routing::Spray;
        case models::FabricRouting::Minimal:
            return Routing::Minimal;
        case models::FabricRouting::Valiant:
            return Routing::Valiant;
        case models::FabricRouting::Ugal:
            return Routing::Ugal;
        case models::FabricRouting::DimensionOrder:
            return Routing::DimensionOrder;
    }
    switch (spec.shape) {
        case models::FabricShape::Dragonfly:
        case models::FabricShape::DragonflyPlus:
        case models::FabricShape::HyperX:
            return Routing::Ugal;
        case models::FabricShape::Torus:
            return Routing::DimensionOrder;
        default:
            break;
    }
    return part.protocol == models::SwitchProtocol::Ethernet ? Routing::Ecmp : Routing::Adaptive;
}

}  // namespace headroom::engine
