// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/figures/figures.h"
#include "engine/report/report_tree.h"

#include <string_view>
#include <vector>

/// From what a number of a report follows, a paragraph each (TableCell::origin): a reader of the HTML page opens it;
/// paper has the equation alone, which is next to the number.
namespace headroom::engine::report {

/// Origin of a quantity of the run ("facility", "pue"): formula, inputs, validity, and the header with
/// equation and source. Empty if no law has it.
std::vector<Text> whereFrom(std::string_view place, std::string_view key);

/// Law of a figure: numerator and denominator, with the sums of this run, and the quantity behind it.
/// Empty if it is neither a ratio nor behind it a quantity.
std::vector<Text> whereFrom(const Figure& figure, const Sums& sums);

}  // namespace headroom::engine::report
