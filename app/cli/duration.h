// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headroom::app {

/// Seconds of "90s", "15min", "24h", "7d", "1.5h", "3h10m"; a number without unit is seconds. Nothing where
/// the text is not a duration above 0 and of at most a century (36,525 days).
std::optional<double> parseDuration(std::string_view text);

/// What is wrong with an option whose text is none.
std::string durationFault(const char* option, std::string_view text);

/// "45 s", "3 min 20 s", "2 h 5 min", "7 d": the two largest units, the second only where not zero.
std::string durationText(double seconds);

}  // namespace headroom::app
