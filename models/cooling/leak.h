// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Leaks of a closed circuit: outflow and decay of its pressure. Valves and detection are the plant's.
namespace headroom::models {

/// Flow through a hole [m3/s]: Q = Cd A sqrt(2 p / rho), Cd 0.61 of a sharp edge. `pressurePa`
/// above the atmosphere; none below it. Source: orifice equation.
double leakM3PerS(double areaM2, double pressurePa, double densityKgPerM3);

/// The hole [m2] through which so much leaks at that pressure.
double leakAreaM2(double flowM3PerS, double pressurePa, double densityKgPerM3);

/// An expansion vessel: gas over a membrane, isothermal. The pressure of the circuit follows it.
struct ExpansionVessel {
    double gasM3 = 0.0;    ///< at the charge
    double gasPa = 0.0;    ///< above the atmosphere, at the charge (full of water as commissioned)
    double waterM3 = 0.0;  ///< that it can still give at the charge
};

/// Pressure above the atmosphere [Pa] after the circuit lost `lostM3` (negative: gained by thermal
/// expansion).
///   (p + p_0) (V_g + lost) = const, p_0 101,325 Pa; 0 once its water is given
double vesselPressurePa(const ExpansionVessel& vessel, double lostM3);

/// Water that a circuit has lost [m3] at the end of a step with an open hole: backward Euler on
///   lost' = leakM3PerS(area, p_vessel(lost) + over)
/// by bisection; stable at any step. No more than 1.05 of what the vessel gives: after that the
/// circuit is open to the air. `overPa`: pressure at the hole over that of the vessel.
double lostAfterM3(double areaM2, double overPa, const ExpansionVessel& vessel, double lostM3,
                   double densityKgPerM3, double dt);

}  // namespace headroom::models
