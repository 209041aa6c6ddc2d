// SPDX-License-Identifier: Apache-2.0
#include "ui/cooling/cooling_text.h"

#include "engine/base/index.h"
#include "engine/part/part_address.h"
#include "engine/run/conditions.h"
#include "engine/run/frame/computed.h"
#include "ui/kit/condition_mark.h"
#include "ui/kit/translate.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

using engine::CoolingLinkKind;
using engine::CoolingLinkState;
using models::CoolingMachine;

template <class List>
int member(const List& list, int index) {
    return index >= 0 && at(index) < list.size() ? static_cast<int>(list[at(index)]) : -1;
}

QString capital(QString text) {
    if (!text.isEmpty()) {
        text[0] = text[0].toUpper();
    }
    return text;
}

/// Some of several machines turn: the others rest, or are away.
QString partlyRunning(const engine::CoolingLink& link, int running, int away) {
    const QString all = QString::number(link.units);
    if (away <= 0) {
        return coolingTr("%1 of %2 run; the others rest.").arg(QString::number(running), all);
    }
    const QString out = QString::number(away);
    return running + away < link.units
               ? coolingTr("%1 of %2 run, %3 out of service or without power; the others rest.")
                     .arg(QString::number(running), all, out)
               : coolingTr("%1 of %2 run, %3 out of service or without power.")
                     .arg(QString::number(running), all, out);
}

}  // namespace

bool turns(CoolingLinkKind kind) {
    return engine::infoOf(kind).turns;
}

bool hasCoolingState(const engine::Frame& frame) {
    return frame.cooling && !frame.coolingLinks.empty() &&
           frame.coolingLinks.size() == frame.cooling->links.size() &&
           frame.coolingNodes.size() == frame.cooling->nodes.size();
}

bool hasCoolingValues(const engine::Frame& frame) {
    return hasCoolingState(frame) && isComputed(&frame);
}

QString coolingKindText(CoolingLinkKind kind) {
    return coolingTr(engine::infoOf(kind).label.data());
}

QString coolingStateText(CoolingLinkState state) {
    return coolingTr(engine::coolingStateWord(state).data());
}

QString coolingStateText(const engine::CoolingLink& link, const engine::CoolingLinkNow& now) {
    const engine::Condition condition = engine::conditionOf(link, now);
    return condition == engine::Condition::PartlyOut ? conditionWord(condition)
                                                     : coolingStateText(now.state);
}

QString coolingName(const engine::CoolingNetwork& network, int link) {
    const engine::CoolingLink& l = network.links[at(link)];
    const QString circuit = QString::fromStdString(network.circuits[at(l.circuit)].name);
    const QString name = QString::fromStdString(l.name);
    switch (l.kind) {
        case CoolingLinkKind::CduPrimary:
        case CoolingLinkKind::CduSecondary:
        case CoolingLinkKind::AirHandlers:
            return capital(name);
        case CoolingLinkKind::Racks:
            return coolingTr("%1, %2").arg(capital(name), circuit);
        case CoolingLinkKind::CduPumps:
            return coolingTr("Pumps of %1").arg(circuit);
        case CoolingLinkKind::Pipe:
            return coolingTr("%1, %2").arg(capital(name), circuit);
        default: {
            QString loop = circuit;
            if (const int facility = member(network.loopCircuit, l.subject); facility >= 0) {
                loop = QString::fromStdString(network.circuits[at(facility)].name);
            }
            return coolingTr("%1, %2").arg(coolingKindText(l.kind), loop);
        }
    }
}

CoolingTarget coolingTarget(const engine::CoolingNetwork& network, const engine::Layout& layout,
                            int link) {
    CoolingTarget target;
    if (link < 0) {
        return target;
    }
    const engine::CoolingLink& l = network.links[at(link)];
    const engine::CoolingCircuit& circuit = network.circuits[at(l.circuit)];
    const int facility = circuit.kind == engine::CircuitKind::Rack
                             ? l.circuit
                             : member(network.loopCircuit, circuit.subject);
    if (facility >= 0) {
        target.unit = network.circuits[at(facility)].id;
    }
    const engine::CoolingKindInfo& row = engine::infoOf(l.kind);
    target.machine = row.orders.value_or(target.machine);
    if (row.orders == CoolingMachine::Cdus) {
        if (const int c = member(network.cduCircuit, l.subject); c >= 0) {
            target.unit = network.circuits[at(c)].id;
        }
    } else if (row.owner == engine::CoolingOwner::Hall) {
        target.unit =
            at(l.subject) < layout.halls.size() ? layout.halls[at(l.subject)].id : std::string();
    } else if (row.owner == engine::CoolingOwner::RackRow) {
        target.unit =
            at(l.subject) < layout.blocks.size() ? layout.blocks[at(l.subject)] : std::string();
        target.instance = l.row + 1;
        for (std::size_t r = 0; r < layout.racks.size() && target.rack < 0; ++r) {
            if (layout.racks[r].block == l.subject && layout.racks[r].row == l.row) {
                target.rack = static_cast<int>(r);
            }
        }
    }
    target.object = engine::PartAddress::parse(target.unit).object;
    return target;
}

int linkOfEquipment(const engine::CoolingNetwork& network, const engine::EquipmentBox& box) {
    using engine::EquipmentKind;
    switch (box.kind) {
        case EquipmentKind::Cdu:
            return member(network.cduPrimary, box.group);
        case EquipmentKind::Crah:
            return member(network.hallCoil, box.group);
        case EquipmentKind::Chiller:
            return member(network.loopEvaporators, box.group);
        case EquipmentKind::CoolingTower:
            return member(network.loopTowers, box.group);
        case EquipmentKind::DryCooler:
            return member(network.loopDryCoolers, box.group);
        case EquipmentKind::Pump:
            return member(network.loopPumps, box.group);
        case EquipmentKind::CondenserPump:
            return member(network.loopCondenserPumps, box.group);
        default:
            return -1;
    }
}

std::vector<LinkIndex> coolingPath(const engine::CoolingNetwork& network,
                                   const engine::Layout& layout, int link) {
    if (link < 0) {
        return {};
    }
    const engine::CoolingLink& l = network.links[at(link)];
    if (l.kind == CoolingLinkKind::Racks) {
        return network.trace(BlockIndex(l.subject), l.row, HallIndex(0));
    }
    if (l.kind == CoolingLinkKind::AirHandlers) {
        // Any block of the hall that is cooled by air leads to its coils.
        for (const engine::RackBox& rack : layout.racks) {
            if (rack.hall == l.subject && member(network.blockFirstRow, rack.block) < 0 &&
                at(rack.block) < network.blockFirstRow.size()) {
                return network.trace(BlockIndex(rack.block), rack.row, HallIndex(l.subject));
            }
        }
    }
    return {};
}

QString coolingWhy(const engine::CoolingNetwork& network, const engine::Frame& frame, int link) {
    if (!hasCoolingValues(frame)) {
        return coolingTr("Not simulated yet");
    }
    const engine::CoolingLink& l = network.links[at(link)];
    const engine::CoolingLinkNow& now = frame.coolingLinks[at(link)];
    const auto running = static_cast<int>(std::lround(now.running));
    const int away = engine::unitsAway(l, now);
    switch (now.state) {
        case CoolingLinkState::Running:
            if (turns(l.kind) && running < l.units && l.units > 1) {
                return partlyRunning(l, running, away);
            }
            if (away > 0) {
                return coolingTr("%1 of %2 out of service or without power.")
                    .arg(away)
                    .arg(l.units);
            }
            return standsStill(l, now) ? coolingTr("In service, but no water passes.")
                                       : coolingTr("It does its duty.");
        case CoolingLinkState::Standby:
            return coolingTr("Not wanted now: the rest carries the load.");
        case CoolingLinkState::Starting:
            return coolingTr("Ordered to start; not at its full duty yet.");
        case CoolingLinkState::NoPower:
            return coolingTr("None of its feeds is live.");
        case CoolingLinkState::Failed:
            return coolingTr("Out of service until it is repaired.");
        case CoolingLinkState::Stuck:
            return coolingTr("Its valve is stuck at %1 and ignores the controller.")
                .arg(shareText(static_cast<double>(now.valve)));
        case CoolingLinkState::Leaking:
            return coolingTr("Coolant escapes: the pressure of its circuit falls.");
        case CoolingLinkState::Isolated:
            return coolingTr("Shut off from its circuit, by a person or by leak detection.");
    }
    return {};
}

QStringList coolingTip(const engine::CoolingNetwork& network, const engine::Frame& frame,
                       int link) {
    using namespace models;
    const engine::CoolingLink& l = network.links[at(link)];
    QStringList lines{coolingName(network, link)};
    const QString units = l.units > 1 ? coolingTr("%1 units").arg(l.units) : QString();
    if (!hasCoolingValues(frame)) {
        lines << (units.isEmpty() ? coolingKindText(l.kind)
                                  : coolingTr("%1, %2").arg(coolingKindText(l.kind), units));
        lines << coolingTr("Design flow %1").arg(flowText(l.designM3PerS))
              << coolingTr("Not simulated yet");
        return lines;
    }
    const engine::CoolingLinkNow& now = frame.coolingLinks[at(link)];
    if (l.kind != CoolingLinkKind::Pipe) {
        lines << coolingTr("%1 · %2").arg(coolingKindText(l.kind),
                                          coolingStateText(l, now).toLower());
        lines << coolingWhy(network, frame, link);
    }
    if (l.units > 1) {
        lines << (turns(l.kind) || l.kind == CoolingLinkKind::Evaporators
                      ? coolingTr("%1 of %2 run")
                            .arg(plainNumberText(static_cast<double>(now.running), 3))
                            .arg(l.units)
                      : units);
    }
    lines << coolingTr("Flow %1, design %2")
                 .arg(flowText(static_cast<double>(now.flowM3PerS)), flowText(l.designM3PerS));
    lines << coolingTr("%1 in, %2 out")
                 .arg(temperatureText(static_cast<double>(now.inC)),
                      temperatureText(static_cast<double>(now.outC)));
    if (now.heatW != 0.0F && l.kind != CoolingLinkKind::Pipe) {
        const double heatW = static_cast<double>(now.heatW);
        lines << (heatW > 0.0 ? coolingTr("Takes %1 from the water")
                              : coolingTr("Gives %1 to the water"))
                     .arg(quantityText(std::abs(heatW), unit::kilowatt, 4));
    }
    if (now.powerW != 0.0F) {
        lines << coolingTr("Electrical power %1")
                     .arg(quantityText(static_cast<double>(now.powerW), unit::kilowatt, 4));
    }
    if (l.hasValve) {
        lines << coolingTr("Valve %1 open").arg(shareText(static_cast<double>(now.valve)));
    }
    if (turns(l.kind)) {
        lines << (engine::infoOf(l.kind).isPump ? coolingTr("Speed %1") : coolingTr("Fan speed %1"))
                     .arg(shareText(static_cast<double>(now.speed)));
    }
    lines << (engine::infoOf(l.kind).isPump ? coolingTr("Head %1") : coolingTr("Pressure loss %1"))
                 .arg(quantityText(std::abs(static_cast<double>(now.dropPa)), unit::kilopascal, 3));
    if (l.kind == CoolingLinkKind::Pipe && l.diameterM > 0.0) {
        lines << coolingTr("%1, inner diameter %2")
                     .arg(quantityText(l.lengthM, unit::metre, 3),
                          quantityText(l.diameterM, unit::millimetre, 4));
    }
    return lines;
}

QStringList coolingNodeTip(const engine::CoolingNetwork& network, const engine::Frame& frame,
                           int node) {
    using namespace models;
    const engine::CoolingNode& n = network.nodes[at(node)];
    const engine::CoolingCircuit& c = network.circuits[at(n.circuit)];
    QStringList lines{coolingTr("%1, %2").arg(capital(QString::fromStdString(n.name)),
                                              QString::fromStdString(c.name))};
    if (hasCoolingValues(frame)) {
        const engine::CoolingNodeNow& now = frame.coolingNodes[at(node)];
        lines << temperatureText(static_cast<double>(now.temperatureC));
        lines << coolingTr("%1 above the atmosphere")
                     .arg(quantityText(static_cast<double>(now.pressurePa), unit::kilopascal, 3));
    } else {
        lines << coolingTr("Not simulated yet");
    }
    if (n.volumeM3 > 0.0) {
        lines << coolingTr("Contents %1").arg(quantityText(n.volumeM3, unit::cubicMetre, 3));
    }
    if (c.expansionNode == node && c.expansionM3 > 0.0) {
        lines << coolingTr("The expansion vessel gives %1 before its pressure is gone")
                     .arg(quantityText(c.expansionM3, unit::cubicMetre, 3));
    }
    return lines;
}

QString flowText(double m3PerS) {
    constexpr double kNothing = 1e-6;  // a solver's rest
    return quantityText(std::abs(m3PerS) < kNothing ? 0.0 : m3PerS, models::unit::litrePerSecond,
                        3);
}

QString shareText(double share) {
    return std::isfinite(share) ? QStringLiteral("%1\u2009%").arg(std::lround(100.0 * share))
                                : QStringLiteral("–");
}

}  // namespace headroom::ui
