// SPDX-License-Identifier: Apache-2.0
#include "engine/serve/request_stream.h"

#include "engine/base/scale.h"
#include "models/core/random.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::engine {

namespace {

double normalShare(double z) {
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

/// Mean number of arrivals from midnight to `second`, over the mean rate.
///   integral of 1 + s cos(2 pi (t/86400 - peak/24))
double countUpTo(const models::RequestProfileSpec& profile, double second) {
    const double omega = 2.0 * M_PI / kDayS;
    const double lag = 2.0 * M_PI * profile.peakHour / 24.0;
    return second + profile.diurnalSwing / omega * (std::sin(omega * second - lag) + std::sin(lag));
}

/// The time at which countUpTo is `count`, from `guess` on: Newton, kept in its bracket.
double timeOfCount(const models::RequestProfileSpec& profile, double count, double guess) {
    if (profile.diurnalSwing <= 0.0) {
        return count;
    }
    double low = guess;
    double high = std::max(guess, count) + kDayS;
    double t = guess;
    for (int i = 0; i < 60 && high - low > 1e-9; ++i) {
        const double fault = countUpTo(profile, t) - count;
        (fault > 0.0 ? high : low) = t;
        const double slope = models::diurnalFactor(profile, t);
        const double next = slope > 0.0 ? t - fault / slope : low;
        t = next > low && next < high ? next : 0.5 * (low + high);
    }
    return t;
}

void percentilesOf(std::vector<double>& values, double (&out)[3]) {
    std::sort(values.begin(), values.end());
    constexpr double kShares[3] = {0.5, 0.9, 0.99};
    for (int i = 0; i < 3; ++i) {
        const auto rank = static_cast<std::size_t>(kShares[i] * static_cast<double>(values.size()));
        out[i] = values[std::min(rank, values.size() - 1)];
    }
}

/// Mean ranks, ties shared.
std::vector<double> ranksOf(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return values[a] != values[b] ? values[a] < values[b] : a < b;
    });
    std::vector<double> ranks(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t j = i;
        while (j + 1 < order.size() && values[order[j + 1]] == values[order[i]]) {
            ++j;
        }
        for (std::size_t k = i; k <= j; ++k) {
            ranks[order[k]] = 0.5 * static_cast<double>(i + j);
        }
        i = j + 1;
    }
    return ranks;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const auto n = static_cast<double>(a.size());
    const double ma = std::accumulate(a.begin(), a.end(), 0.0) / n;
    const double mb = std::accumulate(b.begin(), b.end(), 0.0) / n;
    double ab = 0.0;
    double aa = 0.0;
    double bb = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - ma) * (b[i] - mb);
        aa += (a[i] - ma) * (a[i] - ma);
        bb += (b[i] - mb) * (b[i] - mb);
    }
    return aa > 0.0 && bb > 0.0 ? ab / std::sqrt(aa * bb) : 0.0;
}

}  // namespace

RequestStream generateRequests(const models::RequestProfileSpec& profile, double ratePerS,
                               double startS, double durationS, std::uint64_t seed) {
    RequestStream stream;
    if (!(ratePerS > 0.0) || !(durationS > 0.0)) {
        return stream;
    }
    stream.reserve(static_cast<std::size_t>(1.1 * ratePerS * durationS) + 16U);
    const double shape = 1.0 / (profile.burstiness * profile.burstiness);
    const bool poisson = profile.burstiness == 1.0;
    const double rho = profile.lengthCorrelation;
    double count = countUpTo(profile, startS);
    double t = startS;
    for (std::uint64_t i = 0;; ++i) {
        const double gap = poisson ? models::randomExponential(seed, 0, i)
                                   : models::randomGamma(seed, 2 + i, shape);
        count += gap / ratePerS;
        t = timeOfCount(profile, count, t);
        if (t >= startS + durationS) {
            return stream;
        }
        const double a = models::randomNormal(seed, 1, 2 * i);
        const double b =
            rho * a + std::sqrt(1.0 - rho * rho) * models::randomNormal(seed, 1, 2 * i + 1);
        stream.push_back(
            {t - startS, static_cast<int>(models::tokensAt(profile.promptTokens, normalShare(a))),
             static_cast<int>(models::tokensAt(profile.outputTokens, normalShare(b)))});
    }
}

RequestStream scaledRate(const RequestStream& stream, double scale) {
    RequestStream scaled = stream;
    for (Request& request : scaled) {
        request.arrivalS /= scale;
    }
    return scaled;
}

StreamStatistics statisticsOf(const RequestStream& stream) {
    StreamStatistics result;
    if (stream.empty()) {
        return result;
    }
    std::vector<double> prompts;
    std::vector<double> outputs;
    std::vector<double> gaps;
    for (std::size_t i = 0; i < stream.size(); ++i) {
        prompts.push_back(stream[i].promptTokens);
        outputs.push_back(stream[i].outputTokens);
        if (i > 0) {
            gaps.push_back(stream[i].arrivalS - stream[i - 1].arrivalS);
        }
    }
    const auto n = static_cast<double>(stream.size());
    result.meanPrompt = std::accumulate(prompts.begin(), prompts.end(), 0.0) / n;
    result.meanOutput = std::accumulate(outputs.begin(), outputs.end(), 0.0) / n;
    result.lengthCorrelation = correlation(ranksOf(prompts), ranksOf(outputs));
    percentilesOf(prompts, result.promptPercentile);
    percentilesOf(outputs, result.outputPercentile);
    if (!gaps.empty()) {
        const auto m = static_cast<double>(gaps.size());
        const double mean = std::accumulate(gaps.begin(), gaps.end(), 0.0) / m;
        double square = 0.0;
        for (const double gap : gaps) {
            square += (gap - mean) * (gap - mean) / m;
        }
        result.ratePerS = mean > 0.0 ? 1.0 / mean : 0.0;
        result.gapVariation = mean > 0.0 ? std::sqrt(square) / mean : 0.0;
    }
    return result;
}

}  // namespace headroom::engine
