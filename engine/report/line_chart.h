// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace headroom::engine::report {

/// A curve of a chart. low and high, where not empty, are drawn as a band behind it.
struct ChartLine {
    std::string label;
    std::vector<double> timeS;
    std::vector<double> value;
    std::vector<double> low;
    std::vector<double> high;
};

struct LineChart {
    std::string title;
    std::string unit;        ///< of all values; the axis takes a prefix by itself
    bool fromZero = true;    ///< the value axis starts at zero
    std::string startLocal;  ///< local time of second 0, for the time axis
    /// Each line is the top of an area that is on the line before it, the first on `base`.
    bool stacked = false;
    double base = 0.0;
    std::vector<ChartLine> lines;
    std::vector<double> marksS;  ///< instants that stand out, numbered from 1 in this order
};

/// The chart as inline SVG: axes with ticks and units, grid, legend. Colours and fonts come from
/// the page's CSS (classes axis, grid, line sN, band sN), so that light and dark both fit. Curves
/// of more points than the drawing has columns become means with a band from the least to the
/// largest.
std::string svgText(const LineChart& chart);

}  // namespace headroom::engine::report
