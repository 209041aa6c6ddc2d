// SPDX-License-Identifier: Apache-2.0
#include "app/cli/duration.h"

#include <algorithm>
#include <cmath>

namespace headroom::app {

std::string durationFault(const char* option, std::string_view text) {
    return std::string(option) + ": \"" + std::string(text) +
           "\" is not a duration like 90s, 15min, 24h or 7d, of at most 36525d";
}

std::string durationText(double seconds) {
    const auto s = static_cast<long long>(std::llround(std::max(0.0, seconds)));
    const auto parts = [](long long big, const char* bigUnit, long long small,
                          const char* smallUnit) {
        std::string text = std::to_string(big) + ' ' + bigUnit;
        if (small > 0) {
            text += ' ' + std::to_string(small) + ' ' + smallUnit;
        }
        return text;
    };
    if (s < 60) {
        return std::to_string(s) + " s";
    }
    if (s < 3600) {
        return parts(s / 60, "min", s % 60, "s");
    }
    if (s < 86400) {
        return parts(s / 3600, "h", s % 3600 / 60, "min");
    }
    return parts(s / 86400, "d", s % 86400 / 3600, "h");
}

}  // namespace headroom::app
