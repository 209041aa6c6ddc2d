// SPDX-License-Identifier: Apache-2.0
#include "engine/border/stray_times.h"

#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace headroom::engine {

namespace {

constexpr std::size_t kOneInStrays = 100;  // a stray group has one time in 100 at most
constexpr std::size_t kOneInLost = 10;
constexpr double kStrayDayS = 86400.0;

}  // namespace

std::vector<double> strayTimes(std::vector<double> timesS) {
    std::erase_if(timesS, [](double timeS) { return std::isnan(timeS); });
    std::sort(timesS.begin(), timesS.end());
    const std::size_t most = std::max<std::size_t>(1, timesS.size() / kOneInStrays);
    std::vector<double> strays;
    for (std::size_t first = 0, end = 0; first < timesS.size(); first = end) {
        for (end = first + 1; end < timesS.size() && timesS[end] - timesS[end - 1] <= kStrayS;) {
            ++end;
        }
        if (end - first <= most) {
            strays.insert(strays.end(), timesS.begin() + static_cast<std::ptrdiff_t>(first),
                          timesS.begin() + static_cast<std::ptrdiff_t>(end));
        }
    }
    return strays.size() * kOneInLost <= timesS.size() ? strays : std::vector<double>();
}

std::string strayWords(double timeS) {
    return fmt::format("a time of {}, more than {:.0f} days from all others; left out",
                       models::calendarText(static_cast<std::int64_t>(std::floor(timeS)) * 1000), kStrayS / kStrayDayS);
}

}  // namespace headroom::engine
