// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

/// Results of replications together. They are independent and of one law; NaN stands for "not known"
/// and is left out.
namespace headroom::engine {

/// A figure over replications.
struct Estimate {
    std::int64_t count = 0;  ///< replications in it
    double mean = 0.0;       ///< NaN where there is none
    double halfWidth = 0.0;  ///< of the 95 % confidence interval of the mean; NaN below two
    double deviation = 0.0;  ///< standard deviation between replications; NaN below two
    double least = 0.0, p5 = 0.0, median = 0.0, p95 = 0.0, most = 0.0;  ///< of single replications

    double low() const { return mean - halfWidth; }

    double high() const { return mean + halfWidth; }
};

/// Quantile 0.975 of Student's t distribution: mean +- t s / sqrt(n) holds the true mean 95 % of the
/// time. By Boost.Math; NaN below one degree.
double studentT975(double degrees);

/// Mean with Student's interval. Validity: means of replications are nearly normal.
Estimate estimateOf(std::span<const double> values);

/// sum x / sum y with the interval of the ratio estimator: the deviations x - R y, over the mean of y
/// (Cochran, Sampling Techniques, 1977, chapter 6). Quantiles are of the single ratios x / y.
Estimate ratioOf(std::span<const double> x, std::span<const double> y);

/// Value at rank ceil(q n) of sorted values (nearest rank).
double quantileOf(std::span<const double> sorted, double q);

}  // namespace headroom::engine
