// SPDX-License-Identifier: Apache-2.0
#include "engine/study/radial_basis.h"

#include <Eigen/Dense>

#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kRidge = 1e-8;

double cubed(const UnitPoint& a, const UnitPoint& b) {
    double square = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        square += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return square * std::sqrt(square);
}

}  // namespace

std::optional<RadialBasis> RadialBasis::through(std::span<const UnitPoint> points,
                                                std::span<const double> values) {
    const auto n = static_cast<Eigen::Index>(points.size());
    const auto axes = points.empty() ? 0 : static_cast<Eigen::Index>(points.front().size());
    if (n < axes + 2) {
        return std::nullopt;
    }
    const Eigen::Index size = n + axes + 1;
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(size);
    for (Eigen::Index i = 0; i < n; ++i) {
        const UnitPoint& p = points[static_cast<std::size_t>(i)];
        for (Eigen::Index j = 0; j < i; ++j) {
            matrix(i, j) = matrix(j, i) = cubed(p, points[static_cast<std::size_t>(j)]);
        }
        matrix(i, n) = matrix(n, i) = 1.0;
        for (Eigen::Index a = 0; a < axes; ++a) {
            matrix(i, n + 1 + a) = matrix(n + 1 + a, i) = p[static_cast<std::size_t>(a)];
        }
        right(i) = values[static_cast<std::size_t>(i)];
    }
    matrix.diagonal().head(n).array() += kRidge * matrix.cwiseAbs().maxCoeff();
    const Eigen::VectorXd solved = matrix.partialPivLu().solve(right);
    if (!solved.allFinite()) {
        return std::nullopt;
    }
    RadialBasis fit;
    fit.points_.assign(points.begin(), points.end());
    fit.weights_.assign(solved.data(), solved.data() + size);
    return fit;
}

UnitPoint RadialBasis::gradientAt(const UnitPoint& x) const {
    UnitPoint slope(weights_.begin() + static_cast<std::ptrdiff_t>(points_.size()) + 1,
                    weights_.end());
    for (std::size_t i = 0; i < points_.size(); ++i) {
        double square = 0.0;
        for (std::size_t a = 0; a < x.size(); ++a) {
            square += (x[a] - points_[i][a]) * (x[a] - points_[i][a]);
        }
        // d (r^3) / d x_a = 3 r (x_a - p_a)
        const double each = 3.0 * weights_[i] * std::sqrt(square);
        for (std::size_t a = 0; a < x.size(); ++a) {
            slope[a] += each * (x[a] - points_[i][a]);
        }
    }
    return slope;
}

double RadialBasis::at(const UnitPoint& x) const {
    double sum = weights_[points_.size()];
    for (std::size_t i = 0; i < points_.size(); ++i) {
        sum += weights_[i] * cubed(x, points_[i]);
    }
    for (std::size_t a = 0; a < x.size(); ++a) {
        sum += weights_[points_.size() + 1 + a] * x[a];
    }
    return sum;
}

}  // namespace headroom::engine
