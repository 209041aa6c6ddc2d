// SPDX-License-Identifier: Apache-2.0
#include "app/cli/common_options.h"

#include "app/cli/option_checks.h"

#include <cstdint>
#include <optional>

namespace headroom::app {

namespace {

/// "text, json or csv".
std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
    }
    return text;
}

}  // namespace

Option addFormatWithHelp(Subcommand command, std::string& format,
                         const std::vector<std::string>& formats, const std::string& help) {
    const Option option =
        command.option("--format", format, help).type("FORMAT").check(oneOf(formats));
    return format.empty() ? option : option.showDefault();
}

Option addFormat(Subcommand command, std::string& format, const std::vector<std::string>& formats,
                 const std::string& of) {
    return addFormatWithHelp(command, format, formats, of + listed(formats));
}

Option addThreads(Subcommand command, int& threads, const std::string& help, int least, int most) {
    const Option option =
        command.option("--threads", threads, help).type("N").check(within(least, most));
    return threads > 0 ? option.showDefault() : option;
}

template <class Value>
Option addSeed(Subcommand command, Value& seed, const std::string& help) {
    return command.option("--seed", seed, help).type("N").check(anySeed());
}

template Option addSeed(Subcommand, std::uint64_t&, const std::string&);
template Option addSeed(Subcommand, std::optional<std::uint64_t>&, const std::string&);

Option addQuiet(Subcommand command, bool& quiet) {
    return command.flag("--quiet", quiet, "no progress on standard error");
}

}  // namespace headroom::app
