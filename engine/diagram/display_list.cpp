// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/display_list.h"

#include <cmath>
#include <numbers>

namespace headroom::engine {

DrawnShape& DisplayList::add(DrawnShape::Form form, Ink ink) {
    DrawnShape& shape = shapes_.emplace_back();
    shape.form = form;
    shape.ink = ink;
    return shape;
}

void DisplayList::line(DrawnPoint a, DrawnPoint b, Ink ink, double width) {
    DrawnShape& shape = add(DrawnShape::Form::Lines, ink);
    shape.points = {a, b};
    shape.width = width;
}

void DisplayList::lines(std::span<const DrawnPoint> points, Ink ink, double width) {
    DrawnShape& shape = add(DrawnShape::Form::Lines, ink);
    shape.points.assign(points.begin(), points.end());
    shape.width = width;
}

void DisplayList::polygon(std::span<const DrawnPoint> points, Ink ink) {
    add(DrawnShape::Form::Polygon, ink).points.assign(points.begin(), points.end());
}

void DisplayList::curves(std::span<const DrawnPoint> points, Ink ink, double width) {
    DrawnShape& shape = add(DrawnShape::Form::Curves, ink);
    shape.points.assign(points.begin(), points.end());
    shape.width = width;
}

void DisplayList::box(const DrawnBox& box, Ink ink, double radius) {
    DrawnShape& shape = add(DrawnShape::Form::Box, ink);
    shape.box = box;
    shape.radius = radius;
}

void DisplayList::circle(DrawnPoint centre, double radius, Ink ink) {
    add(DrawnShape::Form::Ellipse, ink).box = {centre.x - radius, centre.y - radius, 2.0 * radius,
                                               2.0 * radius};
}

/// Two cubic curves of equal angle t, with controls at 4/3 tan(t/4) of the radius along the tangents: their error is less
/// than 1e-3 of the radius up to a quarter turn each.
void DisplayList::arc(DrawnPoint centre, double radius, double fromDeg, double sweepDeg, Ink ink,
                      double width) {
    constexpr int kParts = 2;
    const double part = sweepDeg * std::numbers::pi / 180.0 / kParts;
    const double reach = 4.0 / 3.0 * std::tan(part / 4.0);
    double angle = fromDeg * std::numbers::pi / 180.0;
    const auto spot = [&](double at, double along) {
        return DrawnPoint{centre.x + radius * (std::cos(at) - along * std::sin(at)),
                          centre.y - radius * (std::sin(at) + along * std::cos(at))};
    };
    std::vector<DrawnPoint> points{spot(angle, 0.0)};
    for (int i = 0; i < kParts; ++i) {
        points.push_back(spot(angle, reach));
        angle += part;
        points.push_back(spot(angle, -reach));
        points.push_back(spot(angle, 0.0));
    }
    curves(points, ink, width);
}

void DisplayList::letters(DrawnPoint centre, std::string_view words, double size) {
    DrawnShape& shape = add(DrawnShape::Form::Letters, Ink::Glyph);
    shape.box = {centre.x, centre.y, 0.0, 0.0};
    shape.radius = size;
    shape.words = words;
}

}  // namespace headroom::engine
