// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/part_names.h"
#include "engine/run/cooling/coolant.h"
#include "models/compute/usual.h"
#include "models/cooling/leak.h"
#include "models/cooling/usual.h"
#include "models/facility/drill_defaults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

/// Effect of people, drills and failures on the coolant plant, and its display in frames.
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

/// By the plant alone: it is asked before there is a State.
bool Coolant::owns(const PlantOrder& order) const {
    return !coolantLinksOf(plant_, order).empty();
}

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
std::vector<LinkIndex> Coolant::linksOf(const PlantOrder& order) const {
    std::vector<LinkIndex> links = coolantLinksOf(plant_, order);
    std::erase_if(links, [&](LinkIndex link) {
        return n_.links[at(link)].kind == CoolingLinkKind::CduSecondary &&
               order.action == DrillAction::Repair && c_.leakM2[at(link)] <= 0.0;
    });
    return links;
}

void Coolant::operate(const PlantOrder& order, double timeS, std::int64_t cause) {
    for (const LinkIndex link : linksOf(order)) {
        const std::int64_t id = act(order, link, false, timeS, cause);
        if (!std::isnan(order.durationS)) {
            queue_.push(timeS + order.durationS, CoolingEvent::Undo, link,
                        static_cast<int>(order.action), id, order.count);
        }
    }
    disturb();
}

void Coolant::undo(const PlantOrder& order, double timeS, std::int64_t cause) {
    for (const LinkIndex link : linksOf(order)) {
        act(order, link, true, timeS, cause);
    }
    disturb();
}

std::int64_t Coolant::act(const PlantOrder& order, LinkIndex link, bool undo, double timeS,
                          std::int64_t cause) {
    const auto i = at(link);
    const CoolingLink& l = n_.links[i];
    const CoolingCircuit& circuit = n_.circuits[at(l.circuit)];
    const int units = order.count > 0 ? std::min(order.count, l.units) : l.units;
    Words text;
    DrillAction action = order.action;
    EventKind kind = EventKind::Failure;
    if (undo) {
        kind = EventKind::Repair;
    }
    const auto shiftUnits = [&](int of, int by) {
        c_.unitsOut[at(of)] = std::clamp(c_.unitsOut[at(of)] + by, 0, n_.links[at(of)].units);
    };
    // A CDU that is out takes both its sides and its pumps with it.
    const auto withPumps = [&](int sign) {
        shiftUnits(link, sign * units);
        if (l.kind == CoolingLinkKind::CduPrimary) {
            const LinkIndex pumps(n_.cduPumps[at(l.subject)]);
            shiftUnits(n_.cduSecondary[at(l.subject)], sign * units);
            shiftUnits(pumps, sign * units * n_.links[at(pumps)].units / std::max(1, l.units));
        }
    };
    switch (action) {
        case DrillAction::Fail:
            withPumps(undo ? -1 : 1);
            text = fmt::format("{} of {} {}.", units, l.units, undo ? "back" : "out of service");
            break;
        case DrillAction::Repair:
            kind = EventKind::Repair;
            withPumps(-1);
            c_.stuck[i] = 0;
            c_.isolated[i] = 0;
            c_.foul[i] = 1.0;
            if (c_.leakM2[i] > 0.0) {
                // Mended, and filled up again.
                c_.leakM2[i] = 0.0;
                c_.lostM3[at(l.circuit)] = 0.0;
                c_.pressurePa[at(l.circuit)] = circuit.expansionPa;
                c_.drained[at(l.circuit)] = 0;
            }
            // Tanks are filled up with liquid of their own temperature.
            for (const PlantRow& row : plant_.rows) {
                const PlantBlock& b = plant_.blocks[at(row.block)];
                for (int r = row.firstRack;
                     row.link == link && b.hasTank && r < row.firstRack + row.racks; ++r) {
                    c_.tankKg[at(r)] = std::max(
                        c_.tankKg[at(r)], models::tankAt(b.tank, b.bath, c_.rackC[at(r)]).liquidKg);
                }
            }
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
        case DrillAction::Leak: {
            if (undo) {
                c_.leakM2[i] = 0.0;
                c_.isolated[i] = 0;
                c_.lostM3[at(l.circuit)] = 0.0;
                c_.pressurePa[at(l.circuit)] = circuit.expansionPa;
                c_.drained[at(l.circuit)] = 0;
                text = "Mended and filled up.";
                break;
            }
            const double share = std::isnan(order.amount) ? models::kDrillLeakShare : order.amount;
            const double density = plant_.circuitFluid[at(l.circuit)].densityKgPerM3;
            const double pressurePa =
                std::max(1e3, c_.headM[at(l.from)] * density * models::kStandardGravity);
            const double flow = share * l.designM3PerS;
            c_.leakM2[i] = models::leakAreaM2(flow, pressurePa, density);
            const double isolationS = circuit.kind == CircuitKind::Rack
                                          ? plant_.cdus[at(circuit.subject)].spec.isolationS
                                          : plant_.loops[at(circuit.subject)].spec.isolationS;
            text = words("Leaks {} at {}.", amount(flow * 1e3, "L/s", 2),
                         amount(pressurePa * 1e-3, "kPa", 0));
            const auto id = log_.add(s_, timeS, kind, partOf(plant_, l), text, cause);
            causes_.raiseLink(link, id, timeS);
            queue_.push(timeS + isolationS, CoolingEvent::Isolate, link, 0, static_cast<int>(id));
            return id;
        }
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

void Coolant::isolate(LinkIndex link, double timeS, std::int64_t cause) {
    if (c_.leakM2[at(link)] <= 0.0) {
        return;
    }
    c_.isolated[at(link)] = 1;
    const auto id = log_.add(s_, timeS, EventKind::Trip, partOf(plant_, n_.links[at(link)]),
                             "Leak detection has shut the valves.", cause);
    causes_.raiseLink(link, id, timeS);
    disturb();
}

void Coolant::act(const QueuedEvent& e) {
    switch (e.as<CoolingEvent>()) {
        case CoolingEvent::Drill:
            operate(plant_.drills[at(e.a)].order, e.timeS, -1);
            break;
        case CoolingEvent::Undo: {
            PlantOrder order;
            order.action = static_cast<DrillAction>(e.b);
            order.count = e.c;
            act(order, LinkIndex(e.a), true, e.timeS, e.cause);
            disturb();
            break;
        }
        case CoolingEvent::Isolate:
            isolate(LinkIndex(e.a), e.timeS, e.cause);
            break;
    }
}

/// One event for the first rack of a block that throttles, one when all of them are back.
void Coolant::noteThrottle(double timeS) {
    for (std::size_t k = 0; k < plant_.blocks.size(); ++k) {
        const PlantBlock& b = plant_.blocks[k];
        int hot = 0, first = -1;
        double hottestC = -273.15;
        for (int r = b.firstRack; r < b.firstRack + b.racks; ++r) {
            if (s_.rackServersUp[at(r)] > 0) {
                hottestC = std::max(hottestC, s_.rackHotC[at(r)]);
            }
            if (s_.rackHotC[at(r)] > b.accelerator.throttleSoftwareC &&
                s_.rackServersUp[at(r)] > 0) {
                first = first < 0 ? r : first;
                ++hot;
            }
        }
        if (hot > 0 && c_.throttling[k] < 0) {
            c_.throttling[k] = log_.in(EventArea::Servers)
                                   .add(s_, timeS, EventKind::Throttle, plant_.rackNames[at(first)],
                                        words("Passed {}: clocks fall ({} of {} racks of {}).",
                                              amount(b.accelerator.throttleSoftwareC, "°C", 0), hot,
                                              b.racks, nameOfPart(plant_, b.id)),
                                        causes_.heat(RackIndex(first), timeS), RackIndex(first));
        } else if (hottestC < b.accelerator.throttleSoftwareC - models::kThrottleBandK &&
                   c_.throttling[k] >= 0) {
            log_.add(s_, timeS, EventKind::Recovery, b.id, "No rack is above its throttle limit.",
                     c_.throttling[k]);
            c_.throttling[k] = -1;
        }
    }
}

void Coolant::publish() {
    setQuantity(FacilityQuantity::WaterStored,
                std::accumulate(c_.storeM3.begin(), c_.storeM3.end(), 0.0));
}

void Coolant::fill(Frame& frame) const {
    frame.cooling = plant_.cooling;
    frame.coolingNodes.resize(n_.nodes.size());
    frame.coolingLinks.resize(n_.links.size());
    for (std::size_t i = 0; i < n_.nodes.size(); ++i) {
        const auto circuit = at(n_.nodes[i].circuit);
        const CoolingCircuit& c = n_.circuits[circuit];
        const double weight =
            plant_.circuitFluid[circuit].densityKgPerM3 * models::kStandardGravity;
        CoolingNodeNow& now = frame.coolingNodes[i];
        now.temperatureC = static_cast<float>(c_.nodeC[i]);
        now.pressurePa = static_cast<float>((c_.headM[i] - c_.headM[at(c.expansionNode)]) * weight +
                                            c_.pressurePa[circuit]);
    }
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        const CoolingLink& l = n_.links[i];
        const LinkIndex link(static_cast<int>(i));
        CoolingLinkNow& now = frame.coolingLinks[i];
        now.flowM3PerS = static_cast<float>(c_.flowM3PerS[i]);
        now.heatW = c_.heatW[i];
        now.powerW = c_.powerW[i];
        now.inC = static_cast<float>(c_.nodeC[at(l.from)]);
        const double w = wPerK(link);
        now.outC = w > 0.0 ? now.inC - static_cast<float>(c_.heatW[i] / w) : now.inC;
        now.valve = static_cast<float>(c_.valve[i].output);
        now.running = static_cast<float>(c_.running[i]);
        now.inService = static_cast<float>(able(link));
        now.dropPa = static_cast<float>(std::abs(dropPa(link)));
        now.speed = static_cast<float>(c_.speed[i]);
        now.state = CoolingLinkState::Running;
        switch (l.kind) {
            case CoolingLinkKind::Towers:
            case CoolingLinkKind::DryCoolers:
                now.speed = static_cast<float>(c_.fan[at(l.subject)].output);
                break;
            case CoolingLinkKind::AirHandlers:
                now.speed = static_cast<float>(c_.airRatio[at(l.subject)]);
                now.powerW = static_cast<float>(c_.crahW[at(l.subject)]);
                break;
            case CoolingLinkKind::Evaporators:
            case CoolingLinkKind::Condensers: {
                const models::StagingState& stage = c_.chillers[at(l.subject)];
                now.running = static_cast<float>(stage.ready());
                const bool waits = c_.chillersWaitS[at(l.subject)] > 0.0;  // for its flow
                now.state = stage.starting > 0 || waits ? CoolingLinkState::Starting
                            : stage.on == 0             ? CoolingLinkState::Standby
                                                        : CoolingLinkState::Running;
                break;
            }
            case CoolingLinkKind::Economiser:
            case CoolingLinkKind::EconomiserOut:
                if (c_.mode[at(l.subject)] == static_cast<std::int32_t>(PlantMode::Mechanical)) {
                    now.state = CoolingLinkState::Standby;
                }
                break;
            default:
                break;
        }
        if (c_.isolated[i] != 0) {
            now.state = CoolingLinkState::Isolated;
        } else if (c_.leakM2[i] > 0.0) {
            now.state = CoolingLinkState::Leaking;
        } else if (inService(link) == 0 && l.units > 0) {
            now.state = CoolingLinkState::Failed;
        } else if (load_[i] >= 0 && powered(link) <= 0.0) {
            now.state = CoolingLinkState::NoPower;
        } else if (c_.stuck[i] != 0) {
            now.state = CoolingLinkState::Stuck;
        }
    }
}

}  // namespace headroom::engine
