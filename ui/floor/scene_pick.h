// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/floor/ray.h"
#include "ui/workspace/selection.h"

#include <functional>

namespace headroom::ui {

/// Distance along the ray to a box; infinite if the ray misses it.
double distanceToBox(const engine::Box& box, const Ray& ray);

/// The nearest rack or piece of equipment that the ray meets, of those that `accepts`; an empty function accepts all. Exact
/// and without the graphics card: a box test each, some microseconds for thousands. `distanceM`: along the ray, not set where
/// nothing is met.
Selected pickAlong(const engine::Layout& layout, const Ray& ray, double* distanceM = nullptr,
                   const std::function<bool(const Selected&)>& accepts = {});

/// The same from straight above, for the plan. `tolerance` in metres.
Selected pickAt(const engine::Layout& layout, double x, double y, double tolerance = 0.0);

/// Where a selected thing is; false where it has no place.
bool boxOf(const engine::Layout& layout, const Selected& what, engine::Box& box);

/// Box around everything of the layout.
Bounds3 boundsOf(const engine::Layout& layout);
/// Box around the halls, where the racks are; everything where there is no hall.
Bounds3 hallBoundsOf(const engine::Layout& layout);
/// Box around the halls and the yards that are no farther from them than `share` of their longer side:
/// a lone utility connection far off does not make everything small.
Bounds3 siteBoundsOf(const engine::Layout& layout, double share);
/// Box around what is selected: a rack, a hall, all racks of a block, all machines of a group.
bool boundsOf(const engine::Layout& layout, const Selected& what, Bounds3& bounds);

}  // namespace headroom::ui
