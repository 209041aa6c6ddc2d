// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine::report {

inline constexpr double kSketchEdge = 24.0;  ///< room around a diagram

using Spot = DrawnPoint;

/// A drawing in vectors, as SVG to be inside a page. Lengths are pixels at 100 %, y goes down.
/// Colours and widths are classes of the page's style (style.h), so that light, dark and paper fit:
///   wire      conductor of a one-line diagram
///   body      a machine: outline and ground
///   ink       a stroke inside a symbol          solid   the same, filled
///   supply, return, still                       pipes, cold and warm side, and no design flow
///   link      bundle of a fabric                rest    outline of what is not drawn apart
///   behind    more machines like the one before frame, head, room   around parts
///   water     surface and below it              gap, label          ground over lines
///   title, name, figure, small                  sizes of text
/// Same calls, same bytes.
class Sketch {
  public:
    Sketch(double width, double height, std::string label);
    /// Shows that part of the plane.
    Sketch(const DrawnBox& view, std::string label);

    void lines(std::span<const Spot> points, std::string_view look, double width = 0.0);

    /// All shapes of a display list; inks are classes. Shapes of a part are in a group with its id as `data-part`. Tints
    /// and marks are not drawn: a report shows the design.
    void draw(const DisplayList& drawing);

    enum class Anchor { Start, Middle, End };

    /// One line, on its base line; cut with an ellipsis where it would be wider than `most` (0: any).
    void text(Spot at, std::string_view words, std::string_view look, Anchor anchor = Anchor::Start,
              double most = 0.0);

    double width() const { return view_.width; }

    double height() const { return view_.height; }

    std::string svg() const;

  private:
    DrawnBox view_;
    std::string label_, body_;
};

/// A display list as a whole SVG, with room around it.
std::string drawingSvg(const DisplayList& drawing, std::string label);

}  // namespace headroom::engine::report
