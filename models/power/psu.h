// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A server power supply or rectifier: efficiency by load.
struct PsuSpec {
    double ratedPowerW = kNotStated;
    Curve efficiencyPct;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Input power [W] of `count` equal supplies that share `outputW`.
///   P_in = P_out / eta(x), x = P_out / (count P_rated), eta by monotone cubic through
/// the certified points, the first point's efficiency below it and the last one's above it.
/// Valid for 0.05 <= x <= 1. Points: 80 PLUS programme levels, see the catalogue.
double psuInputW(const PsuSpec& spec, double outputW, int count);

}  // namespace headroom::models
