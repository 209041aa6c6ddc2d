// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/figures/figures.h"
#include "engine/study/designs.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Statistics of the points of a study together. Values run parallel to the points of the design that
/// made them; NaN: that point has none, and figures that need it are absent.
namespace headroom::engine {

/// An effect and its standard error.
struct Measured {
    double value = models::kNotStated;
    double error = models::kNotStated;
};

/// Value at a share of sorted or unsorted values, linear between neighbours (Hyndman and Fan, 1996,
/// definition 7). NaN where there is none.
double shareOf(std::vector<double> values, double share);

/// Effect of one axis with that number of levels: the mean of the points at each, less the mean of all.
/// `levels`: of each point on that axis. Errors: of the mean of a level.
std::vector<Measured> mainEffects(std::span<const double> values,
                                  std::span<const std::size_t> levels, std::size_t count);

/// One axis of morrisTrajectories(): `mean` of the elementary effects for the whole range of the
/// axis, `meanSize` of their sizes (mu*: how much it matters; Campolongo, Cariboni and Saltelli,
/// Environ. Model. Softw. 22, 2007), `deviation` (curved, or together with others).
struct MorrisEffect {
    Measured mean, meanSize;
    double deviation = models::kNotStated;
    std::size_t count = 0;
};

/// By axis.
std::vector<MorrisEffect> morrisEffects(std::span<const UnitPoint> points,
                                        std::span<const double> values);

/// Shares of the variance: by this axis alone, and by it together with all others. Both 0 where the
/// figure does not vary.
struct VarianceShare {
    Measured first, total;
};

/// By axis, of the points of saltelliPoints(n, axes): first order by Saltelli et al. (2010), total by
/// Jansen (Comput. Phys. Commun. 117, 1999):
///   S_a = mean(f_B (f_ABa - f_A)) / V,   T_a = mean((f_A - f_ABa)^2) / 2V
/// with values less their mean, which moves no expectation and less noise. Standard errors: 200
/// resamplings of the n rows (bootstrap), from `seed`. Rows with a NaN are left out.
std::vector<VarianceShare> varianceShares(std::span<const double> values, std::size_t axes,
                                          std::uint64_t seed);

/// The front: points that no other beats in every figure. `values[p][f]` of point p, figure f;
/// `better[f]` says which way, Neither is not looked at. Points with a NaN are not on it. Sorted.
std::vector<std::size_t> paretoFront(const std::vector<std::vector<double>>& values,
                                     std::span<const Better> better);

/// Straight line through a figure over an axis in [0, 1): its slope for the whole range, and the share
/// of the variance that it explains.
struct Slope {
    Measured slope;
    double explained = models::kNotStated;
};

Slope slopeOf(std::span<const double> at, std::span<const double> values);

}  // namespace headroom::engine
