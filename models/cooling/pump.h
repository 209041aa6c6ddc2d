// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// A centrifugal pump with motor and variable-speed drive.
struct PumpSpec {
    double flowM3PerS = kNotStated;
    double headPa = kNotStated;
    double efficiency = kNotStated;
    double driveEfficiency = kNotStated;
    double minSpeed = 0.3;
    double shutoffHeadRatio = 4.0 / 3.0;  ///< head at no flow over design head
    double fixedLossShare = 0.35;         ///< of the motor and drive losses at design power
    double linearLossShare = 0.15;
    double coastDownS = 4.0;  ///< full to half speed without power
    double rampS = 15.0;      ///< standstill to full speed
    double restartS = 20.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Head [Pa] of one pump at a flow and a speed 0..1 of the design speed.
///   H = H_d (s w^2 - (s - 1) q |q|), q = Q / Q_d, s = shut-off head ratio
/// The parabola through shut-off and the design point, scaled by the affinity laws. s = 4/3 is the
/// one-point rule of EPANET. Past run-out the head is negative, as of a turbine; a backward flow
/// meets more than the shut-off head. Check valves are the network's.
/// Source: EPANET 2.2 user manual, pump curves; affinity laws.
double pumpHeadPa(const PumpSpec& spec, double flowM3PerS, double speed);

/// Speed at which one pump makes a head at a flow: the inverse of pumpHeadPa() for a flow forward.
///   w = sqrt((H / H_d + (s - 1) q^2) / s);  0 where that head needs no pump
double pumpSpeed(const PumpSpec& spec, double flowM3PerS, double headPa);

/// The same as coefficients for a network solver: H = shutoffPa w^2 - resistance Q |Q|.
struct PumpCurve {
    double shutoffPa = 0.0;
    double resistancePaS2PerM6 = 0.0;
};

PumpCurve pumpCurve(const PumpSpec& spec);

/// Shaft power [W] of one pump, all of which ends as heat in the liquid.
///   P = Q H / eta, eta = eta_d x (2 - x), x = Q / (w Q_d), held at its value at x = 1.5 beyond;
///   at no flow its limit w^3 Q_d H_d s / (2 eta_d)
/// Assumption: efficiency as a parabola, best at the design point, as pump curves are near it.
/// A pump with a flow and no speed (wind-milling) takes none.
double pumpShaftW(const PumpSpec& spec, double flowM3PerS, double headPa, double speed);

/// Electric power of one pump [W]: shaft power and the losses of motor and drive, which heat the
/// room.
///   P_in = P + L_d (a + b x + (1 - a - b) x^2), x = P / P_d, L_d = P_d (1 / eta_m - 1)
/// P_d: shaft power at the design point, where P_in is exactly Q_d H_d / (eta eta_m). 0 at no
/// speed. Assumption: a and b by the spec: a third of the loss is core, friction and control
/// supply, which do not follow the load, half is copper and conduction, which go with its square.
double pumpInputW(const PumpSpec& spec, double flowM3PerS, double headPa, double speed);

/// Speed after dt without drive: J dw/dt = -k w^2, hence w = w_0 / (1 + w_0 dt / T), T from full
/// speed to half. Exact, so that it does not depend on the division into steps.
double coastDownSpeed(const PumpSpec& spec, double speed, double dt);

/// Speed after dt under a drive that follows `target` within its ramp, up and down.
double rampSpeed(const PumpSpec& spec, double speed, double target, double dt);

/// Electric power of one pump at a flow ratio, by the affinity laws on a fixed system curve.
///   P = Q_d dp_d / (eta_p eta_m) r^3, r = max(flowRatio, minSpeed)
/// Assumption: no static head (closed loop), efficiency constant along the system curve.
double pumpPowerW(const PumpSpec& spec, double flowRatio);

}  // namespace headroom::models
