// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/topology/grid.h"

#include "engine/base/index.h"
#include "engine/fabric/topology/plane_topology.h"

#include <limits>

namespace headroom::engine {

namespace {

// Sums over the dimensions of the mask: kept at coordinate 0 of these.
std::vector<double> sumOver(const Grid& grid, std::span<const double> value, unsigned mask) {
    std::vector<double> sum(value.size(), 0.0);
    for (int node = 0; node < grid.nodes; ++node) {
        if (value[at(node)] == 0.0) {
            continue;
        }
        int kept = node;
        for (int d = 0; d < grid.dims; ++d) {
            if ((mask >> d & 1U) != 0) {
                kept -= node / grid.stride[at(d)] % grid.size[at(d)] * grid.stride[at(d)];
            }
        }
        sum[at(kept)] += value[at(node)];
    }
    return sum;
}

}  // namespace

Result<Grid> makeGrid(const std::vector<int>& dims, int mostDims) {
    if (dims.empty() || dims.size() > static_cast<std::size_t>(mostDims)) {
        return tl::unexpected(shapeError("FAB-003",
                                         "the shape states " + std::to_string(dims.size()) +
                                             " dimensions; it must be 1 to " +
                                             std::to_string(mostDims),
                                         "State the number of routers along each dimension."));
    }
    Grid grid;
    double nodes = 1.0;
    for (const int size : dims) {
        if (size < 1) {
            return tl::unexpected(shapeError("FAB-003",
                                             "a dimension has " + std::to_string(size) + " routers",
                                             "State at least one router along each dimension."));
        }
        nodes *= size;
    }
    if (auto fine = shapeFits(1.0, nodes); !fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    grid.nodes = 1;
    for (const int size : dims) {
        grid.size[at(grid.dims)] = size;
        grid.stride[at(grid.dims)] = grid.nodes;
        grid.nodes *= size;
        ++grid.dims;
    }
    return grid;
}

int ordersOf(int dims) {
    return dims <= 1 ? 1 : dims * ordersOf(dims - 1);
}

Grid::Place orderOf(int dims, int p) {
    Grid::Place order{}, left{};
    for (int d = 0; d < dims; ++d) {
        left[at(d)] = d;
    }
    for (int i = 0; i < dims; ++i) {
        const int rest = ordersOf(dims - i - 1);
        const int pick = p / rest;
        p %= rest;
        order[at(i)] = left[at(pick)];
        for (int j = pick; j + 1 < dims - i; ++j) {
            left[at(j)] = left[at(j + 1)];
        }
    }
    return order;
}

void walkLines(const Grid& grid, const Grid::Place& order, std::span<const double> source,
               std::span<const double> sink, const LineMove& move) {
    unsigned done = 0;
    for (int i = 0; i < grid.dims; ++i) {
        const int d = order[at(i)];
        const unsigned all = (1U << grid.dims) - 1U;
        const unsigned rest = all & ~(done | 1U << d);
        // On this line, dimensions done are at the sink's coordinates, the rest at the source's.
        const std::vector<double> from = sumOver(grid, source, done);
        const std::vector<double> to = sumOver(grid, sink, rest);
        const int size = grid.size[at(d)], stride = grid.stride[at(d)];
        for (int line = 0; line < grid.nodes; ++line) {
            if (line / stride % size != 0) {
                continue;
            }
            int fromLine = line, toLine = line;
            for (int e = 0; e < grid.dims; ++e) {
                const int part = line / grid.stride[at(e)] % grid.size[at(e)] * grid.stride[at(e)];
                fromLine -= (done >> e & 1U) != 0 ? part : 0;
                toLine -= (rest >> e & 1U) != 0 ? part : 0;
            }
            for (int x = 0; x < size; ++x) {
                const double out = from[at(fromLine + x * stride)];
                for (int y = 0; out > 0.0 && y < size; ++y) {
                    const double traffic = out * to[at(toLine + y * stride)];
                    if (x != y && traffic > 0.0) {
                        move(d, line, x, y, traffic);
                    }
                }
            }
        }
        done |= 1U << d;
    }
}

}  // namespace headroom::engine
