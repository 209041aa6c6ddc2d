// SPDX-License-Identifier: Apache-2.0
#include "models/core/curve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace headroom::models {

bool Curve::isValid(const std::vector<double>& x, const std::vector<double>& y) {
    if (x.empty() || x.size() != y.size()) {
        return false;
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!std::isfinite(x[i]) || !std::isfinite(y[i]) || (i > 0 && x[i] <= x[i - 1])) {
            return false;
        }
    }
    return true;
}

Curve::Curve(std::vector<double> x, std::vector<double> y) {
    if (!isValid(x, y)) {
        return;
    }
    x_ = std::move(x);
    y_ = std::move(y);
    const std::size_t n = x_.size();
    slope_.assign(n, 0.0);
    if (n < 2) {
        return;
    }
    std::vector<double> secant(n - 1);
    for (std::size_t i = 0; i + 1 < n; ++i) {
        secant[i] = (y_[i + 1] - y_[i]) / (x_[i + 1] - x_[i]);
    }
    slope_.front() = secant.front();
    slope_.back() = secant.back();
    for (std::size_t i = 1; i + 1 < n; ++i) {
        slope_[i] = secant[i - 1] * secant[i] <= 0.0 ? 0.0 : 0.5 * (secant[i - 1] + secant[i]);
    }
    for (std::size_t i = 0; i + 1 < n; ++i) {
        if (secant[i] == 0.0) {
            slope_[i] = slope_[i + 1] = 0.0;
            continue;
        }
        const double a = slope_[i] / secant[i];
        const double b = slope_[i + 1] / secant[i];
        const double length = std::hypot(a, b);
        if (length > 3.0) {
            slope_[i] = 3.0 * a / length * secant[i];
            slope_[i + 1] = 3.0 * b / length * secant[i];
        }
    }
}

double Curve::at(double x) const {
    if (x_.empty()) {
        return 0.0;
    }
    if (std::isnan(x)) {
        return x;  // it lies between no two points
    }
    if (x <= x_.front()) {
        return y_.front();
    }
    if (x >= x_.back()) {
        return y_.back();
    }
    const auto upper = std::upper_bound(x_.begin(), x_.end(), x);
    const auto i = static_cast<std::size_t>(upper - x_.begin()) - 1;
    const double h = x_[i + 1] - x_[i];
    const double t = (x - x_[i]) / h;
    const double t2 = t * t;
    const double t3 = t2 * t;
    return (2.0 * t3 - 3.0 * t2 + 1.0) * y_[i] + (t3 - 2.0 * t2 + t) * h * slope_[i] +
           (-2.0 * t3 + 3.0 * t2) * y_[i + 1] + (t3 - t2) * h * slope_[i + 1];
}

}  // namespace headroom::models
