// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/campaign/statistics.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace headroom::engine {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

void fillQuantiles(Estimate& e, std::vector<double> values) {
    std::sort(values.begin(), values.end());
    e.least = values.empty() ? kUnknown : values.front();
    e.most = values.empty() ? kUnknown : values.back();
    e.p5 = quantileOf(values, 0.05);
    e.median = quantileOf(values, 0.5);
    e.p95 = quantileOf(values, 0.95);
}

}  // namespace

double studentT975(double degrees) {
    if (!(degrees >= 1.0)) {
        return kUnknown;
    }
    return boost::math::quantile(boost::math::students_t(degrees), 0.975);
}

double quantileOf(std::span<const double> sorted, double q) {
    if (sorted.empty()) {
        return kUnknown;
    }
    const double rank = std::ceil(q * static_cast<double>(sorted.size()));
    return sorted[static_cast<std::size_t>(std::max(1.0, rank)) - 1];
}

Estimate estimateOf(std::span<const double> values) {
    std::vector<double> known;
    std::copy_if(values.begin(), values.end(), std::back_inserter(known),
                 [](double v) { return !std::isnan(v); });
    Estimate e;
    e.count = static_cast<std::int64_t>(known.size());
    e.mean = e.halfWidth = e.deviation = kUnknown;
    const auto n = static_cast<double>(known.size());
    if (!known.empty()) {
        double sum = 0.0;
        for (const double v : known) {
            sum += v;
        }
        e.mean = sum / n;
    }
    if (known.size() > 1) {
        double squares = 0.0;
        for (const double v : known) {
            squares += (v - e.mean) * (v - e.mean);
        }
        e.deviation = std::sqrt(squares / (n - 1.0));
        e.halfWidth = studentT975(n - 1.0) * e.deviation / std::sqrt(n);
    }
    fillQuantiles(e, std::move(known));
    return e;
}

Estimate ratioOf(std::span<const double> x, std::span<const double> y) {
    std::vector<double> top, bottom, single;
    double sumX = 0.0, sumY = 0.0;
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
        if (std::isnan(x[i]) || std::isnan(y[i])) {
            continue;
        }
        top.push_back(x[i]);
        bottom.push_back(y[i]);
        sumX += x[i];
        sumY += y[i];
        if (y[i] > 0.0) {
            single.push_back(x[i] / y[i]);
        }
    }
    Estimate e;
    e.count = static_cast<std::int64_t>(top.size());
    e.mean = sumY > 0.0 ? sumX / sumY : kUnknown;
    e.halfWidth = e.deviation = kUnknown;
    if (top.size() > 1 && sumY > 0.0) {
        const auto n = static_cast<double>(top.size());
        double squares = 0.0;
        for (std::size_t i = 0; i < top.size(); ++i) {
            const double d = top[i] - e.mean * bottom[i];
            squares += d * d;
        }
        e.deviation = std::sqrt(squares / (n - 1.0)) / (sumY / n);
        e.halfWidth = studentT975(n - 1.0) * e.deviation / std::sqrt(n);
    }
    fillQuantiles(e, std::move(single));
    return e;
}

}  // namespace headroom::engine
