// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "ui/floor/part_key.h"
#include "ui/floor/stamp.h"

#include <optional>

namespace headroom::ui {

/// Edits that place a part of the catalogue: racks become a rack block of one row, CDUs a group,
/// power parts a unit of the wiring, heat rejection joins the loop or begins one, air handlers join
/// their hall. They are connected to what is obvious: the only loop, the only fabric, the feeds of
/// their neighbours. Nothing where the part cannot be on a floor.
std::optional<Stamp> stampOf(const Workspace& workspace, const PartKey& key);

/// A unit of the wiring that is put into the one-line diagram: fed by that unit, or by what is
/// obvious where none is named. An object drawn in the plan takes the default place of its kind.
/// The error says why that unit cannot feed it.
engine::Result<Placing> placeInWiring(Workspace& workspace, const PartKey& key,
                                      const std::string& source);

/// Whether it is a part of the catalogue that can be put into the wiring.
bool isWiringPart(const Workspace& workspace, const PartKey& key);

/// A copy of a block of the project, that follows it.
std::optional<Stamp> blockStamp(const Workspace& workspace, const std::string& block);

}  // namespace headroom::ui
