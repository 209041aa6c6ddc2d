// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/request_profile.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// One request of a service.
struct Request {
    double arrivalS = 0.0;
    int promptTokens = 1;
    int outputTokens = 1;
};

/// In order of arrival.
using RequestStream = std::vector<Request>;

/// Arrivals at `ratePerS` x the profile's day, as a renewal process with gamma gaps in the time of
/// the mean count (burstiness 1: Poisson), from `startS` (second of the day) on for `durationS`.
/// A pure function of its arguments.
RequestStream generateRequests(const models::RequestProfileSpec& profile, double ratePerS,
                               double startS, double durationS, std::uint64_t seed);

/// Repeats or thins a stream so that its rate is `scale` times as high, deterministically: gaps are
/// divided by the scale.
RequestStream scaledRate(const RequestStream& stream, double scale);

struct StreamStatistics {
    double ratePerS = 0.0;
    double meanPrompt = 0.0, meanOutput = 0.0;
    double promptPercentile[3] = {};  ///< 50, 90, 99
    double outputPercentile[3] = {};
    double gapVariation = 0.0;       ///< standard deviation over mean of the gaps
    double lengthCorrelation = 0.0;  ///< of ranks (Spearman)
};

StreamStatistics statisticsOf(const RequestStream& stream);

}  // namespace headroom::engine
