// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/reach/reach_order.h"

#include <algorithm>
#include <limits>

namespace headroom::engine {

namespace {

constexpr int kNever = std::numeric_limits<int>::max() / 2;

/// StepCounts to units of the wiring, loops, CDU groups and the air of halls.
struct StepCounts {
    std::vector<int> units, loops, cdus, halls;

    StepCounts(const PowerNetwork& power, const CoolingNetwork& cooling, const Layout& layout)
        : units(power.units.size(), kNever),
          loops(cooling.loopCircuit.size(), kNever),
          cdus(cooling.cduCircuit.size(), kNever),
          halls(layout.halls.size(), kNever) {}
};

void nearer(std::vector<int>& list, int index, int steps) {
    if (index >= 0 && at(index) < list.size()) {
        list[at(index)] = std::min(list[at(index)], steps);
    }
}

/// Parts that the orders name.
void begin(StepCounts& steps, const PowerNetwork& power, const CoolingNetwork& cooling,
           const Layout& layout, const std::vector<PlantOrder>& orders) {
    for (const PlantOrder& order : orders) {
        if (const int array = power.arrayOf(order.unit); array >= 0) {
            const PowerArray& its = power.arrays[at(array)];
            for (int i = 0; i < its.units; ++i) {
                if (order.instance == 0 || order.instance == i + 1) {
                    nearer(steps.units, its.firstUnit + i, 0);
                }
            }
        }
        const auto isOrdered = [&](const std::string& id) {
            return order.unit == id || order.unit.rfind(id + "/", 0) == 0;
        };
        for (std::size_t l = 0; l < steps.loops.size(); ++l) {
            const CircuitIndex circuit = cooling.loopCircuit[l];
            if (circuit >= 0 && isOrdered(cooling.circuits[circuit].id)) {
                steps.loops[l] = 0;
            }
        }
        for (std::size_t c = 0; c < steps.cdus.size(); ++c) {
            const CircuitIndex circuit = cooling.cduCircuit[c];
            if (circuit >= 0 && isOrdered(cooling.circuits[circuit].id)) {
                steps.cdus[c] = 0;
            }
        }
        for (std::size_t h = 0; h < steps.halls.size(); ++h) {
            if (layout.halls[h].id == order.unit) {
                steps.halls[h] = 0;
            }
        }
    }
}

/// Down the wiring, from there to the machines of the cooling, and from loops to CDU groups and halls.
void spread(StepCounts& steps, const PowerNetwork& power, const CoolingNetwork& cooling) {
    // Sources come before what they feed.
    for (const PowerEdge& edge : power.edges) {
        nearer(steps.units, edge.to, steps.units[at(edge.from)] + 1);
    }
    for (const PowerLoad& load : power.loads) {
        int fed = kNever;
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            fed = std::min(fed, steps.units[at(power.cordUnit[at(c)])] + 1);
        }
        switch (load.kind) {
            case PowerLoadKind::Fans:
                nearer(steps.halls, load.index, fed);
                break;
            case PowerLoadKind::CduPumps:
                nearer(steps.cdus, load.index, fed);
                break;
            case PowerLoadKind::LoopPumps:
            case PowerLoadKind::HeatRejection:
                nearer(steps.loops, load.index, fed);
                break;
            case PowerLoadKind::Rack:
            case PowerLoadKind::HallIt:
                break;
        }
    }
    for (const CoolingLink& link : cooling.links) {
        const CoolingCircuit& circuit = cooling.circuits[link.circuit];
        if (circuit.kind != CircuitKind::Facility || at(circuit.subject) >= steps.loops.size()) {
            continue;
        }
        const int next = steps.loops[at(circuit.subject)] + 1;
        if (link.kind == CoolingLinkKind::CduPrimary) {
            nearer(steps.cdus, link.subject, next);
        } else if (link.kind == CoolingLinkKind::AirHandlers) {
            nearer(steps.halls, link.subject, next);
        }
    }
}

}  // namespace

std::vector<int> reachOrder(const PowerNetwork& power, const CoolingNetwork& cooling,
                            const Layout& layout, const std::vector<PlantOrder>& orders,
                            const BlastReach& reach) {
    StepCounts steps(power, cooling, layout);
    begin(steps, power, cooling, layout, orders);
    spread(steps, power, cooling);
    std::vector<int> order(reach.racks.size(), -1);
    for (std::size_t r = 0; r < std::min(order.size(), layout.racks.size()); ++r) {
        const RackReach& its = reach.racks[r];
        if (its.reach == Reach::None) {
            continue;
        }
        const RackBox& rack = layout.racks[r];
        int before = kNever;
        if (its.by == ReachBy::Power) {
            const auto load = at(power.loadOf(RackIndex(r)));  // racks are the first loads
            const bool isRack =
                load < power.loads.size() && power.loads[load].kind == PowerLoadKind::Rack;
            const int first = isRack ? power.loads[load].firstCord : 0;
            for (int c = first; isRack && c < first + power.loads[load].cords; ++c) {
                before = std::min(before, steps.units[at(power.cordUnit[at(c)])]);
            }
        } else if (its.by == ReachBy::Coolant && at(rack.block) < cooling.blockFirstRow.size()) {
            const LinkIndex row = cooling.rowLink(BlockIndex(rack.block), rack.row);
            if (row >= 0) {
                before = steps.cdus[at(cooling.circuits[cooling.links[row].circuit].subject)];
            }
        } else if (its.by == ReachBy::Air && at(rack.hall) < steps.halls.size()) {
            before = steps.halls[at(rack.hall)];
        }
        // Networks and storage have no way through wiring and piping.
        order[r] = before == kNever ? (its.by == ReachBy::Itself ? 0 : 1) : before + 1;
    }
    return order;
}

}  // namespace headroom::engine
