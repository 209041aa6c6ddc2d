// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <string>

namespace headroom::engine {

/// The plan as DXF R2000 (AC1015) in ASCII: model space in metres, x east, y north, in coordinates of the site.
///
/// The drawing is that of the window and of paper (diagram/plan_drawing.h). Layers: A-HALL-OUTLINE, A-WALL, S-COLS, A-DOOR, A-AREA
/// (rooms), A-CLEAR (kept clear), A-RAMP, E-TRAY, I-AISL-HOT, I-AISL-COLD, I-RACK, one for each kind of machine as M-CDU or E-UPS, and
/// the same with -TEXT for names. Halls and parts of the building are closed polylines, leaves of doors lines with arcs. Racks and
/// machines are uses of blocks, one for each kind and size, whose origin is their middle; a rack has a bar along its front. `hall`:
/// id of the only hall that is written; empty means the whole site. The same layout gives the same bytes.
/// Source: Autodesk, DXF Reference (AutoCAD 2000).
std::string planDxf(const Layout& layout, const std::string& hall);

}  // namespace headroom::engine
