// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Moist air by the equations of the ASHRAE Handbook, Fundamentals (2017), chapter 1.
/// Temperatures in C, pressures in Pa, humidity ratio in kg of water per kg of dry air.
/// Valid for -100..200 C and 60..110 kPa. Checked by validation kind `psychrometrics`.
namespace headroom::models {

/// Saturation pressure over ice (below 0.01 C) or water [Pa]: Hyland-Wexler, equations 5 and 6.
double saturationPressurePa(double dryBulbC);

/// W = 0.621945 p_w / (p - p_w), equation 20.
double humidityRatioFromVapourPressure(double vapourPressurePa, double pressurePa);

/// From relative humidity 0..1.
double humidityRatio(double dryBulbC, double relativeHumidity, double pressurePa);

/// From the thermodynamic wet bulb: equation 33 from 0 C up, 35 below. Never negative.
double humidityRatioFromWetBulb(double dryBulbC, double wetBulbC, double pressurePa);

double vapourPressurePa(double humidityRatio, double pressurePa);

/// Dew point [C]: inverse of the saturation pressure, by Newton.
double dewPointC(double dryBulbC, double humidityRatio, double pressurePa);

/// Thermodynamic wet bulb [C]: equation 33 from 0 C up and 35 below, by safeguarded Newton; within
/// 1e-6 K. Never above the dry bulb. Where both equations have a root (a band of at
/// most 0.0005 kg/kg, when the air is above freezing), the drier half of the band is ice.
double wetBulbC(double dryBulbC, double humidityRatio, double pressurePa);

/// h = 1006 t + W (2501000 + 1860 t) [J per kg of dry air], equation 30.
double enthalpyJPerKg(double dryBulbC, double humidityRatio);

/// v = 287.042 (t + 273.15) (1 + 1.607858 W) / p [m3 per kg of dry air], equation 26.
double specificVolumeM3PerKg(double dryBulbC, double humidityRatio, double pressurePa);

/// Temperature [C] of saturated air with that enthalpy, by Newton; -100..100 C, below boiling.
double saturatedAirC(double enthalpyJPerKg, double pressurePa);

/// Heat capacity of a volume of air [J/(m3 K)]:
///   rho cp = (1006 + 1860 W) / v, v by specificVolumeM3PerKg(); dry air: p / (287.042 T) 1006
/// Source: ASHRAE Handbook Fundamentals 2017, chapter 1, equations 26 and 30.
double airJPerM3K(double dryBulbC, double humidityRatio, double pressurePa);

/// Air of a place as fans and coils meet it.
struct AirProperties {
    double jPerM3K = 0.0;       ///< airJPerM3K()
    double densityRatio = 1.0;  ///< over air of the same temperature at 101.325 kPa: p / 101325 Pa

    /// Heat capacity per volume at which fans and coils are rated, at sea level [J/(m3 K)].
    double ratedJPerM3K() const { return jPerM3K / densityRatio; }
};

/// Dry air of a room. Assumption: its vapour, 1 % of the heat capacity, is left out.
AirProperties airAt(double dryBulbC, double pressurePa);

/// Pressure of the standard atmosphere at sea level [Pa].
inline constexpr double kStandardPressurePa = 101325.0;

/// Pressure of the standard atmosphere [Pa] at an elevation [m], equation 3.
double standardPressurePa(double elevationM);

}  // namespace headroom::models
