// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command_table.h"

#include <string>
#include <string_view>
#include <vector>

/// Completion for bash, zsh and fish: commands, their options, the values of options that choose from a list, and files
/// for the rest. zsh and fish show the help of each.
namespace headroom::app {

/// Names of the shells: "bash", "zsh", "fish".
const std::vector<std::string>& completionShells();

/// The completion of `program` ("headroom-cli") for one of completionShells().
std::string shellCompletion(std::string_view program, const std::vector<CommandWords>& table,
                            std::string_view shell);

}  // namespace headroom::app
