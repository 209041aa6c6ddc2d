// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/power/generating_set.h"

namespace headroom::models {

/// A standby diesel generator set.
struct GensetSpec {
    double ratedPowerW = kNotStated;
    double startS = kNotStated;
    double failToStart = kNotStated;
    double fuelM3PerJ = kNotStated;
    double fuelCarbonKgPerM3 = 2680.0;
    double tankM3 = kNotStated;
    double voltageV = 400.0;
    double blockShare = 0.7;
    double blockIntervalS = 5.0;
    double subtransientReactance = 0.15;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();

    /// ISO 8528-1 allows 10 % of overload for an hour in twelve; here 110 % for ten seconds.
    GeneratingSet generatingSet() const;
};

}  // namespace headroom::models
