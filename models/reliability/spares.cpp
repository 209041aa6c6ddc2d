// SPDX-License-Identifier: Apache-2.0
#include "models/reliability/spares.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

double serversAway(double removalsPerS, double repairS) {
    return std::max(0.0, removalsPerS) * std::max(0.0, repairS);
}

double waitingShare(double serversAway, int spares) {
    if (!(serversAway > 0.0)) {
        return 0.0;
    }
    // 1 / B(n) = 1 + n / (a B(n - 1)), B(0) = 1
    double inverse = 1.0;
    for (int n = 1; n <= spares + 1; ++n) {
        inverse = 1.0 + n / serversAway * inverse;
        if (std::isinf(inverse)) {
            return 0.0;
        }
    }
    return 1.0 / inverse;
}

int sparesFor(double serversAway, double confidence) {
    if (!(serversAway > 0.0)) {
        return 0;
    }
    double inverse = 1.0 + 1.0 / serversAway;
    int spares = 0;
    while (1.0 / inverse > 1.0 - confidence && spares < kMostSpares) {
        ++spares;
        inverse = 1.0 + (spares + 1) / serversAway * inverse;
    }
    return spares;
}

double shrunkShare(double serversAway, double share) {
    if (!(serversAway > 0.0) || !(share > 0.0)) {
        return 0.0;
    }
    const double most = std::ceil(1.0 / share);
    const double far = serversAway + 40.0 * std::sqrt(serversAway) + 40.0;
    double mean = 0.0;
    for (double k = 1.0; k <= far; k += 1.0) {
        const double chance =
            std::exp(k * std::log(serversAway) - serversAway - std::lgamma(k + 1.0));
        mean += chance * (k >= most ? 1.0 : k * share);
    }
    return std::min(1.0, mean);
}

}  // namespace headroom::models
