// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cooling/network.h"
#include "engine/fabric/fabric.h"
#include "engine/resolve/design.h"

#include <string>
#include <vector>

/// The diagrams of a facility as SVG, at the design point: the layouts are those
/// of engine/diagram, the same that the window paints. Symbols of the one-line diagram follow
/// IEC 60617, those of the process diagram ISO 14617.
namespace headroom::engine::report {

/// Sources on top, racks at the foot; each unit with its rating, and its load at the design point.
/// Empty if the design is not wired.
std::string oneLineSvg(const DesignPower& power);

/// A band for each facility loop; separate CDUs of one group are in one lane. Design flows. `halls` are their names.
/// Empty means no loop.
std::string processSvg(const CoolingNetwork& network, std::vector<std::string> halls = {});

/// The whole fabric. Neighbours share a box where boxes are too many to distinguish. Empty means nothing
/// joins it.
std::string fabricSvg(const Fabric& fabric);

}  // namespace headroom::engine::report
