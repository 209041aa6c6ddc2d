// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/telemetry_finding.h"
#include "engine/twin/residual.h"
#include "engine/twin/twin_run.h"

#include <vector>

/// Faults of telemetry that only the models show.
namespace headroom::engine {

/// For a sensor that is compared and drives nothing:
///   unit told in another unit of its kind the readings are five times nearer to the model, in the median, and
///          within a fifth of it (temperatures: 4 K), while unconverted they are off by more than that
///   clock  moved by up to half an hour, the residual's spread falls by more than 30 %
///   drift  a straight line through the judged residuals explains more than half of their variance, and moves by
///          more than three expected spreads over the time
/// Assumption: all figures, as what a person at a chart would call obvious.
std::vector<TelemetryFinding> modelFaults(const SensorSpec& sensor, const ResidualSeries& series,
                                          const SensorResidual& residual,
                                          const TelemetrySeries& readings,
                                          std::span<const double> timeS,
                                          std::span<const double> modelled);

/// For a wet or dry bulb that drives the weather: more than 10 K outside the site's weather year in the median, and
/// inside it in another unit. Load: below nothing by more than 1 % of the rating of its racks; below a thousandth of the
/// rating of its racks in the median, and plausible a thousand times higher.
std::vector<TelemetryFinding> boundaryFaults(const TwinRun& twin);

}  // namespace headroom::engine
