// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include <string>

/// What holds for the options of all commands. An empty value is a variable of the shell that is
/// not set, never a wish: it is refused. A number has a range, stated in its help, and is finite.
namespace headroom::app {

inline constexpr const char* kEmptyValue =
    "the value is empty: is a variable of the shell not set? Leave the option out to do without it";

/// "nan" and "inf" in any spelling: the empty text, or what is wrong.
std::string notFinite(const std::string& text);

/// From `least` to `most`; in the help as CLI::Range writes it.
template <class T>
CLI::Validator within(T least, T most) {
    const CLI::Range range(least, most);
    return {[range](std::string& text) {
                // Comparisons with what is no number are false: CLI::Range lets it through.
                const std::string fault = notFinite(text);
                return fault.empty() ? range(text) : fault;
            },
            range.get_description()};
}

/// Any whole number of 64 bits, at least 0.
CLI::Validator anySeed();

/// Prices, in US dollars an hour or a kWh.
inline CLI::Validator aPrice() {
    return within(0.0, 1e6);
}

/// To be called once, when all commands are there: no option of them takes an empty value.
void refuseEmptyValues(CLI::App& app);

}  // namespace headroom::app
