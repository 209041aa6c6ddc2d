// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/bill/bill_of_materials.h"
#include "engine/check/check.h"
#include "engine/sheet/sheet.h"

#include <vector>

namespace headroom::engine {

struct Design;

/// The schedules of a project, as construction documents have them: racks, power, cooling, fabric,
/// bill of materials, accepted findings, open findings. Loads are those of the design point
/// (resolve/design.h); places as layoutOf() has them. Uses of blocks are written out.
std::vector<Sheet> schedulesOf(const Project& project, const Catalogue& catalogue);

/// The same of a design that is at hand, made with its study (DesignOptions), and of what checkDesign() found.
std::vector<Sheet> schedulesOf(const Project& project, const Design& design,
                               const std::vector<Finding>& findings);

}  // namespace headroom::engine
