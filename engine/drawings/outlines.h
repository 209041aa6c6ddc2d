// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/drawings/vector_drawing.h"

#include <optional>
#include <vector>

/// Closed outlines in metres.
namespace headroom::engine {

struct PlanBox {
    double west = 0.0, south = 0.0, east = 0.0, north = 0.0;

    double width() const { return east - west; }

    double depth() const { return north - south; }

    PlanPoint middle() const { return {(west + east) / 2.0, (south + north) / 2.0}; }
};

/// A line on its way to an outline.
struct PlanLine {
    std::vector<PlanPoint> points;
    bool isClosed = false;
    int layer = 0, use = -1;
};

PlanBox boxOf(const std::vector<PlanPoint>& points);

double distanceOf(PlanPoint a, PlanPoint b);

/// Twice the signed area is positive counter-clockwise.
double areaOf(const std::vector<PlanPoint>& outline);

/// Even-odd rule.
bool isInside(const std::vector<PlanPoint>& outline, PlanPoint point);

/// Where two sides that are not neighbours cross; nothing if none do.
std::optional<PlanPoint> crossingOf(const std::vector<PlanPoint>& outline);

/// Whether all sides run east or north, within 5 mm.
bool isRectilinear(const std::vector<PlanPoint>& outline);

/// Closed outlines, and the ends of lines that no other line joins.
struct Chains {
    std::vector<PlanLine> closed;
    std::vector<PlanLine> open;
};

/// Joins open lines whose ends meet within `gapM`, also of other layers, and closes those whose ends meet. Points on a straight side are
/// dropped.
Chains chained(std::vector<PlanLine> lines, double gapM);

/// Rectangles that cover the part of `frame` outside of the outline, or inside with `isInner`. Slanted and curved sides
/// are covered in steps of at most 0.5 m and 1/40 of the side. The cover contains the whole part and overlaps the outline by less than a step.
std::vector<PlanBox> coverOf(const std::vector<PlanPoint>& outline, const PlanBox& frame,
                             bool isInner);

}  // namespace headroom::engine
