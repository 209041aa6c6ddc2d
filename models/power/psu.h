// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A server power supply or rectifier: efficiency by load.
struct PsuSpec {
    double ratedPowerW = kNotStated;
    Curve efficiencyPct;
    double standingW = 0.0;
    double slopeEfficiency = kNotStated;
    double holdUpS = 0.012;
    double powerFactor = 0.99;
    double inputWindow = 0.80;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Input power [W] of `count` equal supplies that share `outputW`.
///   P_in = P_out / eta(x), x = P_out / (count P_rated), eta by monotone cubic through
/// the certified points, and the last one's above it. Below the first one the loss goes straight down
/// along the line through the losses of the first two, to what is lost at no load; with one point the
/// loss stays that of the point.
/// Valid for 0 < x <= 1. Points: 80 PLUS programme levels, see the catalogue. Assumption below the first
/// point: losses of switching and fans stay, as those of converters do.
/// A supply that states a slope efficiency eta_s follows the affine law instead, each of the
/// `count` supplies with its standing loss P_0:
///   P_in = (P_out + count P_0) / eta_s
/// Source: rectifier and converter laws of Frontier's published power chain.
double psuInputW(const PsuSpec& spec, double outputW, int count);

/// Rectifiers of a shelf that run where idle ones are switched off: as few as carry the load at the
/// `stagingShare` of their rating, at least one, at most `count`.
int stagedRectifiers(const PsuSpec& spec, double outputW, int count, double stagingShare);

}  // namespace headroom::models
