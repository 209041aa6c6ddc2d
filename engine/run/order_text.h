// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/command.h"

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace headroom::engine {

/// How orders are written, for help and messages.
inline constexpr const char* kOrderForm =
    "ACTION UNIT[/N] [MACHINE | PART | LEVEL] [count N] [amount P%] [incomer N] [at TIME] [for "
    "TIME], "
    "or preempt|kill|hold|release job ID [at TIME], preempt job ID after checkpoint, or send job "
    "ID to SITE [at TIME]";

/// "fail cdu-3 at 3h10m", "open ups-a/2 for 5min", "fail row-a/3 rack", "degrade fabric-1 link/12 amount
/// 50%", "kill job 12 at 2h", "send job 12 to cloud": the words of drills, in this order. Without a time it is at `usualS`.
/// The error says what is wrong, in words.
tl::expected<Command, std::string> orderFromText(std::string_view text, double usualS);

/// The other way round, without a time: at once. Empty if it has no words (a job that is submitted, air, a design).
std::string orderWords(const PlantOrder& order);
std::string orderWords(const JobOrder& order);

/// The same at a time of the run.
std::string orderWords(const PlantOrder& order, double atS);

}  // namespace headroom::engine
