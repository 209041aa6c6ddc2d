// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/resolve/design.h"
#include "engine/sheet/sheet.h"

/// The electrical design in sheets of texts, for the command line and reports: every unit at full load and
/// under its worst single failure, every single failure, every group of racks, every loss.
/// Full load: all accelerators at full activity, fans, pumps and chillers at design.
namespace headroom::engine {

/// Load, rating, loading, voltage, fault current, and the worst single failure for each unit.
Sheet powerUnitTable(const DesignPower& power);

/// Effect of each failure: highest loading and its place, racks without power, overloads.
Sheet powerFailureTable(const DesignPower& power);

/// Racks with the same cords: load, share of each feed, imbalance, margin in the worst case.
Sheet powerRackTable(const DesignPower& power);

/// Losses by kind of part: the table of a Sankey diagram, from source to load.
Sheet powerLossTable(const DesignPower& power);

}  // namespace headroom::engine
