// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace headroom::models {

/// Resistance of the film on one side of an exchanger, over that at nominal flow: x^-0.8, x = flow / nominal flow
/// over 0. Source: Dittus-Boelter exponent, see conductanceWPerK() (heat_exchanger.h).
inline double filmResistance(double flowRatio) {
    return flowRatio == 1.0 ? 1.0 : std::pow(flowRatio, -0.8);
}

}  // namespace headroom::models
