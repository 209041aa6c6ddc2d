// SPDX-License-Identifier: Apache-2.0
#include "models/workload/clocked_time.h"

namespace headroom::models {

namespace {

constexpr double kHalfFlops = 59e9;  // fitted: clocked_time.h

}  // namespace

double clockedTime(double clockedShare, double clock) {
    return 1.0 - clockedShare + clockedShare / clock;
}

double clockedKernelShare(double stepFlops) {
    return stepFlops / (stepFlops + kHalfFlops);
}

}  // namespace headroom::models
