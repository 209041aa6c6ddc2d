// SPDX-License-Identifier: Apache-2.0
#include "engine/floor/machine_groups.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kSameLineM = 0.05;

double middleX(const Box& b) {
    return b.x + 0.5 * b.width;
}

double middleY(const Box& b) {
    return b.y + 0.5 * b.depth;
}

bool overlaps(const Box& a, const Box& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.depth && b.y < a.y + a.depth;
}

bool isInside(const Box& a, const Box& b) {
    return a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width &&
           a.y + a.depth <= b.y + b.depth;
}

/// Around both, on the plan.
Box joined(const Box& a, const Box& b) {
    Box both;
    both.x = std::min(a.x, b.x);
    both.y = std::min(a.y, b.y);
    both.width = std::max(a.x + a.width, b.x + b.width) - both.x;
    both.depth = std::max(a.y + a.depth, b.y + b.depth) - both.y;
    return both;
}

void measure(const Layout& layout, MachineGroup& group) {
    const auto boxOf = [&layout](int machine) -> const Box& {
        return layout.equipment[static_cast<std::size_t>(machine)].box;
    };
    double x = 0.0, y = 0.0;
    for (const int machine : group.machines) {
        x += middleX(boxOf(machine)) / static_cast<double>(group.machines.size());
        y += middleY(boxOf(machine)) / static_cast<double>(group.machines.size());
    }
    group.innermost =
        *std::min_element(group.machines.begin(), group.machines.end(), [&](int a, int b) {
            return std::hypot(middleX(boxOf(a)) - x, middleY(boxOf(a)) - y) <
                   std::hypot(middleX(boxOf(b)) - x, middleY(boxOf(b)) - y);
        });
    const Box& inner = boxOf(group.innermost);
    group.line = group.around = inner;
    for (const int machine : group.machines) {
        const Box& box = boxOf(machine);
        group.around = joined(group.around, box);
        if (std::abs(box.y + box.depth - inner.y - inner.depth) < kSameLineM) {
            group.line = joined(group.line, box);
        }
    }
    for (const HallBox& hall : layout.halls) {
        const Box middle{middleX(inner), middleY(inner), 0.0, 0.0, 0.0, 0.0};
        group.isIndoors = group.isIndoors || isInside(middle, hall.box);
    }
}

/// Above and below the line of a group and all of it, next to all of it, then at the edges of its first machines.
std::vector<Box> candidates(const Layout& layout, const MachineGroup& group, const NameSize& size,
                            double gapM) {
    constexpr std::size_t kMostTried = 8;  // machines
    const auto at = [&](double x, double y) {
        return Box{x - 0.5 * size.widthM, y - 0.5 * size.depthM, 0.0,
                   size.widthM,           size.depthM,           0.0};
    };
    const Box& a = group.around;
    const Box& l = group.line;
    const double up = 0.5 * size.depthM + gapM, aside = 0.5 * size.widthM + gapM;
    std::vector<Box> places{at(middleX(l), l.y + l.depth + up),    at(middleX(l), l.y - up),
                            at(middleX(a), a.y + a.depth + up),    at(middleX(a), a.y - up),
                            at(a.x + a.width + aside, middleY(a)), at(a.x - aside, middleY(a))};
    for (std::size_t i = 0; i < std::min(kMostTried, group.machines.size()); ++i) {
        const Box& m = layout.equipment[static_cast<std::size_t>(group.machines[i])].box;
        for (const double x : {m.x + 0.5 * size.widthM, m.x + m.width - 0.5 * size.widthM}) {
            places.push_back(at(x, m.y + m.depth + up));
            places.push_back(at(x, m.y - up));
        }
    }
    return places;
}

/// Whether the name is next to a machine of the group, and not in the middle between distant ones.
bool isNear(const Layout& layout, const MachineGroup& group, const Box& name, double gapM) {
    const double reach = gapM + name.depth;
    const Box around{name.x - reach,           name.y - reach,           0.0,
                     name.width + 2.0 * reach, name.depth + 2.0 * reach, 0.0};
    return std::any_of(group.machines.begin(), group.machines.end(), [&](int machine) {
        return overlaps(around, layout.equipment[static_cast<std::size_t>(machine)].box);
    });
}

}  // namespace

std::string MachineGroup::words() const {
    return machines.size() == 1 ? kind : std::to_string(machines.size()) + " × " + kind;
}

std::vector<MachineGroup> machineGroups(const Layout& layout) {
    std::map<std::pair<std::string, std::string>, std::vector<int>> found;
    for (std::size_t i = 0; i < layout.equipment.size(); ++i) {
        const EquipmentBox& machine = layout.equipment[i];
        found[{machine.id, machine.kindName()}].push_back(static_cast<int>(i));
    }
    std::vector<MachineGroup> groups;
    groups.reserve(found.size());
    for (auto& [key, machines] : found) {
        MachineGroup& group = groups.emplace_back();
        group.id = key.first;
        group.kind = key.second;
        group.machines = std::move(machines);
        measure(layout, group);
    }
    return groups;
}

std::vector<std::optional<Box>> placeNames(const Layout& layout,
                                           std::span<const MachineGroup> groups,
                                           std::span<const NameSize> sizes, double gapM,
                                           std::vector<Box> taken) {
    for (const EquipmentBox& machine : layout.equipment) {
        taken.push_back(machine.box);
    }
    for (const AisleBox& aisle : layout.aisles) {
        taken.push_back(aisle.box);
    }
    std::vector<std::size_t> order(groups.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return groups[a].around.width * groups[a].around.depth >
               groups[b].around.width * groups[b].around.depth;
    });
    const auto mayStand = [&](const Box& name, bool isIndoors) {
        for (const HallBox& hall : layout.halls) {
            if (overlaps(name, hall.box) && (!isIndoors || !isInside(name, hall.box))) {
                return false;
            }
        }
        return std::none_of(taken.begin(), taken.end(),
                            [&name](const Box& other) { return overlaps(name, other); });
    };
    std::vector<std::optional<Box>> places(groups.size());
    for (const std::size_t k : order) {
        if (sizes[k].widthM <= 0.0) {
            continue;
        }
        for (const Box& name : candidates(layout, groups[k], sizes[k], gapM)) {
            if (isNear(layout, groups[k], name, gapM) && mayStand(name, groups[k].isIndoors)) {
                taken.push_back(name);
                places[k] = name;
                break;
            }
        }
    }
    return places;
}

}  // namespace headroom::engine
