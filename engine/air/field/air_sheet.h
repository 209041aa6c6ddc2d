// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/field.h"
#include "engine/air/field/over_time.h"
#include "engine/floor/layout.h"
#include "engine/sheet/sheet.h"

#include <cstddef>
#include <span>
#include <string>

/// The field of a hall's air as sheets.
namespace headroom::engine {

/// "hall-a R1-02".
std::string airRackName(const Layout& layout, int rack);

/// Inlets by row of racks: block, row, racks, inlets and hot air.
Sheet airRowSheet(const AirField& field, const Layout& layout);

/// One row a rack, of these indices into field.racks: inlets, outlet, hot air, flow and heat. With a `hall` its id and
/// whether the field settled come too, so that sheets of several halls can be joined.
Sheet airRackSheet(const AirField& field, const Layout& layout, std::span<const std::size_t> racks,
                   const std::string& hall = {});

/// All racks of the field, in its order.
Sheet airRackSheet(const AirField& field, const Layout& layout, const std::string& hall = {});

/// One row an instant: supply, return, mean and hottest inlet, its rack, RCI.
Sheet airOverTimeSheet(const AirOverTime& course, const Layout& layout);

/// One row for each instant and rack: inlet, and its top third.
Sheet airRacksOverTimeSheet(const AirOverTime& course, const Layout& layout,
                            const std::string& hall);

}  // namespace headroom::engine
