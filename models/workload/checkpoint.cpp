// SPDX-License-Identifier: Apache-2.0
#include "models/workload/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::models {

double youngIntervalS(double costS, double meanS) {
    return costS > 0.0 && meanS > 0.0 ? std::sqrt(2.0 * costS * meanS) : 0.0;
}

double dalyIntervalS(double costS, double meanS) {
    const double w = std::max(0.0, costS);
    if (!(w < 2.0 * meanS)) {
        return std::max(0.0, meanS);
    }
    if (w == 0.0 || std::isinf(meanS)) {
        return youngIntervalS(w, meanS);
    }
    const double x = w / (2.0 * meanS);
    return std::sqrt(2.0 * w * meanS) * (1.0 + std::sqrt(x) / 3.0 + x / 9.0) - w;
}

double runningTimeToInterruptionS(double interruptionsPerS, double startS) {
    return interruptionsPerS > 0.0 ? std::exp(-interruptionsPerS * startS) / interruptionsPerS
                                   : std::numeric_limits<double>::infinity();
}

bool keepsAnInterval(double interruptionsPerS, double restartS, double intervalS) {
    return interruptionsPerS * (restartS + intervalS) <= 1.0;
}

double expectedEttr(double interruptionsPerS, double restartS, double intervalS, double costS) {
    if (!(intervalS > 0.0)) {
        return 0.0;
    }
    const double workS = intervalS + costS;
    const double f = interruptionsPerS;
    if (!(f > 0.0)) {
        return intervalS / workS;
    }
    return intervalS * f / (std::exp(f * restartS) * std::expm1(f * workS));
}

}  // namespace headroom::models
