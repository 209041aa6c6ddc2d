// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

constexpr double kZeroCelsiusK = 273.15;
constexpr double kTriplePointC = 0.01;
constexpr double kLowestC = -100.0;
constexpr double kHighestC = 200.0;
constexpr double kMassRatio = 0.621945;  // molar mass of water over that of dry air

// Logarithm of the saturation pressure and its slope [1/K]: equation 5 over ice, 6 over water.
struct LogPressure {
    double value;
    double slope;
};

LogPressure logPressureIce(double c) {
    const double t = c + kZeroCelsiusK;
    const double value =
        -5.6745359e3 / t + 6.3925247 +
        t * (-9.6778430e-3 + t * (6.2215701e-7 + t * (2.0747825e-9 + t * -9.4840240e-13))) +
        4.1635019 * std::log(t);
    const double slope =
        5.6745359e3 / (t * t) - 9.6778430e-3 +
        t * (2.0 * 6.2215701e-7 + t * (3.0 * 2.0747825e-9 + t * (4.0 * -9.4840240e-13))) +
        4.1635019 / t;
    return {value, slope};
}

LogPressure logPressureWater(double c) {
    const double t = c + kZeroCelsiusK;
    const double value = -5.8002206e3 / t + 1.3914993 +
                         t * (-4.8640239e-2 + t * (4.1764768e-5 + t * -1.4452093e-8)) +
                         6.5459673 * std::log(t);
    const double slope = 5.8002206e3 / (t * t) - 4.8640239e-2 +
                         t * (2.0 * 4.1764768e-5 + t * (3.0 * -1.4452093e-8)) + 6.5459673 / t;
    return {value, slope};
}

LogPressure logPressure(double c) {
    return c <= kTriplePointC ? logPressureIce(c) : logPressureWater(c);
}

// Saturated humidity ratio and its slope [1/K].
struct Saturation {
    double ratio;
    double slope;
};

Saturation saturation(double c, double pressurePa) {
    const LogPressure log = logPressure(c);
    // At the boiling point the ratio has no bound; the cap keeps iterations finite.
    const double vapour = std::min(std::exp(log.value), 0.99 * pressurePa);
    const double dry = pressurePa - vapour;
    return {kMassRatio * vapour / dry, kMassRatio * pressurePa * vapour * log.slope / (dry * dry)};
}

// Root of a rising function in [low, high] by Newton from `start`; a step that leaves the bracket
// is replaced by a bisection. `f` returns value and slope.
template <class Function>
double solveRising(const Function& f, double low, double high, double start) {
    double x = std::clamp(start, low, high);
    for (int i = 0; i < 100; ++i) {
        const auto [value, slope] = f(x);
        if (value > 0.0) {
            high = x;
        } else {
            low = x;
        }
        double next = x - value / slope;
        if (!(next >= low && next <= high)) {
            next = 0.5 * (low + high);
        }
        if (std::abs(next - x) < 1e-9) {
            return next;
        }
        x = next;
    }
    return x;
}

struct Point {
    double value;
    double slope;
};

// Humidity ratio of air at `dry` with the thermodynamic wet bulb `wet`, and its slope by `wet`.
// Equation 33 (water on the wick) and 35 (ice).
Point ratioOverWater(double dry, double wet, double pressurePa) {
    const Saturation s = saturation(wet, pressurePa);
    const double numerator = (2501.0 - 2.326 * wet) * s.ratio - 1.006 * (dry - wet);
    const double denominator = 2501.0 + 1.86 * dry - 4.186 * wet;
    const double ratio = numerator / denominator;
    const double slope =
        ((2501.0 - 2.326 * wet) * s.slope - 2.326 * s.ratio + 1.006 + 4.186 * ratio) / denominator;
    return {ratio, slope};
}

Point ratioOverIce(double dry, double wet, double pressurePa) {
    const Saturation s = saturation(wet, pressurePa);
    const double numerator = (2830.0 - 0.24 * wet) * s.ratio - 1.006 * (dry - wet);
    const double denominator = 2830.0 + 1.86 * dry - 2.1 * wet;
    const double ratio = numerator / denominator;
    const double slope =
        ((2830.0 - 0.24 * wet) * s.slope - 0.24 * s.ratio + 1.006 + 2.1 * ratio) / denominator;
    return {ratio, slope};
}

}  // namespace

double saturationPressurePa(double dryBulbC) {
    return std::exp(logPressure(dryBulbC).value);
}

double humidityRatioFromVapourPressure(double vapourPressurePa, double pressurePa) {
    return kMassRatio * vapourPressurePa / (pressurePa - vapourPressurePa);
}

double humidityRatio(double dryBulbC, double relativeHumidity, double pressurePa) {
    return humidityRatioFromVapourPressure(relativeHumidity * saturationPressurePa(dryBulbC),
                                           pressurePa);
}

double humidityRatioFromWetBulb(double dryBulbC, double wetBulbC, double pressurePa) {
    const double wet = std::min(wetBulbC, dryBulbC);
    const Point p = wet >= 0.0 ? ratioOverWater(dryBulbC, wet, pressurePa)
                               : ratioOverIce(dryBulbC, wet, pressurePa);
    return std::max(p.value, 0.0);
}

double vapourPressurePa(double humidityRatio, double pressurePa) {
    return pressurePa * humidityRatio / (kMassRatio + humidityRatio);
}

double dewPointC(double dryBulbC, double humidityRatio, double pressurePa) {
    const double vapour = vapourPressurePa(humidityRatio, pressurePa);
    if (vapour <= saturationPressurePa(kLowestC)) {
        return kLowestC;
    }
    const double target = std::log(vapour);
    // The logarithm is almost straight in 1/T: start from a Magnus inversion.
    const double magnus = target - std::log(611.2);
    const double start = 243.12 * magnus / (17.62 - magnus);
    const double dew = target <= logPressureIce(kTriplePointC).value
                           ? solveRising(
                                 [target](double c) {
                                     const LogPressure p = logPressureIce(c);
                                     return Point{p.value - target, p.slope};
                                 },
                                 kLowestC, kTriplePointC, start)
                           : solveRising(
                                 [target](double c) {
                                     const LogPressure p = logPressureWater(c);
                                     return Point{p.value - target, p.slope};
                                 },
                                 kTriplePointC, kHighestC, start);
    return std::min(dew, dryBulbC);
}

double wetBulbC(double dryBulbC, double humidityRatio, double pressurePa) {
    if (humidityRatio >= saturation(dryBulbC, pressurePa).ratio) {
        return dryBulbC;
    }
    // Both functions rise and curve upward in the wet bulb, so that Newton from the dry bulb comes
    // down without overshoot. Around 0 C both have a root over a narrow band of humidity; the
    // change from ice to water is put in the middle of it.
    const bool water =
        dryBulbC > 0.0 && humidityRatio >= 0.5 * (ratioOverIce(dryBulbC, 0.0, pressurePa).value +
                                                  ratioOverWater(dryBulbC, 0.0, pressurePa).value);
    if (water) {
        return solveRising(
            [&](double wet) {
                const Point p = ratioOverWater(dryBulbC, wet, pressurePa);
                return Point{p.value - humidityRatio, p.slope};
            },
            0.0, dryBulbC, dryBulbC);
    }
    const double high = std::min(dryBulbC, 0.0);
    return solveRising(
        [&](double wet) {
            const Point p = ratioOverIce(dryBulbC, wet, pressurePa);
            return Point{p.value - humidityRatio, p.slope};
        },
        kLowestC, high, high);
}

double enthalpyJPerKg(double dryBulbC, double humidityRatio) {
    return 1006.0 * dryBulbC + humidityRatio * (2501000.0 + 1860.0 * dryBulbC);
}

double specificVolumeM3PerKg(double dryBulbC, double humidityRatio, double pressurePa) {
    return 287.042 * (dryBulbC + kZeroCelsiusK) * (1.0 + 1.607858 * humidityRatio) / pressurePa;
}

double airJPerM3K(double dryBulbC, double humidityRatio, double pressurePa) {
    return (1006.0 + 1860.0 * humidityRatio) /
           specificVolumeM3PerKg(dryBulbC, humidityRatio, pressurePa);
}

AirProperties airAt(double dryBulbC, double pressurePa) {
    return {airJPerM3K(dryBulbC, 0.0, pressurePa), pressurePa / kStandardPressurePa};
}

double saturatedAirC(double enthalpyJPerKg, double pressurePa) {
    return solveRising(
        [&](double c) {
            const Saturation s = saturation(c, pressurePa);
            const double vapour = 2501000.0 + 1860.0 * c;
            return Point{1006.0 * c + s.ratio * vapour - enthalpyJPerKg,
                         1006.0 + s.slope * vapour + s.ratio * 1860.0};
        },
        kLowestC, 100.0, 25.0);
}

double standardPressurePa(double elevationM) {
    return kStandardPressurePa * std::pow(1.0 - 2.25577e-5 * elevationM, 5.2559);
}

}  // namespace headroom::models
