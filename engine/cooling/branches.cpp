// SPDX-License-Identifier: Apache-2.0
#include "engine/cooling/branches.h"

namespace headroom::engine {

CoolingBranches::CoolingBranches(const CoolingNetwork& network) {
    links.assign(network.circuits.size(), {});
    farthest.assign(network.circuits.size(), LinkIndex());
    for (std::size_t i = 0; i < network.links.size(); ++i) {
        const CoolingLink& link = network.links[i];
        if (infoOf(link.kind).role != CoolingRole::Branch) {
            continue;
        }
        const auto circuit = at(link.circuit);
        links[circuit].emplace_back(i);
        if (farthest[circuit] < 0 ||
            link.balancingPa <= network.links[at(farthest[circuit])].balancingPa) {
            farthest[circuit] = LinkIndex(i);
        }
    }
}

}  // namespace headroom::engine
