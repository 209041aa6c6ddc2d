// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Machines of one kind that belong to one object: drawings give them one name.
struct MachineGroup {
    std::string id;             ///< of the project object
    std::string kind;           ///< "Cooling tower"
    std::vector<int> machines;  ///< indices into Layout::equipment, in their order
    int innermost = 0;  ///< of them, the one nearest to the middle of all: a name stands there

    /// "4 × Cooling tower", "UPS".
    std::string words() const;
};

/// In the order of the objects' ids, then of the kinds.
std::vector<MachineGroup> machineGroups(const Layout& layout);

}  // namespace headroom::engine
