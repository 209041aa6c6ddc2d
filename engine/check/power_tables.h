// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/resolve/design.h"

#include <string>
#include <vector>

/// The electrical design in tables, for the command line and reports: every unit at full load and
/// under its worst single failure, every single failure, every group of racks, every loss.
/// Full load: all accelerators at full activity, fans, pumps and chillers at design.
namespace headroom::engine {

struct PowerTable {
    std::string title;
    std::string why;                             ///< what the figures are and where from
    std::vector<std::string> header;             ///< with units
    std::vector<std::vector<std::string>> rows;  ///< as long as the header
};

/// Load, rating, loading, voltage, fault current, and the worst single failure for each unit.
PowerTable powerUnitTable(const DesignPower& power);

/// What each failure does: highest loading and where, racks without power, overloads.
PowerTable powerFailureTable(const DesignPower& power);

/// Racks with the same cords: load, share of each feed, imbalance, margin in the worst case.
PowerTable powerRackTable(const DesignPower& power);

/// Losses by kind of part: the table of a Sankey diagram, from source to load.
PowerTable powerLossTable(const DesignPower& power);

}  // namespace headroom::engine
