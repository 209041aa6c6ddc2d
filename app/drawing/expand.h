// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/drawing/collector.h"

#include <nlohmann/json_fwd.hpp>

namespace headroom::drawing {

/// The answer to engine/drawings/read_dxf.h: blocks expanded, curves divided into chords that leave the curve by 0.05 % of its radius at
/// most, and by 2 mm where the file states its unit.
///
/// {"version", "insunits", "measurement", "ended", "origin": [x, y], "layers": [[name, hidden]], "blocks": [name],
///  "uses": [[block, layer, x, y]] of the blocks that the drawing itself uses, "lines": [[layer, use or -1, closed 0 or 1, [x, y, …]
///  from the origin, centre x, y, radius, angle]],
///  "texts": [[layer, use or -1, x, y, height, angle, words]], "skipped": {kind: count}}.
/// Only arcs and circles have centre, radius and angle (radians).
///
/// Throws Refused beyond the limits of refused.h.
nlohmann::json expanded(const Read& read);

}  // namespace headroom::drawing
