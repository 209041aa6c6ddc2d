// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/topology/topology.h"

#include "engine/fabric/topology/plane_topology.h"

#include <cmath>
#include <limits>
#include <sstream>

namespace headroom::engine {

namespace {

constexpr int kMostPlanes = 64;

std::string numberText(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

}  // namespace

const char* topologyKindName(TopologyKind kind) {
    switch (kind) {
        case TopologyKind::FatTree:
            return "fat_tree";
        case TopologyKind::RailOptimised:
            return "rail_optimised";
        case TopologyKind::RailOnly:
            return "rail_only";
        case TopologyKind::Dragonfly:
            return "dragonfly";
        case TopologyKind::DragonflyPlus:
            return "dragonfly_plus";
        case TopologyKind::Torus:
            return "torus";
        case TopologyKind::HyperX:
            return "hyperx";
    }
    return "";
}

const char* linkTierName(LinkTier tier) {
    switch (tier) {
        case LinkTier::Host:
            return "host";
        case LinkTier::Leaf:
            return "leaf to spine";
        case LinkTier::Spine:
            return "spine to core";
        case LinkTier::Local:
            return "inside a group";
        case LinkTier::Global:
            return "between groups";
        case LinkTier::Mesh:
            return "along a dimension";
        case LinkTier::Wan:
            return "between sites";
    }
    return "";
}

const char* routingName(Routing routing) {
    switch (routing) {
        case Routing::DModK:
            return "d_mod_k";
        case Routing::Ecmp:
            return "ecmp";
        case Routing::Adaptive:
            return "adaptive";
        case Routing::Spray:
            return "spray";
        case Routing::Minimal:
            return "minimal";
        case Routing::Valiant:
            return "valiant";
        case Routing::Ugal:
            return "ugal";
        case Routing::DimensionOrder:
            return "dimension_order";
    }
    return "";
}

Error shapeError(const char* code, std::string what, std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(what);
    error.remedy = std::move(remedy);
    return error;
}

Result<void> shapeRange(const char* name, double value, double least, double most) {
    if (value >= least && value <= most) {
        return {};
    }
    return tl::unexpected(shapeError("FAB-001",
                                     std::string(name) + " is " + numberText(value) +
                                         "; it must be from " + numberText(least) + " to " +
                                         numberText(most),
                                     "State a value in that range."));
}

Result<void> shapeFits(double planes, double linksOfPlane) {
    const double most = std::numeric_limits<std::int32_t>::max();
    if (planes * linksOfPlane <= most) {
        return {};
    }
    return tl::unexpected(
        shapeError("FAB-005",
                   "the shape has " + numberText(planes * linksOfPlane) +
                       " links or more; at most " + numberText(most) + " can be numbered",
                   "Check dimensions, groups and ports: one of them is too large."));
}

Result<std::shared_ptr<const Topology>> makeTopology(const TopologySpec& spec) {
    auto fine = shapeRange("planes", spec.planes, 1, kMostPlanes);
    if (fine) {
        fine = shapeRange("endpoints", spec.endpoints, 0, std::numeric_limits<int>::max());
    }
    if (fine) {
        fine = shapeRange("rate of a link in bytes/s", spec.linkBytesPerS,
                          std::numeric_limits<double>::min(), 1e18);
    }
    if (fine) {
        fine = shapeRange("latency of a hop in s", spec.hopLatencyS, 0.0, 1.0);
    }
    if (!fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    switch (spec.kind) {
        case TopologyKind::FatTree:
        case TopologyKind::RailOptimised:
        case TopologyKind::RailOnly:
            return makeTree(spec);
        case TopologyKind::Dragonfly:
        case TopologyKind::DragonflyPlus:
            return makeDragonfly(spec);
        case TopologyKind::Torus:
            return makeTorus(spec);
        case TopologyKind::HyperX:
            return makeHyperX(spec);
    }
    return tl::unexpected(shapeError("FAB-001", "the kind of shape is unknown", "State one."));
}

}  // namespace headroom::engine
