// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A floor PDU, remote power panel or busway section.
struct PduSpec {
    double ratedPowerW = kNotStated;
    double lossA = kNotStated;
    double lossB = kNotStated;
    double lossC = kNotStated;
    bool directCurrent = false;
    double outputV = kNotStated;
    double powerFactor = 1.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Loss [W] of `modules` equal modules that share `loadW` (output).
///   P_loss = n P_r (a + b x + c x^2), x = P / (n P_r)
/// a no-load, b proportional, c square-law [-]. Valid for 0 <= x <= 1.1.
double pduLossW(const PduSpec& spec, double loadW, int modules);

}  // namespace headroom::models
