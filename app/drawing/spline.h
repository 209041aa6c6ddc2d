// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/drawing/geometry.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace headroom::drawing {

/// Points of a rational B-spline, kSplineSteps for each of its spans, by de Boor's algorithm in homogeneous coordinates. Empty where
/// knots, controls and degree do not belong together: knots = controls + degree + 1, in ascending order, degree 1 to 10.
/// Source: C. de Boor, On calculating with B-splines, J. Approx. Theory 6 (1972) 50-62.
inline std::vector<Point> splinePoints(unsigned degree, const std::vector<double>& knots,
                                       const std::vector<Point>& controls,
                                       const std::vector<double>& weights) {
    constexpr std::size_t kSplineSteps = 12;
    constexpr unsigned kMostDegree = 10;
    const std::size_t n = controls.size(), p = degree;
    if (degree < 1 || degree > kMostDegree || n <= p || knots.size() != n + p + 1 ||
        !std::is_sorted(knots.begin(), knots.end())) {
        return {};
    }

    struct Homogeneous {
        double x, y, w;
    };

    std::vector<Point> points;
    std::vector<Homogeneous> d(p + 1);
    for (std::size_t k = p; k < n; ++k) {
        const double span = knots[k + 1] - knots[k];
        if (!(span > 0.0)) {
            continue;
        }
        for (std::size_t step = points.empty() ? 0 : 1; step <= kSplineSteps; ++step) {
            const double t = knots[k] + span * static_cast<double>(step) / kSplineSteps;
            for (std::size_t j = 0; j <= p; ++j) {
                const std::size_t i = k - p + j;
                const double w = weights[i] > 0.0 ? weights[i] : 1.0;
                d[j] = {controls[i].x * w, controls[i].y * w, w};
            }
            for (std::size_t r = 1; r <= p; ++r) {
                for (std::size_t j = p; j >= r; --j) {
                    const std::size_t i = k - p + j;
                    const double whole = knots[i + p - r + 1] - knots[i];
                    const double a = whole > 0.0 ? (t - knots[i]) / whole : 0.0;
                    d[j] = {(1.0 - a) * d[j - 1].x + a * d[j].x,
                            (1.0 - a) * d[j - 1].y + a * d[j].y,
                            (1.0 - a) * d[j - 1].w + a * d[j].w};
                }
            }
            points.push_back({d[p].x / d[p].w, d[p].y / d[p].w});
        }
    }
    return points;
}

}  // namespace headroom::drawing
