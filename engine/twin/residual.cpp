// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/residual.h"

#include "engine/twin/twin_past.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kNormalMad =
    1.4826;  // standard deviation over median absolute deviation of a normal distribution
constexpr double kSecondsPerHour = 3600.0;

}  // namespace

double medianOf(std::vector<double> values) {
    if (values.empty()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) {
        return *middle;
    }
    return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

void ErrorSums::add(double measuredValue, double modelledValue) {
    const double d = measuredValue - modelledValue;
    ++n;
    measured += measuredValue;
    difference += d;
    squares += d * d;
}

ErrorFigures ErrorSums::figures(int fitted) const {
    ErrorFigures f;
    f.n = n;
    if (n == 0) {
        f.mean = f.bias = f.rmse = f.cvRmse = f.nmbe = std::numeric_limits<double>::quiet_NaN();
        return f;
    }
    const auto count = static_cast<double>(n);
    const double free = std::max(1.0, count - fitted);
    f.mean = measured / count;
    f.bias = -difference / count;
    f.rmse = std::sqrt(squares / count);
    f.cvRmse = std::sqrt(squares / free) / std::abs(f.mean);
    f.nmbe = difference / free / std::abs(f.mean);
    return f;
}

ErrorFigures errorFigures(std::span<const double> measured, std::span<const double> modelled,
                          int fitted) {
    ErrorSums sums;
    for (std::size_t i = 0; i < measured.size(); ++i) {
        sums.add(measured[i], modelled[i]);
    }
    return sums.figures(fitted);
}

Hourly hourlyMeans(const ResidualSeries& series) {
    Hourly hours;
    double hour = std::numeric_limits<double>::quiet_NaN(), measured = 0.0, modelled = 0.0,
           count = 0.0;
    const auto close = [&] {
        if (count > 0.0) {
            hours.measured.push_back(measured / count);
            hours.modelled.push_back(modelled / count);
        }
        measured = modelled = count = 0.0;
    };
    for (std::size_t i = series.judgedFrom; i < series.timeS.size(); ++i) {
        const double now = std::floor(series.timeS[i] / kSecondsPerHour);
        if (now != hour) {
            close();
            hour = now;
        }
        measured += series.measured[i];
        modelled += series.modelled[i];
        count += 1.0;
    }
    close();
    return hours;
}

double ResidualSeries::beyondStaging(std::size_t i, double bias) const {
    const double r = residual(i) - bias;
    const double most = bend.empty() ? 0.0 : bend[i];
    return r - std::clamp(r, std::min(0.0, most), std::max(0.0, most));
}

Beside besideOf(std::span<const double> low, std::span<const double> middle,
                std::span<const double> high) {
    Beside beside;
    for (std::size_t i = 0; i < std::min({low.size(), middle.size(), high.size()}); ++i) {
        const double bend = low[i] + high[i] - 2.0 * middle[i],
                     reach = 0.5 * std::abs(high[i] - low[i]);
        beside.bend.push_back(std::isnan(bend) ? 0.0 : bend);
        beside.reach.push_back(std::isnan(reach) ? 0.0 : reach);
    }
    return beside;
}

ResidualSeries residualSeries(const TelemetrySeries& readings, std::span<const double> timeS,
                              std::span<const double> modelled, double fromS, double learnUntilS,
                              const Beside& beside) {
    ResidualSeries series;
    std::size_t next = 0;
    for (std::size_t i = 0; i < readings.timeS.size(); ++i) {
        const double when = readings.timeS[i];
        while (next < timeS.size() && timeS[next] < when) {
            ++next;
        }
        if (when < fromS || next == 0) {
            continue;
        }
        if (next == timeS.size()) {
            break;
        }
        const double share = (when - timeS[next - 1]) / (timeS[next] - timeS[next - 1]);
        const double value = modelled[next - 1] + share * (modelled[next] - modelled[next - 1]);
        if (std::isnan(value)) {
            continue;  // on purpose: PUE without IT power, flows that are not computed
        }
        if (when < learnUntilS) {
            series.judgedFrom = series.timeS.size() + 1;
        }
        series.timeS.push_back(when);
        series.measured.push_back(readings.value[i]);
        series.modelled.push_back(value);
        if (next < beside.bend.size()) {
            // Between two steps the one that allows more: a machine starts at one of them.
            const double before = beside.bend[next - 1], after = beside.bend[next];
            series.bend.push_back(std::abs(after) > std::abs(before) ? after : before);
            series.reach.push_back(std::max(beside.reach[next - 1], beside.reach[next]));
        }
    }
    return series;
}

namespace {

/// Lessons from the first part of a series.
SensorResidual learn(const ResidualSeries& series, std::size_t until) {
    SensorResidual result;
    std::vector<double> learned;
    double squares = 0.0;
    for (std::size_t i = 0; i < until; ++i) {
        learned.push_back(series.residual(i));
        result.learnedAt += series.modelled[i] / static_cast<double>(until);
        result.learnedReach +=
            series.reach.empty() ? 0.0 : series.reach[i] / static_cast<double>(until);
        squares += learned.back() * learned.back();
    }
    if (!learned.empty()) {
        result.learnedRms = std::sqrt(squares / static_cast<double>(learned.size()));
        result.learnedBias = medianOf(learned);
        std::vector<double> around;
        for (const double r : learned) {
            around.push_back(std::abs(r - result.learnedBias));
        }
        result.learnedSd = kNormalMad * medianOf(std::move(around));
    }
    return result;
}

}  // namespace

SensorResidual judge(const SensorSpec& sensor, int index, const ResidualSeries& series,
                     const SensorPast* past) {
    const std::size_t from = std::min(series.judgedFrom, series.timeS.size());
    SensorResidual result = past != nullptr ? past->learned : learn(series, from);
    ErrorSums sums = past != nullptr ? past->sums : ErrorSums();
    for (std::size_t i = from; i < series.timeS.size(); ++i) {
        sums.add(series.measured[i], series.modelled[i]);
    }
    result.sensor = index;
    result.figures = sums.figures();
    result.expected = result.inside = 0.0;
    if (result.figures.n == 0) {
        return result;
    }
    result.expected = std::max(result.learnedRms, sensor.uncertainty(result.figures.mean));
    long inside = past != nullptr ? past->inside : 0;
    for (std::size_t i = from; i < series.timeS.size(); ++i) {
        inside += std::abs(series.residual(i)) <= kNinetyWithin * result.expected ? 1 : 0;
    }
    result.inside = static_cast<double>(inside) / static_cast<double>(result.figures.n);
    return result;
}

}  // namespace headroom::engine
