// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"

#include <optional>
#include <string>
#include <string_view>

/// Blocks (models/facility/block.h): groups of objects that are drawn once and used many times.
namespace headroom::engine {

/// The project with every use of a block written out: copies of its members, with the id
/// "USE-MEMBER", come after the objects of their type. No other object changes, and a project without uses is returned
/// unchanged. The first half of asBuilt() (order.h).
///
/// A copy is placed eastM, northM from its member; in another hall at the same place of that hall,
/// moved likewise. References inside a block point into the same copy of the block. A use can state
/// its own hall, and feeds of racks and CDUs. Ids that are taken already are left out: copies never
/// displace what was drawn.
Project withBlocks(const Project& project);

/// Which use and which member of its block an object of withBlocks() is a copy of.
struct BlockCopy {
    std::string use;
    std::string member;
};

/// Nothing for objects that are drawn.
std::optional<BlockCopy> blockCopyOf(const Project& project, std::string_view id);

}  // namespace headroom::engine
