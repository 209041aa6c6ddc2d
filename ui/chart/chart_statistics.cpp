// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/chart_statistics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kSpikeShare = 0.98, kSpikeRoom = 2.0;
constexpr std::size_t kFewestRows = 20;  ///< fewer rows have no spikes: each of them matters

/// Value below which the weights reach that share of their sum. Sorts the pairs.
double quantileOf(std::vector<std::pair<double, double>>& weighted, double share) {
    std::sort(weighted.begin(), weighted.end());
    double all = 0.0;
    for (const auto& [value, weight] : weighted) {
        all += weight;
    }
    double so = 0.0;
    for (const auto& [value, weight] : weighted) {
        so += weight;
        if (so >= share * all) {
            return value;
        }
    }
    return weighted.empty() ? kNoNumber : weighted.back().first;
}

}  // namespace

CurveStatistics statisticsOf(const engine::SeriesCut& cut, std::size_t curve, double fromS,
                             double toS) {
    CurveStatistics s;
    if (curve >= cut.curves.size()) {
        return s;
    }
    const engine::SeriesCut::Curve& of = cut.curves[curve];
    double least = std::numeric_limits<double>::infinity(), most = -least, sum = 0.0, length = 0.0;
    for (std::size_t i = 0; i < cut.size(); ++i) {
        const double from = std::max(cut.fromS[i], fromS), to = std::min(cut.toS[i], toS);
        // The first step of a run has no length: nobody knows when it began.
        if (to < from || !std::isfinite(of.mean[i])) {
            continue;
        }
        least = std::min(least, static_cast<double>(of.least[i]));
        most = std::max(most, static_cast<double>(of.most[i]));
        sum += static_cast<double>(of.mean[i]) * (to - from);
        length += to - from;
        s.last = static_cast<double>(of.mean[i]);
    }
    if (least <= most && length > 0.0) {
        s.least = least;
        s.mean = sum / length;
        s.most = most;
    }
    return s;
}

QuantileBand quantileBandOf(const engine::SeriesCut& cut, const engine::SeriesCut& fine,
                            std::size_t curve) {
    QuantileBand band;
    if (curve >= cut.curves.size() || curve >= fine.curves.size()) {
        return band;
    }
    band.low = cut.curves[curve].mean;
    band.high = band.low;
    const std::vector<float>& values = fine.curves[curve].mean;
    std::vector<std::pair<double, double>> within;
    std::size_t next = 0;
    for (std::size_t i = 0; i < cut.size(); ++i) {
        within.clear();
        while (next < fine.size() && fine.toS[next] <= cut.fromS[i]) {
            ++next;
        }
        for (; next < fine.size() && fine.toS[next] <= cut.toS[i] + 1e-6; ++next) {
            if (std::isfinite(values[next])) {
                within.emplace_back(static_cast<double>(values[next]),
                                    std::max(1e-9, fine.toS[next] - fine.fromS[next]));
            }
        }
        if (within.size() > 1) {
            band.low[i] = static_cast<float>(quantileOf(within, kBandLow));
            band.high[i] = static_cast<float>(quantileOf(within, kBandHigh));
        }
    }
    return band;
}

double topWithoutSpikes(const engine::SeriesCut& cut, std::size_t curve) {
    if (curve >= cut.curves.size() || cut.size() < kFewestRows) {
        return kNoNumber;
    }
    std::vector<std::pair<double, double>> rows;
    double most = 0.0;
    for (std::size_t i = 0; i < cut.size(); ++i) {
        const auto top = static_cast<double>(cut.curves[curve].most[i]);
        if (std::isfinite(top)) {
            rows.emplace_back(top, cut.toS[i] - cut.fromS[i]);
            most = std::max(most, top);
        }
    }
    const double top = kSpikeRoom * quantileOf(rows, kSpikeShare);
    return top > 0.0 && most > kSpikeRoom * top ? top : kNoNumber;
}

}  // namespace headroom::ui
