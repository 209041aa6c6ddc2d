// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/telemetry_map.h"
#include "engine/telemetry/telemetry_store.h"

#include <limits>
#include <span>
#include <string>
#include <vector>

/// Measured against modelled.
namespace headroom::engine {

/// Error figures of a model next to measurements y, with model values m (ASHRAE Guideline 14-2014, 5.2.11.3):
///   bias     mean(m - y)                      positive: the model says more
///   CV-RMSE  sqrt(sum (y - m)^2 / (n - p)) / mean(y)
///   NMBE     sum(y - m) / ((n - p) mean(y))   positive: the model says too little
/// p: fitted parameters, 1 where nothing was fitted. Validity: quantities with a natural zero; for temperatures in
/// degrees Celsius both ratios depend on the scale and are given for habit's sake only.
struct ErrorFigures {
    long n = 0;
    double mean = 0.0;  ///< of the measured
    double bias = 0.0, rmse = 0.0;
    double cvRmse = 0.0, nmbe = 0.0;
};

/// Sums from which error figures are made: sums of two spans add up to those of both.
struct ErrorSums {
    long n = 0;
    double measured = 0.0, difference = 0.0, squares = 0.0;  ///< difference: measured less modelled

    void add(double measuredValue, double modelledValue);
    ErrorFigures figures(int fitted = 1) const;
};

ErrorFigures errorFigures(std::span<const double> measured, std::span<const double> modelled,
                          int fitted = 1);

/// Means over full hours of run time, where Guideline 14 judges hourly models: 30 % CV-RMSE, 10 % NMBE.
inline constexpr double kGuidelineCvRmse = 0.30;
inline constexpr double kGuidelineNmbe = 0.10;

struct Hourly {
    std::vector<double> measured, modelled;
};

/// Readings of one sensor next to the model at their times.
struct ResidualSeries {
    std::vector<double> timeS, measured, modelled;  ///< SI
    std::vector<double> bend,
        reach;                   ///< of neighbours (Beside), at each time; empty if there are none
    std::size_t judgedFrom = 0;  ///< place of the first after learning

    double residual(std::size_t i) const { return measured[i] - modelled[i]; }

    /// The residual less a bias, as far as staging does not explain it: 0 within [0, bend].
    double beyondStaging(std::size_t i, double bias) const;
};

/// Values of one channel at each step by the runs next to a twin, under a little less and a little more load.
///
/// bend   low + high - 2 middle: how far a straight line through the neighbours is off the value between them. Where
///        machines follow the load smoothly it is next to nothing; where one of the neighbours has a machine more or
///        less it is that machine, with its sign: a building whose parts are a little stronger or weaker than
///        their data sheets is then as that neighbour is, and nothing is wrong with it
/// reach  |high - low| / 2: what so much of strength does there. The fans of a cooler on a hot afternoon do with
///        a twentieth less of exchanger what they do with a twentieth more of heat: a multiple of a twentieth of power
struct Beside {
    std::vector<double> bend, reach;
};

Beside besideOf(std::span<const double> low, std::span<const double> middle,
                std::span<const double> high);

Hourly hourlyMeans(const ResidualSeries& series);

/// Readings of a sensor and values of the models for one quantity.
struct SensorResidual {
    int sensor = -1;        ///< of the map
    ErrorFigures figures;   ///< over the judged time
    double expected = 0.0;  ///< spread of the residual that is expected there, SI
    double inside = 0.0;    ///< share of judged residuals within the 90 % interval of that spread
    double learnedBias = 0.0;   ///< median residual while learning, SI
    double learnedSd = 0.0;     ///< robust spread around it
    double learnedAt = 0.0;     ///< mean of the modelled values while learning: where it learned
    double learnedReach = 0.0;  ///< mean of ResidualSeries::reach while learning
    double learnedRms = 0.0;    ///< root mean square of the residual while learning, SI
};

struct SensorPast;

/// The first part of a span teaches what the models are off by at this building, the rest is judged. Expected
/// spread: the larger of the sensor's own uncertainty and of the root mean square of the residual while learning.
/// Learned spread: 1.4826 times the median of |r - median r| (the standard deviation of a normal distribution).
ResidualSeries residualSeries(const TelemetrySeries& readings, std::span<const double> timeS,
                              std::span<const double> modelled, double fromS, double learnUntilS,
                              const Beside& beside = {});
/// `past`: what was learned and judged before the series; null if it is all there is.
SensorResidual judge(const SensorSpec& sensor, int index, const ResidualSeries& series,
                     const SensorPast* past = nullptr);

/// Median of values; NaN of none.
double medianOf(std::vector<double> values);

/// Quantile of a normal distribution that 90 % of it lie within, to both sides.
inline constexpr double kNinetyWithin = 1.6448536269514722;

}  // namespace headroom::engine
