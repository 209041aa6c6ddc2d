// SPDX-License-Identifier: Apache-2.0
#include "engine/study/designs.h"

#include "models/core/random.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/random/sobol.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::engine {

namespace {

/// A permutation of 0 … n - 1 (Fisher and Yates).
std::vector<std::size_t> shuffled(std::size_t n, models::RandomStream& random) {
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = n; i > 1; --i) {
        const auto j = static_cast<std::size_t>(random.uniform() * static_cast<double>(i));
        std::swap(order[i - 1], order[std::min(j, i - 1)]);
    }
    return order;
}

double below1(double u) {
    return std::min(u, std::nextafter(1.0, 0.0));
}

}  // namespace

std::vector<UnitPoint> sobolPoints(std::size_t n, std::size_t axes, std::uint64_t seed) {
    boost::random::sobol sequence(axes);
    const double range = static_cast<double>(boost::random::sobol::max()) + 1.0;
    std::vector<UnitPoint> points(n, UnitPoint(axes));
    for (UnitPoint& point : points) {
        for (std::size_t a = 0; a < axes; ++a) {
            const double moved =
                static_cast<double>(sequence()) / range + models::randomUniform(seed, a, 0);
            point[a] = below1(moved - std::floor(moved));
        }
    }
    return points;
}

std::vector<UnitPoint> latinHypercube(std::size_t n, std::size_t axes, std::uint64_t seed) {
    std::vector<UnitPoint> points(n, UnitPoint(axes));
    for (std::size_t a = 0; a < axes; ++a) {
        models::RandomStream random{seed, a};
        const std::vector<std::size_t> cells = shuffled(n, random);
        for (std::size_t i = 0; i < n; ++i) {
            points[i][a] =
                below1((static_cast<double>(cells[i]) + random.uniform()) / static_cast<double>(n));
        }
    }
    return points;
}

std::optional<std::uint64_t> combinations(const std::vector<std::size_t>& levels) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 62U;
    std::uint64_t product = 1;
    for (const std::size_t level : levels) {
        if (level != 0 && product > kMost / level) {
            return std::nullopt;
        }
        product *= level;
    }
    return product;
}

std::vector<std::vector<std::size_t>> everyCombination(const std::vector<std::size_t>& levels) {
    std::vector<std::vector<std::size_t>> all;
    const auto count = combinations(levels);
    if (!count || *count == 0) {
        return all;
    }
    std::vector<std::size_t> at(levels.size(), 0);
    for (std::uint64_t i = 0; i < *count; ++i) {
        all.push_back(at);
        for (std::size_t a = levels.size(); a-- > 0;) {
            if (++at[a] < levels[a]) {
                break;
            }
            at[a] = 0;
        }
    }
    return all;
}

std::vector<UnitPoint> morrisTrajectories(std::size_t trajectories, std::size_t axes,
                                          std::uint64_t seed) {
    std::vector<UnitPoint> points;
    for (std::size_t t = 0; t < trajectories; ++t) {
        models::RandomStream random{seed, t};
        UnitPoint point(axes);
        for (double& u : point) {
            u = (2.0 * std::floor(4.0 * random.uniform()) + 1.0) / 8.0;
        }
        points.push_back(point);
        for (const std::size_t a : shuffled(axes, random)) {
            point[a] += point[a] < 0.5 ? 0.5 : -0.5;
            points.push_back(point);
        }
    }
    return points;
}

std::vector<UnitPoint> saltelliPoints(std::size_t n, std::size_t axes, std::uint64_t seed) {
    const std::vector<UnitPoint> both = sobolPoints(n, 2 * axes, seed);
    const auto half = static_cast<std::ptrdiff_t>(axes);
    std::vector<UnitPoint> points;
    points.reserve(n * (axes + 2));
    for (const UnitPoint& p : both) {
        points.emplace_back(p.begin(), p.begin() + half);
    }
    for (const UnitPoint& p : both) {
        points.emplace_back(p.begin() + half, p.end());
    }
    for (std::size_t a = 0; a < axes; ++a) {
        for (const UnitPoint& p : both) {
            UnitPoint mixed(p.begin(), p.begin() + half);
            mixed[a] = p[axes + a];
            points.push_back(std::move(mixed));
        }
    }
    return points;
}

double normalQuantile(double p) {
    return boost::math::quantile(boost::math::normal(), p);
}

}  // namespace headroom::engine
