// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/figures/figures.h"

#include <string>
#include <string_view>

/// From what a number of a report follows, folded away below it: a reader of the HTML page opens it; paper
/// has the equation alone, which stands beside the number.
namespace headroom::engine::report {

/// Of a quantity of the run ("facility", "pue"): formula, what it rests on, where that is valid, whose comment
/// has equation and source. Empty: no law has it.
std::string whereFrom(std::string_view place, std::string_view key);

/// Law of a figure: numerator and denominator, with the sums of this run, and the quantity behind it.
/// Empty: it is neither a ratio nor behind it a quantity.
std::string whereFrom(const Figure& figure, const Sums& sums);

}  // namespace headroom::engine::report
