// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// Where a study looks: points of the unit cube, one coordinate an axis, each in [0, 1). Pure
/// functions of their arguments: the same points on every machine and in every order of work.
namespace headroom::engine {

using UnitPoint = std::vector<double>;

/// The dimension up to which sequences are tabulated here.
inline constexpr std::size_t kMostSobolAxes = 1000;

/// n points of the Sobol sequence (Joe and Kuo, SIAM J. Sci. Comput. 30, 2008; as Boost.Random has
/// it), shifted by a random amount an axis modulo 1 (Cranley and Patterson, 1976), so that a seed is
/// a replication. The mean of a smooth function over them converges about as 1/n. Best where n is a
/// power of two. axes: 1 to kMostSobolAxes.
std::vector<UnitPoint> sobolPoints(std::size_t n, std::size_t axes, std::uint64_t seed);

/// n points of which each axis has exactly one in each n-th of its range (McKay, Beckman and Conover,
/// Technometrics 21, 1979).
std::vector<UnitPoint> latinHypercube(std::size_t n, std::size_t axes, std::uint64_t seed);

/// Every combination of `levels`[a] levels of axis a, the last axis fastest. Not points but indices.
std::vector<std::vector<std::size_t>> everyCombination(const std::vector<std::size_t>& levels);

/// How many that are; nothing where they are more than 2^62.
std::optional<std::uint64_t> combinations(const std::vector<std::size_t>& levels);

/// `trajectories` ways through a grid of 4 levels (1/8, 3/8, 5/8, 7/8): a random point, then one axis
/// after the other moved by half of the range, in random order: axes + 1 points each (Morris,
/// Technometrics 33, 1991; levels at the middles of the quarters so that no end of a range is met).
std::vector<UnitPoint> morrisTrajectories(std::size_t trajectories, std::size_t axes,
                                          std::uint64_t seed);

/// For indices of variance: n (axes + 2) points, in blocks A, B, then for each axis A with that
/// coordinate of B. A and B are the halves of one Sobol sequence in twice the dimension (Saltelli et
/// al., Comput. Phys. Commun. 181, 2010).
std::vector<UnitPoint> saltelliPoints(std::size_t n, std::size_t axes, std::uint64_t seed);

/// z at 95 % of a standard normal: nine times in ten it lies between this and its negative.
inline constexpr double kEndOfNinety = 1.6448536269514722;

/// z with P(Z < z) = p of a standard normal, 0 < p < 1. By Boost.Math.
double normalQuantile(double p);

}  // namespace headroom::engine
