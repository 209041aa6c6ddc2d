// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/core/curve.h"

#include <array>
#include <string_view>

namespace headroom::models {

enum class BatteryChemistry { LeadAcid, Lithium };

inline constexpr auto kBatteryChemistryWords =
    std::to_array<std::string_view>({"lead_acid", "lithium"});

/// A static UPS module with its battery, in double conversion or eco mode.
struct UpsSpec {
    double ratedPowerW = kNotStated;
    double lossA = kNotStated;
    double lossB = kNotStated;
    double lossC = kNotStated;
    double ecoLossA = kNotStated;
    double ecoLossB = kNotStated;
    double ecoLossC = kNotStated;
    double autonomyS = kNotStated;
    double batteryEfficiency = 0.95;
    BatteryChemistry chemistry = BatteryChemistry::LeadAcid;
    double peukert = kNotStated;
    Curve runtimeMin;                 ///< minutes of a new battery over load in %: a maker's table
    double endCapacity = 0.8;         ///< of the capacity when new: the battery is replaced
    double lifeYears = kNotStated;    ///< until then, at 25 degrees
    double lifeHalvesK = kNotStated;  ///< warmer by this: half of the life
    Curve temperaturePct;             ///< capacity in % over temperature
    double chargerShare = 0.1;
    double walkInS = 15.0;
    double inputWindow = 0.88;
    int lockoutCount = 3;
    double lockoutWindowS = 60.0;
    double overload = 1.25;
    double overloadS = 600.0;
    double powerFactor = 0.99;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Loss [W] of `modules` equal modules that share `loadW` (output).
///   P_loss = n P_r (a + b x + c x^2), x = P / (n P_r)
/// a no-load, b proportional, c square-law [-]. Valid for 0 <= x <= 1.1.
/// Eco mode has figures of its own; a module without them stays in double conversion.
/// Source: quadratic converter law, fitted to published part-load efficiencies (see the catalogue).
double upsLossW(const UpsSpec& spec, double loadW, int modules, bool eco);

/// How long modules carry a loading (active power over the rating in service) until their output switches
/// off [s]: overload_min up to overload_pct, kUpsCurrentLimitS beyond.
double upsOverloadTripS(const UpsSpec& spec, double loading);

}  // namespace headroom::models
