// SPDX-License-Identifier: Apache-2.0
#include "models/facility/design_weather.h"

#include "models/air/psychrometrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace headroom::models {

namespace {

/// So many years are drawn of a climate.
constexpr int kYears = 5;

constexpr std::array kConditions{
    &DesignConditionsSpec::dryBulb04C,      &DesignConditionsSpec::wetBulbAtDryBulb04C,
    &DesignConditionsSpec::wetBulb04C,      &DesignConditionsSpec::extremeDryBulbC,
    &DesignConditionsSpec::extremeWetBulbC, &DesignConditionsSpec::dryBulb996C,
    &DesignConditionsSpec::lowestDryBulbC};
static_assert(sizeof(DesignConditionsSpec) == kConditions.size() * sizeof(double));

/// Used by designConditionsOf(); its comment states the source.
constexpr double kPassed = 0.004;
constexpr double kNearK = 0.5;
constexpr double kAboveDryK = 6.0, kAboveWetK = 2.8, kBelowK = 7.1;

Weather weatherOf(double dryBulbC, double wetBulbC, double pressurePa) {
    const double wet = std::min(wetBulbC, dryBulbC);
    return {dryBulbC, wet, humidityRatioFromWetBulb(dryBulbC, wet, pressurePa), pressurePa};
}

/// The means of drawn years.
DesignConditionsSpec fromDrawnYears(const ClimateSpec& climate) {
    DesignConditionsSpec mean{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    for (std::uint64_t seed = 1; seed <= kYears; ++seed) {
        const DesignConditionsSpec year = designConditionsOf(weatherFromClimate(climate, seed));
        for (double DesignConditionsSpec::*value : kConditions) {
            mean.*value += year.*value / kYears;
        }
    }
    return mean;
}

}  // namespace

DesignWeather designWeatherOf(const ClimateSpec& climate, const DesignConditionsSpec* conditions) {
    return designWeatherOf(conditions == nullptr ? fromDrawnYears(climate) : *conditions,
                           climate.pressurePa);
}

DesignWeather designWeatherOf(const DesignConditionsSpec& conditions, double pressurePa) {
    const double moist =
        humidityRatioFromWetBulb(conditions.dryBulb04C, conditions.wetBulbAtDryBulb04C, pressurePa);
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
