// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/cooling/heat_exchanger.h"
#include "models/core/attribute.h"

#include <vector>

namespace headroom::models {

/// A water-cooled or air-cooled chiller by the DOE-2 electric EIR model.
struct ChillerSpec {
    double ratedHeatW = kNotStated;
    double ratedCop = kNotStated;
    double minUnloading = kNotStated;
    double minPartLoad = kNotStated;  ///< below it the machine cycles; not stated: minUnloading
    double evaporatorOutC = kNotStated;
    double condenserInC = kNotStated;
    std::vector<double> capacityByT;
    std::vector<double> eirByT;
    std::vector<double> eirByLoad;
    double evaporatorLeastC = kNotStated;  ///< range of the fit by temperatures; not stated: any
    double evaporatorMostC = kNotStated;
    double condenserLeastC = kNotStated;
    double condenserMostC = kNotStated;
    bool airCooled = false;
    double startS = 240;
    double evaporatorPressurePa = 60e3;  ///< water side, at the flow of a rise of 6 K
    double condenserPressurePa = 60e3;
    double minOnS = 900.0;  ///< anti-short-cycle
    double minOffS = 600.0;
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
/// Below the unloading minimum the compressor stays at that minimum and hot gas makes up the load
/// (false load); below the least part load it cycles, and the power is the average over a cycle:
/// that of the minimum times PLR / least part load. Where the spec states one of the two only, the
/// machine cycles below the unloading minimum.
/// Valid in the range of temperatures of the fit. Outside of it both curves hold their value at its
/// edge (te, tc), and the energy input follows the lift at that share of Carnot's efficiency:
///   eirT = eirT(te, tc) (L + a) / (l + a) (te + 273.15) / (Te + 273.15)
///   L = max(Tc - Te, Tc,least - Te,most), l = tc - te: the least lift is the least that was fitted
/// a (kChillerInnerLiftK, kAirChillerInnerLiftK): by what refrigerant is colder and warmer than the
/// waters. So warm chilled water saves, and no machine passes Carnot.
/// Source: DOE-2.2 / EnergyPlus Engineering Reference, Chiller:Electric:EIR; coefficients by
/// machine in the catalogue. Checked by validation kind `chiller`. Outside: a constant share of
/// Carnot between temperatures of the refrigerant, as Carnot_TEva of the Modelica Buildings library.
struct ChillerState {
    double capacityW = 0.0;  ///< heat that it can take at these temperatures
    double powerW = 0.0;     ///< compressor (and own fans, if air-cooled) at the given load
    double capFunT = 0.0;    ///< the three curve values, for those who ask why
    double eirFunT = 0.0;
    double eirFunPlr = 0.0;
    double falseLoadW = 0.0;  ///< heat that hot gas adds, while it runs at the unloading minimum
    double runShare = 0.0;    ///< share of the time that the compressor turns; 1 unless it cycles
};

/// How far a temperature lies outside of its range [K]; 0: inside, or no range is stated.
double beyondRangeK(double temperatureC, double leastC, double mostC);

/// State of one chiller at heat `loadW` (limited to the capacity).
ChillerState chillerState(const ChillerSpec& spec, double loadW, double evaporatorOutC,
                          double condenserInC);

/// No machine takes more heat for its work than Carnot's between its two waters; infinity where the
/// condenser fluid is the colder of the two.
///   COP <= (Te + 273.15) / (Tc - Te)
/// Source: second law; Te and Tc as in ChillerState. The temperatures inside of a machine lie further
/// apart, so good machines reach half of it.
double carnotCop(double evaporatorOutC, double condenserInC);


/// What the evaporators do to their water, as the implicit network wants it.
///   unsaturated  T_out = set-point
///   saturated    T_out = T_in - capacity / C, when even all of it does not reach the set-point
///   idle         T_out = T_in, for water that enters at the set-point or below
/// `predictedInC` chooses the branch; the heat is C (T_in - T_out) of the solved T_in.
StreamLaw evaporatorLaw(double capacityW, double setpointC, double predictedInC, double waterWPerK);

}  // namespace headroom::models
