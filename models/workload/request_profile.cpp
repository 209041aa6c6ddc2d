// SPDX-License-Identifier: Apache-2.0
#include "models/workload/request_profile.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace headroom::models {

namespace {

constexpr auto kRequestProfileAttributes = std::to_array<Attribute>({
    curve<&RequestProfileSpec::promptTokens>(
        "prompt_tokens", "Prompt length", unit::none,
        {.min = 1,
         .max = 1e7,
         .required = true,
         .doc = "Tokens of a prompt over the quantile in percent, from 0 to 100."}),
    curve<&RequestProfileSpec::outputTokens>(
        "output_tokens", "Output length", unit::none,
        {.min = 1,
         .max = 1e7,
         .required = true,
         .doc = "Tokens of an answer over the quantile in percent, from 0 to 100."}),
    number<&RequestProfileSpec::lengthCorrelation>(
        "length_correlation", "Correlation of lengths", unit::none,
        {.min = -0.99,
         .max = 0.99,
         .doc = "Rank correlation of prompt and answer of one request."}),
    number<&RequestProfileSpec::arrivalsPerS>(
        "arrivals_per_s", "Arrivals", unit::none,
        {.min = 1e-6, .max = 1e9, .required = true, .doc = "Mean requests in a second."}),
    number<&RequestProfileSpec::burstiness>(
        "burstiness", "Burstiness", unit::none,
        {.min = 0.05,
         .max = 50,
         .doc = "Standard deviation of the gaps between arrivals over their mean; 1: Poisson."}),
    number<&RequestProfileSpec::diurnalSwing>(
        "diurnal_swing_pct", "Swing of the day", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of the mean rate; 0: the same rate all day."}),
    number<&RequestProfileSpec::peakHour>(
        "peak_hour", "Peak hour", unit::none,
        {.min = 0, .max = 24, .doc = "Local time at which most requests arrive."}),
});

}  // namespace

const ComponentType& RequestProfileSpec::type() {
    static constexpr ComponentType kType{
        "request_profile",
        "Request profile",
        "",
        false,
        "The requests of a service: lengths, arrivals, daily pattern.",
        kRequestProfileAttributes,
        &createSpec<RequestProfileSpec>,
        &destroySpec<RequestProfileSpec>};
    return kType;
}

double tokensAt(const Curve& quantiles, double quantile) {
    return std::max(1.0, std::round(quantiles.at(100.0 * quantile)));
}

LengthMoments lengthMoments(const Curve& quantiles) {
    return lengthMoments(quantiles, [](double tokens) { return tokens; });
}

LengthMoments lengthMoments(const Curve& quantiles,
                            const std::function<double(double tokens)>& figure) {
    constexpr int kPoints = 1000;
    const auto figureAt = [&](double quantile) { return figure(tokensAt(quantiles, quantile)); };
    LengthMoments moments;
    for (int i = 0; i < kPoints; ++i) {
        const double tokens = figureAt((i + 0.5) / kPoints);
        moments.mean += tokens / kPoints;
        moments.meanSquare += tokens * tokens / kPoints;
    }
    for (std::size_t i = 0; i < moments.fifths.size(); ++i) {
        moments.fifths[i] = figureAt(0.1 + 0.2 * static_cast<double>(i));
    }
    moments.p99 = figureAt(0.99);
    return moments;
}

double diurnalFactor(const RequestProfileSpec& profile, double secondOfDay) {
    const double phase = secondOfDay / 86400.0 - profile.peakHour / 24.0;
    return 1.0 + profile.diurnalSwing * std::cos(2.0 * std::numbers::pi * phase);
}

}  // namespace headroom::models
