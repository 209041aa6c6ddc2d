// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/bill/bill_of_materials.h"
#include "engine/sheet/sheet.h"

#include <vector>

namespace headroom::engine {

/// The schedules of a project, as construction documents have them: racks, power, cooling, fabric,
/// bill of materials, accepted findings, open findings. Loads are those of the design point
/// (resolve/design.h); places as layoutOf() has them. Uses of blocks are written out.
std::vector<Sheet> schedulesOf(const Project& project, const Catalogue& catalogue);

}  // namespace headroom::engine
