// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compare/compare.h"
#include "engine/report/report_tree.h"

#include <string>

/// Shared parts of the texts and pages of a comparison.
namespace headroom::engine {

/// Against the baseline: "-0.0021 (-0.18 %)"; empty for the baseline itself and where either is not
/// known. The sign is that of the number, not of good or bad.
std::string differenceText(const FigureLine& line, std::size_t baseline, std::size_t candidate);

/// "90 %: 1.05e+06 to 1.5e+06"; empty where the candidate's figure has no interval.
std::string intervalText(const FigureLine& line, std::size_t candidate);

/// After the start, "03:10:00", "2 d 03:10:00"; empty for NaN.
std::string whenText(double timeS);

/// The tables of a comparison as one section, for its own page and for reports.
report::Section comparisonSection(const Comparison& c);

/// One sentence on each run: how long it told the same as the baseline.
std::vector<std::string> sameUntilText(const Comparison& c);

}  // namespace headroom::engine
