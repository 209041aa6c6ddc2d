// SPDX-License-Identifier: Apache-2.0
#include "engine/connections/supply_paths.h"

#include <map>
#include <tuple>

namespace headroom::engine {

namespace {

/// Links that a traced way passes, and those of the outdoor circuits that take its heat.
std::vector<bool> linksOf(const CoolingNetwork& network, const std::vector<LinkIndex>& trace) {
    std::vector<bool> links(network.links.size(), false);
    for (const LinkIndex link : trace) {
        if (link >= 0) {
            links[at(link)] = true;
        }
    }
    for (const CoolingExchanger& exchanger : network.exchangers) {
        if (exchanger.hot < 0 || exchanger.cold < 0 || !links[at(exchanger.hot)]) {
            continue;
        }
        const CoolingCircuit& cold = network.circuits[network.links[exchanger.cold].circuit];
        for (int link = cold.firstLink;
             cold.kind == CircuitKind::Outdoor && link < cold.firstLink + cold.links; ++link) {
            links[at(link)] = true;
        }
    }
    return links;
}

}  // namespace

PowerPath powerPath(const PowerNetwork& network, const PowerLiveness& live,
                    const std::vector<int>& loads, const std::vector<int>& units) {
    PowerPath path;
    path.units.assign(network.units.size(), false);
    path.edges.assign(network.edges.size(), false);
    path.cords.assign(network.cordUnit.size(), false);
    std::vector<bool> down = path.units;  // what hangs on `units`
    for (const int unit : units) {
        path.units[at(unit)] = down[at(unit)] = live.units[at(unit)];
    }
    for (const int load : loads) {
        const PowerLoad& its = network.loads[at(load)];
        for (int c = its.firstCord; c < its.firstCord + its.cords; ++c) {
            const auto unit = at(network.cordUnit[at(c)]);
            if (live.units[unit]) {
                path.cords[at(c)] = path.units[unit] = true;
            }
        }
    }
    // Sources come before what they feed.
    for (std::size_t unit = network.units.size(); unit-- > 0;) {
        const PowerUnit& its = network.units[unit];
        for (int e = its.firstEdge; path.units[unit] && e < its.firstEdge + its.edges; ++e) {
            if (live.edges[at(e)]) {
                path.edges[at(e)] = true;
                path.units[at(network.edges[at(e)].from)] = true;
            }
        }
    }
    for (std::size_t unit = 0; unit < network.units.size(); ++unit) {
        const PowerUnit& its = network.units[unit];
        for (int e = its.firstEdge; e < its.firstEdge + its.edges; ++e) {
            if (live.edges[at(e)] && down[at(network.edges[at(e)].from)]) {
                path.edges[at(e)] = true;
                path.units[unit] = down[unit] = true;
            }
        }
    }
    for (std::size_t c = 0; c < network.cordUnit.size(); ++c) {
        path.cords[c] =
            path.cords[c] || (down[at(network.cordUnit[c])] && live.units[at(network.cordUnit[c])]);
    }
    return path;
}

CoolantPath coolantPath(const CoolingNetwork& network, const Layout& layout, LinkIndex start) {
    CoolantPath path;
    path.links.assign(network.links.size(), false);
    path.racks.assign(layout.racks.size(), false);
    if (start < 0) {
        return path;
    }
    const CoolingLink& first = network.links[start];
    std::map<std::tuple<int, int, int>, std::vector<std::size_t>>
        rows;  // racks by block, row, hall
    for (std::size_t i = 0; i < layout.racks.size(); ++i) {
        const RackBox& rack = layout.racks[i];
        if (rack.block >= 0 && at(rack.block) < network.blockFirstRow.size()) {
            const bool isAir = network.rowLink(BlockIndex(rack.block), rack.row) < 0;
            // Rows of a hall that air cools have one way.
            rows[isAir ? std::tuple{-1, 0, rack.hall} : std::tuple{rack.block, rack.row, rack.hall}]
                .push_back(i);
        }
    }
    for (const auto& [row, racks] : rows) {
        const RackBox& rack = layout.racks[racks.front()];
        const BlockIndex block(rack.block);
        const LinkIndex own = network.rowLink(block, rack.row);
        if (first.kind == CoolingLinkKind::Racks && own != start) {
            continue;
        }
        const std::vector<bool> links =
            linksOf(network, network.trace(block, rack.row, HallIndex(rack.hall)));
        if (!links[at(start)]) {
            continue;
        }
        for (std::size_t l = 0; l < links.size(); ++l) {
            path.links[l] = path.links[l] || links[l];
        }
        for (const std::size_t each : racks) {
            path.racks[each] = true;
        }
    }
    return path;
}

}  // namespace headroom::engine
