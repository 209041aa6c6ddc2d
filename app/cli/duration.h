// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/duration.h"

#include <string>
#include <string_view>

namespace headroom::app {

using engine::parseDuration;

/// Fault of an option whose text is not a duration.
std::string durationFault(const char* option, std::string_view text);

/// "45 s", "3 min 20 s", "2 h 5 min", "7 d": the two largest units, the second only where not zero.
std::string durationText(double seconds);

}  // namespace headroom::app
