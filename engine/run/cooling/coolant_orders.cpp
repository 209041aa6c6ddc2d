// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant_orders.h"

#include "engine/base/words.h"
#include "engine/plant/part_names.h"
#include "models/cooling/usual.h"
#include "models/facility/drill_defaults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace headroom::engine {

namespace {

using models::CoolingMachine;
using models::DrillAction;

template <class List>
int indexOf(const List& list, const std::string& id) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].id == id) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

}  // namespace

std::vector<LinkIndex> coolantLinksOf(const Plant& plant, const PlantOrder& order) {
    const CoolingNetwork& n = *plant.cooling;
    std::vector<LinkIndex> found;
    const auto add = [&](LinkIndex link) {
        if (link >= 0) {
            found.push_back(link);
        }
    };
    const CoolingMachine m = order.machine;
    const bool all = m == CoolingMachine::All;
    // One of a kind: a loop, a hall, a CDU group by its own id.
    const bool beyondOne = order.instance > 1;
    if (const LoopIndex loop(indexOf(plant.loops, order.unit)); loop >= 0) {
        if (beyondOne) {
            return found;
        }
        const auto i = at(loop);
        if (all || m == CoolingMachine::Pumps) {
            add(n.loopPumps[i]);
        }
        if (m == CoolingMachine::CondenserPumps) {
            add(n.loopCondenserPumps[i]);
        }
        if (m == CoolingMachine::Chillers) {
            add(n.loopEvaporators[i]);
            add(n.loopExternal[i]);
        }
        if (m == CoolingMachine::Towers) {
            add(n.loopTowers[i]);
        }
        if (m == CoolingMachine::DryCoolers) {
            add(n.loopDryCoolers[i]);
        }
        if (m == CoolingMachine::Valve) {
            add(n.loopBypass[i]);
        }
        if (m == CoolingMachine::Exchanger) {
            add(n.loopEconomiser[i]);
        }
        return found;
    }
    for (std::size_t i = 0; i < plant.cdus.size(); ++i) {
        const PlantCdu& c = plant.cdus[i];
        const bool group = c.id == order.unit || (!c.group.empty() && c.group == order.unit);
        const bool own = c.id == order.unit;
        if (!group || (own ? beyondOne : order.instance > 0 && c.instance + 1 != order.instance)) {
            continue;
        }
        if (m == CoolingMachine::Pumps) {
            add(n.cduPumps[i]);
        } else if (!all && m != CoolingMachine::Cdus && m != CoolingMachine::Valve &&
                   m != CoolingMachine::Exchanger) {
            continue;
        } else if (order.action == DrillAction::Leak) {
            add(n.cduSecondary[i]);
        } else {
            add(n.cduPrimary[i]);
            if (order.action == DrillAction::Repair) {
                add(n.cduSecondary[i]);  // where it may leak
            }
        }
    }
    if (const HallIndex hall(indexOf(plant.halls, order.unit));
        hall >= 0 && !beyondOne &&
        (all || m == CoolingMachine::AirHandlers || m == CoolingMachine::Valve ||
         m == CoolingMachine::Exchanger)) {
        add(n.hallCoil[at(hall)]);
    }
    if (const int block = indexOf(plant.blocks, order.unit); block >= 0 && !actsOnServers(order)) {
        const int rows = plant.blocks[at(block)].spec.rows;
        for (int row = 0; row < rows; ++row) {
            if (order.instance == 0 || order.instance == row + 1) {
                add(n.rowLink(BlockIndex(block), row));
            }
        }
    }
    return found;
}

/// Links of the coolant network that an order means now: of a CDU that is repaired, the rack side
/// only where it leaks.
std::vector<LinkIndex> CoolantOrders::linksOf(const PlantOrder& order) const {
    std::vector<LinkIndex> links = coolantLinksOf(plant_, order);
    std::erase_if(links, [&](LinkIndex link) {
        return n_.links[at(link)].kind == CoolingLinkKind::CduSecondary &&
               order.action == DrillAction::Repair && c_.leakM2[at(link)] <= 0.0;
    });
    return links;
}

void CoolantOrders::operate(const PlantOrder& order, double timeS, std::int64_t cause) {
    for (const LinkIndex link : linksOf(order)) {
        const std::int64_t id = act(order, link, false, timeS, cause);
        if (!std::isnan(order.durationS)) {
            queue_.push(timeS + order.durationS, CoolingEvent::Undo, link,
                        static_cast<int>(order.action), id, order.count);
        }
    }
}

void CoolantOrders::undo(const PlantOrder& order, double timeS, std::int64_t cause) {
    for (const LinkIndex link : linksOf(order)) {
        act(order, link, true, timeS, cause);
    }
}

void CoolantOrders::undo(const QueuedEvent& event) {
    PlantOrder order;
    order.action = static_cast<DrillAction>(event.b);
    order.count = event.c;
    act(order, LinkIndex(event.a), true, event.timeS, event.cause);
}

/// Takes units out of service, or brings them back. A CDU that is out takes both its sides and its pumps with it.
void CoolantOrders::shiftUnits(LinkIndex link, int by) {
    const auto shift = [&](LinkIndex of, int units) {
        c_.unitsOut[at(of)] = std::clamp(c_.unitsOut[at(of)] + units, 0, n_.links[at(of)].units);
    };
    shift(link, by);
    const CoolingLink& l = n_.links[at(link)];
    if (l.kind == CoolingLinkKind::CduPrimary) {
        const LinkIndex pumps(n_.cduPumps[at(l.subject)]);
        shift(n_.cduSecondary[at(l.subject)], by);
        shift(pumps, by * n_.links[at(pumps)].units / std::max(1, l.units));
    }
}

/// Units are back, valves move, exchangers are clean, leaks are mended and tanks filled up.
void CoolantOrders::repair(LinkIndex link, int units) {
    const auto i = at(link);
    shiftUnits(link, -units);
    c_.stuck[i] = 0;
    c_.isolated[i] = 0;
    c_.foul[i] = 1.0;
    if (c_.leakM2[i] > 0.0) {
        leaks_.mend(link);
    }
    racks_.fillTanks(link);
}

/// Returns the event that reports it; -1 if nothing was done.
std::int64_t CoolantOrders::act(const PlantOrder& order, LinkIndex link, bool undo, double timeS,
                                std::int64_t cause) {
    const auto i = at(link);
    const CoolingLink& l = n_.links[i];
    const int units = order.count > 0 ? std::min(order.count, l.units) : l.units;
    Words text;
    EventKind kind = EventKind::Failure;
    if (undo) {
        kind = EventKind::Repair;
    }
    switch (order.action) {
        case DrillAction::Fail:
            shiftUnits(link, undo ? -units : units);
            text = fmt::format("{} of {} {}.", units, l.units, undo ? "back" : "out of service");
            break;
        case DrillAction::Repair:
            kind = EventKind::Repair;
            repair(link, units);
            text = "Back in service.";
            break;
        case DrillAction::Stick:
            c_.stuck[i] = undo ? 0 : 1;
            if (!undo && !std::isnan(order.amount)) {
                c_.valve[i].output = std::clamp(order.amount, 0.0, 1.0);
            }
            text = undo ? std::string{"The control valve moves again."}
                        : fmt::format("The control valve sticks at {:.0f} %.",
                                      100.0 * c_.valve[i].output);
            break;
        case DrillAction::Foul:
            c_.foul[i] =
                undo ? 1.0 : (std::isnan(order.amount) ? models::kDrillFoulLeft : order.amount);
            text = undo ? std::string{"The exchanger is clean."}
                        : fmt::format("The exchanger keeps {:.0f} % of its conductance.",
                                      100.0 * c_.foul[i]);
            break;
        case DrillAction::Leak:
            if (!undo) {
                return leaks_.begin(
                    link, std::isnan(order.amount) ? models::kDrillLeakShare : order.amount, timeS,
                    cause);
            }
            leaks_.mend(link);
            c_.isolated[i] = 0;
            text = "Mended and filled up.";
            break;
        case DrillAction::Isolate:
            c_.isolated[i] = undo ? 0 : 1;
            kind = undo ? EventKind::Recovery : EventKind::Trip;
            text = undo ? "Open again." : "Shut off.";
            break;
        case DrillAction::Reset:
            kind = EventKind::Recovery;
            c_.stuck[i] = 0;
            c_.isolated[i] = 0;
            c_.drained[at(l.circuit)] = 0;
            text = "Reset by a person.";
            break;
        default:
            return -1;
    }
    // The repair of a machine follows from its failure.
    cause = cause < 0 && (kind == EventKind::Repair || kind == EventKind::Recovery)
                ? causes_.ofLink(link, timeS)
                : cause;
    const auto id = log_.add(s_, timeS, kind, partOf(plant_, l), text, cause);
    if (kind == EventKind::Failure || kind == EventKind::Trip) {
        causes_.raiseLink(link, id, timeS);
    } else {
        causes_.clearLink(link, timeS);
    }
    return id;
}

bool CoolantOrders::atRest() const {
    const auto all = [](const auto& values, auto wanted) {
        return std::all_of(values.begin(), values.end(), [&](auto v) { return v == wanted; });
    };
    return all(c_.unitsOut, 0) && all(c_.stuck, 0) && all(c_.isolated, 0) && all(c_.foul, 1.0) &&
           all(c_.leakM2, 0.0) && all(c_.drained, 0);
}

}  // namespace headroom::engine
