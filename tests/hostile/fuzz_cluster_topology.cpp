// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/cluster_topology.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <algorithm>

namespace headroom::hostile {

/// The network of a cluster as its scheduler or subnet manager states it, and the same bytes as a list of hosts.
void cluster_topology(std::string_view bytes) {
    constexpr std::size_t kMostHosts = 1'000'000;
    require(engine::hostsOfList(bytes.substr(0, 200)).size() <= kMostHosts,
            "more hosts than there may be");
    const auto read = engine::parseClusterTopology(bytes, "topology.conf");
    if (!read) {
        requireRefusal(read.error(), "topology.conf");
        return;
    }
    require(!read->switches.empty() && read->levels() >= 1, "a network without switches");
    for (const engine::TopologySwitch& each : read->switches) {
        require(!each.name.empty() && each.level >= -1 && each.level < read->levels() &&
                    each.linksUp >= 0 && each.hostLinks >= 0,
                "a switch that cannot be: " + each.name);
        for (const std::string& below : each.below) {
            require(std::any_of(read->switches.begin(), read->switches.end(),
                                [&](const auto& s) { return s.name == below; }),
                    "a switch that is not there is named: " + below);
        }
    }
}

}  // namespace headroom::hostile
