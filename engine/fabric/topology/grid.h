// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <array>
#include <functional>
#include <span>
#include <vector>

namespace headroom::engine {

/// Routers on a grid of a few dimensions; the first coordinate counts fastest.
struct Grid {
    static constexpr int kMostDims = 5;
    using Place = std::array<int, kMostDims>;

    int dims = 0;
    Place size{}, stride{};  ///< stride[d]: nodes from one to the next along d
    int nodes = 0;

    Place placeOf(int node) const {
        Place place{};
        for (int d = 0; d < dims; ++d) {
            const auto i = static_cast<std::size_t>(d);
            place[i] = node / stride[i] % size[i];
        }
        return place;
    }
};

/// Errors FAB-003: no dimension, too many, or one below 1; FAB-005: too large.
Result<Grid> makeGrid(const std::vector<int>& dims, int mostDims);

/// The p-th of the dims! orders in which dimensions can be walked; 0 means first dimension first.
Grid::Place orderOf(int dims, int p);
int ordersOf(int dims);

/// Traffic from each node to each other in proportion to source[from] * sink[to], walked dimension
/// by dimension in `order`: how much of it moves from coordinate to coordinate of each line of the
/// grid. In closed form: sums of source and sink over the coordinates that do not matter there.
/// move(dim, node of the line at coordinate 0, from, to, traffic).
using LineMove = std::function<void(int dim, int line, int from, int to, double traffic)>;
void walkLines(const Grid& grid, const Grid::Place& order, std::span<const double> source,
               std::span<const double> sink, const LineMove& move);

}  // namespace headroom::engine
