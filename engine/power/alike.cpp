// SPDX-License-Identifier: Apache-2.0
#include "engine/power/alike.h"

#include "engine/base/index.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace headroom::engine {

namespace {

using Colour = std::uint64_t;

/// splitmix64's finalizer: sums of it stand for multisets, and two that differ are equal by chance
/// once in 2^64.
Colour mixed(Colour x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31U);
}

Colour joined(Colour a, Colour b) {
    return mixed(a ^ mixed(b));
}

/// Colours as numbers from 0 in the order in which they come. Returns how many there are.
int numbered(const std::vector<Colour>& colours, std::vector<int>& classes) {
    std::unordered_map<Colour, int> seen;
    classes.resize(colours.size());
    for (std::size_t i = 0; i < colours.size(); ++i) {
        classes[i] = seen.emplace(colours[i], static_cast<int>(seen.size())).first->second;
    }
    return static_cast<int>(seen.size());
}

class Refinement {
  public:
    Refinement(const PowerNetwork& n, const PowerSwitching& s, const PowerDemand& demand,
               const std::vector<int>& group)
        : n_(n), s_(s) {
        for (const PowerUnit& u : n.units) {
            unit_.push_back(mixed(static_cast<Colour>(u.array)));
        }
        for (std::size_t l = 0; l < n.loads.size(); ++l) {
            const PowerLoad& load = n.loads[l];
            Colour c = mixed(static_cast<Colour>(load.kind) * 2 + (load.spread ? 1 : 0));
            for (const double number : {demand.powerW[l], demand.reactiveVar[l], load.share}) {
                c = joined(c, std::bit_cast<Colour>(number));
            }
            load_.push_back(joined(c, group.empty() ? 0 : static_cast<Colour>(group[l])));
        }
    }

    AlikeUnits run() {
        AlikeUnits alike;
        int before = 0;
        for (;;) {
            const int now = numbered(unit_, alike.unitClass) + numbered(load_, alike.loadClass);
            if (now == before) {
                break;
            }
            before = now;
            round();
        }
        for (const int c : alike.unitClass) {
            alike.size.resize(std::max(alike.size.size(), at(c) + 1), 0);
            ++alike.size[at(c)];
        }
        return alike;
    }

  private:
    void round() {
        std::vector<Colour> unit = unit_, load = load_;
        for (std::size_t to = 0; to < n_.units.size(); ++to) {
            const PowerUnit& u = n_.units[to];
            Colour rank = 1, last = 0;  // of the incomers that a transfer switch does not take
            for (int k = 0; k < u.edges; ++k) {
                const std::size_t from = at(n_.edges[at(u.firstEdge + k)].from);
                Colour place = 0;
                if (u.kind == PowerKind::TransferSwitch && s_.position[to] != k) {
                    rank += unit_[from] != last ? 1 : 0;
                    last = unit_[from];
                    place = rank;
                }
                unit[to] += joined(unit_[from], 2 * place);
                unit[from] += joined(unit_[to], 2 * place + 1);
            }
        }
        for (std::size_t l = 0; l < n_.loads.size(); ++l) {
            const PowerLoad& own = n_.loads[l];
            for (int c = own.firstCord; c < own.firstCord + own.cords; ++c) {
                const std::size_t source = at(n_.cordUnit[at(c)]);
                load[l] += mixed(unit_[source]);
                unit[source] += mixed(load_[l] + 1);
            }
        }
        // Parts once distinguished stay so: the old colour is part of the new one.
        for (std::size_t i = 0; i < unit.size(); ++i) {
            unit_[i] = joined(unit_[i], unit[i]);
        }
        for (std::size_t l = 0; l < load.size(); ++l) {
            load_[l] = joined(load_[l], load[l]);
        }
    }

    const PowerNetwork& n_;
    const PowerSwitching& s_;
    std::vector<Colour> unit_, load_;
};

}  // namespace

AlikeUnits alikeUnits(const PowerNetwork& network, const PowerSwitching& switching,
                      const PowerDemand& demand, const std::vector<int>& group) {
    return Refinement(network, switching, demand, group).run();
}

}  // namespace headroom::engine
