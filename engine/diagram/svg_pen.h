// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"

#include <functional>
#include <string>

namespace headroom::engine {

/// Attributes of elements of SVG, each with a space before it: classes of the style of a page, or the colours themselves.
struct SvgInks {
    std::function<std::string(const DrawnShape& shape)> shape;
    /// Size included.
    std::function<std::string(const DrawnShape& letters)> letters;
    double step = 0.01;  ///< lengths are rounded to
};

/// A length, rounded: "12.5", "3", never "-0".
std::string svgLength(double length, double step);

/// All shapes of a display list as elements of SVG. Shapes of a part are in a group with its id as `data-part` and its title. Marks
/// are not drawn: a file shows the design. The window paints the same list (ui/kit/drawing_pen.h). Same list, same bytes.
std::string svgShapes(const DisplayList& drawing, const SvgInks& inks);

}  // namespace headroom::engine
