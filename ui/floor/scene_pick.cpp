// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/scene_pick.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kMiss = std::numeric_limits<double>::infinity();

Selected rackAt(const engine::Layout& layout, std::size_t i) {
    const auto block = static_cast<std::size_t>(layout.racks[i].block);
    return {Selected::Kind::Rack, static_cast<int>(i),
            block < layout.blocks.size() ? layout.blocks[block] : std::string(), -1};
}

Selected equipmentAt(const engine::Layout& layout, std::size_t i) {
    return {Selected::Kind::Equipment, static_cast<int>(i), layout.equipment[i].id, -1};
}

void include(Bounds3& bounds, const engine::Box& box) {
    const double low[3] = {box.x, box.y, box.z};
    const double high[3] = {box.x + box.width, box.y + box.depth, box.z + box.height};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        bounds.low[axis] = std::min(bounds.low[axis], low[axis]);
        bounds.high[axis] = std::max(bounds.high[axis], high[axis]);
    }
}

constexpr Bounds3 kNothing{{kMiss, kMiss, kMiss}, {-kMiss, -kMiss, -kMiss}};

}  // namespace

double distanceToBox(const engine::Box& box, const Ray& ray) {
    const double low[3] = {box.x, box.y, box.z};
    const double high[3] = {box.x + box.width, box.y + box.depth, box.z + box.height};
    double enter = 0.0;  // slab method
    double leave = kMiss;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double d = ray.direction[axis];
        if (std::abs(d) < 1e-12) {
            if (ray.origin[axis] < low[axis] || ray.origin[axis] > high[axis]) {
                return kMiss;
            }
            continue;
        }
        const double a = (low[axis] - ray.origin[axis]) / d;
        const double b = (high[axis] - ray.origin[axis]) / d;
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave ? enter : kMiss;
}

Selected pickAlong(const engine::Layout& layout, const Ray& ray, double* distanceM,
                   const std::function<bool(const Selected&)>& accepts) {
    Selected best;
    double nearest = kMiss;
    const auto take = [&](const engine::Box& box, const auto& what) {
        const double d = distanceToBox(box, ray);
        if (d < nearest) {
            if (Selected found = what(); !accepts || accepts(found)) {
                nearest = d;
                best = std::move(found);
            }
        }
    };
    for (std::size_t i = 0; i < layout.racks.size(); ++i) {
        take(layout.racks[i].box, [&] { return rackAt(layout, i); });
    }
    for (std::size_t i = 0; i < layout.equipment.size(); ++i) {
        take(layout.equipment[i].box, [&] { return equipmentAt(layout, i); });
    }
    for (const engine::StructureBox& part : layout.structures) {
        const bool isFlat = part.kind == models::StructureKind::Room ||
                            part.kind == models::StructureKind::KeepClear ||
                            part.kind == models::StructureKind::Door;
        engine::Box box = part.box;
        // As they are drawn: areas on the floor, walls cut low.
        box.height = isFlat ? 0.05 : std::min(box.height, 1.0);
        take(box, [&] { return Selected{Selected::Kind::Object, -1, part.id, -1}; });
    }
    if (distanceM != nullptr && nearest < kMiss) {
        *distanceM = nearest;
    }
    return best;
}

Selected pickAt(const engine::Layout& layout, double x, double y, double tolerance) {
    const auto holds = [&](const engine::Box& box) {
        return x >= box.x - tolerance && x <= box.x + box.width + tolerance &&
               y >= box.y - tolerance && y <= box.y + box.depth + tolerance;
    };
    for (std::size_t i = 0; i < layout.racks.size(); ++i) {
        if (holds(layout.racks[i].box)) {
            return rackAt(layout, i);
        }
    }
    for (std::size_t i = 0; i < layout.equipment.size(); ++i) {
        if (holds(layout.equipment[i].box)) {
            return equipmentAt(layout, i);
        }
    }
    return {};
}

bool boxOf(const engine::Layout& layout, const Selected& what, engine::Box& box) {
    const auto i = static_cast<std::size_t>(what.index);
    if (what.rack() >= 0 && i < layout.racks.size()) {
        box = layout.racks[i].box;
        return true;
    }
    if (what.equipment() >= 0 && i < layout.equipment.size()) {
        box = layout.equipment[i].box;
        return true;
    }
    return false;
}

Bounds3 boundsOf(const engine::Layout& layout) {
    Bounds3 bounds = kNothing;
    for (const engine::HallBox& hall : layout.halls) {
        engine::Box low = hall.box;
        low.height = std::min(low.height, 1.0);  // walls are drawn low
        include(bounds, low);
    }
    for (const engine::RackBox& rack : layout.racks) {
        include(bounds, rack.box);
    }
    for (const engine::EquipmentBox& machine : layout.equipment) {
        include(bounds, machine.box);
    }
    return bounds.low[0] > bounds.high[0] ? Bounds3{{0, 0, 0}, {20, 20, 3}} : bounds;
}

Bounds3 hallBoundsOf(const engine::Layout& layout) {
    Bounds3 bounds = kNothing;
    for (const engine::RackBox& rack : layout.racks) {
        const auto hall = static_cast<std::size_t>(rack.hall);
        if (hall < layout.halls.size()) {
            engine::Box low = layout.halls[hall].box;
            low.height = rack.box.height;
            include(bounds, low);
        }
    }
    return bounds.low[0] > bounds.high[0] ? boundsOf(layout) : bounds;
}

Bounds3 siteBoundsOf(const engine::Layout& layout, double share) {
    const Bounds3 halls = hallBoundsOf(layout);
    const double reach =
        share * std::max(halls.high[0] - halls.low[0], halls.high[1] - halls.low[1]);
    Bounds3 bounds = halls;
    for (const engine::EquipmentBox& machine : layout.equipment) {
        const engine::Box& b = machine.box;
        const double awayX = std::max({halls.low[0] - b.x - b.width, b.x - halls.high[0], 0.0});
        const double awayY = std::max({halls.low[1] - b.y - b.depth, b.y - halls.high[1], 0.0});
        if (std::max(awayX, awayY) <= reach) {
            include(bounds, b);
        }
    }
    return bounds;
}

bool boundsOf(const engine::Layout& layout, const Selected& what, Bounds3& bounds) {
    bounds = kNothing;
    engine::Box box;
    if (boxOf(layout, what, box)) {
        // With its neighbours, so that one sees where it is.
        include(bounds,
                {box.x - 2.0, box.y - 2.0, box.z, box.width + 4.0, box.depth + 4.0, box.height});
        return true;
    }
    if (what.kind == Selected::Kind::Object) {
        for (const engine::HallBox& hall : layout.halls) {
            if (hall.id == what.objectId) {
                include(bounds, hall.box);
            }
        }
        for (const engine::RackBox& rack : layout.racks) {
            if (layout.blocks[static_cast<std::size_t>(rack.block)] == what.objectId) {
                include(bounds, rack.box);
            }
        }
        for (const engine::EquipmentBox& machine : layout.equipment) {
            if (machine.id == what.objectId) {
                include(bounds, machine.box);
            }
        }
        for (const engine::StructureBox& part : layout.structures) {
            if (part.id == what.objectId) {
                include(bounds, part.box);
            }
        }
    }
    return bounds.low[0] <= bounds.high[0];
}

}  // namespace headroom::ui
