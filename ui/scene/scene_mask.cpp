// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/scene_mask.h"

#include "engine/base/index.h"
#include "engine/connections/supply_paths.h"
#include "ui/cooling/cooling_text.h"
#include "ui/floor/machine_tint.h"
#include "ui/power/power_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>

namespace headroom::ui {

namespace {

/// Whether a focus is on a thing, by its place in its list.
struct Chosen {
    std::vector<bool> racks, machines, pipes, ways, boards, trays;

    explicit Chosen(const SceneSubjects& s, bool on)
        : racks(s.layout.racks.size(), on),
          machines(s.layout.equipment.size(), on),
          pipes(s.pipes.size(), on),
          ways(s.power.ways.size(), on),
          boards(s.power.boards.size(), on),
          trays(s.layout.trays.size(), on) {}
};

std::string_view systemOf(engine::EquipmentKind kind) {
    switch (engine::infoOf(kind).group) {
        case engine::EquipmentGroup::Power:
            return kSystemPower;
        case engine::EquipmentGroup::Network:
        case engine::EquipmentGroup::Storage:
            return kSystemNetwork;
        default:
            return kSystemCooling;
    }
}

bool isInside(const engine::Box& hall, double x, double y) {
    return x >= hall.x && x <= hall.x + hall.width && y >= hall.y && y <= hall.y + hall.depth;
}

bool isInside(const engine::Box& hall, const engine::Box& b) {
    return isInside(hall, b.x + b.width / 2.0, b.y + b.depth / 2.0);
}

bool passes(const engine::Box& hall, std::span<const std::array<double, 3>> points) {
    return std::any_of(points.begin(), points.end(),
                       [&](const auto& p) { return isInside(hall, p[0], p[1]); });
}

/// Sets each entry to what `is` says of it.
template <class Is>
void choose(std::vector<bool>& list, Is is) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        list[i] = is(i);
    }
}

void chooseKind(Chosen& on, const SceneSubjects& s, const std::string& key) {
    choose(on.racks, [&](std::size_t) { return key == kKindRack; });
    choose(on.machines, [&](std::size_t i) { return key == s.layout.equipment[i].kindName(); });
    choose(on.pipes, [&](std::size_t) { return key == kKindPipe; });
    choose(on.ways, [&](std::size_t) { return key == kKindFeeder; });
    choose(on.boards, [&](std::size_t i) {
        return s.frame != nullptr && s.frame->network != nullptr &&
               key ==
                   engine::powerKindName(s.frame->network->units[at(s.power.boards[i].unit)].kind);
    });
    choose(on.trays, [&](std::size_t) { return key == kKindTray; });
}

void chooseHall(Chosen& on, const SceneSubjects& s, const std::string& key) {
    const auto& halls = s.layout.halls;
    const auto hall = std::find_if(halls.begin(), halls.end(),
                                   [&](const engine::HallBox& each) { return each.id == key; });
    if (hall == halls.end()) {
        on = Chosen(s, false);
        return;
    }
    const int index = static_cast<int>(hall - halls.begin());
    choose(on.racks, [&](std::size_t i) { return s.layout.racks[i].hall == index; });
    choose(on.machines,
           [&](std::size_t i) { return isInside(hall->box, s.layout.equipment[i].box); });
    choose(on.pipes, [&](std::size_t i) { return passes(hall->box, s.pipes[i].points); });
    choose(on.ways, [&](std::size_t i) { return passes(hall->box, s.power.ways[i].points); });
    choose(on.boards, [&](std::size_t i) { return isInside(hall->box, s.power.boards[i].box); });
    choose(on.trays, [&](std::size_t i) { return s.layout.trays[i].hall == index; });
}

void chooseSystem(Chosen& on, const SceneSubjects& s, const std::string& key) {
    choose(on.racks, [&](std::size_t) { return key == kSystemIt; });
    choose(on.machines, [&](std::size_t i) { return key == systemOf(s.layout.equipment[i].kind); });
    choose(on.pipes, [&](std::size_t) { return key == kSystemCooling; });
    choose(on.ways, [&](std::size_t) { return key == kSystemPower; });
    choose(on.boards, [&](std::size_t) { return key == kSystemPower; });
    choose(on.trays, [&](std::size_t) { return key == kSystemNetwork; });
}

void chooseObject(Chosen& on, const SceneSubjects& s, const std::string& key) {
    choose(on.racks, [&](std::size_t i) {
        return s.layout.blocks[static_cast<std::size_t>(s.layout.racks[i].block)] == key;
    });
    choose(on.machines, [&](std::size_t i) { return s.layout.equipment[i].id == key; });
    choose(on.pipes, [&](std::size_t i) { return s.pipes[i].object == key; });
    choose(on.ways, [&](std::size_t i) { return s.power.ways[i].object == key; });
    choose(on.boards, [&](std::size_t i) { return s.power.boards[i].object == key; });
}

/// Things in another condition than normal: failed, dead, or with a machine that is out.
void chooseFaults(Chosen& on, const SceneSubjects& s) {
    on = Chosen(s, false);
    if (s.frame == nullptr) {
        return;
    }
    const engine::Frame& frame = *s.frame;
    const auto isNormal = [](engine::Condition c) { return c == engine::Condition::Normal; };
    choose(on.racks, [&](std::size_t i) {
        return i < frame.rackConditions.size() && !isNormal(frame.rackConditions[i]);
    });
    const auto machines = machineConditions(s.layout, s.frame);
    choose(on.machines, [&](std::size_t i) { return !isNormal(machines[i]); });
    if (frame.network != nullptr && hasPowerValues(frame)) {
        const auto isDead = [&](int unit) { return !isLive(frame.powerUnits[at(unit)]); };
        choose(on.ways, [&](std::size_t i) {
            const engine::PowerWay& way = s.power.ways[i];
            return way.edge >= 0 ? !isEdgeLive(*frame.network, frame, way.edge) : isDead(way.unit);
        });
        choose(on.boards, [&](std::size_t i) { return isDead(s.power.boards[i].unit); });
    }
    if (frame.cooling != nullptr && hasCoolingValues(frame)) {
        choose(on.pipes, [&](std::size_t i) {
            const engine::CoolingLinkState state = frame.coolingLinks[at(s.pipes[i].link)].state;
            return state != engine::CoolingLinkState::Running &&
                   state != engine::CoolingLinkState::Standby &&
                   state != engine::CoolingLinkState::Starting;
        });
    }
}

/// The unit of the wiring that each machine is a body of; -1 if none. Bodies of an array follow each other, one for each
/// module of a unit.
std::vector<int> unitsOfMachines(const engine::Layout& layout,
                                 const engine::PowerNetwork& network) {
    std::vector<int> units = machineNumbers(layout);
    for (std::size_t i = 0; i < units.size(); ++i) {
        const engine::EquipmentBox& box = layout.equipment[i];
        const int array =
            box.kind == engine::EquipmentKind::PowerUnit ? network.arrayOf(box.id) : -1;
        if (array < 0) {
            units[i] = -1;
            continue;
        }
        const engine::PowerArray& its = network.arrays[at(array)];
        const int modules = std::max(1, network.units[its.firstUnit].modules);
        units[i] = its.firstUnit + std::min(its.units - 1, units[i] / modules);
    }
    return units;
}

engine::PowerLiveness livenessOf(const engine::Frame& frame) {
    const engine::PowerNetwork& network = *frame.network;
    engine::PowerLiveness live;
    const bool isKnown = hasPowerValues(frame);
    live.units.assign(network.units.size(), true);
    live.edges.assign(network.edges.size(), true);
    for (std::size_t u = 0; isKnown && u < live.units.size(); ++u) {
        live.units[u] = isLive(frame.powerUnits[u]);
    }
    for (std::size_t e = 0; isKnown && e < live.edges.size(); ++e) {
        // A transfer switch draws from one of two live incomers.
        live.edges[e] = isEdgeLive(network, frame, static_cast<int>(e)) &&
                        std::abs(frame.powerEdges[e].powerW) > 0.0F;
    }
    return live;
}

bool isLoadOf(const engine::PowerLoad& load, const engine::EquipmentBox& machine) {
    using engine::EquipmentKind;
    using engine::PowerLoadKind;
    switch (load.kind) {
        case PowerLoadKind::Fans:
            return machine.kind == EquipmentKind::Crah && machine.group == load.index;
        case PowerLoadKind::CduPumps:
            return machine.kind == EquipmentKind::Cdu && machine.group == load.index;
        case PowerLoadKind::LoopPumps:
            return (machine.kind == EquipmentKind::Pump ||
                    machine.kind == EquipmentKind::CondenserPump) &&
                   machine.group == load.index;
        case PowerLoadKind::HeatRejection:
            return (machine.kind == EquipmentKind::Chiller ||
                    machine.kind == EquipmentKind::CoolingTower ||
                    machine.kind == EquipmentKind::DryCooler) &&
                   machine.group == load.index;
        case PowerLoadKind::HallIt:
            return machine.kind == EquipmentKind::NetworkRack ||
                   machine.kind == EquipmentKind::StorageRack;
        case PowerLoadKind::Rack:
            break;
    }
    return false;
}

void choosePower(Chosen& on, const SceneSubjects& s, const Selected& start) {
    const engine::PowerNetwork& network = *s.frame->network;
    const std::vector<int> unitOf = unitsOfMachines(s.layout, network);
    std::vector<int> loads, units;
    for (std::size_t l = 0; l < network.loads.size(); ++l) {
        const engine::PowerLoad& load = network.loads[l];
        const bool isOfRack =
            load.kind == engine::PowerLoadKind::Rack &&
            (start.rack() == load.index ||
             (start.kind == Selected::Kind::Object && at(load.index) < s.layout.racks.size() &&
              s.layout.blocks[at(s.layout.racks[at(load.index)].block)] == start.objectId));
        if (isOfRack ||
            (start.equipment() >= 0 && isLoadOf(load, s.layout.equipment[at(start.index)]))) {
            loads.push_back(static_cast<int>(l));
        }
    }
    if (start.equipment() >= 0) {
        if (const int unit = unitOf[at(start.index)]; unit >= 0) {
            units.push_back(unit);
        }
    } else if (const int array = network.arrayOf(start.objectId);
               start.kind == Selected::Kind::Object && array >= 0) {
        const engine::PowerArray& its = network.arrays[at(array)];
        for (int i = 0; i < its.units; ++i) {
            units.push_back(its.firstUnit + i);
        }
    }
    const engine::PowerPath path = engine::powerPath(network, livenessOf(*s.frame), loads, units);
    choose(on.machines, [&](std::size_t i) { return unitOf[i] >= 0 && path.units[at(unitOf[i])]; });
    std::vector<bool> feedsLoad(network.loads.size(), false);
    for (std::size_t l = 0; l < network.loads.size(); ++l) {
        const engine::PowerLoad& load = network.loads[l];
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            feedsLoad[l] = feedsLoad[l] || path.cords[at(c)];
        }
        if (feedsLoad[l] && load.kind == engine::PowerLoadKind::Rack &&
            at(load.index) < on.racks.size()) {
            on.racks[at(load.index)] = true;
        } else if (feedsLoad[l]) {
            for (std::size_t i = 0; i < on.machines.size(); ++i) {
                on.machines[i] = on.machines[i] || isLoadOf(load, s.layout.equipment[i]);
            }
        }
    }
    choose(on.boards, [&](std::size_t i) { return path.units[at(s.power.boards[i].unit)]; });
    choose(on.ways, [&](std::size_t i) {
        const engine::PowerWay& way = s.power.ways[i];
        if (way.edge >= 0) {
            return bool(path.edges[at(way.edge)]);
        }
        if (way.kind == engine::PowerWay::Kind::Cords) {
            return way.load >= 0 && feedsLoad[at(way.load)] && path.units[at(way.unit)];
        }
        // A busway belongs to the path where it is over a rack of the path.
        return path.units[at(way.unit)] &&
               std::any_of(way.racks.begin(), way.racks.end(),
                           [&](int rack) { return bool(on.racks[at(rack)]); });
    });
}

void chooseCoolant(Chosen& on, const SceneSubjects& s, const Selected& start) {
    const engine::CoolingNetwork& network = *s.frame->cooling;
    LinkIndex from;
    if (start.rack() >= 0) {
        const engine::RackBox& rack = s.layout.racks[at(start.index)];
        from = network.rowLink(BlockIndex(rack.block), rack.row);
        if (from < 0 && at(rack.hall) < network.hallCoil.size()) {
            from = network.hallCoil[HallIndex(rack.hall)];
        }
    } else if (start.equipment() >= 0) {
        from = LinkIndex(linkOfEquipment(network, s.layout.equipment[at(start.index)]));
    } else {
        for (std::size_t l = 0; l < network.links.size() && from < 0; ++l) {
            if (coolingTarget(network, s.layout, static_cast<int>(l)).object == start.objectId) {
                from = LinkIndex(l);
            }
        }
    }
    const engine::CoolantPath path = engine::coolantPath(network, s.layout, from);
    on.racks = path.racks;
    choose(on.machines, [&](std::size_t i) {
        const int link = linkOfEquipment(network, s.layout.equipment[i]);
        return link >= 0 && path.links[at(link)];
    });
    choose(on.pipes, [&](std::size_t i) { return bool(path.links[at(s.pipes[i].link)]); });
}

/// Racks of a job, with the cabinets and trays of their network.
void chooseJob(Chosen& on, const SceneSubjects& s, std::int64_t job) {
    const auto& jobs = s.frame->rack(engine::RackQuantity::Job);
    std::vector<bool> halls(s.layout.halls.size(), false);
    choose(on.racks, [&](std::size_t i) {
        const bool isIts = i < jobs.size() && std::llround(jobs[i]) == job;
        const auto hall = static_cast<std::size_t>(s.layout.racks[i].hall);
        if (isIts && hall < halls.size()) {
            halls[hall] = true;
        }
        return isIts;
    });
    choose(on.machines, [&](std::size_t i) {
        const engine::EquipmentBox& machine = s.layout.equipment[i];
        bool isInHall = false;
        for (std::size_t h = 0; h < halls.size(); ++h) {
            isInHall = isInHall || (halls[h] && isInside(s.layout.halls[h].box, machine.box));
        }
        return isInHall && machine.kind == engine::EquipmentKind::NetworkRack;
    });
    choose(on.trays, [&](std::size_t i) {
        const auto hall = static_cast<std::size_t>(s.layout.trays[i].hall);
        return hall < halls.size() && halls[hall];
    });
}

void choosePath(Chosen& on, const SceneSubjects& s, const SceneFocus& focus) {
    on = Chosen(s, false);
    const Selected start = startAt(s.layout, focus.start);
    if (s.frame == nullptr || start.isNone()) {
        return;
    }
    if (focus.path == SceneFocus::Path::Power && s.frame->network != nullptr) {
        choosePower(on, s, start);
    } else if (focus.path == SceneFocus::Path::Coolant && s.frame->cooling != nullptr) {
        chooseCoolant(on, s, start);
    } else if (focus.path == SceneFocus::Path::Job) {
        chooseJob(on, s, start.job);
    }
}

void chooseSubject(Chosen& on, const SceneSubjects& s, const SceneFocus& focus) {
    switch (focus.subject) {
        case SceneFocus::Subject::Kind:
            return chooseKind(on, s, focus.key);
        case SceneFocus::Subject::Hall:
            return chooseHall(on, s, focus.key);
        case SceneFocus::Subject::System:
            return chooseSystem(on, s, focus.key);
        case SceneFocus::Subject::Fault:
            return chooseFaults(on, s);
        case SceneFocus::Subject::Object:
            return chooseObject(on, s, focus.key);
    }
}

}  // namespace

SceneMask sceneMask(const SceneFocus& focus, const SceneSubjects& subjects) {
    SceneMask mask;
    if (!focus.hasChoice()) {
        return mask;
    }
    Chosen byRule(subjects, focus.rule == SceneFocus::Rule::Everything);
    Chosen byPath(subjects, focus.path == SceneFocus::Path::None);
    if (focus.rule != SceneFocus::Rule::Everything) {
        chooseSubject(byRule, subjects, focus);
    }
    if (focus.path != SceneFocus::Path::None) {
        choosePath(byPath, subjects, focus);
    }
    const bool isReversed = focus.rule == SceneFocus::Rule::Without;
    const SceneLook rest = focus.hidesRest ? SceneLook::Hidden : SceneLook::Ghost;
    const auto look = [&](const std::vector<bool>& rule, const std::vector<bool>& path) {
        std::vector<SceneLook> looks;
        looks.reserve(rule.size());
        for (std::size_t i = 0; i < rule.size(); ++i) {
            looks.push_back(rule[i] != isReversed && path[i] ? SceneLook::Shown : rest);
        }
        return looks;
    };
    mask.racks = look(byRule.racks, byPath.racks);
    mask.machines = look(byRule.machines, byPath.machines);
    mask.pipes = look(byRule.pipes, byPath.pipes);
    mask.ways = look(byRule.ways, byPath.ways);
    mask.boards = look(byRule.boards, byPath.boards);
    mask.trays = look(byRule.trays, byPath.trays);
    return mask;
}

}  // namespace headroom::ui
