// SPDX-License-Identifier: Apache-2.0
#include "engine/report/line_chart.h"

#include "engine/report/format.h"
#include "engine/store/recording.h"
#include "engine/text/nice_step.h"
#include "engine/text/shown_unit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <utility>

namespace headroom::engine::report {
namespace {

// In units of the view box.
constexpr double kWidth = 560.0;
constexpr double kHeight = 236.0;
constexpr double kLeft = 54.0;
constexpr double kRight = 12.0;
constexpr double kBottom = 26.0;
constexpr std::size_t kColumns = 280;  // points of a curve
constexpr int kColours = 6;

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value) {
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }

    bool empty() const { return low > high; }
};

std::string fixed(double value, int decimals) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

// Fewer points: per bucket the mean, and the least and largest as a band. Gaps stay gaps.
ChartLine reduced(const ChartLine& line) {
    if (line.value.size() <= kColumns) {
        return line;
    }
    ChartLine result;
    result.label = line.label;
    const std::size_t count = line.value.size();
    const bool banded = !line.low.empty();
    for (std::size_t b = 0; b < kColumns; ++b) {
        const std::size_t first = b * count / kColumns;
        const std::size_t last = (b + 1) * count / kColumns;
        Range range;
        double sum = 0.0;
        double time = 0.0;
        std::size_t finite = 0;
        for (std::size_t i = first; i < last; ++i) {
            time += line.timeS[i];
            range.add(banded ? line.low[i] : line.value[i]);
            range.add(banded ? line.high[i] : line.value[i]);
            if (std::isfinite(line.value[i])) {
                sum += line.value[i];
                ++finite;
            }
        }
        const double none = std::numeric_limits<double>::quiet_NaN();
        result.timeS.push_back(time / static_cast<double>(last - first));
        result.value.push_back(finite == 0 ? none : sum / static_cast<double>(finite));
        result.low.push_back(finite == 0 ? none : range.low);
        result.high.push_back(finite == 0 ? none : range.high);
    }
    // The ends of a curve are its first and last instants, not the middles of their buckets.
    result.timeS.front() = line.timeS.front();
    result.timeS.back() = line.timeS.back();
    return result;
}

double timeStep(double span) {
    static constexpr std::array steps{1.0,    5.0,     15.0,    60.0,    300.0,   900.0,
                                      1800.0, 3600.0,  7200.0,  10800.0, 21600.0, 43200.0,
                                      86400., 172800., 604800., 2.592e6, 3.1536e7};
    for (const double step : steps) {
        if (span / step <= 8.0) {
            return step;
        }
    }
    return span / 8.0;
}

// "06:00", at midnight "2 Jul"; without a calendar the hours since the start.
std::string timeLabel(const std::string& startLocal, double timeS, double step) {
    static constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::string text = localTime(startLocal, timeS);
    if (text.size() < 19) {
        return fixed(timeS / 3600.0, step < 3600.0 ? 2 : 0) + " h";
    }
    if (text.substr(11, 8) == "00:00:00") {
        const auto month = static_cast<std::size_t>(std::atoi(text.substr(5, 2).c_str()) - 1);
        return std::to_string(std::atoi(text.substr(8, 2).c_str())) + " " + months.at(month);
    }
    return text.substr(11, step < 60.0 ? 8 : 5);
}

double secondOfDay(const std::string& startLocal) {
    const std::string text = localTime(startLocal, 0.0);
    if (text.size() < 19) {
        return 0.0;
    }
    return std::atoi(text.substr(11, 2).c_str()) * 3600.0 +
           std::atoi(text.substr(14, 2).c_str()) * 60.0 + std::atoi(text.substr(17, 2).c_str());
}

class ChartDrawing {
  public:
    ChartDrawing(const LineChart& chart, std::vector<ChartLine> lines)
        : chart_(chart), lines_(std::move(lines)) {
        placeLegend();
        Range values;
        for (const ChartLine& line : lines_) {
            for (std::size_t i = 0; i < line.value.size(); ++i) {
                time_.add(line.timeS[i]);
                values.add(line.value[i]);
                if (!line.low.empty()) {
                    values.add(line.low[i]);
                    values.add(line.high[i]);
                }
            }
        }
        unit_ = shownUnit(std::max(std::abs(values.low), std::abs(values.high)), chart.unit);
        low_ = values.low * unit_.factor;
        high_ = values.high * unit_.factor;
        if (chart.fromZero) {
            low_ = std::min(low_, 0.0);
            high_ = std::max(high_, 0.0);
        }
        if (high_ - low_ < 1e-9 * std::max(1.0, std::abs(high_))) {
            const double room = std::max(1e-3, 0.05 * std::abs(high_));
            low_ = chart.fromZero && low_ >= 0.0 ? 0.0 : low_ - room;
            high_ += room;
        }
        step_ = niceStep((high_ - low_) / 5.0);
        low_ = std::floor(low_ / step_ + 1e-9) * step_;
        high_ = std::ceil(high_ / step_ - 1e-9) * step_;
        if (time_.high <= time_.low) {
            time_.high = time_.low + 1.0;
        }
    }

    std::string text() {
        svg_ = "<svg viewBox=\"0 0 " + fixed(kWidth, 0) + " " + fixed(kHeight, 0) +
               "\" role=\"img\" aria-label=\"" + escaped(chart_.title + ", " + unitName()) + "\">";
        valueAxis();
        timeAxis();
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            band(lines_[i], static_cast<int>(i) % kColours);
        }
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            curve(lines_[i], static_cast<int>(i) % kColours);
        }
        marks();
        legend();
        return svg_ + "</svg>";
    }

  private:
    double x(double timeS) const {
        return kLeft + (timeS - time_.low) / (time_.high - time_.low) * (kWidth - kLeft - kRight);
    }

    double y(double value) const {
        return kHeight - kBottom -
               (value * unit_.factor - low_) / (high_ - low_) * (kHeight - top_ - kBottom);
    }

    std::string unitName() const { return unit_.symbol.empty() ? "ratio or count" : unit_.symbol; }

    void label(double atX, double atY, const char* kind, const std::string& text) {
        svg_ += "<text class=\"" + std::string(kind) + "\" x=\"" + fixed(atX, 1) + "\" y=\"" +
                fixed(atY, 1) + "\">" + escaped(text) + "</text>";
    }

    void valueAxis() {
        const int decimals =
            std::clamp(static_cast<int>(std::ceil(-std::log10(step_) - 1e-9)), 0, 6);
        const auto steps = static_cast<int>(std::lround((high_ - low_) / step_));
        for (int i = 0; i <= steps; ++i) {
            const double value = low_ + i * step_;
            const double at = y(value / unit_.factor);
            svg_ += "<line class=\"" + std::string(i == 0 ? "axis" : "grid") + "\" x1=\"" +
                    fixed(kLeft, 0) + "\" x2=\"" + fixed(kWidth - kRight, 0) + "\" y1=\"" +
                    fixed(at, 1) + "\" y2=\"" + fixed(at, 1) + "\"/>";
            const bool large = std::abs(high_) >= 1e4 || std::abs(low_) >= 1e4;
            label(kLeft - 6.0, at + 3.5, "tick y",
                  large ? shownNumber(value) : fixed(value == 0.0 ? 0.0 : value, decimals));
        }
        label(kLeft - 6.0, top_ - 14.0, "tick y unit", unit_.symbol);
    }

    void timeAxis() {
        const double step = timeStep(time_.high - time_.low);
        const double offset = secondOfDay(chart_.startLocal);
        const double first = std::ceil((time_.low + offset) / step - 1e-9) * step - offset;
        double lastLabel = -100.0;
        for (double at = first; at <= time_.high + 1e-6 * step; at += step) {
            const double place = x(at);
            svg_ += "<line class=\"axis\" x1=\"" + fixed(place, 1) + "\" x2=\"" + fixed(place, 1) +
                    "\" y1=\"" + fixed(kHeight - kBottom, 1) + "\" y2=\"" +
                    fixed(kHeight - kBottom + 4.0, 1) + "\"/>";
            if (place - lastLabel > 44.0 && place < kWidth - 4.0) {
                label(std::min(place, kWidth - 18.0), kHeight - kBottom + 16.0, "tick x",
                      timeLabel(chart_.startLocal, at, step));
                lastLabel = place;
            }
        }
    }

    void band(const ChartLine& line, int colour) {
        std::size_t i = 0;
        while (i < line.low.size()) {
            if (!std::isfinite(line.low[i]) || !std::isfinite(line.high[i])) {
                ++i;
                continue;
            }
            std::string there;
            std::string back;
            for (; i < line.low.size() && std::isfinite(line.low[i]) && std::isfinite(line.high[i]);
                 ++i) {
                const std::string at = fixed(x(line.timeS[i]), 1) + ",";
                there += at + fixed(y(line.high[i]), 1) + " ";
                back.insert(0, at + fixed(y(line.low[i]), 1) + " ");
            }
            svg_ += std::string("<polygon class=\"") + (chart_.stacked ? "area" : "band") + " s" +
                    std::to_string(colour) + "\" points=\"" + there + back + "\"/>";
        }
    }

    void curve(const ChartLine& line, int colour) {
        std::string path;
        bool down = false;
        for (std::size_t i = 0; i < line.value.size(); ++i) {
            if (!std::isfinite(line.value[i])) {
                down = false;
                continue;
            }
            path += down ? "L" : "M";
            path += fixed(x(line.timeS[i]), 1) + " " + fixed(y(line.value[i]), 1);
            down = true;
        }
        svg_ += "<path class=\"line s" + std::to_string(colour) + "\" d=\"" + path + "\"/>";
    }

    /// A line down the drawing with its number over it; numbers that would run into each other are
    /// left out, the lines remain.
    void marks() {
        double lastX = -100.0;
        for (std::size_t i = 0; i < chart_.marksS.size(); ++i) {
            if (chart_.marksS[i] < time_.low || chart_.marksS[i] > time_.high) {
                continue;
            }
            const double at = x(chart_.marksS[i]);
            svg_ += "<line class=\"mark\" x1=\"" + fixed(at, 1) + "\" x2=\"" + fixed(at, 1) +
                    "\" y1=\"" + fixed(top_ - 4.0, 1) + "\" y2=\"" + fixed(kHeight - kBottom, 1) +
                    "\"/>";
            if (at - lastX > 12.0) {
                label(at, top_ - 6.0, "mark", std::to_string(i + 1));
                lastX = at;
            }
        }
    }

    void legend() {
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const std::string colour = std::to_string(static_cast<int>(i) % kColours);
            const auto [atX, atY] = places_[i];
            svg_ += "<line class=\"line s" + colour + "\" x1=\"" + fixed(atX, 1) + "\" x2=\"" +
                    fixed(atX + 16.0, 1) + "\" y1=\"" + fixed(atY, 1) + "\" y2=\"" + fixed(atY, 1) +
                    "\"/>";
            label(atX + 21.0, atY + 4.0, "legend", lines_[i].label);
        }
    }

    // Entries of the legend from left to right, in rows; the drawing begins below them.
    void placeLegend() {
        double atX = kLeft + 4.0;
        double atY = 14.0;
        for (const ChartLine& line : lines_) {
            // A letter of the legend's 11.5 px type is about 6.2 wide.
            const double width = 36.0 + 6.2 * static_cast<double>(line.label.size());
            if (atX + width > kWidth && atX > kLeft + 4.0) {
                atX = kLeft + 4.0;
                atY += 16.0;
            }
            places_.emplace_back(atX, atY);
            atX += width;
        }
        top_ = atY + 20.0;
    }

    const LineChart& chart_;
    std::vector<ChartLine> lines_;
    Range time_;
    ShownUnit unit_;
    std::vector<std::pair<double, double>> places_;  // of the legend's entries
    double top_ = 0.0;                               // of the value axis
    double low_ = 0.0;
    double high_ = 1.0;
    double step_ = 1.0;
    std::string svg_;
};

}  // namespace

std::string svgText(const LineChart& chart) {
    std::vector<ChartLine> lines;
    for (const ChartLine& line : chart.lines) {
        if (std::any_of(line.value.begin(), line.value.end(),
                        [](double v) { return std::isfinite(v); })) {
            lines.push_back(reduced(line));
        }
    }
    for (std::size_t i = 0; chart.stacked && i < lines.size(); ++i) {
        lines[i].high = lines[i].value;
        if (i == 0) {
            lines[i].low.assign(lines[i].value.size(), chart.base);
        } else {
            lines[i].low = lines[i - 1].value;
        }
    }
    return lines.empty() ? std::string() : ChartDrawing(chart, std::move(lines)).text();
}

}  // namespace headroom::engine::report
