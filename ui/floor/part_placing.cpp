// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/part_placing.h"

#include "engine/floor/free_place.h"
#include "engine/wiring/by_hand.h"
#include "engine/wiring/obvious.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/pump.h"
#include "models/facility/block.h"
#include "models/facility/cdu_group.h"
#include "models/facility/cooling_loop.h"
#include "models/facility/hall.h"
#include "models/facility/power_unit.h"
#include "models/facility/rack_block.h"
#include "models/facility/structure.h"
#include "models/power/switchboard.h"
#include "ui/floor/fabric_placing.h"
#include "ui/floor/object_values.h"
#include "ui/floor/plan_objects.h"
#include "ui/kit/translate.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QLineF>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace headroom::ui {

namespace {

using engine::Object;
using engine::SetAttribute;

constexpr int kRowRacks = 10;     // of a row that is put down
constexpr double kRowEndM = 1.2;  // kept free at its ends, where the hall is short
/// Assumption: plate heat exchangers of CDUs are bought for 3 to 6 K between facility water and
/// coolant; where the first group of a project begins.
constexpr double kApproachK = 5.0;
/// Assumption: coils of air handlers are bought for 2 K between facility water and supply air.
constexpr double kCoilK = 2.0;
// Where a loop begins that is made by putting down its first machine; all is in the inspector.
constexpr double kLoopSupplyC = 25.0;
constexpr double kLoopRiseK = 10.0;
constexpr double kLoopM3 = 20.0;

std::vector<std::string> listOf(const Object& object, std::string_view key) {
    const auto* list = std::get_if<std::vector<std::string>>(&object.value(key));
    return list == nullptr ? std::vector<std::string>{} : *list;
}

/// The nearest object of a type by its centre, in the given hall if one is given.
const Object* nearest(const Workspace& workspace, std::string_view type, const std::string& hall,
                      QPointF at) {
    const Object* best = nullptr;
    double least = 0.0;
    for (const Object* object : workspace.project().objectsOf(type)) {
        const auto area = footprintOf(workspace, object->id);
        if (!area || (!hall.empty() && textOf(*object, "hall") != hall)) {
            continue;
        }
        const double distance = QLineF(area->center(), at).length();
        if (best == nullptr || distance < least) {
            best = object;
            least = distance;
        }
    }
    return best;
}

const Object* only(const Workspace& workspace, std::string_view type) {
    const auto all = workspace.project().objectsOf(type);
    return all.size() == 1 ? all.front() : nullptr;
}

/// Distribution in a hall that feeds nothing further down: PDUs and boards.
std::vector<std::string> boardsOf(const Workspace& workspace, const std::string& hall) {
    std::vector<std::string> boards;
    const auto units = workspace.project().objectsOf("power_unit");
    for (const Object* unit : units) {
        const std::string part = textOf(*unit, "part");
        const bool serves = workspace.catalogue()->find("pdu", part) != nullptr ||
                            workspace.catalogue()->find("switchboard", part) != nullptr;
        const bool isLast = std::none_of(units.begin(), units.end(), [&](const Object* other) {
            const auto sources = listOf(*other, "sources");
            return std::find(sources.begin(), sources.end(), unit->id) != sources.end();
        });
        if (serves && isLast && textOf(*unit, "hall") == hall) {
            boards.push_back(unit->id);
        }
    }
    return boards;
}

/// The hall, where there is but one; empty if none or several.
std::string onlyHall(const Workspace& workspace) {
    const Object* hall = only(workspace, "hall");
    return hall == nullptr ? std::string() : hall->id;
}

/// Unit that would feed a machine in that hall, or in the yard of the only hall.
std::vector<std::string> feedsFor(const Workspace& workspace, const std::string& hall) {
    auto boards = boardsOf(workspace, hall);
    return boards.empty() && hall.empty() ? boardsOf(workspace, onlyHall(workspace)) : boards;
}

/// Whether a way from the grid to that unit leads through a UPS.
bool isBehindUps(const Workspace& workspace, const Object& unit, int deep = 0) {
    constexpr int kDeepest = 32;  // wiring in a circle is a finding, and ends here
    if (workspace.catalogue()->find("ups", textOf(unit, "part")) != nullptr) {
        return true;
    }
    for (const std::string& id :
         deep < kDeepest ? listOf(unit, "sources") : std::vector<std::string>()) {
        const Object* source = workspace.project().find(id);
        if (source != nullptr && source->type->id == "power_unit" &&
            isBehindUps(workspace, *source, deep + 1)) {
            return true;
        }
    }
    return false;
}

/// Feeds of fans, pumps, chillers and towers: low-voltage boards without a UPS, else boards with one, one of
/// each side. Busways of racks only where there is no board: nobody puts a tower on the IT's UPS unasked.
std::vector<std::string> mechanicalFeedsFor(const Workspace& workspace, const std::string& hall) {
    constexpr double kLowVoltageV = 1000.0;
    constexpr std::size_t kSides = 2;
    std::vector<std::string> plain, backed;
    for (const Object* unit : workspace.project().objectsOf("power_unit")) {
        const auto* board =
            workspace.catalogue()->spec<models::SwitchboardSpec>(textOf(*unit, "part"));
        if (board != nullptr && board->voltageV <= kLowVoltageV) {
            (isBehindUps(workspace, *unit) ? backed : plain).push_back(unit->id);
        }
    }
    std::vector<std::string>& boards = plain.empty() ? backed : plain;
    if (boards.empty()) {
        return feedsFor(workspace, hall);
    }
    boards.resize(std::min(boards.size(), kSides));
    return boards;
}

void setFeeds(Object& object, std::vector<std::string> feeds) {
    if (!feeds.empty()) {
        Editor::set(object, "feeds", std::move(feeds));
    }
}

void copy(const Object& from, Object& to, std::string_view key) {
    Editor::set(to, key, from.value(key));
}

/// Objects drawn as if they stood at the corner of a great hall.
std::vector<QRectF> boxesOfObjects(const Workspace& workspace, std::vector<Object> objects) {
    constexpr const char* kHall = "trial-hall";
    engine::Project trial;
    Object hall = Editor::make("hall", kHall);
    Editor::set(hall, "width_m", 2000.0);
    Editor::set(hall, "depth_m", 2000.0);
    trial.objects.push_back(hall);
    for (Object& object : objects) {
        if (object.type->find("hall") != nullptr) {
            Editor::set(object, "hall", std::string(kHall));
        }
        Editor::set(object, "x_m", 0.0);
        Editor::set(object, "y_m", 0.0);
        trial.objects.push_back(std::move(object));
    }
    const engine::Layout layout = engine::layoutOf(trial, *workspace.catalogue(), nullptr);
    std::vector<QRectF> boxes;
    for (const engine::RackBox& rack : layout.racks) {
        boxes.push_back(areaOf(rack.box));
    }
    for (const engine::EquipmentBox& machine : layout.equipment) {
        if (machine.kind != engine::EquipmentKind::Pump &&
            machine.kind != engine::EquipmentKind::CondenserPump) {
            boxes.push_back(areaOf(machine.box));
        }
    }
    for (const engine::StructureBox& part : layout.structures) {
        boxes.push_back(areaOf(part.box));
    }
    return boxes;
}

void setCorner(Object& object, QPointF corner) {
    Editor::set(object, "x_m", rounded(corner.x()));
    Editor::set(object, "y_m", rounded(corner.y()));
}

Placing added(Object object, const QString& title) {
    Placing placing;
    placing.made = {object.id};
    placing.words = planTr("Place %1").arg(title);
    placing.edits = {engine::AddObject{std::move(object)}};
    return placing;
}

Placing refused(const char* why) {
    Placing placing;
    placing.refusal = planTr(why);
    return placing;
}

bool isLiquid(const engine::Catalogue& catalogue, const models::RackSpec& rack) {
    const auto* server = catalogue.spec<models::ServerSpec>(rack.server);
    return !rack.tank.empty() || (server != nullptr && server->liquidFraction > 0.0);
}

Object rackBlock(const std::string& id, const std::string& rack, int racks, models::Facing facing) {
    Object block = Editor::make("rack_block", id);
    Editor::set(block, "rack", rack);
    Editor::set(block, "rows", std::int64_t{1});
    Editor::set(block, "racks_per_row", static_cast<std::int64_t>(racks));
    const auto* words = models::RackBlockSpec::type().find("facing");
    Editor::set(block, "facing", std::string(words->choices[static_cast<std::size_t>(facing)]));
    return block;
}

void connectRacks(const Workspace& workspace, Object& block, const std::string& hall, QPointF at) {
    const engine::Catalogue& catalogue = *workspace.catalogue();
    const auto* rack = catalogue.spec<models::RackSpec>(textOf(block, "rack"));
    if (const Object* neighbour = nearest(workspace, "rack_block", hall, at)) {
        for (const char* key : {"feeds", "cords", "fabric"}) {
            copy(*neighbour, block, key);
        }
    } else {
        setFeeds(block, feedsFor(workspace, hall));
    }
    if (const Object* fabric = only(workspace, "fabric")) {
        Editor::set(block, "fabric", fabric->id);
    }
    if (rack != nullptr && isLiquid(catalogue, *rack)) {
        if (const Object* cdu = nearest(workspace, "cdu_group", hall, at)) {
            Editor::set(block, "cdu_group", cdu->id);
        }
    }
}

Stamp rackStamp(const Workspace& workspace, const engine::CatalogueEntry& entry,
                models::Facing facing) {
    const auto* rack = workspace.catalogue()->spec<models::RackSpec>(entry.id);
    int racks = kRowRacks;
    // As many as the smallest hall takes.
    const bool runsNorth = facing == models::Facing::West || facing == models::Facing::East;
    for (const engine::HallBox& hall : workspace.layout().halls) {
        const double room = (runsNorth ? hall.box.depth : hall.box.width) - 2.0 * kRowEndM;
        racks = std::min(racks, std::max(1, static_cast<int>(room / rack->widthM)));
    }
    Stamp stamp;
    stamp.title = QStringLiteral("%1 × %2").arg(racks).arg(QString::fromStdString(entry.name));
    stamp.boxes = boxesOfObjects(workspace, {rackBlock("trial", entry.id, racks, facing)});
    const QPointF middle = stamp.area().center();
    stamp.place = [id = entry.id, racks, facing, title = stamp.title, middle](Workspace& where,
                                                                              QPointF corner) {
        const std::string hall = hallAt(where, corner + middle);
        if (hall.empty()) {
            return refused(QT_TRANSLATE_NOOP("Plan", "Racks belong in a hall: put them into one"));
        }
        const Editor& editor = where.editor();
        Object block = rackBlock(editor.freeId("racks"), id, racks, facing);
        Editor::set(block, "hall", hall);
        setCorner(block, corner - cornerOf(where, hall));
        connectRacks(where, block, hall, corner + middle);
        return added(std::move(block), title);
    };
    stamp.turned = [&workspace, &entry, facing] {
        return rackStamp(workspace, entry,
                         static_cast<models::Facing>((static_cast<int>(facing) + 1) % 4));
    };
    return stamp;
}

/// Racks of the hall that need coolant and have none take it from the group, as those do that are put down after it.
void joinRacks(const Workspace& where, const std::string& hall, const std::string& group,
               std::vector<engine::Edit>& edits) {
    for (const Object* block : where.project().objectsOf("rack_block")) {
        const auto* rack = where.catalogue()->spec<models::RackSpec>(textOf(*block, "rack"));
        if (rack != nullptr && textOf(*block, "hall") == hall &&
            textOf(*block, "cdu_group").empty() && isLiquid(*where.catalogue(), *rack)) {
            edits.emplace_back(SetAttribute{block->id, "cdu_group", group});
        }
    }
}

/// Halls with air handlers and CDU groups that no loop serves take the water of that one.
void joinLoop(const Workspace& where, const Object& loop, std::vector<engine::Edit>& edits) {
    for (const Object* group : where.project().objectsOf("cdu_group")) {
        if (textOf(*group, "loop").empty()) {
            edits.emplace_back(SetAttribute{group->id, "loop", loop.id});
        }
    }
    const double leastC = engine::specOf<models::CoolingLoopSpec>(loop).supplySetpointC + kCoilK;
    for (const Object* hall : where.project().objectsOf("hall")) {
        const auto spec = engine::specOf<models::HallSpec>(*hall);
        if (spec.crah.empty() || !spec.airLoop.empty()) {
            continue;
        }
        edits.emplace_back(SetAttribute{hall->id, "air_loop", loop.id});
        if (spec.supplyAirC < leastC) {
            edits.emplace_back(SetAttribute{hall->id, "supply_air_c", leastC});
        }
    }
}

Stamp cduStamp(const Workspace& workspace, const engine::CatalogueEntry& entry) {
    Stamp stamp;
    stamp.title = QString::fromStdString(entry.name);
    Object trial = Editor::make("cdu_group", "trial");
    Editor::set(trial, "cdu", entry.id);
    Editor::set(trial, "count", std::int64_t{1});
    stamp.boxes = boxesOfObjects(workspace, {trial});
    const QPointF middle = stamp.area().center();
    stamp.place = [trial, title = stamp.title, middle](Workspace& where, QPointF corner) {
        const QPointF at = corner + middle;
        const std::string hall = hallAt(where, at);
        if (hall.empty()) {
            return refused(QT_TRANSLATE_NOOP("Plan", "CDUs belong in a hall: put it into one"));
        }
        Object group = trial;
        group.id = where.editor().freeId("cdus");
        Editor::set(group, "hall", hall);
        setCorner(group, corner - cornerOf(where, hall));
        const Object* loop = only(where, "cooling_loop");
        if (const Object* known = nearest(where, "cdu_group", {}, at)) {
            for (const char* key : {"loop", "supply_setpoint_c", "fluid", "feeds"}) {
                copy(*known, group, key);
            }
        } else {
            const double supplyC =
                loop == nullptr ? kLoopSupplyC
                                : engine::specOf<models::CoolingLoopSpec>(*loop).supplySetpointC;
            Editor::set(group, "supply_setpoint_c", supplyC + kApproachK);
            if (const Object* racks = nearest(where, "rack_block", hall, at)) {
                copy(*racks, group, "feeds");
            } else {
                setFeeds(group, mechanicalFeedsFor(where, hall));
            }
        }
        if (loop != nullptr) {
            Editor::set(group, "loop", loop->id);
        }
        const std::string id = group.id;
        Placing placing = added(std::move(group), title);
        joinRacks(where, hall, id, placing.edits);
        return placing;
    };
    return stamp;
}

/// Fed as the first of its kind is, or by what is obvious.
void connectUnit(const Workspace& where, Object& unit, const std::string& type,
                 const std::vector<std::string>& obvious) {
    for (const Object* other : where.project().objectsOf("power_unit")) {
        if (where.catalogue()->find(type, textOf(*other, "part")) != nullptr) {
            for (const char* key : {"sources", "breaker", "cable", "cable_m"}) {
                copy(*other, unit, key);
            }
            return;
        }
    }
    if (!obvious.empty()) {
        Editor::set(unit, "sources", obvious);
    }
}

/// Parts that are in a hall or in the yard. Utilities, boards and transfer switches go into the wiring alone
/// until somebody states a place for them; boards belong to a hall all the same, whose racks hang on them.
Stamp powerStamp(const Workspace& workspace, const engine::CatalogueEntry& entry) {
    Stamp stamp;
    stamp.title = QString::fromStdString(entry.name);
    Object trial = Editor::make("power_unit", "trial");
    Editor::set(trial, "part", entry.id);
    const bool isDrawn = !engine::powerKindOfType(entry.type->id)->section.empty();
    if (isDrawn) {
        stamp.boxes = boxesOfObjects(workspace, {trial});
    } else {
        stamp.elsewhere =
            planTr("%1 has no place in the plan: the one-line diagram shows it").arg(stamp.title);
        stamp.view = "window.oneLine";
    }
    const QPointF middle = stamp.area().center();
    stamp.place = [trial, isDrawn, type = std::string(entry.type->id), title = stamp.title, middle,
                   obvious = engine::obviousSources(workspace.project(), *workspace.catalogue(),
                                                    entry.id)](Workspace& where, QPointF corner) {
        Object unit = trial;
        unit.id = where.editor().freeId(type);
        std::string hall = hallAt(where, corner + middle);
        if (isDrawn) {
            setCorner(unit, corner);
        } else if (hall.empty()) {
            hall = onlyHall(where);
        }
        if (!hall.empty() && type != "utility") {
            Editor::set(unit, "hall", hall);
        }
        connectUnit(where, unit, type, obvious);
        return added(std::move(unit), title);
    };
    return stamp;
}

Object newLoop(const Workspace& where, const std::string& id) {
    Object loop = Editor::make("cooling_loop", id);
    Editor::set(loop, "supply_setpoint_c", kLoopSupplyC);
    Editor::set(loop, "design_rise_k", kLoopRiseK);
    const auto pumps = where.catalogue()->entriesOf("pump");
    if (!pumps.empty()) {
        Editor::set(loop, "pump", pumps.front()->id);
    }
    Editor::set(loop, "pump_count", std::int64_t{1});
    Editor::set(loop, "volume_m3", kLoopM3);
    // Coils and basins outdoors are sold with heaters; glycol is a choice of the designer.
    Editor::set(loop, "frost_protection", std::string("heater"));
    return loop;
}

/// The smallest pump that moves the water of a tower cell: of equal flow that of the least head, which is a
/// condenser pump. Null where the catalogue has none.
const engine::CatalogueEntry* condenserPumpFor(const Workspace& workspace,
                                               const std::string& tower) {
    const auto* cell = workspace.catalogue()->spec<models::CoolingTowerSpec>(tower);
    const engine::CatalogueEntry* best = nullptr;
    const auto pumpOf = [](const engine::CatalogueEntry* entry) {
        return static_cast<const models::PumpSpec*>(entry->spec.get());
    };
    for (const engine::CatalogueEntry* entry : workspace.catalogue()->entriesOf("pump")) {
        const auto* pump = pumpOf(entry);
        if (cell == nullptr || !(pump->flowM3PerS >= cell->waterFlowM3PerS)) {
            continue;
        }
        if (best == nullptr || std::pair(pump->flowM3PerS, pump->headPa) <
                                   std::pair(pumpOf(best)->flowM3PerS, pumpOf(best)->headPa)) {
            best = entry;
        }
    }
    return best;
}

/// Places that the machines of a loop take by these edits and that none of them takes now.
std::vector<QRectF> boxesThatJoin(const Workspace& workspace, const Object& loop,
                                  const std::vector<engine::Edit>& edits) {
    const auto* x = std::get_if<double>(&loop.value("x_m"));
    const auto* y = std::get_if<double>(&loop.value("y_m"));
    if (x == nullptr || y == nullptr) {
        return {};
    }
    Object after = loop;
    for (const engine::Edit& edit : edits) {
        if (const auto* set = std::get_if<SetAttribute>(&edit); set != nullptr) {
            Editor::set(after, set->key, set->value);
        }
    }
    std::vector<QRectF> boxes = boxesOfObjects(workspace, {after});
    const std::vector<QRectF> now = boxesOfObjects(workspace, {loop});
    std::erase_if(boxes, [&now](const QRectF& box) {
        return std::find(now.begin(), now.end(), box) != now.end();
    });
    for (QRectF& box : boxes) {
        box.translate(*x, *y);
    }
    return boxes;
}

Stamp loopStamp(const Workspace& workspace, const engine::CatalogueEntry& entry) {
    Stamp stamp;
    stamp.title = QString::fromStdString(entry.name);
    const std::string key(entry.type->id);
    const std::string countKey = key + "_count";
    Object trial = newLoop(workspace, "trial");
    Editor::set(trial, key, entry.id);
    if (key == "dry_cooler") {
        Editor::set(trial, "exchanger_approach_k", 0.0);  // its water is that of the loop
    }
    Editor::set(trial, countKey, std::int64_t{1});
    // A tower without a pump to it cannot run: one comes with each cell.
    const engine::CatalogueEntry* fitting =
        key == "cooling_tower" ? condenserPumpFor(workspace, entry.id) : nullptr;
    const std::string towerPump = fitting == nullptr ? std::string() : fitting->id;
    if (!towerPump.empty()) {
        Editor::set(trial, "condenser_pump", towerPump);
        Editor::set(trial, "condenser_pump_count", std::int64_t{1});
    }
    stamp.boxes = boxesOfObjects(workspace, {trial});
    const QPointF middle = stamp.area().center();
    stamp.place = [towerPump, trial, key, countKey, id = entry.id, title = stamp.title, middle](
                      Workspace& where, QPointF corner) {
        const Object* loop = nearest(where, "cooling_loop", {}, corner + middle);
        if (loop == nullptr) {
            loop = only(where, "cooling_loop");
        }
        if (loop == nullptr) {
            Object made = trial;
            made.id = where.editor().freeId("loop");
            setCorner(made, corner);
            setFeeds(made, mechanicalFeedsFor(where, hallAt(where, corner + middle)));
            Placing placing = added(made, title);
            joinLoop(where, made, placing.edits);
            return placing;
        }
        const std::string known = textOf(*loop, key);
        const auto* count = std::get_if<std::int64_t>(&loop->value(countKey));
        if (!known.empty() && known != id && count != nullptr && *count > 0) {
            return refused(QT_TRANSLATE_NOOP(
                "Plan", "The loop has machines of another model: replace the model instead"));
        }
        Placing placing;
        placing.made = {loop->id};
        placing.words = planTr("Add %1 to %2").arg(title, where.nameOfObject(loop->id));
        placing.edits = {SetAttribute{loop->id, key, id},
                         SetAttribute{loop->id, countKey, (count == nullptr ? 0 : *count) + 1}};
        if (!towerPump.empty()) {
            const auto* pumps = std::get_if<std::int64_t>(&loop->value("condenser_pump_count"));
            if (textOf(*loop, "condenser_pump").empty()) {
                placing.edits.push_back(SetAttribute{loop->id, "condenser_pump", towerPump});
            }
            placing.edits.push_back(SetAttribute{loop->id, "condenser_pump_count",
                                                 (pumps == nullptr ? 0 : *pumps) + 1});
        }
        if (count != nullptr && *count > 0) {
            placing.joined = boxesThatJoin(where, *loop, placing.edits);
            if (!placing.joined.empty()) {
                placing.note =
                    planTr("Joins %1, at the end of the row").arg(where.nameOfObject(loop->id));
            }
        }
        return placing;
    };
    return stamp;
}

Stamp airHandlerStamp(const Workspace& workspace, const engine::CatalogueEntry& entry) {
    Stamp stamp;
    stamp.title = QString::fromStdString(entry.name);
    const auto number = [&](const char* key) {
        for (std::size_t i = 0; i < entry.values.size(); ++i) {
            if (entry.type->attributes[i].key == key) {
                const auto* value = std::get_if<double>(&entry.values[i]);
                return value == nullptr ? 1.0 : *value;
            }
        }
        return 1.0;
    };
    stamp.boxes = {QRectF(0, 0, number("depth_m"), number("width_m"))};
    const QPointF middle = stamp.area().center();
    (void)workspace;
    stamp.place = [id = entry.id, title = stamp.title, middle](Workspace& where, QPointF corner) {
        const std::string hallId = hallAt(where, corner + middle);
        const Object* hall = where.project().find(hallId);
        if (hall == nullptr) {
            return refused(
                QT_TRANSLATE_NOOP("Plan", "Air handlers belong in a hall: put it into one"));
        }
        const auto spec = engine::specOf<models::HallSpec>(*hall);
        if (!spec.crah.empty() && spec.crah != id && spec.crahs > 0) {
            return refused(QT_TRANSLATE_NOOP(
                "Plan", "The hall has air handlers of another model: replace the model instead"));
        }
        Placing placing;
        placing.made = {hallId};
        placing.words = planTr("Add %1 to %2").arg(title, where.nameOfObject(hallId));
        placing.edits = addHandlerEdits(where, hallId, corner + middle);
        placing.edits.insert(placing.edits.begin(), SetAttribute{hallId, "crah", id});
        if (const Object* loop = only(where, "cooling_loop");
            loop != nullptr && spec.airLoop.empty()) {
            placing.edits.push_back(SetAttribute{hallId, "air_loop", loop->id});
            const double leastC =
                engine::specOf<models::CoolingLoopSpec>(*loop).supplySetpointC + kCoilK;
            if (spec.supplyAirC < leastC) {
                placing.edits.push_back(SetAttribute{hallId, "supply_air_c", leastC});
            }
        }
        if (auto feeds = mechanicalFeedsFor(where, hallId); spec.feeds.empty() && !feeds.empty()) {
            placing.edits.push_back(SetAttribute{hallId, "feeds", std::move(feeds)});
        }
        return placing;
    };
    return stamp;
}

/// Sizes with which parts of the building are put down; drawing them gives any other.
struct PartSize {
    const char* kind;
    double widthM, depthM;
};

constexpr auto kPartSizes = std::to_array<PartSize>({{"wall", 6.0, 0.2},
                                                     {"column", 0.6, 0.6},
                                                     {"door", 2.4, 0.2},
                                                     {"room", 6.0, 4.8},
                                                     {"keep_clear", 2.4, 1.2},
                                                     {"ramp", 4.8, 1.8},
                                                     {"tray", 6.0, 0.6}});

std::optional<Stamp> structureStamp(const PartKey& key, bool turned) {
    const auto size = std::find_if(kPartSizes.begin(), kPartSizes.end(),
                                   [&](const PartSize& s) { return key.id == s.kind; });
    if (size == kPartSizes.end()) {
        return std::nullopt;
    }
    const auto kind = static_cast<models::StructureKind>(size - kPartSizes.begin());
    Stamp stamp;
    stamp.title = structureWord(kind);
    const double width = turned ? size->depthM : size->widthM;
    const double depth = turned ? size->widthM : size->depthM;
    stamp.boxes = {QRectF(0, 0, width, depth)};
    stamp.place = [key, width, depth, title = stamp.title](Workspace& where, QPointF corner) {
        std::string stem = key.id;
        std::replace(stem.begin(), stem.end(), '_', '-');
        Object part = Editor::make("structure", where.editor().freeId(stem));
        Editor::set(part, "kind", key.id);
        const std::string hall = hallAt(where, corner + QPointF(width / 2, depth / 2));
        if (!hall.empty()) {
            Editor::set(part, "hall", hall);
        }
        setCorner(part, corner - cornerOf(where, hall));
        Editor::set(part, "width_m", width);
        Editor::set(part, "depth_m", depth);
        return added(std::move(part), title);
    };
    stamp.turned = [key, turned] { return *structureStamp(key, !turned); };
    return stamp;
}

}  // namespace

/// A cabinet as it hangs at the pointer.
constexpr double kCabinetWideM = 0.6, kCabinetDeepM = 1.2;

/// The plan of a hall finds room for cabinets of storage: a drop names the hall, not a place.
Stamp storageStamp(const Workspace& workspace, const engine::CatalogueEntry& entry) {
    Stamp stamp;
    stamp.title = QString::fromStdString(entry.name);
    Object trial = Editor::make("storage_group", "trial");
    Editor::set(trial, "storage_system", entry.id);
    Editor::set(trial, "count", std::int64_t{1});
    stamp.boxes = boxesOfObjects(workspace, {trial});
    if (stamp.boxes.empty()) {
        stamp.boxes = {QRectF(0.0, 0.0, kCabinetWideM, kCabinetDeepM)};
    }
    const QPointF middle = stamp.area().center();
    stamp.place = [id = entry.id, title = stamp.title, middle](Workspace& where, QPointF corner) {
        std::string hall = hallAt(where, corner + middle);
        hall = hall.empty() ? onlyHall(where) : hall;
        if (hall.empty()) {
            return refused(QT_TRANSLATE_NOOP("Plan", "Put storage into a hall"));
        }
        for (const Object* group : where.project().objectsOf("storage_group")) {
            const auto* count = std::get_if<std::int64_t>(&group->value("count"));
            if (textOf(*group, "storage_system") == id && textOf(*group, "hall") == hall &&
                count != nullptr) {
                Placing placing;
                placing.made = {group->id};
                placing.words = planTr("Add %1 to %2").arg(title, where.nameOfObject(group->id));
                placing.edits = {SetAttribute{group->id, "count", *count + 1}};
                return placing;
            }
        }
        Object group = Editor::make("storage_group", where.editor().freeId("storage"));
        Editor::set(group, "storage_system", id);
        Editor::set(group, "count", std::int64_t{1});
        Editor::set(group, "hall", hall);
        return added(std::move(group), title);
    };
    return stamp;
}

std::optional<Stamp> stampOf(const Workspace& workspace, const PartKey& key) {
    if (workspace.catalogue() == nullptr || !workspace.isOpen()) {
        return std::nullopt;
    }
    if (key.type == "structure") {
        return structureStamp(key, false);
    }
    if (key.type == "block") {
        return blockStamp(workspace, key.id);
    }
    if (auto stamp = fabricStamp(workspace, key)) {
        return stamp;
    }
    const engine::CatalogueEntry* entry = workspace.catalogue()->find(key.type, key.id);
    if (entry == nullptr) {
        return std::nullopt;
    }
    std::optional<Stamp> stamp;
    if (key.type == "rack") {
        stamp = rackStamp(workspace, *entry, models::Facing::South);
    } else if (key.type == "cdu") {
        stamp = cduStamp(workspace, *entry);
    } else if (key.type == "crah") {
        stamp = airHandlerStamp(workspace, *entry);
    } else if (key.type == "storage_system") {
        stamp = storageStamp(workspace, *entry);
    } else if (engine::powerKindOfType(key.type) != nullptr) {
        stamp = powerStamp(workspace, *entry);
    } else if (key.type == "chiller" || key.type == "cooling_tower" || key.type == "dry_cooler") {
        stamp = loopStamp(workspace, *entry);
    }
    return stamp && (!stamp->boxes.empty() || !stamp->elsewhere.isEmpty()) ? stamp : std::nullopt;
}

engine::Result<Placing> placeInWiring(Workspace& workspace, const PartKey& key,
                                      const std::string& source) {
    const engine::CatalogueEntry* entry = workspace.catalogue()->find(key.type, key.id);
    const QString title = QString::fromStdString(entry->name);
    Object unit = Editor::make("power_unit", workspace.editor().freeId(key.type));
    Editor::set(unit, "part", entry->id);
    if (const std::string hall = onlyHall(workspace); !hall.empty() && key.type != "utility") {
        Editor::set(unit, "hall", hall);
    }
    // Busways hang over racks; everything else that has a body is drawn where there is room.
    const engine::Box body = engine::bodyOf(*workspace.catalogue(), entry->id, 1);
    if (body.width > 0.0 && engine::powerKindOfType(key.type)->kind != engine::PowerKind::Pdu) {
        const engine::Box place = engine::freePlace(workspace.layout(), {}, body.width, body.depth);
        setCorner(unit, {place.x, place.y});
    }
    if (source.empty()) {
        connectUnit(workspace, unit, key.type,
                    engine::obviousSources(workspace.project(), *workspace.catalogue(), entry->id));
        return added(std::move(unit), title);
    }
    engine::Project with = workspace.project();
    with.objects.push_back(unit);
    const auto joined =
        engine::joinByHand(with, *workspace.catalogue(), source, {{unit.id, "sources"}});
    if (!joined) {
        return tl::unexpected(joined.error());
    }
    Editor::set(unit, "sources", std::vector<std::string>{source});
    return added(std::move(unit), title);
}

bool isWiringPart(const Workspace& workspace, const PartKey& key) {
    return workspace.isOpen() && workspace.catalogue() != nullptr &&
           engine::powerKindOfType(key.type) != nullptr &&
           workspace.catalogue()->find(key.type, key.id) != nullptr;
}

std::optional<Stamp> blockStamp(const Workspace& workspace, const std::string& block) {
    const auto area = footprintOf(workspace, block);
    const Object* object = workspace.project().find(block);
    if (!area || object == nullptr) {
        return std::nullopt;
    }
    const std::vector<std::string> members = engine::specOf<models::BlockSpec>(*object).members;
    Stamp stamp;
    stamp.title = workspace.nameOfObject(block);
    for (const QRectF& box : boxesOf(workspace, members)) {
        stamp.boxes.push_back(box.translated(-area->topLeft()));
    }
    stamp.place = [block, members, title = stamp.title](Workspace& where, QPointF corner) {
        const auto from = footprintOf(where, block);
        if (!from) {
            return refused(QT_TRANSLATE_NOOP("Plan", "The block has nothing in it"));
        }
        QPointF by = corner - from->topLeft();
        std::string home;
        for (const std::string& member : members) {
            const Object* one = where.project().find(member);
            if (one != nullptr && home.empty() && one->type->id != "power_unit") {
                home = textOf(*one, "hall");
            }
        }
        const std::string hall = hallAt(where, from->center() + by);
        Object use = Editor::make("block_use", where.editor().freeId(block + "-copy"));
        if (!home.empty() && hall.empty()) {
            return refused(QT_TRANSLATE_NOOP("Plan", "It belongs in a hall: put it into one"));
        }
        if (!home.empty() && hall != home) {
            Editor::set(use, "hall", hall);
            by -= cornerOf(where, hall) - cornerOf(where, home);
        }
        const auto uses = where.project().objectsOf("block_use").size();
        Editor::set(use, "name", QStringLiteral("%1 %2").arg(title).arg(uses + 2).toStdString());
        Editor::set(use, "block", block);
        Editor::set(use, "east_m", rounded(by.x()));
        Editor::set(use, "north_m", rounded(by.y()));
        return added(std::move(use), title);
    };
    return stamp;
}

}  // namespace headroom::ui
