// SPDX-License-Identifier: Apache-2.0
#include "engine/power/network.h"

#include <algorithm>
#include <span>

/// Units and loads of a wiring that are looked at together.
namespace headroom::engine {

void findGroups(PowerNetwork& n) {
    n.subnetworks.clear();
    std::vector<int> groupOf(n.units.size(), -1);
    std::vector<UnitIndex> members, open;
    for (const UnitIndex first : n.units.indices()) {
        if (groupOf[at(first)] >= 0) {
            continue;
        }
        const auto group = static_cast<int>(n.subnetworks.size());
        members.clear();
        open.assign(1, first);
        groupOf[at(first)] = group;
        const auto reach = [&](UnitIndex unit) {
            if (groupOf[at(unit)] < 0) {
                groupOf[at(unit)] = group;
                open.push_back(unit);
            }
        };
        while (!open.empty()) {
            const UnitIndex unit = open.back();
            open.pop_back();
            members.push_back(unit);
            const PowerUnit& u = n.units[at(unit)];
            for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
                reach(n.edges[at(e)].from);
            }
            for (int o = n.firstOut[at(unit)]; o < n.firstOut[at(unit) + 1]; ++o) {
                reach(n.edges[at(n.outEdges[at(o)])].to);
            }
        }
        std::sort(members.begin(), members.end());
        n.subnetworks.push_back(members);
    }
    n.loadRuns.clear();
    const auto unitsOf = [&](std::size_t l) {
        return std::span(n.cordUnit).subspan(at(n.loads[l].firstCord), at(n.loads[l].cords));
    };
    for (std::size_t l = 0; l < n.loads.size(); ++l) {
        const auto own = unitsOf(l);
        if (l == 0 || !std::ranges::equal(own, unitsOf(l - 1))) {
            n.loadRuns.push_back({static_cast<int>(l), 0});
        }
        ++n.loadRuns.back().loads;
    }
}

}  // namespace headroom::engine
