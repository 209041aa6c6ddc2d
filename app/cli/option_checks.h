// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/subcommand.h"

#include <string>
#include <vector>

/// Rules for the options of all commands. An empty value is a variable of the shell that is
/// not set, never a wish: it is refused. A number has a range, stated in its help, and is finite.
namespace headroom::app {

inline constexpr const char* kEmptyValue =
    "the value is empty: is a variable of the shell not set? Leave the option out to do without it";

/// From `least` to `most`: of int, std::int64_t, std::size_t or double.
template <class T>
Check within(T least, T most);

/// One of these; the help lists them.
Check oneOf(const std::vector<std::string>& words);
Check oneOfNumbers(const std::vector<double>& numbers);

/// Any whole number of 64 bits, at least 0.
Check anySeed();

/// Prices, in US dollars an hour or a kWh.
Check aPrice();

/// To be called once, when all commands are there: no option of them takes an empty value.
void refuseEmptyValues(CLI::App& app);

}  // namespace headroom::app
