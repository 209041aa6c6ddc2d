// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <span>
#include <string>

namespace headroom::engine {

/// South-west corner of the first free rectangle outdoors, from the south wall of the halls southward and from west
/// to east, one metre from everything. `taken`: rectangles that are not in the layout yet.
Box freePlace(const Layout& layout, std::span<const Box> taken, double widthM, double depthM);

/// Area that the machines of a power unit take as the plan draws them, with its corner at the origin. Empty if its
/// kind has no body.
Box bodyOf(const Catalogue& catalogue, const std::string& part, int count);

}  // namespace headroom::engine
