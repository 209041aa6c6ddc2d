// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/command.h"

#include <optional>
#include <string>
#include <string_view>

/// Commands as the table `command` of a recording holds them.
namespace headroom::engine {

struct CommandText {
    const char* kind = "";  ///< plant, job, design, air
    std::string data;       ///< JSON: words of the attribute tables, SI; what is usual is left out
};

CommandText textOf(const Command& command);

/// Nothing where the text is damaged.
std::optional<Command> commandOf(double timeS, std::string_view kind, std::string_view data);

}  // namespace headroom::engine
