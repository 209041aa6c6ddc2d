// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <array>
#include <functional>

namespace headroom::models {

/// Requests of a service: lengths as quantiles, arrivals as a rate with its burstiness and its day.
struct RequestProfileSpec {
    Curve promptTokens;  ///< over the quantile, percent
    Curve outputTokens;
    double lengthCorrelation = 0.0;  ///< of the normal scores of both lengths (Gaussian copula)
    double arrivalsPerS = kNotStated;
    double burstiness = 1.0;    ///< standard deviation over mean of the gaps; 1 means Poisson
    double diurnalSwing = 0.0;  ///< 0..1 of the mean rate
    double peakHour = 14.0;     ///< local time

    static const ComponentType& type();
};

/// Tokens at a quantile 0..1 of a length distribution: whole, at least 1.
double tokensAt(const Curve& quantiles, double quantile);

/// Moments and quantiles of a length distribution that the steady state needs: midpoints of 1,000
/// equal shares for the moments, and the quantiles 10, 30, 50, 70, 90 and 99 %.
struct LengthMoments {
    double mean = 0.0;
    double meanSquare = 0.0;
    std::array<double, 5> fifths{};  ///< of equal shares, their medians
    double p99 = 0.0;
};

LengthMoments lengthMoments(const Curve& quantiles);
/// The same of a figure of each length that never falls while the length grows.
LengthMoments lengthMoments(const Curve& quantiles,
                            const std::function<double(double tokens)>& figure);

/// Rate of arrivals at a time of day [s after midnight], over the profile's mean.
///   1 + swing cos(2 pi (h - peak) / 24)
double diurnalFactor(const RequestProfileSpec& profile, double secondOfDay);

}  // namespace headroom::models
