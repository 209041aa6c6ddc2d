// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/study/designs.h"

#include <optional>
#include <span>
#include <vector>

namespace headroom::engine {

/// A surface through values at points: sum of w_i r^3 and a plane, r the distance to point i.
/// Source: Powell, "The theory of radial basis function approximation in 1990", Advances in Numerical Analysis II (1992).
/// Validity: between its points.
class RadialBasis {
  public:
    /// Nothing if fewer points than a plane needs, or they do not span the space. A small ridge (1e-8 of the largest term) keeps
    /// points that nearly coincide from deciding all.
    static std::optional<RadialBasis> through(std::span<const UnitPoint> points,
                                              std::span<const double> values);

    double at(const UnitPoint& x) const;
    /// Its slope along each coordinate.
    UnitPoint gradientAt(const UnitPoint& x) const;

  private:
    std::vector<UnitPoint> points_;
    std::vector<double> weights_;  ///< of the points, then of 1 and of each coordinate
};

}  // namespace headroom::engine
