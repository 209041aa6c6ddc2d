// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/part_key.h"
#include "ui/floor/stamp.h"

#include <optional>

namespace headroom::ui {

/// What putting down a part of the catalogue does: racks become a rack block of one row, CDUs a
/// group, power parts a unit of the wiring, heat rejection joins the loop or begins one, air
/// handlers join their hall. They are connected to what is obvious: the only loop, the only fabric,
/// the feeds of their neighbours. Nothing where the part cannot stand on a floor.
std::optional<Stamp> stampOf(const Workspace& workspace, const PartKey& key);

/// A copy of a block of the project, that follows it.
std::optional<Stamp> blockStamp(const Workspace& workspace, const std::string& block);

}  // namespace headroom::ui
