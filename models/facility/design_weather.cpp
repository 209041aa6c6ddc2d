// SPDX-License-Identifier: Apache-2.0
#include "models/facility/design_weather.h"

#include "models/air/psychrometrics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace headroom::models {

namespace {

constexpr int kYears = 20;

/// Of designConditionsOf(); its comment states where they come from.
constexpr double kPassed = 0.004;
constexpr double kNearK = 0.5;
constexpr double kAboveDryK = 6.0, kAboveWetK = 2.8, kBelowK = 7.5;

/// Highest of each drawn year, as returnValueC() wants them.
double returnOf(const std::vector<double>& highest) {
    double mean = 0.0, squares = 0.0;
    for (const double value : highest) {
        mean += value / static_cast<double>(highest.size());
    }
    for (const double value : highest) {
        squares += (value - mean) * (value - mean);
    }
    return returnValueC(mean, std::sqrt(squares / static_cast<double>(highest.size() - 1)), kYears);
}

Weather weatherOf(double dryBulbC, double wetBulbC, double pressurePa) {
    const double wet = std::min(wetBulbC, dryBulbC);
    return {dryBulbC, wet, humidityRatioFromWetBulb(dryBulbC, wet, pressurePa), pressurePa};
}

DesignWeather fromDrawnYears(const ClimateSpec& climate) {
    std::vector<double> dry, wet, low;
    double moist = 0.0, dryThen = 0.0, wetThen = 0.0;
    for (std::uint64_t seed = 1; seed <= kYears; ++seed) {
        const WeatherYear year = weatherFromClimate(climate, seed);
        const auto hot = std::max_element(year.dryBulbC.begin(), year.dryBulbC.end());
        const auto humid = std::max_element(year.wetBulbC.begin(), year.wetBulbC.end());
        dry.push_back(*hot);
        low.push_back(-*std::min_element(year.dryBulbC.begin(), year.dryBulbC.end()));
        wet.push_back(*humid);
        moist += year.humidityRatio[static_cast<std::size_t>(hot - year.dryBulbC.begin())] / kYears;
        const double then = year.dryBulbC[static_cast<std::size_t>(humid - year.wetBulbC.begin())];
        if (*humid > wetThen) {
            wetThen = *humid;
            dryThen = then;
        }
    }
    DesignWeather design;
    design.dryBulbC = returnOf(dry);
    design.hottest = {design.dryBulbC, wetBulbC(design.dryBulbC, moist, climate.pressurePa), moist,
                      climate.pressurePa};
    design.lowestC = -returnOf(low);
    const double highestWetC = returnOf(wet);
    design.mostHumid = weatherOf(std::max(dryThen, highestWetC), highestWetC, climate.pressurePa);
    return design;
}

}  // namespace

double returnValueC(double meanC, double deviationK, double years) {
    const double reduced = std::numbers::egamma + std::log(std::log(years / (years - 1.0)));
    return meanC - std::sqrt(6.0) / std::numbers::pi * reduced * deviationK;
}

DesignWeather designWeatherOf(const ClimateSpec& climate, const DesignConditionsSpec* conditions) {
    return conditions == nullptr ? fromDrawnYears(climate)
                                 : designWeatherOf(*conditions, climate.pressurePa);
}

DesignWeather designWeatherOf(const DesignConditionsSpec& conditions, double pressurePa) {
    const double moist = humidityRatioFromWetBulb(conditions.dryBulb04C,
                                                  conditions.wetBulbAtDryBulb04C, pressurePa);
    DesignWeather design;
    design.dryBulbC = conditions.extremeDryBulbC;
    design.hottest = {design.dryBulbC, wetBulbC(design.dryBulbC, moist, pressurePa), moist,
                      pressurePa};
    design.mostHumid = weatherOf(std::max(conditions.dryBulb04C, conditions.extremeWetBulbC),
                                 conditions.extremeWetBulbC, pressurePa);
    design.lowestC = conditions.lowestDryBulbC;
    return design;
}

DesignConditionsSpec designConditionsOf(const WeatherYear& year) {
    const auto passed = [](std::vector<double> hours, double share) {
        const auto n = static_cast<std::ptrdiff_t>(share * static_cast<double>(hours.size()));
        std::nth_element(hours.begin(), hours.begin() + n, hours.end(), std::greater<>{});
        return hours[static_cast<std::size_t>(n)];
    };
    DesignConditionsSpec d;
    d.dryBulb04C = passed(year.dryBulbC, kPassed);
    d.dryBulb996C = passed(year.dryBulbC, 1.0 - kPassed);
    d.wetBulb04C = passed(year.wetBulbC, kPassed);
    double sum = 0.0;
    int count = 0;
    for (std::size_t i = 0; i < year.dryBulbC.size(); ++i) {
        if (std::abs(year.dryBulbC[i] - d.dryBulb04C) <= kNearK) {
            sum += year.wetBulbC[i];
            ++count;
        }
    }
    d.wetBulbAtDryBulb04C = sum / count;
    d.extremeDryBulbC = d.dryBulb04C + kAboveDryK;
    d.extremeWetBulbC = d.wetBulb04C + kAboveWetK;
    d.lowestDryBulbC = d.dryBulb996C - kBelowK;
    return d;
}

}  // namespace headroom::models
