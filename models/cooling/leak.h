// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Leaks of a closed circuit: outflow, decay of its pressure, and isolation.
namespace headroom::models {

/// Flow through a hole [m3/s]: Q = Cd A sqrt(2 p / rho), Cd 0.61 of a sharp edge. `pressurePa`
/// above the atmosphere; none below it. Source: orifice equation.
double leakM3PerS(double areaM2, double pressurePa, double densityKgPerM3);

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

struct LeakRule {
    double areaM2 = 0.0;
    double detectionS = 5.0;  ///< from the fall of pressure or flow to the order to close
    double closingS = 5.0;    ///< of the isolation valves; the hole drains in full until then
    double trapM3 = 0.0;      ///< water between the valves, that is lost in any case
};

struct LeakState {
    double lostM3 = 0.0;
    double sinceS = 0.0;
    bool isolated = false;
};

/// Moves a leak by dt. Backward Euler on lost' = leakM3PerS(area, pressure(lost)), at any step
/// stable and never more than the vessel has plus, once isolated, the water that is trapped. The
/// isolation falls within a step at its own time.
LeakState stepLeak(const LeakRule& rule, const ExpansionVessel& vessel, const LeakState& before,
                   double densityKgPerM3, double dt);

}  // namespace headroom::models
