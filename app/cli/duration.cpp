// SPDX-License-Identifier: Apache-2.0
#include "app/cli/duration.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace headroom::app {

std::optional<double> parseDuration(std::string_view text) {
    double number = 0.0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc{}) {
        return std::nullopt;
    }
    const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    double factor = 0.0;
    if (unit.empty() || unit == "s") {
        factor = 1.0;
    } else if (unit == "min" || unit == "m") {
        factor = 60.0;
    } else if (unit == "h") {
        factor = 3600.0;
    } else if (unit == "d") {
        factor = 86400.0;
    }
    const double seconds = number * factor;
    if (!std::isfinite(seconds) || seconds <= 0.0) {
        return std::nullopt;
    }
    return seconds;
}

std::string durationText(double seconds) {
    const auto s = static_cast<long long>(std::llround(std::max(0.0, seconds)));
    char text[48];
    if (s < 60) {
        std::snprintf(text, sizeof text, "%lld s", s);
    } else if (s < 3600) {
        std::snprintf(text, sizeof text, "%lld min %02lld s", s / 60, s % 60);
    } else if (s < 86400) {
        std::snprintf(text, sizeof text, "%lld h %02lld min", s / 3600, s % 3600 / 60);
    } else {
        std::snprintf(text, sizeof text, "%lld d %lld h", s / 86400, s % 86400 / 3600);
    }
    return text;
}

}  // namespace headroom::app
