// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

/// The commands and options of a program, for other readers than a terminal: manual pages and the
/// completion of shells (shell_completion.h), both made of what CLI11 parses, so that neither can say something else.
namespace headroom::app {

/// Facts of a manual page next to its commands.
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

/// The text of --help of the command at that path ("study", "run"); of the program for an empty path. Nothing means no command
/// has that path.
std::optional<std::string> commandHelp(const CLI::App& program,
                                       const std::vector<std::string>& path);

/// A command as completions of shells offer it.
struct CommandWord {
    std::string name;
    std::string help;
};

struct OptionWord {
    std::string name;  ///< without the dashes: "format"
    std::string help;
    std::vector<std::string> choices;  ///< empty means any value
    bool takesValue = false;
};

/// The words that may follow one command.
struct CommandWords {
    std::string path;  ///< "study run"; empty means the program
    std::vector<CommandWord> commands;
    std::vector<OptionWord> options;
};

/// The program and all its commands, at any depth, each before those below it.
std::vector<CommandWords> commandWords(const CLI::App& program);

}  // namespace headroom::app
