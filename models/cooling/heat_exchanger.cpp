// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/heat_exchanger.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

double counterflowEffectiveness(double ntu, double r) {
    if (ntu <= 0.0) {
        return 0.0;
    }
    const double d = 1.0 - r;
    if (d < 1e-9) {
        return ntu / (1.0 + ntu);
    }
    // 1 - r e = (1 - r) + r (1 - e), which keeps its digits where r nears 1.
    const double gained = -std::expm1(-ntu * d);
    return gained / (d + r * gained);
}

double crossflowEffectiveness(double ntu, double r) {
    if (ntu <= 0.0) {
        return 0.0;
    }
    if (r < 1e-9) {
        return -std::expm1(-ntu);
    }
    const double n22 = std::pow(ntu, 0.22);
    return -std::expm1(n22 / r * std::expm1(-r * ntu / n22));
}

double counterflowNtu(double effectiveness, double r) {
    // Just under 1, where the inverse still has digits.
    const double e = std::clamp(effectiveness, 0.0, 1.0 - 1e-12);
    const double d = 1.0 - r;
    if (d < 1e-9) {
        return e / (1.0 - e);
    }
    return std::log1p(e * d / (1.0 - e)) / d;
}

double counterflowConductanceWPerK(double uaWPerK, double capacity1WPerK, double capacity2WPerK) {
    const double least = std::min(capacity1WPerK, capacity2WPerK);
    if (least <= 0.0 || uaWPerK <= 0.0) {
        return 0.0;
    }
    const double r = least / std::max(capacity1WPerK, capacity2WPerK);
    return counterflowEffectiveness(uaWPerK / least, r) * least;
}

double crossflowConductanceWPerK(double uaWPerK, double capacity1WPerK, double capacity2WPerK) {
    const double least = std::min(capacity1WPerK, capacity2WPerK);
    if (least <= 0.0 || uaWPerK <= 0.0) {
        return 0.0;
    }
    const double r = least / std::max(capacity1WPerK, capacity2WPerK);
    return crossflowEffectiveness(uaWPerK / least, r) * least;
}

double turbulentDropPa(double designPa, double flowRatio) {
    return flowRatio <= 0.0 ? 0.0 : designPa * std::pow(flowRatio, 1.8);
}

double conductanceWPerK(double nominalWPerK, double flowRatio1, double flowRatio2) {
    if (flowRatio1 <= 0.0 || flowRatio2 <= 0.0) {
        return 0.0;
    }
    const auto film = [](double x) { return x == 1.0 ? 1.0 : std::pow(x, -0.8); };
    return 2.0 * nominalWPerK / (film(flowRatio1) + film(flowRatio2));
}

}  // namespace headroom::models
