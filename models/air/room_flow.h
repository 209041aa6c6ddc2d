// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Laws of air that moves in a room: eddies, walls, openings. Air is at room temperature.
namespace headroom::models {

/// Kinematic viscosity of air at 25 C [m2/s]. Source: ASHRAE Handbook Fundamentals 2017, chapter 33.
inline constexpr double kAirViscosityM2PerS = 1.56e-5;

/// Turbulent Prandtl number of air: eddy viscosity over eddy diffusivity of heat. Source: Chen and Xu 1998, with the
/// usual 0.85 to 0.9 of room air.
inline constexpr double kEddyPrandtl = 0.9;

/// Eddy viscosity [m2/s]: nu_t = 0.03874 u l, u the speed [m/s], l the distance to the nearest surface [m].
/// Source: Chen and Xu, "A zero-equation turbulence model for indoor airflow simulation", Energy and Buildings 28
/// (1998). Valid for mixed convection in rooms.
double eddyViscosityM2PerS(double speedMPerS, double wallM);

/// Friction of a smooth wall over density [m2/s2].
/// The speed u at the distance y follows u+ = 8.3 (y+)^(1/7).
///   tau / rho = (u / 8.3)^(7/4) (nu / y)^(1/4)
/// Source: Werner and Wengle, 8th Symposium on Turbulent Shear Flows (1991).
/// Valid for y+ from 12 to 1,000.
/// wallFactor() is (1 / 8.3)^(7/4) (nu / y)^(1/4), the part that does not change with the speed.
double wallFactor(double wallM);

/// Loss of a panel of which a share is open. The open area A passes V = 0.6 A sqrt(2 dp / rho), the flow through a sharp
/// opening. With u the flow over the panel's whole area, dp / rho = loss u |u|.
/// Source: ASHRAE Handbook Fundamentals 2017, chapter 16, equation 29; discharge coefficient of sharp-edged openings
/// 0.6 to 0.65.
///   loss = 1 / (2 (0.6 share)^2)
double panelLoss(double openShare);

}  // namespace headroom::models
