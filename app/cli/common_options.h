// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/subcommand.h"

#include <string>
#include <vector>

/// Options that many subcommands take, declared once: one name of the value, one range, one way to state the default. A
/// subcommand passes its variable, and the words of the help that are its own.
namespace headroom::app {

inline constexpr int kMostThreads = 1024;

/// `--format`: one of `formats`, which the help lists ("text, json or csv"). `of` precedes the list: "of the summary: ".
Option addFormat(Subcommand command, std::string& format, const std::vector<std::string>& formats,
                 const std::string& of = {});

/// The same where a format needs a remark; `help` lists the formats itself.
Option addFormatWithHelp(Subcommand command, std::string& format,
                         const std::vector<std::string>& formats, const std::string& help);

/// `--threads`, from `least` to `most`. The help states a default above 0.
Option addThreads(Subcommand command, int& threads, const std::string& help = "0 takes all cores",
                  int least = 0, int most = kMostThreads);

/// `--seed`: any whole number of 64 bits, at least 0. Value: std::uint64_t, or std::optional of it.
template <class Value>
Option addSeed(Subcommand command, Value& seed,
               const std::string& help = "random seed instead of the project's");

/// `--quiet`: no progress on standard error.
Option addQuiet(Subcommand command, bool& quiet);

}  // namespace headroom::app
