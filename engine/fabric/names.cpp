// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine {

namespace {

bool hasTiers(const Topology& topology) {
    const TopologyKind kind = topology.spec().kind;
    return kind == TopologyKind::FatTree || kind == TopologyKind::RailOptimised ||
           kind == TopologyKind::RailOnly || kind == TopologyKind::DragonflyPlus;
}

const char* groupWord(const Topology& topology) {
    switch (topology.spec().kind) {
        case TopologyKind::Dragonfly:
        case TopologyKind::DragonflyPlus:
            return "group";
        case TopologyKind::Torus:
        case TopologyKind::HyperX:
            return "slab";
        default:
            return "pod";
    }
}

const char* tierWord(const Topology& topology, int tier) {
    if (!hasTiers(topology)) {
        return "router";
    }
    return tier == 0 ? "leaf" : tier == 1 ? "spine" : "core";
}

}  // namespace

std::string switchName(const Topology& topology, int switchNumber) {
    // Switches of a tier are numbered through; the first tier comes first in most shapes, but the
    // contract does not promise it.
    const int tier = topology.place(switchNumber).tier;
    int before = 0;
    for (int s = 0; s < switchNumber; ++s) {
        before += topology.place(s).tier == tier ? 1 : 0;
    }
    return fmt::format("{} {}", tierWord(topology, tier), before + 1);
}

std::string nodeName(const Topology& topology, int node) {
    return node < topology.endpoints() ? fmt::format("adapter {}", node + 1)
                                       : switchName(topology, node - topology.endpoints());
}

std::string linkName(const Topology& topology, LinkId link) {
    const LinkEnds ends = topology.ends(link);
    return nodeName(topology, ends.from) + " to " + nodeName(topology, ends.to);
}

std::string bundleName(const Topology& topology, int bundle) {
    const Bundle b = topology.bundle(bundle);
    const auto plane = topology.spec().planes > 1 ? fmt::format(" of plane {}", b.plane + 1) : "";
    const auto end = [&](int number, bool group) {
        return fmt::format("{} {}", group ? groupWord(topology) : tierWord(topology, 0),
                           number + 1);
    };
    const bool tree = b.tier == LinkTier::Leaf || b.tier == LinkTier::Spine;
    const bool up = tree && (!b.fromGroup || b.to < 0) && b.from >= 0;
    if (tree && topology.spec().kind != TopologyKind::DragonflyPlus) {
        // One end is a leaf or a pod, the other all that is above it.
        return up ? "uplinks of " + end(b.from, b.fromGroup) + plane
                  : "downlinks of " + end(b.to, b.toGroup) + plane;
    }
    return end(b.from, b.fromGroup) + " to " + end(b.to, b.toGroup) + plane;
}

std::string bundleName(const FabricNetwork& network, int bundle) {
    if (bundle < 0) {
        return "its adapters";
    }
    for (std::size_t f = 0; f < network.fabrics.size(); ++f) {
        if (bundle < network.firstBundle[f + 1] && network.fabrics[f].topology) {
            const std::string name =
                bundleName(*network.fabrics[f].topology, bundle - network.firstBundle[f]);
            return network.fabrics.size() > 1 ? network.fabrics[f].id + ", " + name : name;
        }
    }
    const auto wan =
        static_cast<std::size_t>((bundle - network.firstBundle[network.fabrics.size()]) / 2);
    return wan < network.wans.size() ? "WAN link " + network.wans[wan].id : "storage";
}

}  // namespace headroom::engine
