// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <string>

namespace headroom::engine {

/// The plan as DXF R2000 (AC1015) in ASCII: model space in metres, x east, y north, in coordinates of the site.
///
/// Layers: A-HALL-OUTLINE, A-WALL, S-COLS, A-DOOR, A-AREA (rooms), A-CLEAR (kept clear), A-RAMP, E-TRAY, I-RACK, one for each kind of
/// machine as M-CDU or E-UPS, and the same with -TEXT for names. Halls and parts of the building are closed polylines. Racks and
/// machines are uses of blocks, one for each kind and size, whose origin is their middle; the front of a rack is a double line. `hall`:
/// id of the only hall that is written; empty means the whole site. The same layout gives the same bytes.
/// Source: Autodesk, DXF Reference (AutoCAD 2000).
std::string planDxf(const Layout& layout, const std::string& hall);

}  // namespace headroom::engine
