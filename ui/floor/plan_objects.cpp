// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/plan_objects.h"

#include "engine/document/blocks.h"
#include "models/facility/block.h"
#include "models/facility/hall.h"
#include "ui/floor/drawing_cache.h"
#include "ui/floor/object_values.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace headroom::ui {

namespace {

using engine::Object;
using engine::SetAttribute;

bool is(const Object& object, std::string_view type) {
    return object.type->id == type;
}

/// Keys of the place of an object; empty where it states none.
std::pair<std::string_view, std::string_view> placeKeys(const Object& object) {
    if (is(object, "block_use")) {
        return {"east_m", "north_m"};
    }
    const bool has = object.type->find("x_m") != nullptr && object.type->find("y_m") != nullptr;
    return has ? std::pair<std::string_view, std::string_view>{"x_m", "y_m"}
               : std::pair<std::string_view, std::string_view>{};
}

void include(std::optional<QRectF>& area, const QRectF& more) {
    area = area ? area->united(more) : more;
}

/// Ids that the layout draws for an object: its own, its copies', its members'.
std::vector<std::string> drawnIds(const engine::Project& project, const std::string& id) {
    const Object* object = project.find(id);
    if (object == nullptr) {
        return {id};
    }
    if (is(*object, "block")) {
        return engine::specOf<models::BlockSpec>(*object).members;
    }
    if (is(*object, "block_use")) {
        std::vector<std::string> ids;
        if (const Object* block = project.find(textOf(*object, "block"))) {
            for (const std::string& member : engine::specOf<models::BlockSpec>(*block).members) {
                ids.push_back(id + "-" + member);
            }
        }
        return ids;
    }
    return {id};
}

void setPlace(std::vector<engine::Edit>& edits, const Object& object, QPointF place) {
    const auto [x, y] = placeKeys(object);
    edits.push_back(SetAttribute{object.id, std::string(x), rounded(place.x())});
    edits.push_back(SetAttribute{object.id, std::string(y), rounded(place.y())});
}

QPointF placeOf(const Object& object) {
    const auto [x, y] = placeKeys(object);
    return {numberOf(object, x), numberOf(object, y)};
}

/// Calls f(id, area) for each single thing drawn, with the id that the layout has for it.
template <class F>
void forEachBox(const engine::Layout& layout, F&& f) {
    for (const engine::RackBox& rack : layout.racks) {
        f(layout.blocks[static_cast<std::size_t>(rack.block)], areaOf(rack.box));
    }
    for (const engine::EquipmentBox& machine : layout.equipment) {
        if (machine.kind != engine::EquipmentKind::Crah) {
            f(machine.id, areaOf(machine.box));
        }
    }
    for (const engine::StructureBox& part : layout.structures) {
        f(part.id, areaOf(part.box));
    }
    for (const engine::HallBox& hall : layout.halls) {
        f(hall.id, areaOf(hall.box));
    }
}

}  // namespace

QRectF areaOf(const engine::Box& box) {
    return {box.x, box.y, box.width, box.depth};
}

std::string editedObject(const engine::Project& project, const std::string& id) {
    if (project.find(id) == nullptr) {
        if (const auto copy = engine::blockCopyOf(project, id)) {
            return copy->use;
        }
    }
    return id;
}

std::vector<std::string> editedObjects(Workspace& workspace) {
    std::vector<std::string> ids;
    for (const Selected& what : workspace.selection().all()) {
        if (airHandlerOf(workspace, what) >= 0) {
            continue;
        }
        const std::string id = editedObject(workspace.project(), what.objectId);
        if (!id.empty() && workspace.project().find(id) != nullptr && !contains(ids, id)) {
            ids.push_back(id);
        }
    }
    return ids;
}

bool isMovable(const Object& object) {
    return !placeKeys(object).first.empty();
}

std::optional<QRectF> footprintOf(const Workspace& workspace, const std::string& id) {
    std::optional<QRectF> area;
    if (const Object* object = workspace.project().find(id);
        object != nullptr && is(*object, "drawing")) {
        return DrawingCache::instance().areaOf(workspace.project(), *object);
    }
    const std::vector<std::string> ids = drawnIds(workspace.project(), id);
    forEachBox(workspace.layout(), [&](const std::string& drawn, const QRectF& box) {
        if (contains(ids, drawn)) {
            include(area, box);
        }
    });
    return area;
}

std::optional<QRectF> footprintOf(const Workspace& workspace, const std::vector<std::string>& ids) {
    std::optional<QRectF> area;
    for (const std::string& id : ids) {
        if (const auto one = footprintOf(workspace, id)) {
            include(area, *one);
        }
    }
    return area;
}

std::vector<Footprint> footprintsOf(const Workspace& workspace) {
    std::vector<Footprint> all;
    std::unordered_map<std::string, std::size_t> known;
    forEachBox(workspace.layout(), [&](const std::string& id, const QRectF& box) {
        const auto [entry, isNew] = known.try_emplace(id, all.size());
        if (isNew) {
            all.push_back({id, box});
        } else {
            all[entry->second].area = all[entry->second].area.united(box);
        }
    });
    return all;
}

std::vector<QRectF> boxesOf(const Workspace& workspace, const std::vector<std::string>& ids) {
    std::vector<std::string> drawn;
    const engine::Layout& layout = workspace.layout();
    std::vector<QRectF> boxes;
    for (const std::string& id : ids) {
        const Object* object = workspace.project().find(id);
        if (object != nullptr && is(*object, "drawing")) {
            if (const auto area = DrawingCache::instance().areaOf(workspace.project(), *object)) {
                boxes.push_back(*area);
            }
        }
        for (std::string& one : drawnIds(workspace.project(), id)) {
            drawn.push_back(std::move(one));
        }
    }
    const auto hallMoves = [&](int hall) {
        return hall >= 0 && contains(drawn, layout.halls[static_cast<std::size_t>(hall)].id);
    };
    for (const engine::RackBox& rack : layout.racks) {
        if (hallMoves(rack.hall) ||
            contains(drawn, layout.blocks[static_cast<std::size_t>(rack.block)])) {
            boxes.push_back(areaOf(rack.box));
        }
    }
    for (const engine::EquipmentBox& machine : layout.equipment) {
        if (contains(drawn, machine.id)) {
            boxes.push_back(areaOf(machine.box));
        }
    }
    for (const engine::StructureBox& part : layout.structures) {
        if (hallMoves(part.hall) || contains(drawn, part.id)) {
            boxes.push_back(areaOf(part.box));
        }
    }
    for (const engine::HallBox& hall : layout.halls) {
        if (contains(drawn, hall.id)) {
            boxes.push_back(areaOf(hall.box));
        }
    }
    return boxes;
}

std::string hallAt(const Workspace& workspace, QPointF site) {
    for (const engine::HallBox& hall : workspace.layout().halls) {
        if (areaOf(hall.box).contains(site)) {
            return hall.id;
        }
    }
    return {};
}

QPointF cornerOf(const Workspace& workspace, const std::string& hallId) {
    for (const engine::HallBox& hall : workspace.layout().halls) {
        if (hall.id == hallId) {
            return {hall.box.x, hall.box.y};
        }
    }
    return {0.0, 0.0};
}

std::vector<engine::Edit> moveEdits(const Workspace& workspace, const std::vector<std::string>& ids,
                                    QPointF byM) {
    std::vector<engine::Edit> edits;
    const engine::Project& project = workspace.project();
    for (const std::string& id : ids) {
        const Object* object = project.find(id);
        if (object == nullptr || !isMovable(*object)) {
            continue;
        }
        if (is(*object, "block_use")) {
            const std::vector<std::string> members = drawnIds(project, textOf(*object, "block"));
            const bool follows = std::all_of(members.begin(), members.end(),
                                             [&](const auto& m) { return contains(ids, m); });
            if (!follows) {
                setPlace(edits, *object, placeOf(*object) + byM);
            }
            continue;
        }
        if (!isInHall(*object)) {
            setPlace(edits, *object, placeOf(*object) + byM);
            if (is(*object, "hall")) {
                // Power units are in coordinates of the site.
                for (const Object* unit : project.objectsOf("power_unit")) {
                    const bool stands = textOf(*unit, "hall") == id && !contains(ids, unit->id) &&
                                        std::holds_alternative<double>(unit->value("x_m"));
                    if (stands) {
                        setPlace(edits, *unit, placeOf(*unit) + byM);
                    }
                }
            }
            continue;
        }
        const std::string home = textOf(*object, "hall");
        if (contains(ids, home)) {
            continue;
        }
        const auto area = footprintOf(workspace, id);
        const std::string next = area ? hallAt(workspace, area->center() + byM) : std::string();
        const bool mayLeave = is(*object, "structure");
        QPointF place = placeOf(*object) + byM;
        if (next != home && (!next.empty() || mayLeave)) {
            place += cornerOf(workspace, home) - cornerOf(workspace, next);
            edits.push_back(
                SetAttribute{id, "hall", next.empty() ? models::Value{} : models::Value{next}});
        }
        setPlace(edits, *object, place);
    }
    return edits;
}

namespace {

/// Middles of the handlers of a hall, from its corner, in the order in which it counts them.
std::vector<QPointF> handlersOf(const Workspace& workspace, const std::string& hallId) {
    std::vector<QPointF> middles;
    for (const engine::EquipmentBox& machine : workspace.layout().equipment) {
        if (machine.kind == engine::EquipmentKind::Crah && machine.id == hallId) {
            middles.push_back(areaOf(machine.box).center() - cornerOf(workspace, hallId));
        }
    }
    return middles;
}

std::vector<engine::Edit> placeHandlers(const std::string& hallId,
                                        const std::vector<QPointF>& middles) {
    std::vector<double> x, y;
    for (const QPointF& middle : middles) {
        x.push_back(rounded(middle.x()));
        y.push_back(rounded(middle.y()));
    }
    return {SetAttribute{hallId, "crah_x_m", x}, SetAttribute{hallId, "crah_y_m", y}};
}

}  // namespace

int airHandlerOf(const Workspace& workspace, const Selected& what) {
    const auto& equipment = workspace.layout().equipment;
    const auto index = static_cast<std::size_t>(what.index);
    return what.equipment() >= 0 && index < equipment.size() &&
                   equipment[index].kind == engine::EquipmentKind::Crah &&
                   workspace.project().find(equipment[index].id) != nullptr
               ? what.index
               : -1;
}

QString moveHandlerWords(const Workspace& workspace, int equipment) {
    const auto& machine = workspace.layout().equipment[static_cast<std::size_t>(equipment)];
    return QCoreApplication::translate("Plan", "Move Air Handler of %1")
        .arg(workspace.nameOfObject(machine.id));
}

std::vector<engine::Edit> moveHandlerEdits(const Workspace& workspace, int equipment, QPointF byM) {
    const auto& all = workspace.layout().equipment;
    const engine::EquipmentBox& moved = all[static_cast<std::size_t>(equipment)];
    std::vector<QPointF> middles = handlersOf(workspace, moved.id);
    const auto before = std::count_if(
        all.begin(), all.begin() + equipment, [&](const engine::EquipmentBox& machine) {
            return machine.kind == engine::EquipmentKind::Crah && machine.id == moved.id;
        });
    QPointF& place = middles[static_cast<std::size_t>(before)];
    place += byM;
    for (const engine::HallBox& hall : workspace.layout().halls) {
        if (hall.id == moved.id) {
            // Not through the wall that it is placed along.
            const double half = 0.5 * std::min(moved.box.width, moved.box.depth);
            place = {std::max(half, std::min(place.x(), hall.box.width - half)),
                     std::max(half, std::min(place.y(), hall.box.depth - half))};
        }
    }
    return placeHandlers(moved.id, middles);
}

std::vector<engine::Edit> addHandlerEdits(const Workspace& workspace, const std::string& hallId,
                                          QPointF middle) {
    std::vector<QPointF> middles = handlersOf(workspace, hallId);
    middles.push_back(middle - cornerOf(workspace, hallId));
    auto edits = placeHandlers(hallId, middles);
    edits.push_back(SetAttribute{hallId, "crah_count", static_cast<std::int64_t>(middles.size())});
    return edits;
}

namespace {

/// Rows that ran east run north and the other way round; what was seen stays, turned.
models::Facing turnedFacing(const models::RackBlockSpec& spec) {
    const models::Facing first = spec.runsNorth() ? spec.facingOf(spec.rows - 1) : spec.facing;
    return static_cast<models::Facing>((static_cast<int>(first) + 1) % 4);
}

std::string_view facingWord(models::Facing facing) {
    return models::RackBlockSpec::type().find("facing")->choices[static_cast<std::size_t>(facing)];
}

bool hasContents(const engine::Project& project, const std::string& hall) {
    return std::any_of(project.objects.begin(), project.objects.end(), [&](const Object& object) {
        const auto* attribute = object.type->find("hall");
        return attribute != nullptr && textOf(object, "hall") == hall;
    });
}

}  // namespace

std::vector<engine::Edit> turnEdits(const Workspace& workspace, const std::vector<std::string>& ids,
                                    int* left) {
    std::vector<engine::Edit> edits;
    const engine::Project& project = workspace.project();
    const auto whole = footprintOf(workspace, ids);
    int fixed = 0;
    for (const std::string& id : ids) {
        const Object* object = project.find(id);
        const auto area = footprintOf(workspace, id);
        if (object == nullptr || !area || !whole) {
            continue;
        }
        const bool isHall = is(*object, "hall");
        const bool turns = is(*object, "rack_block") || is(*object, "structure") ||
                           (isHall && !hasContents(project, id));
        if (!turns) {
            ++fixed;
            continue;
        }
        const QPointF arm = area->center() - whole->center();
        const QPointF middle = whole->center() + QPointF(arm.y(), -arm.x());
        const QPointF corner = middle - QPointF(area->height() / 2.0, area->width() / 2.0);
        if (is(*object, "rack_block")) {
            const auto spec = engine::specOf<models::RackBlockSpec>(*object);
            edits.push_back(
                SetAttribute{id, "facing", std::string(facingWord(turnedFacing(spec)))});
        } else {
            edits.push_back(SetAttribute{id, "width_m", numberOf(*object, "depth_m")});
            edits.push_back(SetAttribute{id, "depth_m", numberOf(*object, "width_m")});
        }
        setPlace(edits, *object, placeOf(*object) + (corner - area->topLeft()));
    }
    if (left != nullptr) {
        *left = fixed;
    }
    return edits;
}

double rounded(double metres) {
    const double value = std::round(metres * 1000.0) / 1000.0;
    return value == 0.0 ? 0.0 : value;  // never minus nought
}

QString wordsFor(const QString& verb, const Workspace& workspace,
                 const std::vector<std::string>& ids) {
    return ids.size() == 1
               ? QStringLiteral("%1 %2").arg(verb, workspace.nameOfObject(ids.front()))
               : QCoreApplication::translate("Plan", "%1 %2 objects").arg(verb).arg(ids.size());
}

std::vector<Selected> selectedObjects(const std::vector<std::string>& ids) {
    std::vector<Selected> all;
    for (const std::string& id : ids) {
        all.push_back({Selected::Kind::Object, -1, id, -1});
    }
    return all;
}

}  // namespace headroom::ui
