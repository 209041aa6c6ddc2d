// SPDX-License-Identifier: Apache-2.0
#include "models/workload/clocked_time.h"

#include <cmath>

namespace headroom::models {

namespace {

constexpr double kHalfFlops = 59e9;     // fitted: clocked_time.h
constexpr double kLatencyOfMean = 1.0;  // t0 / tau, fitted: clocked_time.h

}  // namespace

double clockedTime(double clockedShare, double clock) {
    return 1.0 - clockedShare + clockedShare / clock;
}

double clockedKernelShare(double stepFlops) {
    return stepFlops / (stepFlops + kHalfFlops);
}

double limitedActivity(double busyShare, double stepFlops) {
    const double busy = kLatencyOfMean * (1.0 + stepFlops / kHalfFlops);
    return std::expm1(-busy) / std::expm1(-busy / busyShare);
}

}  // namespace headroom::models
