// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/duration.h"

#include <string>
#include <string_view>

namespace headroom::app {

using engine::parseDuration;

/// What is wrong with an option whose text is none.
std::string durationFault(const char* option, std::string_view text);

/// "45 s", "3 min 20 s", "2 h 5 min", "7 d": the two largest units, the second only where not zero.
std::string durationText(double seconds);

/// Where a run of even steps ends that was asked for so long: with the step that has begun by then. Told on standard error
/// where that is later. `asked`: "--until 100s".
double wholeSteps(const std::string& asked, double untilS, double stepS);

}  // namespace headroom::app
