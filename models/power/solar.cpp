// SPDX-License-Identifier: Apache-2.0
#include "models/power/solar.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::models {

namespace {

constexpr double kDayS = 86400.0;
constexpr double kHourS = 3600.0;
constexpr double kFullTurn = 2.0 * std::numbers::pi;
/// Rotation of the sun per hour and degree of longitude.
constexpr double kTurnPerHour = kFullTurn / 24.0;
/// Below it a beam is as long as the horizon is rough: 3 degrees.
constexpr double kLeastSine = 0.0523;
constexpr double kGroundAlbedo = 0.2;

}  // namespace

SunPosition sunPosition(double latitude, double longitude, double utcOffsetS, double yearS) {
    const double x = kFullTurn * (yearS / kDayS - 0.5) / 365.0;
    const double declination = 0.006918 - 0.399912 * std::cos(x) + 0.070257 * std::sin(x) -
                               0.006758 * std::cos(2.0 * x) + 0.000907 * std::sin(2.0 * x) -
                               0.002697 * std::cos(3.0 * x) + 0.00148 * std::sin(3.0 * x);
    const double equation = 0.000075 + 0.001868 * std::cos(x) - 0.032077 * std::sin(x) -
                            0.014615 * std::cos(2.0 * x) - 0.040849 * std::sin(2.0 * x);
    const double clockH = std::fmod(yearS, kDayS) / kHourS;
    const double hourAngle =
        kTurnPerHour * (clockH - 12.0 - utcOffsetS / kHourS) + longitude + equation;
    const double sine = std::sin(latitude) * std::sin(declination) +
                        std::cos(latitude) * std::cos(declination) * std::cos(hourAngle);
    SunPosition sun;
    sun.elevation = std::asin(std::clamp(sine, -1.0, 1.0));
    const double east = -std::cos(declination) * std::sin(hourAngle);
    const double north = std::sin(declination) * std::cos(latitude) -
                         std::cos(declination) * std::cos(hourAngle) * std::sin(latitude);
    sun.azimuth = std::atan2(east, north);
    if (sun.azimuth < 0.0) {
        sun.azimuth += kFullTurn;
    }
    return sun;
}

double planeIrradiance(const SolarField& field, const SunPosition& sun, const Irradiance& level) {
    const double sine = std::sin(sun.elevation);
    double beam = 0.0;
    if (sine > kLeastSine) {
        const double incidence =
            sine * std::cos(field.tilt) +
            std::cos(sun.elevation) * std::sin(field.tilt) * std::cos(sun.azimuth - field.azimuth);
        beam = std::max(0.0, level.globalWPerM2 - level.diffuseWPerM2) * std::max(0.0, incidence) /
               sine;
    }
    return beam + 0.5 * level.diffuseWPerM2 * (1.0 + std::cos(field.tilt)) +
           0.5 * kGroundAlbedo * level.globalWPerM2 * (1.0 - std::cos(field.tilt));
}

double solarPowerW(const SolarField& field, double planeWPerM2, double airC) {
    constexpr double kNominalRiseK = 25.0, kNominalWPerM2 = 800.0, kRatedWPerM2 = 1000.0;
    constexpr double kRatedC = 25.0, kPerK = -0.0047, kInverter = 0.96;
    if (!(planeWPerM2 > 0.0) || !(field.ratedW > 0.0) || !(field.inverterW > 0.0)) {
        return 0.0;
    }
    const double cellC = airC + planeWPerM2 * kNominalRiseK / kNominalWPerM2;
    const double dcW = field.ratedW * planeWPerM2 / kRatedWPerM2 *
                       (1.0 + kPerK * (cellC - kRatedC)) * (1.0 - field.losses);
    const double load = dcW * kInverter / field.inverterW;
    if (!(load > 0.0)) {
        return 0.0;
    }
    const double efficiency = kInverter / 0.9637 * (-0.0162 * load - 0.0059 / load + 0.9858);
    return std::clamp(dcW * efficiency, 0.0, field.inverterW);
}

}  // namespace headroom::models
