// SPDX-License-Identifier: Apache-2.0
#include "engine/study/surface_minimum.h"

#include <algorithm>
#include <memory>
#include <nlopt.h>

namespace headroom::engine {

namespace {

constexpr int kMostSteps = 200;
constexpr double kClose = 1e-6;      // of coordinates
constexpr double kTolerance = 1e-8;  // of the limit

/// Data that NLopt hands back to valueAt(): it asks for data that may be written.
struct Surface {
    const RadialBasis* of;
};

double valueAt(unsigned n, const double* x, double* gradient, void* data) {
    const RadialBasis& of = *static_cast<const Surface*>(data)->of;
    const UnitPoint at(x, x + n);
    if (gradient != nullptr) {
        const UnitPoint slope = of.gradientAt(at);
        std::copy(slope.begin(), slope.end(), gradient);
    }
    return of.at(at);
}

}  // namespace

UnitPoint surfaceMinimum(const RadialBasis& surface, const RadialBasis& limit,
                         const UnitPoint& start, std::span<const char> isHeld) {
    const auto axes = static_cast<unsigned>(start.size());
    UnitPoint low(start.size(), 0.0), high(start.size(), 1.0), at = start;
    for (std::size_t i = 0; i < start.size(); ++i) {
        if (isHeld[i] != 0) {
            low[i] = high[i] = start[i];
        }
    }
    const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> search(
        nlopt_create(NLOPT_LD_SLSQP, axes), nlopt_destroy);
    if (!search) {
        return start;
    }
    Surface down{&surface}, within{&limit};
    nlopt_set_lower_bounds(search.get(), low.data());
    nlopt_set_upper_bounds(search.get(), high.data());
    nlopt_set_min_objective(search.get(), valueAt, &down);
    nlopt_add_inequality_constraint(search.get(), valueAt, &within, kTolerance);
    nlopt_set_xtol_abs1(search.get(), kClose);
    nlopt_set_maxeval(search.get(), kMostSteps);
    double least = 0.0;
    const nlopt_result result = nlopt_optimize(search.get(), at.data(), &least);
    const bool isFound =
        (result > 0 || result == NLOPT_ROUNDOFF_LIMITED) &&
        std::all_of(at.begin(), at.end(), [](double x) { return x >= 0.0 && x <= 1.0; });
    return isFound && limit.at(at) <= std::max(limit.at(start), 2.0 * kTolerance) ? at : start;
}

}  // namespace headroom::engine
