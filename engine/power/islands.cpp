// SPDX-License-Identifier: Apache-2.0
#include "engine/power/islands.h"

#include "engine/base/index.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace headroom::engine {

namespace {

/// Sets that grow together (union-find, by halving of paths).
class Together {
  public:
    explicit Together(std::size_t n) : of_(n) { std::iota(of_.begin(), of_.end(), 0); }

    int find(int i) {
        while (of_[at(i)] != i) {
            i = of_[at(i)] = of_[at(of_[at(i)])];
        }
        return i;
    }

    /// The smaller index stands for both.
    void join(int a, int b) {
        a = find(a);
        b = find(b);
        of_[at(std::max(a, b))] = std::min(a, b);
    }

  private:
    std::vector<int> of_;
};

/// Shared state of all islands.
PowerNetwork partsOf(const PowerNetwork& n) {
    PowerNetwork own;
    own.utilities = n.utilities;
    own.transformers = n.transformers;
    own.switchboards = n.switchboards;
    own.generators = n.generators;
    own.upses = n.upses;
    own.transferSwitches = n.transferSwitches;
    own.pdus = n.pdus;
    own.breakers = n.breakers;
    own.cables = n.cables;
    return own;
}

class Cutter {
  public:
    explicit Cutter(const PowerNetwork& n)
        : n_(n), islandOf_(n.units.size()), unit_(n.units.size()) {}

    std::vector<PowerIsland> run() {
        number();
        for (std::size_t i = 0; i < n_.units.size(); ++i) {
            addUnit(UnitIndex(i));
        }
        for (PowerIsland& island : islands_) {
            for (PowerEdge& e : island.network.edges) {
                e.from = unit_[at(e.from)];
                e.to = unit_[at(e.to)];
            }
            addOutEdges(island);
        }
        for (std::size_t l = 0; l < n_.loads.size(); ++l) {
            addLoad(LoadIndex(l));
        }
        for (PowerIsland& island : islands_) {
            findGroups(island.network);
        }
        return std::move(islands_);
    }

  private:
    void number() {
        Together together(n_.units.size());
        for (const PowerEdge& e : n_.edges) {
            together.join(e.from, e.to);
        }
        for (const PowerLoad& load : n_.loads) {
            for (int c = load.firstCord + 1; c < load.firstCord + load.cords; ++c) {
                together.join(n_.cordUnit[at(load.firstCord)], n_.cordUnit[at(c)]);
            }
        }
        for (std::size_t i = 0; i < n_.units.size(); ++i) {
            const int first = together.find(static_cast<int>(i));
            if (first == static_cast<int>(i)) {
                islandOf_[i] = static_cast<int>(islands_.size());
                islands_.push_back({partsOf(n_), {}, {}, {}, {}});
            } else {
                islandOf_[i] = islandOf_[at(first)];
            }
        }
        arrays_.assign(islands_.size(), -1);
    }

    void addUnit(UnitIndex unit) {
        const std::size_t k = at(islandOf_[at(unit)]);
        PowerIsland& island = islands_[k];
        unit_[at(unit)] = UnitIndex(island.units.size());
        PowerUnit u = n_.units[at(unit)];
        const int firstEdge = u.firstEdge;
        u.firstEdge = EdgeIndex(island.edges.size());
        for (int e = firstEdge; e < firstEdge + u.edges; ++e) {
            island.edges.emplace_back(e);
            island.network.edges.push_back(n_.edges[at(e)]);
        }
        // Units of an array are neighbours in the whole, and so they are here.
        std::vector<PowerArray>& arrays = island.network.arrays;
        if (arrays_[k] != u.array) {
            arrays_[k] = u.array;
            arrays.push_back(n_.arrays[at(u.array)]);
            arrays.back().firstUnit = UnitIndex(island.units.size());
            arrays.back().units = 0;
        }
        ++arrays.back().units;
        u.array = static_cast<int>(arrays.size()) - 1;
        island.units.push_back(unit);
        island.network.units.push_back(std::move(u));
    }

    static void addOutEdges(PowerIsland& island) {
        PowerNetwork& n = island.network;
        n.firstOut.assign(n.units.size() + 1, 0);
        for (const PowerEdge& e : n.edges) {
            ++n.firstOut[at(e.from) + 1];
        }
        std::partial_sum(n.firstOut.begin(), n.firstOut.end(), n.firstOut.begin());
        std::vector<int> next(n.firstOut.begin(), n.firstOut.end() - 1);
        n.outEdges.resize(n.edges.size());
        for (std::size_t e = 0; e < n.edges.size(); ++e) {
            n.outEdges[at(next[at(n.edges[e].from)]++)] = EdgeIndex(e);
        }
    }

    void addLoad(LoadIndex load) {
        PowerLoad own = n_.loads[at(load)];
        if (own.cords == 0) {
            return;
        }
        PowerIsland& island = islands_[at(islandOf_[at(n_.cordUnit[at(own.firstCord)])])];
        const int firstCord = own.firstCord;
        own.firstCord = static_cast<int>(island.cords.size());
        for (int c = firstCord; c < firstCord + own.cords; ++c) {
            island.cords.emplace_back(c);
            island.network.cordUnit.push_back(unit_[at(n_.cordUnit[at(c)])]);
        }
        island.network.racks += own.kind == PowerLoadKind::Rack ? 1 : 0;
        island.loads.push_back(load);
        island.network.loads.push_back(own);
    }

    const PowerNetwork& n_;
    std::vector<int> islandOf_;
    ByUnit<UnitIndex> unit_;   ///< by index in the whole: index in its island
    std::vector<int> arrays_;  ///< by island: the array of its last unit
    std::vector<PowerIsland> islands_;
};

/// True if both numbers are equal, or if neither is stated.
bool areEqual(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

}  // namespace

bool areAlike(const PowerIsland& one, const PowerIsland& other) {
    const PowerNetwork &a = one.network, &b = other.network;
    const auto all = [](const auto& x, const auto& y, const auto& equal) {
        return std::equal(x.begin(), x.end(), y.begin(), y.end(), equal);
    };
    return a.cordUnit == b.cordUnit && a.racks == b.racks &&
           all(a.units, b.units,
               [](const PowerUnit& u, const PowerUnit& v) {
                   return u.kind == v.kind && u.array == v.array && u.spec == v.spec &&
                          u.modules == v.modules && u.redundant == v.redundant &&
                          u.firstEdge == v.firstEdge && u.edges == v.edges &&
                          u.direct == v.direct && areEqual(u.ratedVa, v.ratedVa) &&
                          areEqual(u.voltageV, v.voltageV) && areEqual(u.rPu, v.rPu) &&
                          areEqual(u.xPu, v.xPu);
               }) &&
           all(a.edges, b.edges,
               [](const PowerEdge& e, const PowerEdge& f) {
                   return e.from == f.from && e.to == f.to && e.breaker == f.breaker &&
                          e.cable == f.cable && e.direct == f.direct && areEqual(e.rPu, f.rPu) &&
                          areEqual(e.xPu, f.xPu) && areEqual(e.voltageV, f.voltageV);
               }) &&
           all(a.loads, b.loads,
               [](const PowerLoad& l, const PowerLoad& m) {
                   return l.kind == m.kind && l.spread == m.spread && l.cords == m.cords &&
                          l.firstCord == m.firstCord && areEqual(l.share, m.share);
               }) &&
           all(a.arrays, b.arrays, [](const PowerArray& m, const PowerArray& n) {
               return m.firstUnit == n.firstUnit && m.units == n.units &&
                      m.spec.ecoMode == n.spec.ecoMode &&
                      areEqual(m.spec.upsBatteryYears, n.spec.upsBatteryYears) &&
                      areEqual(m.spec.upsBatteryC, n.spec.upsBatteryC) &&
                      areEqual(m.spec.batteryJ, n.spec.batteryJ) &&
                      areEqual(m.spec.batteryGivesW, n.spec.batteryGivesW) &&
                      areEqual(m.spec.batteryLossW, n.spec.batteryLossW);
           });
}

std::vector<PowerIsland> islandsOf(const PowerNetwork& network) {
    return Cutter(network).run();
}

}  // namespace headroom::engine
