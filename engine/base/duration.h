// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace headroom::engine {

/// Seconds of "90s", "15min", "24h", "7d", "1.5h", "3h10m"; a number without unit is seconds. Nothing where
/// the text is not a duration above 0 and of at most a century (36,525 days).
std::optional<double> parseDuration(std::string_view text);

}  // namespace headroom::engine
