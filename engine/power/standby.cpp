// SPDX-License-Identifier: Apache-2.0
#include "engine/power/standby.h"

#include "engine/base/index.h"

#include <algorithm>

namespace headroom::engine {

std::vector<std::uint8_t> generatorSide(const PowerNetwork& n) {
    std::vector<std::uint8_t> side(n.units.size(), 0);
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        bool all = makesPower(u.kind) || u.edges > 0;
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            all = all && side[at(n.edges[at(e)].from)] != 0;
        }
        side[i] = all ? 1 : 0;
    }
    return side;
}

Standby standbyOf(const PowerNetwork& n) {
    Standby s;
    const std::size_t units = n.units.size();
    s.side = generatorSide(n);
    s.standsFor.assign(units, {});
    s.prime.assign(units, 0);
    s.island.assign(units, 0);
    std::vector<std::uint8_t> hasCords(units, 0);
    for (const UnitIndex unit : n.cordUnit) {
        hasCords[at(unit)] = 1;
    }
    std::vector<int> seenBy(units, -1);
    for (std::size_t g = 0; g < units; ++g) {
        if (!makesPower(n.units[g].kind)) {
            continue;
        }
        bool feeds = false;
        std::vector<int> open = {static_cast<int>(g)};
        while (!open.empty()) {
            const UnitIndex unit(open.back());
            open.pop_back();
            feeds = feeds || hasCords[at(unit)] != 0;
            for (int o = n.firstOut[at(unit)]; o < n.firstOut[at(unit) + 1]; ++o) {
                const int to = n.edges[at(n.outEdges[at(o)])].to;
                if (seenBy[at(to)] == static_cast<int>(g)) {
                    continue;
                }
                seenBy[at(to)] = static_cast<int>(g);
                if (s.side[at(to)] != 0) {
                    open.push_back(to);
                } else {
                    s.standsFor[g].push_back(to);
                }
            }
        }
        s.prime[g] = (feeds && s.standsFor[g].empty()) || n.generator(n.units[g]).parallel ? 1 : 0;
    }
    for (std::size_t i = 0; i < units; ++i) {
        const PowerUnit& u = n.units[i];
        bool prime = s.prime[i] != 0;
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            prime = prime || s.island[at(n.edges[at(e)].from)] != 0;
        }
        s.island[i] = s.side[i] != 0 && prime ? 1 : 0;
    }
    return s;
}

}  // namespace headroom::engine
