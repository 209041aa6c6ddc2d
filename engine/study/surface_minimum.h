// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/study/radial_basis.h"

#include <span>

namespace headroom::engine {

/// Where a surface is least, from `start` downhill, within the unit cube and where `limit` is not above 0; coordinates of
/// `isHeld` stay. SLSQP of NLopt (Kraft, ACM Trans. Math. Softw. 20 (1994) 262) with the gradients of the surfaces.
/// Validity: a minimum near the start, not of all; `start` where it finds no way down.
UnitPoint surfaceMinimum(const RadialBasis& surface, const RadialBasis& limit,
                         const UnitPoint& start, std::span<const char> isHeld);

}  // namespace headroom::engine
