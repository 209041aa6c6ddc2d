// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/openfoam.h"
#include "engine/sheet/sheet.h"

#include <string>

/// Inlets after a loss, as OpenFOAM and the own field have them. Both courses have the same racks and instants.
namespace headroom::engine {

/// One row an instant: mean and hottest inlet of both, and how far racks are off.
Sheet airLossSheet(const FoamCourse& foam, const AirOverTime& own, const Layout& layout);

/// One row for each instant and rack: its inlet in both.
Sheet airRacksLossSheet(const FoamCourse& foam, const AirOverTime& own, const Layout& layout,
                        const std::string& hall);

}  // namespace headroom::engine
