// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/hazards.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// Where the units of a hazard are: machines as orders, servers, and their names.
namespace headroom::engine {

namespace {

using models::CoolingMachine;
using models::DrillAction;
using models::FailureBasis;

PlantOrder coolingOrder(DrillAction action, const std::string& unit, CoolingMachine machine,
                        double amount, int instance = 0) {
    PlantOrder order;
    order.action = action;
    order.unit = unit;
    order.machine = machine;
    order.instance = instance;
    order.amount = amount;
    order.count = action == DrillAction::Fail ? 1 : 0;
    return order;
}

/// Valves or exchangers: of CDUs with a link of their own, of air handlers, of loops. One of many
/// machines behind one link is left out: their common setting would be wrong for all of them.
void controlled(const Plant& plant, DrillAction action, CoolingMachine machine, double amount,
                std::vector<PlantOrder>& out) {
    const CoolingNetwork& n = *plant.cooling;
    for (const PlantCdu& c : plant.cdus) {
        if (c.units == 1) {
            out.push_back(coolingOrder(action, c.id, machine, amount));
        }
    }
    for (std::size_t i = 0; i < plant.halls.size(); ++i) {
        if (n.hallCoil[i] >= 0 && plant.halls[i].spec.crahs == 1) {
            out.push_back(coolingOrder(action, plant.halls[i].id, machine, amount));
        }
    }
    const ByLoop<LinkIndex>& links =
        machine == CoolingMachine::Valve ? n.loopBypass : n.loopEconomiser;
    for (std::size_t i = 0; i < plant.loops.size(); ++i) {
        if (links[i] >= 0) {
            out.push_back(coolingOrder(action, plant.loops[i].id, machine, amount));
        }
    }
}

/// Every incomer with a breaker, of the breaker part `spec`; -1 means of all of them.
void incomers(const Plant& plant, int spec, std::vector<PlantOrder>& out) {
    const PowerNetwork& n = *plant.network;
    for (const PowerUnit& u : n.units) {
        const PowerArray& a = n.arrays[static_cast<std::size_t>(u.array)];
        for (int k = 0; k < u.edges; ++k) {
            const int breaker = n.edges[static_cast<std::size_t>(u.firstEdge + k)].breaker;
            if (breaker >= 0 && (spec < 0 || breaker == spec)) {
                PlantOrder order;
                order.action = DrillAction::Open;
                order.unit = a.id;
                order.instance = u.instance + 1;
                order.incomer = k + 1;
                out.push_back(order);
            }
        }
    }
}

}  // namespace

int unitsInServer(const PlantBlock& block, FailureBasis basis) {
    switch (basis) {
        case FailureBasis::Accelerator:
        case FailureBasis::JobAccelerator:
            return block.server.accelerators;
        case FailureBasis::Server:
            return 1;
        case FailureBasis::Nic:
            return block.server.nics;
        case FailureBasis::Psu:
            return block.server.psus;
        default:
            return 0;
    }
}

bool appliesTo(const Plant& plant, const models::FailureModeSpec& mode, const PlantBlock& block) {
    const std::string& id = plant.pools[static_cast<std::size_t>(block.pool)].accelerator;
    const auto holds = [&id](const std::vector<std::string>& list) {
        return std::find(list.begin(), list.end(), id) != list.end();
    };
    return (mode.onlyFor.empty() || holds(mode.onlyFor)) && !holds(mode.notFor);
}

std::vector<PlantOrder> ordersOf(const Plant& plant, const models::FailureModeSpec& mode) {
    std::vector<PlantOrder> orders;
    switch (mode.basis) {
        case FailureBasis::Cdu:
            for (const PlantCdu& c : plant.cdus) {
                for (int k = 0; k < c.units; ++k) {
                    orders.push_back(
                        coolingOrder(DrillAction::Fail, c.id, CoolingMachine::Cdus, mode.amount));
                }
            }
            break;
        case FailureBasis::Pump:
            for (std::size_t i = 0; i < plant.cdus.size(); ++i) {
                const int link = plant.cooling->cduPumps[i];
                const int pumps =
                    link < 0 ? 0 : plant.cooling->links[static_cast<std::size_t>(link)].units;
                for (int k = 0; k < pumps; ++k) {
                    orders.push_back(coolingOrder(DrillAction::Fail, plant.cdus[i].id,
                                                  CoolingMachine::Pumps, mode.amount));
                }
            }
            break;
        case FailureBasis::Valve:
            controlled(plant, DrillAction::Stick, CoolingMachine::Valve, mode.amount, orders);
            break;
        case FailureBasis::Exchanger:
            controlled(plant, DrillAction::Foul, CoolingMachine::Exchanger, mode.amount, orders);
            break;
        case FailureBasis::CoolantRow:
            for (const PlantBlock& b : plant.blocks) {
                for (int row = 0; b.cdu >= 0 && row < b.spec.rows; ++row) {
                    orders.push_back(coolingOrder(DrillAction::Leak, b.id, CoolingMachine::All,
                                                  mode.amount, row + 1));
                }
            }
            break;
        case FailureBasis::Breaker:
        case FailureBasis::Operator:
            incomers(plant, -1, orders);
            break;
        default:
            break;
    }
    return orders;
}

FaultKind faultKindOf(models::FailureKind kind) {
    static_assert(static_cast<int>(models::FailureKind::Human) ==
                  static_cast<int>(FaultKind::Human));
    return static_cast<FaultKind>(kind);
}

std::string unitNameOf(const Plant& plant, const PlantHazard& z, int unit) {
    if (unit < 0) {
        return z.subject.empty() ? z.id : z.subject;
    }
    const auto i = static_cast<std::size_t>(unit);
    if (z.isEquipment && z.equipment == EquipmentKind::PowerUnit && z.orders.empty()) {
        const PowerNetwork& n = *plant.network;
        const PowerArray& a = n.arrays[static_cast<std::size_t>(z.group)];
        const PowerUnit& u =
            n.units[static_cast<std::size_t>(a.firstUnit + unit / std::max(1, a.spec.modules))];
        return u.modules > 1 ? fmt::format("{} module {}", u.id, unit % u.modules + 1) : u.id;
    }
    if (!z.orders.empty()) {
        const PlantOrder& order = z.orders[i];
        if (!plant.network->arrays.empty() && plant.network->arrayOf(order.unit) >= 0) {
            return fmt::format("incomer {} of {}/{}", order.incomer, order.unit, order.instance);
        }
        int number = 1;
        for (std::size_t k = 0; k < i; ++k) {
            number += z.orders[k].unit == order.unit ? 1 : 0;
        }
        return order.count == 1     ? fmt::format("{} {}", order.unit, number)
               : order.instance > 0 ? fmt::format("{} row {}", order.unit, order.instance)
                                    : order.unit;
    }
    if (z.isEquipment) {
        return fmt::format("{} {} {}", z.subject, equipmentKindName(z.equipment), unit + 1);
    }
    switch (z.mode.basis) {
        case FailureBasis::Accelerator:
        case FailureBasis::JobAccelerator: {
            const auto next =
                std::upper_bound(plant.serverFirstSlot.begin(), plant.serverFirstSlot.end(), unit);
            const auto server = static_cast<int>(next - plant.serverFirstSlot.begin()) - 1;
            return fmt::format("{} accelerator {}", serverNameOf(plant, server),
                               unit - plant.serverFirstSlot[static_cast<std::size_t>(server)] + 1);
        }
        case FailureBasis::Nic:
        case FailureBasis::Psu:
            return fmt::format("{} {} {}", serverNameOf(plant, unit / z.perServer),
                               z.mode.basis == FailureBasis::Nic ? "adapter" : "supply",
                               unit % z.perServer + 1);
        case FailureBasis::Server:
            return serverNameOf(plant, unit);
        case FailureBasis::Shelf:
            return plant.rackNames[i] + " rectifier";
        case FailureBasis::Storage:
            return fmt::format("storage block {}", unit + 1);
        default:
            return z.id;
    }
}

}  // namespace headroom::engine
