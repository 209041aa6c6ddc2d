// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// Names of machines on drawings: one for all of a kind that belong to one object, where it covers nothing.
namespace headroom::engine {

/// Machines of one kind that belong to one object.
struct MachineGroup {
    std::string id;             ///< of the project object
    std::string kind;           ///< "Cooling tower"
    std::vector<int> machines;  ///< indices into Layout::equipment, in their order
    int innermost = 0;          ///< of them, the one nearest to the middle of all
    Box line;                   ///< around the innermost and those next to it, from west to east
    Box around;                 ///< around all of them
    bool isIndoors = false;     ///< the innermost is in a hall

    /// "4 × Cooling tower", "UPS".
    std::string words() const;
};

/// In the order of the objects' ids, then of the kinds.
std::vector<MachineGroup> machineGroups(const Layout& layout);

/// The width and depth on the plan that a name takes [m]; 0 if it has none.
struct NameSize {
    double widthM = 0.0, depthM = 0.0;
};

/// Where the names are: above or below the line of a group, else above, below or next to all of it, else above or below
/// one of its machines, so far away. Each is next to a machine of its group. No name covers a machine, an aisle, what is
/// `taken`, or another name. Outdoors none covers a hall, indoors none crosses a wall. Large groups choose first. A
/// group without room for its name gets nothing.
std::vector<std::optional<Box>> placeNames(const Layout& layout,
                                           std::span<const MachineGroup> groups,
                                           std::span<const NameSize> sizes, double gapM,
                                           std::vector<Box> taken);

}  // namespace headroom::engine
