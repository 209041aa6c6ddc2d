// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/sun_light.h"

#include "engine/plant/plant.h"
#include "models/power/solar.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::ui {

namespace {

constexpr double kSunDegree = std::numbers::pi / 180.0;
constexpr double kLeastElevation = 14.0 * kSunDegree;  // of shadows, which would be endless
// Civil twilight ends with the sun 6 degrees below the horizon.
constexpr double kDuskElevation = -6.0 * kSunDegree, kDayElevation = 8.0 * kSunDegree;
constexpr double kRedElevation = 18.0 * kSunDegree;  // above which sunlight is white
constexpr double kNightStrength = 0.30;              // yards have lamps
const QColor kNightTint(24, 34, 62), kDuskTint(255, 158, 92);

double smoothStep(double from, double to, double at) {
    const double x = std::clamp((at - from) / (to - from), 0.0, 1.0);
    return x * x * (3.0 - 2.0 * x);
}

}  // namespace

QColor SunLight::outdoors(const QColor& colour) const {
    const double left = strength();
    // A share of the lost light comes back as blue.
    constexpr double kBlueShare = 0.45, kRedShare = 0.14;
    const double red = kRedShare * redness * day;
    const auto mix = [&](double c, double night, double dusk) {
        const double warm = c + red * (dusk - c);
        return static_cast<float>(
            std::clamp(left * warm + kBlueShare * (1.0 - left) * night, 0.0, 1.0));
    };
    return QColor::fromRgbF(mix(colour.redF(), kNightTint.redF(), kDuskTint.redF()),
                            mix(colour.greenF(), kNightTint.greenF(), kDuskTint.greenF()),
                            mix(colour.blueF(), kNightTint.blueF(), kDuskTint.blueF()));
}

double SunLight::strength() const {
    return kNightStrength + (1.0 - kNightStrength) * day;
}

bool isSameLight(const SunLight& a, const SunLight& b) {
    constexpr double kSameRad = 0.008, kSameShare = 0.004;
    return angleBetween(a.sun, b.sun) < kSameRad && std::abs(a.day - b.day) < kSameShare &&
           std::abs(a.redness - b.redness) < kSameShare;
}

SunLight studioLight() {
    return {};
}

SunLight lightOf(const engine::Frame* frame) {
    if (frame == nullptr || frame->plant == nullptr || frame->plant->site == nullptr) {
        return studioLight();
    }
    const engine::Plant& plant = *frame->plant;
    const models::ClimateSpec& climate = plant.site->climate;
    double latitude = climate.latitude, longitude = climate.longitude;
    double utcOffsetS = climate.utcOffsetS;
    if (plant.site->file != nullptr) {
        constexpr double kHourS = 3600.0;
        latitude = plant.site->file->header.latitude;
        longitude = plant.site->file->header.longitude;
        utcOffsetS = plant.site->file->header.utcOffsetH * kHourS;
    }
    if (!std::isfinite(latitude) || !std::isfinite(longitude) || !std::isfinite(utcOffsetS)) {
        return studioLight();
    }
    const models::SunPosition at = models::sunPosition(
        latitude * kSunDegree, longitude * kSunDegree, utcOffsetS, plant.startYearS + frame->timeS);
    SunLight light;
    light.day = smoothStep(kDuskElevation, kDayElevation, at.elevation);
    light.redness = 1.0 - smoothStep(0.0, kRedElevation, at.elevation);
    // At night the light comes from the moon, high in the south.
    const bool isNight = at.elevation < kDuskElevation;
    const double elevation = isNight ? 0.8 : std::max(at.elevation, kLeastElevation);
    const double azimuth = isNight ? std::numbers::pi : at.azimuth;
    light.sun = {std::sin(azimuth) * std::cos(elevation), std::cos(azimuth) * std::cos(elevation),
                 std::sin(elevation)};
    return light;
}

double angleBetween(const Sun& a, const Sun& b) {
    const auto size = [](const Sun& s) { return std::hypot(s.eastward, s.northward, s.upward); };
    const double cosine =
        (a.eastward * b.eastward + a.northward * b.northward + a.upward * b.upward) /
        (size(a) * size(b));
    return std::acos(std::clamp(cosine, -1.0, 1.0));
}

}  // namespace headroom::ui
