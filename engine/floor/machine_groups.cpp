// SPDX-License-Identifier: Apache-2.0
#include "engine/floor/machine_groups.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

int innermostOf(const Layout& layout, const std::vector<int>& machines) {
    const auto middle = [&layout](int machine) {
        const Box& b = layout.equipment[static_cast<std::size_t>(machine)].box;
        return std::pair{b.x + 0.5 * b.width, b.y + 0.5 * b.depth};
    };
    double x = 0.0, y = 0.0;
    for (const int machine : machines) {
        x += middle(machine).first / static_cast<double>(machines.size());
        y += middle(machine).second / static_cast<double>(machines.size());
    }
    return *std::min_element(machines.begin(), machines.end(), [&](int a, int b) {
        return std::hypot(middle(a).first - x, middle(a).second - y) <
               std::hypot(middle(b).first - x, middle(b).second - y);
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
        const int innermost = innermostOf(layout, machines);
        groups.push_back({key.first, key.second, std::move(machines), innermost});
    }
    return groups;
}

}  // namespace headroom::engine
