// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

/// Rows by time, of which the oldest are dropped.
namespace headroom::engine {

/// Drops the first entries of a vector.
template <class T>
void dropFirst(std::vector<T>& values, std::size_t count) {
    values.erase(values.begin(),
                 values.begin() + static_cast<std::ptrdiff_t>(std::min(count, values.size())));
}

/// Place of the last of some times at or before one; 0 if there is none.
inline std::size_t lastBefore(const std::vector<double>& times, double timeS) {
    const auto next = std::upper_bound(times.begin(), times.end(), timeS) - times.begin();
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, next - 1));
}

}  // namespace headroom::engine
