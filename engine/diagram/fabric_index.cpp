// SPDX-License-Identifier: Apache-2.0
// Index of the places in a topology, for its diagrams.
#include "engine/base/index.h"
#include "engine/diagram/fabric_diagram.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

TopologyIndex::End TopologyIndex::endOf(int node) const {
    End end;
    end.switchNumber = node >= topology->endpoints() ? node - topology->endpoints()
                                                     : leafSwitch[at(topology->leafOf(node))];
    const SwitchPlace place = topology->place(end.switchNumber);
    end.tier = static_cast<std::int8_t>(place.tier);
    end.leaf = leafOfSwitch[at(end.switchNumber)];
    end.group = place.group;
    return end;
}

TopologyIndex indexFabric(std::shared_ptr<const Topology> topology) {
    TopologyIndex index;
    const Topology& t = *topology;
    index.topology = std::move(topology);
    const int planes = std::max(1, t.spec().planes);
    index.leavesOfGroup.resize(at(std::max(1, t.groups())));
    index.spinesOfGroup.assign(index.leavesOfGroup.size(), 0);
    index.endpointsOfLeaf.assign(at(t.leaves()), 0);
    for (int leaf = 0; leaf < t.leaves(); ++leaf) {
        index.leavesOfGroup[at(std::max(0, t.groupOfLeaf(leaf)))].push_back(leaf);
    }
    for (int e = 0; e < t.endpoints(); ++e) {
        ++index.endpointsOfLeaf[at(t.leafOf(e))];
    }
    // Leaves of a plane are numbered as its switches of tier 0 are.
    index.leafOfSwitch.assign(at(t.switches()), -1);
    index.leafSwitch.assign(at(planes * t.leaves()), -1);
    std::vector<int> next(at(planes), 0);
    for (int s = 0; s < t.switches(); ++s) {
        const SwitchPlace place = t.place(s);
        const int plane = std::clamp(place.plane, 0, planes - 1);
        if (place.tier == 0) {
            const int leaf = next[at(plane)]++;
            if (leaf < t.leaves()) {
                index.leafOfSwitch[at(s)] = leaf;
                index.leafSwitch[at(plane * t.leaves() + leaf)] = s;
            }
        } else if (plane == 0 && place.tier == 1) {
            ++(place.group < 0 ? index.looseSpines : index.spinesOfGroup[at(place.group)]);
        } else if (plane == 0) {
            ++index.cores;
        }
    }
    index.bundles.reserve(at(t.bundles()));
    for (int b = 0; b < t.bundles(); ++b) {
        const Bundle bundle = t.bundle(b);
        TopologyIndex::Ends ends;
        ends.tier = bundle.tier;
        ends.plane = bundle.plane;
        ends.links = bundle.links;
        if (const std::vector<LinkId> links = t.bundleLinks(b); !links.empty()) {
            const LinkEnds link = t.ends(links.front());
            ends.from = index.endOf(link.from);
            ends.to = index.endOf(link.to);
        }
        index.bundles.push_back(ends);
    }
    return index;
}

}  // namespace headroom::engine
