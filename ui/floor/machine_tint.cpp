// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/machine_tint.h"

#include "engine/alarms/alarm_list.h"
#include "engine/power/network.h"
#include "engine/run/conditions.h"
#include "engine/run/frame/computed.h"
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_paint.h"
#include "ui/kit/condition_mark.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

namespace headroom::ui {

using engine::Condition;
using engine::CoolingLinkState;

namespace {

/// The hall in which its middle lies; -1 means outdoors.
int hallOf(const engine::Layout& layout, const engine::Box& box) {
    const double x = box.x + box.width / 2.0, y = box.y + box.depth / 2.0;
    for (std::size_t i = 0; i < layout.halls.size(); ++i) {
        const engine::Box& room = layout.halls[i].box;
        if (x >= room.x && x <= room.x + room.width && y >= room.y && y <= room.y + room.depth) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

/// Colour of a machine whose link runs without some of its units.
struct BoxesAway {
    int last = 0;               ///< number of its boxes, the last
    bool isOnlyPartly = false;  ///< what is stopped is part of that box
};

/// The links whose units a box has: its own, and of a CDU that of its pumps, which are in the machine.
std::array<int, 2> linksOf(const engine::EquipmentBox& box, const engine::CoolingNetwork& network) {
    const bool hasPumps = box.kind == engine::EquipmentKind::Cdu && box.group >= 0 &&
                          static_cast<std::size_t>(box.group) < network.cduPumps.size();
    return {linkOfEquipment(network, box),
            hasPumps ? network.cduPumps[static_cast<std::size_t>(box.group)] : -1};
}

BoxesAway boxesAway(const engine::EquipmentBox& box, const engine::Frame& frame, int boxes) {
    BoxesAway most;
    if (!hasCoolingValues(frame)) {
        return most;
    }
    for (const int link : linksOf(box, *frame.cooling)) {
        if (link < 0) {
            continue;
        }
        const engine::CoolingLink& of = frame.cooling->links[static_cast<std::size_t>(link)];
        const int away = engine::unitsAway(of, frame.coolingLinks[static_cast<std::size_t>(link)]);
        const int whole = away * boxes / std::max(1, of.units);
        if (whole > (most.isOnlyPartly ? 0 : most.last)) {
            most = {whole, false};
        } else if (away > 0 && most.last == 0) {
            most = {1, true};
        }
    }
    return most;
}

/// Why machines of an object take no part.
Condition awayCondition(const std::string& object, const engine::AlarmList* alarms) {
    const bool isUnpowered =
        alarms != nullptr &&
        std::any_of(alarms->active.begin(), alarms->active.end(), [&](const auto& row) {
            return row.object == object && row.kind == engine::AlarmKind::CoolingPartUnpowered;
        });
    return isUnpowered ? Condition::Unpowered : Condition::Failed;
}

}  // namespace

/// Switches and storage hang on the feeds of their hall; whether all of them are dead.
bool isHallDark(const engine::Frame& frame, int hall) {
    if (frame.network == nullptr || frame.powerUnits.empty()) {
        return false;
    }
    bool isFed = false, isKnown = false;
    for (const engine::PowerLoad& load : frame.network->loads) {
        if (load.kind != engine::PowerLoadKind::HallIt || load.index != hall) {
            continue;
        }
        for (int cord = load.firstCord; cord < load.firstCord + load.cords; ++cord) {
            const auto unit =
                static_cast<std::size_t>(frame.network->cordUnit[static_cast<std::size_t>(cord)]);
            const engine::PowerUnitState state = frame.powerUnits[unit].state;
            isKnown = true;
            isFed = isFed || (state != engine::PowerUnitState::Dead &&
                              state != engine::PowerUnitState::Failed);
        }
    }
    return isKnown && !isFed;
}

QColor equipmentColour(engine::EquipmentKind kind, const ThemeColours& colours) {
    const std::array ofGroup{colours.equipmentCooling, colours.equipmentCooling,
                             colours.equipmentNetwork, colours.equipmentStorage,
                             colours.equipmentPower};
    static_assert(ofGroup.size() == static_cast<std::size_t>(engine::EquipmentGroup::Count));
    return ofGroup[static_cast<std::size_t>(engine::infoOf(kind).group)];
}

CoolingLinkState machineState(const engine::EquipmentBox& box, const engine::Frame* frame) {
    if (frame == nullptr || !hasCoolingValues(*frame)) {
        return CoolingLinkState::Running;
    }
    const auto stateOf = [&](int link) {
        return link < 0 ? CoolingLinkState::Running
                        : frame->coolingLinks[static_cast<std::size_t>(link)].state;
    };
    const auto [ownLink, pumpLink] = linksOf(box, *frame->cooling);
    const CoolingLinkState own = stateOf(ownLink), pumping = stateOf(pumpLink);
    return engine::conditionOf(pumping) > engine::conditionOf(own) ? pumping : own;
}

std::vector<Condition> machineConditions(const engine::Layout& layout, const engine::Frame* frame) {
    std::vector<Condition> conditions(layout.equipment.size(), Condition::Normal);
    if (!isComputed(frame)) {
        return conditions;
    }
    std::map<int, bool> isDark;  // by hall
    // Boxes of an array are in the order of its units, each with all its modules.
    std::map<std::string, int> stood;
    std::map<std::pair<std::string, engine::EquipmentKind>, int> boxes, seen;
    for (const engine::EquipmentBox& box : layout.equipment) {
        ++boxes[{box.id, box.kind}];
    }
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const engine::EquipmentBox& box = layout.equipment[i];
        const engine::EquipmentGroup group = engine::infoOf(box.kind).group;
        if (group == engine::EquipmentGroup::Network || group == engine::EquipmentGroup::Storage) {
            const int hall = hallOf(layout, box.box);
            const auto known = isDark.try_emplace(hall, false);
            if (known.second) {
                known.first->second = isHallDark(*frame, hall);
            }
            conditions[i] = known.first->second ? Condition::Unpowered : Condition::Normal;
            continue;
        }
        if (box.kind != engine::EquipmentKind::PowerUnit) {
            conditions[i] = engine::conditionOf(machineState(box, frame));
            const int all = boxes[{box.id, box.kind}];
            const BoxesAway away = boxesAway(box, *frame, all);
            if (++seen[{box.id, box.kind}] > all - away.last &&
                conditions[i] == Condition::Normal) {
                conditions[i] = away.isOnlyPartly ? Condition::PartlyOut
                                                  : awayCondition(box.id, frame->alarms.get());
            }
            continue;
        }
        const int array = frame->network == nullptr ? -1 : frame->network->arrayOf(box.id);
        if (array < 0 || frame->powerUnits.empty()) {
            continue;
        }
        const auto& units = frame->network->arrays[static_cast<std::size_t>(array)];
        const auto first = static_cast<std::size_t>(units.firstUnit);
        const int modules = std::max(1, frame->network->units[first].modules);
        const int unit = std::min(units.units - 1, stood[box.id]++ / modules);
        conditions[i] =
            engine::conditionOf(frame->powerUnits[first + static_cast<std::size_t>(unit)]);
    }
    return conditions;
}

std::vector<QRgb> machineTints(const engine::Layout& layout, const engine::Frame* frame) {
    const ThemeColours& colours = Theme::instance().colours();
    const std::vector<Condition> conditions = machineConditions(layout, frame);
    std::vector<QRgb> tints;
    tints.reserve(layout.equipment.size());
    for (std::size_t i = 0; i < layout.equipment.size(); ++i) {
        const engine::EquipmentBox& box = layout.equipment[i];
        const QColor own = equipmentColour(box.kind, colours);
        const CoolingLinkState state = machineState(box, frame);
        if (conditions[i] != Condition::Normal) {
            tints.push_back(conditionColour(conditions[i], colours).rgb());
        } else if (state == CoolingLinkState::Starting) {
            tints.push_back(inkOfState(state, colours).rgb());
        } else if (state == CoolingLinkState::Standby) {
            const QColor& idle = colours.idleRack;
            tints.push_back(qRgb((own.red() + idle.red()) / 2, (own.green() + idle.green()) / 2,
                                 (own.blue() + idle.blue()) / 2));
        } else {
            tints.push_back(own.rgb());
        }
    }
    return tints;
}

}  // namespace headroom::ui
