// SPDX-License-Identifier: Apache-2.0
#include "models/power/voltage.h"

#include <cmath>
#include <limits>

namespace headroom::models {

double receivedVoltageSquared(double sendingE, std::complex<double> load,
                              std::complex<double> impedance) {
    const double lengthwise = load.real() * impedance.real() + load.imag() * impedance.imag();
    const double half = 0.5 * sendingE * sendingE - lengthwise;
    const double left = half * half - std::norm(load) * std::norm(impedance);
    if (!(left >= 0.0) || !(half > 0.0)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return half + std::sqrt(left);
}

double deliverableShare(double sendingE, std::complex<double> load,
                        std::complex<double> impedance) {
    const double lengthwise = load.real() * impedance.real() + load.imag() * impedance.imag();
    const double takes = 2.0 * (std::sqrt(std::norm(load) * std::norm(impedance)) + lengthwise);
    return takes > 0.0 ? sendingE * sendingE / takes : std::numeric_limits<double>::infinity();
}

double rideThroughS(double voltage) {
    constexpr double kSagShare = 0.8, kSagS = 10.0;
    constexpr double kDipShare = 0.7, kDipS = 0.5;
    constexpr double kDropOutS = 0.02;
    return voltage >= kSagShare ? kSagS : voltage >= kDipShare ? kDipS : kDropOutS;
}

}  // namespace headroom::models
