// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/core/curve.h"
#include "models/power/generating_set.h"

#include <array>
#include <string_view>

namespace headroom::models {

/// Limits of the rating of a set (ISO 8528-1): standby (ESP), the outage of the mains, no overload; prime (PRP), unlimited
/// hours at a load that varies, 10 % more for an hour in twelve; continuous (COP), unlimited hours, no overload.
enum class GensetDuty { Standby, Prime, Continuous };

inline constexpr auto kGensetDutyWords =
    std::to_array<std::string_view>({"standby", "prime", "continuous"});

/// A diesel generator set.
///
/// Fuel follows the maker's chart (GeneratingSet::tankFuelM3PerS). Below its first point, and where only
/// full load is stated, it rises evenly from what the set burns at no load. Where that is not stated it
/// is the line through the first two points of the chart, carried on to no load; without a chart it is
/// kIdleFuelShare.
struct GensetSpec {
    double ratedPowerW = kNotStated;
    GensetDuty duty = GensetDuty::Standby;
    double powerFactor = kGensetPowerFactor;
    double startS = kNotStated;
    double failToStart = kNotStated;
    double fuelM3PerJ = kNotStated;     ///< at full load
    Curve fuelLPerKwh;                  ///< for each kWh of output, over load in %
    double idleFuelShare = kNotStated;  ///< of the fuel at full load: burnt at no load
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

    GeneratingSet generatingSet() const;
};

}  // namespace headroom::models
