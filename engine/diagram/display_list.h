// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// A drawing as a list of shapes without colours. It is made once; pens paint it: SVG for reports and their PDF
/// (report/drawing/sketch.h), QPainter for the window (ui/kit/drawing_pen.h). So both show the same lines.
namespace headroom::engine {

/// Role of a shape. A pen has a colour and a fill for each: those of a theme and a state in the window, classes of the page's
/// style in a report.
enum class Ink : std::uint8_t {
    Body,     ///< a machine: outline and ground
    Outline,  ///< the outline of a machine again, over what covers it
    Glyph,    ///< strokes inside a body
    Ring,     ///< a ring inside a body, on its ground
    Solid,    ///< filled like strokes
    Bar       ///< a busbar
};

struct DrawnPoint {
    double x = 0.0, y = 0.0;
};

struct DrawnBox {
    double x = 0.0, y = 0.0, width = 0.0, height = 0.0;

    DrawnPoint centre() const { return {x + 0.5 * width, y + 0.5 * height}; }
};

struct DrawnShape {
    enum class Form : std::uint8_t {
        Lines,    ///< open polyline through `points`
        Polygon,  ///< closed
        Curves,   ///< cubic Bezier curves: the first point, then two controls and an end for each
        Box,      ///< `box`, with rounded corners if `radius` > 0
        Ellipse,  ///< inside `box`
        Letters   ///< `words` in the middle of `box`, `radius` is their size
    };

    Form form = Form::Lines;
    Ink ink = Ink::Glyph;
    std::vector<DrawnPoint> points;
    DrawnBox box;
    double radius = 0.0;
    double width = 0.0;  ///< of strokes; 0 means the pen's own for that ink
    std::string words;
};

/// Lengths are pixels at 100 %, y goes down.
class DisplayList {
  public:
    void line(DrawnPoint a, DrawnPoint b, Ink ink, double width = 0.0);
    void lines(std::span<const DrawnPoint> points, Ink ink, double width = 0.0);
    void polygon(std::span<const DrawnPoint> points, Ink ink);
    void curves(std::span<const DrawnPoint> points, Ink ink, double width = 0.0);
    void box(const DrawnBox& box, Ink ink, double radius = 0.0);
    void circle(DrawnPoint centre, double radius, Ink ink);

    /// Part of a circle, from an angle in degrees (0: to the right, counter-clockwise) over at most a half turn.
    void arc(DrawnPoint centre, double radius, double fromDeg, double sweepDeg, Ink ink,
             double width = 0.0);

    /// One line of text around a point.
    void letters(DrawnPoint centre, std::string_view words, double size);

    const std::vector<DrawnShape>& shapes() const { return shapes_; }

  private:
    DrawnShape& add(DrawnShape::Form form, Ink ink);

    std::vector<DrawnShape> shapes_;
};

}  // namespace headroom::engine
