// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/cold_plate.h"

#include "models/cooling/heat_exchanger.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::models {

double chipToCoolantKPerW(const ServerSpec& spec, double flowRatio) {
    const double s = spec.convectiveShare;
    const double flow = std::max(flowRatio, spec.stagnantFlow);
    if (s <= 0.0 || flow == 1.0) {
        return spec.chipToCoolantKPerW;
    }
    return spec.chipToCoolantKPerW * (1.0 - s + s * std::pow(flow, -spec.convectiveExponent));
}

double rackDropPa(const RackSpec& rack, const ServerSpec& server, double flowRatio) {
    return turbulentDropPa(server.platePressurePa + rack.pressurePa, flowRatio);
}

double expectedMaximumOfNormals(int n) {
    if (n <= 1) {
        return 0.0;
    }
    // The density of the maximum is nothing outside of -8..9 for up to a million numbers.
    constexpr double kFrom = -8.0;
    constexpr double kTo = 9.0;
    constexpr int kIntervals = 3400;
    constexpr double kStep = (kTo - kFrom) / kIntervals;
    const auto integrand = [n](double x) {
        const double density = std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi_v<double>);
        // 1 - erfc/2 keeps its digits near 1, where the powers are taken.
        const double above = 0.5 * std::erfc(x / std::numbers::sqrt2_v<double>);
        return x * n * density * std::exp((n - 1) * std::log1p(-above));
    };
    double sum = integrand(kFrom) + integrand(kTo);
    for (int i = 1; i < kIntervals; ++i) {
        sum += (i % 2 == 1 ? 4.0 : 2.0) * integrand(kFrom + i * kStep);
    }
    return sum * kStep / 3.0;
}

double hottestRiseRatio(const ServerSpec& server, const AcceleratorSpec& accelerator, int devices) {
    return 1.0 + expectedMaximumOfNormals(devices) *
                     std::hypot(server.resistanceSpread, accelerator.leakageSpread);
}

}  // namespace headroom::models
