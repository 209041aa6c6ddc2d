// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/power/generating_set.h"

namespace headroom::models {

/// A stationary fuel cell with its reformer and inverter, fed by a gas pipe: solid oxide on natural
/// gas or hydrogen, and others by their figures.
///
///   fuel    F(x) = P_r x / eta(x), by the lower heating value; below the lowest point of eta linear
///           down to what keeps the stack hot (GeneratingSet::pipedFuelW)
///   power   rises and falls by at most the ramp; the mains or a battery carry the rest. Without
///           them its own store covers the gap for `coverS`, then it trips.
///   start   hot: `startS`. After it was out of service it is cold and needs `coldStartS`: cells of
///           ceramic crack when they are heated faster.
///   cost    F times the price of gas, carbon F times its carbon
///   ageing  eta falls with the hours of the stack: eta = eta_new (1 - degradation x stackAge)
///
/// Validity: 0 <= x <= 1, steady above an hour; electrical efficiency at the terminals, all
/// auxiliaries included. Ageing is linear up to the end of a stack's life (40,000 h, at most 80 %
/// lost: the ranges of both attributes). Heat is not used.
/// Sources: data sheets of server-scale solid oxide systems for efficiency and carbon, as
/// remembered; start of 2 to 6 h from cold: Cycling of three solid oxide fuel cell types, J. Power
/// Sources 171 (2007) 96-100, by its abstract; carbon of natural gas: 2006 IPCC Guidelines, volume
/// 2, table 1.4 (56.1 kg CO2/GJ, lower heating value).
/// Fails: one module at `failuresPerS`, back after `repairS`.
struct FuelCellSpec {
    double ratedPowerW = kNotStated;
    double voltageV = 400.0;
    Curve efficiencyPct;           ///< electrical, lower heating value, over load in %; when new
    double idleFuelShare = 0.0;    ///< of the fuel at full load
    double degradationPerS = 0.0;  ///< of the efficiency, for each second of the stack
    double stackAgeS = 0.0;        ///< for which it is calculated: half of its life is usual
    double startS = kNotStated;
    double coldStartS = kNotStated;
    double rampPerS = kNotStated;  ///< of the rating
    double coverS = 0.0;
    double fuelUsdPerJ = kNotStated;  ///< lower heating value
    double fuelCarbonKgPerJ = kNotStated;
    double subtransientReactance = 0.5;  ///< that gives the short-circuit current of its inverter
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();

    GeneratingSet generatingSet() const;
};

}  // namespace headroom::models
