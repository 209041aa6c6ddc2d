// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace headroom::models {

/// A one-dimensional table y(x), read by monotone cubic interpolation.
///
///   Fritsch, Carlson, "Monotone Piecewise Cubic Interpolation", SIAM J. Numer. Anal. 17 (1980):
///   three-point slopes, limited so that the curve never overshoots the points that it passes.
///
/// Outside the first and last point the end value holds. An empty curve reads 0.
class Curve {
  public:
    Curve() = default;

    /// x strictly increasing, both of one length; otherwise the curve is empty (check isValid
    /// first).
    Curve(std::vector<double> x, std::vector<double> y);

    static bool isValid(const std::vector<double>& x, const std::vector<double>& y);

    double at(double x) const;

    bool empty() const { return x_.empty(); }

    const std::vector<double>& x() const { return x_; }

    const std::vector<double>& y() const { return y_; }

    bool operator==(const Curve& other) const { return x_ == other.x_ && y_ == other.y_; }

  private:
    std::vector<double> x_;
    std::vector<double> y_;
    std::vector<double> slope_;
};

}  // namespace headroom::models
