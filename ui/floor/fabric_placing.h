// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/part_key.h"
#include "ui/floor/stamp.h"

#include <optional>

namespace headroom::ui {

/// Putting down a network: a shape ("fabric", "fat_tree") or a switch of the catalogue, which it is
/// then built of. It joins all racks that have none, with links by their adapters. Nothing for what
/// is neither.
std::optional<Stamp> fabricStamp(const Workspace& workspace, const PartKey& key);

/// Whether fabrics are built of that part: packet switches, not those inside of racks.
bool isFabricSwitch(const Workspace& workspace, const PartKey& key);

/// For people: "Fat tree" of "fat_tree".
QString shapeWord(std::string_view shape);

}  // namespace headroom::ui
