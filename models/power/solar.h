// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Electricity from the sun: where it is, what falls on a tilted plane, what panels make of it. SI;
/// angles in radians, azimuths clockwise from north.
namespace headroom::models {

struct SunPosition {
    double elevation = 0.0;  ///< below 0: it is night
    double azimuth = 0.0;
};

/// At a moment of a year of 365 days, `yearS` seconds after January 1st, 0 h of the local standard clock.
/// Longitude east positive. Declination and equation of time are Fourier series of the day's angle:
/// J. W. Spencer, Fourier series representation of the position of the sun, Search 2 (1971) 172. Within
/// 0.4 degrees of the exact place; no refraction.
SunPosition sunPosition(double latitude, double longitude, double utcOffsetS, double yearS);

/// On the level.
struct Irradiance {
    double globalWPerM2 = 0.0;
    double diffuseWPerM2 = 0.0;
};

/// A field of panels that does not move.
struct SolarField {
    double ratedW = 0.0;     ///< direct current at 1,000 W/m2 and 25 C
    double tilt = 0.0;       ///< from level
    double azimuth = 0.0;    ///< that it faces
    double losses = 0.0;     ///< soiling, mismatch, wiring, outages: of direct current
    double inverterW = 0.0;  ///< rated alternating current
};

/// On the plane of the field, under a sky that is equally bright everywhere:
///   beam = (global - diffuse) cos(incidence) / sin(elevation)
///   sky  = diffuse (1 + cos(tilt)) / 2,   ground = 0.2 global (1 - cos(tilt)) / 2
/// Source: B. Liu, R. Jordan, Solar Energy 4 (1960). The sun below 3 degrees gives no beam. A real sky is
/// brighter round the sun: some per cent more.
double planeIrradiance(const SolarField& field, const SunPosition& sun, const Irradiance& level);

/// Alternating current of the field:
///   cell = air + irradiance (45 - 20) / 800
///   dc   = rated irradiance / 1000 (1 - 0.0047 (cell - 25)) (1 - losses)
///   ac   = dc eta(dc / dc0), at most inverterW;  dc0 = inverterW / 0.96
///   eta(z) = 0.96 / 0.9637 (-0.0162 z - 0.0059 / z + 0.9858)
/// Coefficient, loss of the inverter and its part-load law: A. Dobos, PVWatts version 5 manual,
/// NREL/TP-6A20-62641 (2014), standard module; the temperature of cells by the nominal operating cell
/// temperature of 45 C (IEC 61215) instead of that manual's thermal model. Not below 0.
double solarPowerW(const SolarField& field, double planeWPerM2, double airC);

}  // namespace headroom::models
