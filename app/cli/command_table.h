// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

/// The commands and options of a program, for other readers than a terminal: manual pages and the
/// completion of shells, both made of what CLI11 parses, so that neither can say something else.
namespace headroom::app {

/// What a manual page tells beside its commands.
struct ManualFacts {
    std::string version;
    std::string date;  ///< 2026-11-23; the build's or the package's, never the clock's
};

/// One manual page (man 7 man, section 1). `command` is the program itself, which lists its commands,
/// or one of its commands, at any depth.
std::string manualPage(const CLI::App& program, const CLI::App& command, const ManualFacts& facts);

struct ManualPage {
    std::string name;  ///< headroom-cli-estimate-training
    std::string text;
};

/// The page of the program and those of all its commands.
std::vector<ManualPage> manualPages(const CLI::App& program, const ManualFacts& facts);

/// The text of --help of the command at that path ("study", "run"); of the program for an empty path. Nothing: no command
/// has that path.
std::optional<std::string> commandHelp(const CLI::App& program, const std::vector<std::string>& path);

/// A bash completion: commands, their options, the values of options that choose from a list, and
/// files elsewhere.
std::string bashCompletion(const CLI::App& program);

}  // namespace headroom::app
