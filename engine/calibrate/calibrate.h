// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/calibrate/overlay.h"
#include "engine/twin/residual.h"
#include "engine/twin/twin_run.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// Figures of a design fitted to recorded telemetry.
namespace headroom::engine {

/// A figure that may move, and between what; in the unit of its key.
struct CalibrationParameter {
    FigurePath figure;
    double low = 0.0, high = 0.0;
};

struct CalibrationSpec {
    TwinSpec twin;
    double leftOut = 0.3;   ///< share at the end of the span that is not fitted
    double everyS = 300.0;  ///< readings are compared so far apart at least
    double huber = 2.0;     ///< scaled residual beyond which its weight falls
    int mostRounds = 30;
    int threads = 1;
};

/// Result of a fit for one figure.
struct FittedParameter {
    double value = 0.0, was = 0.0;
    double sd = 0.0;               ///< standard error; infinity: it does nothing to any reading
    double low = 0.0, high = 0.0;  ///< 90 % interval, within the bounds
    bool isAtBound = false;
    bool isIdentified = true;
};

/// Error of one sensor by hourly means before and after.
struct SensorFit {
    int sensor = -1;
    ErrorFigures before, fitted;          ///< over what was fitted
    ErrorFigures leftOutBefore, leftOut;  ///< over what was left out
    bool meetsGuideline = false;          ///< left out: 30 % CV-RMSE and 10 % NMBE at most
};

struct Calibration {
    std::vector<CalibrationParameter> parameters;
    std::vector<FittedParameter> fitted;
    std::vector<std::vector<double>> correlation;  ///< by parameter
    double condition = 0.0;                        ///< of the scaled Jacobian
    std::vector<SensorFit> sensors;
    std::vector<std::string> warnings;
    double fromS = 0.0, fitUntilS = 0.0, untilS = 0.0;  ///< since 1970
    long readings = 0;
    int rounds = 0, runs = 0;
    double costBefore = 0.0, costAfter = 0.0;
    bool converged = false;
};

using CalibrationProgress = std::function<void(int runs)>;

/// Least squares over the readings of all sensors that are compared and drive nothing:
///
///   minimise  1/2 sum rho(((m(theta) - y) / s)^2)     low <= theta <= high
///
/// y reading, m model at its time, s the larger of the sensor's uncertainty and of the robust spread of its residual
/// at the start, rho the loss of Huber (1964). Solved by Ceres (trust region, Levenberg-Marquardt; the program headroom-fit) on parameters
/// scaled to their bounds; derivatives by central differences of 1 % of the range, one run for each side.
/// Intervals: H^-1 (sum over sensors of v J' W J) H^-1 with H = J' W J, W the weights of the loss and v the mean square of a
/// sensor's residuals times (1 + r) / (1 - r), for such that follow each other with correlation r; Student's t is taken as
/// normal. Validity: near the minimum, where the model is about straight within the interval.
/// Not identified: a figure that does nothing to any reading, or with a standard error above that of a uniform
/// distribution over the bounds, (high - low) / sqrt(12).
/// CAL-001: no sensor that is compared and drives nothing has readings in both spans. CAL-002: no parameter, or
/// bounds that are none. CAL-003: a run within the bounds gives no result. CAL-004: headroom-fit is not there; CAL-005: it broke. Errors of
/// TwinRun.
ResultAll<Calibration> calibrate(const Project& project, const Catalogue& catalogue,
                                 const TelemetryMap& map,
                                 const std::vector<TelemetrySeries>& series,
                                 std::vector<CalibrationParameter> parameters,
                                 const CalibrationSpec& spec, const CalibrationProgress& progress,
                                 const std::atomic<bool>& cancel);

/// The overlay of a fit. `source`: where the readings came from.
Overlay overlayOf(const Calibration& calibration, const TelemetryMap& map,
                  const std::string& source, const std::string& project);

std::string calibrationText(const Calibration& calibration, const TelemetryMap& map);
std::string calibrationJson(const Calibration& calibration, const TelemetryMap& map);

}  // namespace headroom::engine
