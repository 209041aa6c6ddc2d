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
    double evaporatorRiseK = 6.0;  ///< of chilled water at rated capacity: evaporatorFlowM3PerS()
    double condenserRiseK = 6.0;
    double evaporatorPressurePa = 60e3;  ///< water side, at evaporatorFlowM3PerS()
    double condenserPressurePa = 60e3;   ///< the same, at condenserFlowM3PerS()
    double minOnS = 900.0;               ///< anti-short-cycle
    double minOffS = 600.0;
    double widthM = kNotStated, depthM = kNotStated,
           heightM = kNotStated;  ///< of the installed machine
    double massKg = kNotStated;   ///< in operation, with its water
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
/// Valid in the range of temperatures of the fit. Outside of it capacity follows the lift Tc - Te, which a
/// compressor feels, and the energy input follows the lift at the same share of Carnot's efficiency:
///   te = Te within the fit's range, th = te + Tc - Te      the condenser fluid of equal lift
///   cap = least of cap(te, t) for t between Tc and th within the fit's range, and th
///   eirT = eirT(te, tc) (L + a) / (l + a) (te + 273.15) / (Te + 273.15)
///   L = max(Tc - Te, Tc,least - Te,most), l = tc - te: the least lift is the least that was fitted
/// a (kChillerInnerLiftK, kAirChillerInnerLiftK): by what refrigerant is colder and warmer than the
/// waters. So warm chilled water saves, no machine passes Carnot, and beyond the fit capacity only falls with
/// lift: along the machine's own curve, or level where that rises. Less lift than was fitted adds no capacity.
/// Beyond fittedLiftK() a compressor surges: rule "chiller-lift" rejects a design that asks for it.
/// Source: DOE-2.2 / EnergyPlus Engineering Reference, Chiller:Electric:EIR; coefficients by
/// machine in the catalogue. Checked by validation kind `chiller`. Outside: a constant share of
/// Carnot between temperatures of the refrigerant, as Carnot_TEva of the Modelica Buildings library.
/// Assumption: capacity by lift, as a centrifugal compressor's head sets what it pumps (ASHRAE Handbook, HVAC
/// Systems and Equipment, Compressors: surge where head exceeds what the impeller makes).
struct ChillerState {
    double capacityW = 0.0;  ///< heat that it can take at these temperatures
    double powerW = 0.0;     ///< compressor (and own fans, if air-cooled) at the given load
    double capFunT = 0.0;    ///< the three curve values, for those who ask why
    double eirFunT = 0.0;
    double eirFunPlr = 0.0;
    double falseLoadW = 0.0;  ///< heat that hot gas adds, while it runs at the unloading minimum
    double runShare = 0.0;    ///< share of the time that the compressor turns; 1 unless it cycles
};

/// How far a temperature lies outside of its range [K]; 0 means inside, or no range is stated.
double beyondRangeK(double temperatureC, double leastC, double mostC);

/// Largest lift that was fitted [K]: from the coldest chilled water to the warmest condenser fluid; NaN where the
/// fit states no range.
double fittedLiftK(const ChillerSpec& spec);

/// Design flow of one evaporator, and of one condenser [m3/s]: what carries the rated heat at the machine's own
/// rise. Losses are stated at it; flow switches, least flows and the bypass of a loop are shares of it.
///   V = Q_ref / (rho cp rise);  condenser: Q_ref (1 + 1 / COP_ref) / (rho cp rise)
/// `jPerM3K`: density times heat capacity of the liquid.
double evaporatorFlowM3PerS(const ChillerSpec& spec, double jPerM3K);
double condenserFlowM3PerS(const ChillerSpec& spec, double jPerM3K);

/// Most machines whose flow switches are closed: each needs more than kFlowSwitchShare of its design flow, and
/// machines at rest pass none.
int machinesWithFlow(double flowM3PerS, double designM3PerS);

/// By how much more a condenser's water leaves warmer than at design flow [K], while the machine rejects `heatW`
/// with `flowM3PerS`: the curves know the entering water alone, at design flow.
///   dT = Q / (rho cp) (1 / V - 1 / V_0), 0 where V >= V_0
/// Enters as that much warmer condenser water. Assumption: the lift goes by the leaving water, as in EnergyPlus
/// Chiller:Electric:ReformulatedEIR.
double condenserPenaltyK(const ChillerSpec& spec, double heatW, double flowM3PerS, double jPerM3K);

/// State of one chiller at heat `loadW` (limited to the capacity).
ChillerState chillerState(const ChillerSpec& spec, double loadW, double evaporatorOutC,
                          double condenserInC);

/// No machine takes more heat for its work than Carnot's between its two waters; infinity where the
/// condenser fluid is the colder of the two.
///   COP <= (Te + 273.15) / (Tc - Te)
/// Source: second law; Te and Tc as in ChillerState. The temperatures inside of a machine lie further
/// apart, so good machines reach half of it.
double carnotCop(double evaporatorOutC, double condenserInC);

/// Effect of the evaporators on their water, in the form of the implicit network.
///   unsaturated  T_out = set-point
///   saturated    T_out = T_in - capacity / C, when even all of it does not reach the set-point
///   idle         T_out = T_in, for water that enters at the set-point or below
/// `predictedInC` chooses the branch; the heat is C (T_in - T_out) of the solved T_in.
StreamLaw evaporatorLaw(double capacityW, double setpointC, double predictedInC, double waterWPerK);

}  // namespace headroom::models
