// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/fabric_case.h"

#include <initializer_list>

namespace headroom::engine {

namespace {

constexpr double kBitsPerByte = 8.0;
constexpr int kMostSeeds = 1000;

template <class T>
std::optional<T> named(const std::string& name, std::initializer_list<T> all,
                       const char* (*nameOf)(T)) {
    for (const T one : all) {
        if (name == nameOf(one)) {
            return one;
        }
    }
    return std::nullopt;
}

void readTopology(CaseReader& in, FabricCase& fabric) {
    using enum TopologyKind;
    const std::string kind = in.text("kind");
    const auto known =
        named(kind, {FatTree, RailOptimised, RailOnly, Dragonfly, DragonflyPlus, Torus, HyperX},
              &topologyKindName);
    if (!known) {
        fabric.unsaid = "no shape is called \"" + kind + "\"";
        return;
    }
    TopologySpec& spec = fabric.spec;
    spec.kind = *known;
    spec.endpoints = in.count("endpoints", 0);
    spec.planes = in.count("planes", 1);
    spec.tiers = in.count("tiers", 0);
    spec.radix = in.count("radix", spec.radix);
    spec.oversubscription = in.number("oversubscription", 1.0, 0.0, 1e9);
    spec.rails = in.count("rails", spec.rails);
    spec.routerEndpoints = in.count(in.has("terminals") ? "terminals" : "p", spec.routerEndpoints);
    spec.groupRouters = in.count("a", spec.groupRouters);
    spec.routerGlobals = in.count("h", spec.routerGlobals);
    spec.groups = in.count("groups", 0);
    spec.dims = in.counts("dims");
    spec.wrap = in.flag("wrap", true);
    spec.twisted = in.flag("twisted", false);
    spec.cubeEdge = in.count("cube_edge", 0);
    spec.linksPerPair = in.count("links_per_pair", 1);
    spec.linkBytesPerS = in.number("link_gbps", 400.0, 0.0, 1e9) * 1e9 / kBitsPerByte;
    spec.hopLatencyS = in.number("hop_latency_ns", 0.0, 0.0, 1e9) * 1e-9;
}

void readRouting(const std::string& name, FabricCase& fabric) {
    using enum Routing;
    const auto known = named(
        name, {DModK, Ecmp, Adaptive, Spray, Minimal, Valiant, Ugal, DimensionOrder}, &routingName);
    if (known) {
        fabric.routing.routing = *known;
    } else if (fabric.unsaid.empty()) {
        fabric.unsaid = "no routing is called \"" + name + "\"";
    }
}

void readTraffic(CaseReader& in, FabricCase& fabric) {
    fabric.pattern = in.text("pattern");
    fabric.stride = in.count("stride", 1);
    fabric.senders = in.count("senders", 0);
    fabric.ranks = in.count("ranks", 0);
    fabric.seeds = in.count("seeds", 1, kMostSeeds);
    fabric.bytes = in.number(in.has("bytes_per_pair") ? "bytes_per_pair" : "bytes", 0.0, 0.0, 1e18);
    fabric.routing.queuePairs = in.count("queue_pairs", 1, 1024);
    fabric.routing.seed = 1;
}

}  // namespace

FabricCase readFabricCase(CaseReader& entry) {
    FabricCase fabric;
    fabric.id = entry.text("case");
    CaseReader topology = entry.object("topology");
    readTopology(topology, fabric);
    readRouting(entry.text("routing"), fabric);
    CaseReader traffic = entry.object("traffic");
    readTraffic(traffic, fabric);
    return fabric;
}

}  // namespace headroom::engine
