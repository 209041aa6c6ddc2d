// SPDX-License-Identifier: Apache-2.0
#include "engine/check/fabric_against.h"

#include "engine/base/scale.h"
#include "engine/document/json_text.h"
#include "engine/document/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr int kCores = 2;  // tier of core switches

int largestFabric(const FabricNetwork& network) {
    int largest = 0;
    for (int f = 0; f < static_cast<int>(network.fabrics.size()); ++f) {
        const auto places = [&](int i) {
            return network.fabrics[static_cast<std::size_t>(i)].counts.endpoints;
        };
        largest = places(f) > places(largest) ? f : largest;
    }
    return largest;
}

}  // namespace

FabricComparison compareFabric(const ClusterTopology& topology, const FabricNetwork& network) {
    const int index = largestFabric(network);
    const Fabric& fabric = network.fabrics[static_cast<std::size_t>(index)];
    FabricComparison result;
    Sheet& table = result.table;
    table.title = "Fabric " + fabric.id + " beside the " + topology.form;
    table.why = "Counts of the design and of the cluster that runs.";
    table.columns = {"figure", "project", "file", "verdict"};
    const auto row = [&](const std::string& what, double ours, double theirs) {
        const bool same = std::abs(ours - theirs) <= 1e-6 * std::max(std::abs(ours), 1.0);
        result.differences += same ? 0 : 1;
        table.rows.push_back(
            {what, numberText(ours), numberText(theirs), same ? "same" : "differs"});
    };
    const auto number = [](auto value) { return static_cast<double>(value); };
    const auto servers =
        std::count(network.serverFabric.begin(), network.serverFabric.end(), index);
    row("servers", number(servers), number(topology.hosts));
    static constexpr std::array<const char*, 3> kTiers = {"leaves or routers", "spines", "cores"};
    const int levels = std::max(topology.levels(), kCores + 1);
    for (int level = 0; level < levels; ++level) {
        const double ours =
            level <= kCores ? number(fabric.counts.switchesByTier[static_cast<std::size_t>(level)])
                            : 0.0;
        const auto theirs = number(topology.switchesOf(level));
        if (ours > 0.0 || theirs > 0.0) {
            row(level <= kCores ? kTiers[static_cast<std::size_t>(level)]
                                : fmt::format("switches of level {}", level + 1),
                ours, theirs);
        }
    }
    if (topology.statesCables()) {
        int host = 0;
        int between = 0;
        for (const TopologySwitch& each : topology.switches) {
            host += each.hostLinks;
            between += each.linksUp;
        }
        row("host cables", number(fabric.counts.hostCables), host);
        row("cables between switches", number(fabric.counts.switchCables), between);
        if (const double gbps = statedGbps(topology); gbps > 0.0 && fabric.topology) {
            row("rate of a link, one way [Gbit/s]", fabric.topology->linkBytesPerS() / kGigabit,
                gbps);
        }
        if (const double worst = statedOversubscription(topology); worst > 0.0) {
            row("oversubscription, worst leaf", fabric.oversubscription, worst);
        }
    }
    result.notes = topology.notes;
    return result;
}

}  // namespace headroom::engine
