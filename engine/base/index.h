// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace headroom {

/// An int as an index into a container. Indices of plant, wiring and fabric are ints, -1 where there
/// is none.
constexpr std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

}  // namespace headroom
