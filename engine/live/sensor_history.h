// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/live/run_series.h"
#include "engine/reliability/diagnosis/diagnosis.h"

namespace headroom::engine {

/// Data of a control room at a time of a run whose series is known: sensors of the last six hours before it, once a minute,
/// and no alarms.
Telemetry sensorHistory(const RunSeries& series, double timeS);

}  // namespace headroom::engine
