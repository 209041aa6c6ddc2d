// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <vector>

namespace headroom::models {

/// A water-cooled or air-cooled chiller by the DOE-2 electric EIR model.
struct ChillerSpec {
    double ratedHeatW = kNotStated;
    double ratedCop = kNotStated;
    double minUnloading = kNotStated;
    double evaporatorOutC = kNotStated;
    double condenserInC = kNotStated;
    std::vector<double> capacityByT;
    std::vector<double> eirByT;
    std::vector<double> eirByLoad;
    bool airCooled = false;
    double startS = 240;
    double restartS = 300.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Available capacity and power of one chiller.
///   cap = a1 + a2 Te + a3 Te^2 + a4 Tc + a5 Tc^2 + a6 Te Tc        Te leaving chilled water [C]
///   eirT of the same form;  eirP = c1 + c2 PLR + c3 PLR^2           Tc entering condenser fluid
///   [C] P = Q_ref cap / COP_ref eirT eirP
/// Below the unloading minimum the machine false-loads at that minimum and cycles by PLR / minimum.
/// Source: DOE-2.2 / EnergyPlus Engineering Reference, Chiller:Electric:EIR; coefficients by
/// machine in the catalogue. Checked by validation kind `chiller`.
struct ChillerState {
    double capacityW = 0.0;  ///< heat that it can take at these temperatures
    double powerW = 0.0;     ///< compressor (and own fans, if air-cooled) at the given load
    double capFunT = 0.0;    ///< the three curve values, for those who ask why
    double eirFunT = 0.0;
    double eirFunPlr = 0.0;
};

/// State of one chiller at heat `loadW` (limited to the capacity).
ChillerState chillerState(const ChillerSpec& spec, double loadW, double evaporatorOutC,
                          double condenserInC);

}  // namespace headroom::models
