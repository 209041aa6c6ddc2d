// SPDX-License-Identifier: Apache-2.0
#include "engine/base/duration.h"

#include <charconv>

namespace headroom::engine {

namespace {

// A century: events of a run keep microseconds over it, and nobody plans longer.
constexpr double kLongestS = 36525.0 * 86400.0;

}  // namespace

std::optional<double> parseDuration(std::string_view text) {
    // Several numbers with falling units: "3h10m". Without a unit only a number alone.
    double seconds = 0.0, last = kLongestS;
    const bool alone = text.find_first_of("smhd") == std::string_view::npos;
    do {
        double number = 0.0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (fault != std::errc{}) {
            return std::nullopt;
        }
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        const std::string_view unit = text.substr(0, text.find_first_of("0123456789"));
        double factor = 0.0;
        if (unit == "s" || (unit.empty() && alone)) {
            factor = 1.0;
        } else if (unit == "min" || unit == "m") {
            factor = 60.0;
        } else if (unit == "h") {
            factor = 3600.0;
        } else if (unit == "d") {
            factor = 86400.0;
        }
        if (factor == 0.0 || factor >= last || !(number >= 0.0)) {
            return std::nullopt;
        }
        last = factor;
        seconds += number * factor;
        text.remove_prefix(unit.size());
    } while (!text.empty());
    if (!(seconds > 0.0 && seconds <= kLongestS)) {
        return std::nullopt;
    }
    return seconds;
}

}  // namespace headroom::engine
