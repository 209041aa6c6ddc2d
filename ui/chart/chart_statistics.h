// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/live/run_series.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace headroom::ui {

/// Figures of one curve over a span of time, in SI.
struct CurveStatistics {
    double least = std::numeric_limits<double>::quiet_NaN();
    double mean = std::numeric_limits<double>::quiet_NaN();  ///< weighted by time
    double most = std::numeric_limits<double>::quiet_NaN();
    double last = std::numeric_limits<double>::quiet_NaN();  ///< newest value within the span
};

CurveStatistics statisticsOf(const engine::SeriesCut& cut, std::size_t curve, double fromS,
                             double toS);

/// Shares of the time of a row that a band leaves below and above it.
inline constexpr double kBandLow = 0.1, kBandHigh = 0.9;

/// The band that holds a curve for eight tenths of the time of each row of a cut: p10 to p90.
struct QuantileBand {
    std::vector<float> low, high;  ///< by row of the cut; NaN where the row has no value
};

/// `fine`: the same channels over the same time in shorter rows. A row without several shorter rows
/// keeps its mean.
QuantileBand quantileBandOf(const engine::SeriesCut& cut, const engine::SeriesCut& fine,
                            std::size_t curve);

/// The top of an axis that a few spikes would flatten: twice the value that the curve stays below for
/// 98 % of the time, where its largest value is more than twice that top. NaN otherwise.
double topWithoutSpikes(const engine::SeriesCut& cut, std::size_t curve);

}  // namespace headroom::ui
