// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>

namespace headroom::engine {

/// An int as an index. Indices in the plant are ints, -1 where there is none.
inline std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// The time of what will not happen.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace headroom::engine
