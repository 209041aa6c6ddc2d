// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/shapes/shape.h"
#include "ui/floor/ray.h"

#include <array>
#include <span>
#include <utility>

/// Pipes, ducts and busways of the 3-D view: stretches between points, as triangles and under the pointer.
namespace headroom::ui {

using WayPoint = std::array<double, 3>;

double wayLengthM(std::span<const WayPoint> points);

/// Adds a prism around a stretch, without caps: `sides` corners on an ellipse that is `widthM` wide and `heightM` high. A box has
/// four sides. Returns the number of points that were added.
int addPrism(engine::ShapeMesh& mesh, const WayPoint& from, const WayPoint& to, double widthM,
             double heightM, int sides);

/// The ends of stretch `i` of a way, longer by half of its width where it meets the next one, so that corners are closed.
std::pair<WayPoint, WayPoint> stretchOf(std::span<const WayPoint> points, std::size_t i,
                                        double widthM);

/// Adds a prism for each stretch of a way.
void addWay(engine::ShapeMesh& mesh, std::span<const WayPoint> points, double widthM,
            double heightM, int sides);

/// Adds an upright block with its base in the middle of `foot`. Returns the number of points that were added.
int addBlock(engine::ShapeMesh& mesh, const WayPoint& foot, const WayPoint& size);

/// Distance along a ray to a way of that radius; infinite if the ray misses it.
double distanceToWay(const Ray& ray, std::span<const WayPoint> points, double radiusM);

}  // namespace headroom::ui
