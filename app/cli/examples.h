// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace headroom::app {

/// A worked call of one command. --help and the manual page end with the examples of their command. Examples run in the folder that
/// holds `scenarios`; a later one may read a file that an earlier one writes (tests/cli/manual_commands runs them).
struct Example {
    std::string_view path;     ///< of the command: "study run"
    std::string_view purpose;  ///< "Simulate two hours and record them"
    std::string_view call;     ///< the whole line, "headroom-cli run …"
};

/// Examples of the command at that path, in the order of the table. Empty for commands that only hold subcommands.
std::vector<Example> examplesOf(std::string_view path);

/// Ends the --help of each command with its examples, of a group with the first one of each subcommand.
void addExamples(CLI::App& program);

}  // namespace headroom::app
