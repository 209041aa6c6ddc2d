// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/design_weather.h"

#include <algorithm>

namespace headroom::engine::sizing {

namespace {

constexpr std::uint64_t kSeed = 1;

models::Weather hourOf(const models::WeatherYear& year, std::size_t hour) {
    return {year.dryBulbC[hour], year.wetBulbC[hour], year.humidityRatio[hour],
            year.pressurePa[hour]};
}

std::size_t highest(const std::vector<double>& hours) {
    return static_cast<std::size_t>(std::max_element(hours.begin(), hours.end()) - hours.begin());
}

}  // namespace

DesignWeather designWeatherOf(const models::ClimateSpec& climate) {
    const models::WeatherYear year = models::weatherFromClimate(climate, kSeed);
    DesignWeather design;
    design.hottest = hourOf(year, highest(year.dryBulbC));
    design.mostHumid = hourOf(year, highest(year.wetBulbC));
    design.dryBulbC = design.hottest.dryBulbC;
    return design;
}

}  // namespace headroom::engine::sizing
