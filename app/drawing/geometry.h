// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

/// Lines of a drawing before blocks are expanded: they stay exact under every scale and rotation.
namespace headroom::drawing {

inline constexpr double kPi = std::numbers::pi;

struct Point {
    double x = 0.0, y = 0.0;
};

/// x' = a x + c y + e, y' = b x + d y + f.
struct Affine {
    double a = 1.0, b = 0.0, c = 0.0, d = 1.0, e = 0.0, f = 0.0;

    Point apply(Point p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }

    /// Turns a direction, without the shift.
    Point turn(Point p) const { return {a * p.x + c * p.y, b * p.x + d * p.y}; }

    /// First `inner`, then this.
    Affine after(const Affine& inner) const {
        const Point u = turn({inner.a, inner.b}), v = turn({inner.c, inner.d}),
                    o = apply({inner.e, inner.f});
        return {u.x, u.y, v.x, v.y, o.x, o.y};
    }
};

/// Part of a line: straight to `end`, or the elliptical arc centre + u cos t + v sin t for t from `from` to `to`.
struct Segment {
    Point end;
    bool isArc = false;
    Point centre, u, v;
    double from = 0.0, to = 0.0;

    Point at(double t) const {
        return {centre.x + u.x * std::cos(t) + v.x * std::sin(t),
                centre.y + u.y * std::cos(t) + v.y * std::sin(t)};
    }
};

/// A line of a layer, as the file has it.
struct Line {
    int layer = 0;
    bool isClosed = false;
    Point start;
    std::vector<Segment> segments;
};

struct Text {
    int layer = 0;
    Point at;
    double height = 0.0, angle = 0.0;  ///< radians
    std::string words;
};

/// A use of a block.
struct Use {
    int layer = 0, block = 0;
    Affine place;
    int columns = 1, rows = 1;
    Point columnStep, rowStep;
};

/// Contents of a block, or of the drawing itself.
struct Contents {
    Point base;
    std::vector<Line> lines;
    std::vector<Text> texts;
    std::vector<Use> uses;
};

/// The arc from `a` to `b` whose bulge is the tangent of a quarter of its angle, positive counter-clockwise (DXF group 42).
inline Segment bulged(Point a, Point b, double bulge) {
    Segment segment;
    segment.end = b;
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double chord = std::hypot(dx, dy);
    if (!(std::abs(bulge) > 1e-9) || !(chord > 0.0)) {
        return segment;
    }
    const double offset =
        (1.0 - bulge * bulge) / (4.0 * bulge);  // of the centre, in chords, to the left
    segment.isArc = true;
    segment.centre = {(a.x + b.x) / 2.0 - offset * dy, (a.y + b.y) / 2.0 + offset * dx};
    const double radius = std::hypot(a.x - segment.centre.x, a.y - segment.centre.y);
    segment.u = {radius, 0.0};
    segment.v = {0.0, radius};
    segment.from = std::atan2(a.y - segment.centre.y, a.x - segment.centre.x);
    segment.to = segment.from + 4.0 * std::atan(bulge);
    return segment;
}

/// An arc of a circle from `from` to `to` in radians, counter-clockwise.
inline Line arcOf(Point centre, double radius, double from, double to) {
    Line line;
    Segment arc;
    arc.isArc = true;
    arc.centre = centre;
    arc.u = {radius, 0.0};
    arc.v = {0.0, radius};
    arc.from = from;
    arc.to = to > from ? to : to + 2.0 * std::numbers::pi;
    arc.end = arc.at(arc.to);
    line.start = arc.at(arc.from);
    line.segments.push_back(arc);
    return line;
}

}  // namespace headroom::drawing
