// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Heat exchangers by effectiveness and number of transfer units.
///   Q = eps C_min (T_hot,in - T_cold,in),  NTU = UA / C_min,  r = C_min / C_max
/// C = m cp [W/K]. Source: Incropera, DeWitt, Bergman, Lavine, Fundamentals of Heat and Mass
/// Transfer, table 11.3. Valid for C > 0; a stopped stream (C = 0) carries no heat.
namespace headroom::models {

/// eps = (1 - exp(-NTU (1 - r))) / (1 - r exp(-NTU (1 - r))); NTU / (1 + NTU) at r = 1.
double counterflowEffectiveness(double ntu, double r);

/// Cross flow, both fluids unmixed: eps = 1 - exp[(1/r) NTU^0.22 (exp(-r NTU^0.78) - 1)].
double crossflowEffectiveness(double ntu, double r);

/// NTU at which a counter-flow exchanger has the effectiveness `eps` (inverse of the first); eps is
/// limited to 0 .. just under its limit of 1.
double counterflowNtu(double effectiveness, double r);

/// Conductance G = eps C_min [W/K] of a counter-flow exchanger, Q = G (T_hot,in - T_cold,in), for
/// streams of C_1 and C_2 [W/K]; 0 where either is stopped. Divided by its own C it is the
/// effectiveness of one stream: T_out = T_in - G / C (T_in - T_other,in).
double counterflowConductanceWPerK(double uaWPerK, double capacity1WPerK, double capacity2WPerK);

/// The same for cross flow, both fluids unmixed.
double crossflowConductanceWPerK(double uaWPerK, double capacity1WPerK, double capacity2WPerK);

/// A machine as one stream sees it, for the implicit network: T_out = slope T_in + offset.
/// slope 1 and offset 0: it does nothing; slope 0: it holds T_out at the offset.
struct StreamLaw {
    double slope = 1.0;
    double offsetC = 0.0;

    double outC(double inC) const { return slope * inC + offsetC; }
};

/// Pressure loss [Pa] of a machine at a share of its design flow, dp = dp_0 x^1.8: turbulent
/// friction by Blasius. 0 for a flow that is stopped or runs backward.
double turbulentDropPa(double designPa, double flowRatio);

/// UA [W/K] at flows other than nominal, both films of equal share at nominal:
///   1/UA = 1/(2 UA_0) (x_1^-0.8 + x_2^-0.8), x = flow / nominal flow
/// Source: Dittus-Boelter exponent; facility equations of coolant distribution units.
double conductanceWPerK(double nominalWPerK, double flowRatio1, double flowRatio2);

/// Specific heat [J/(kg K)] and density [kg/m3] of liquids used for loops.
inline constexpr double kWaterCp = 4186.0;
inline constexpr double kWaterDensity = 998.0;
inline constexpr double kCoolantCp = 3900.0;  ///< 25 % propylene glycol
inline constexpr double kCoolantDensity = 1020.0;

}  // namespace headroom::models
