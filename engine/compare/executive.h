// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/compare/compare.h"
#include "engine/sheet/sheet.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// One page for those who decide: a question, the headline figures of two to four variants with unit and uncertainty, and footnotes.
struct ExecutivePage {
    std::string question;
    std::size_t variants = 0;
    /// Figure, unit, then for each variant its value in that unit and "±": the larger distance from the value to an end of its 90 %
    /// interval; empty where no interval is known. The last column is the number of the footnote. Rows are the headline figures of the
    /// runs (FigurePlace kAsTile and kAsHeadline) that some variant has, or of the designs where nothing ran, then those of cost.
    Sheet sheet;
    std::vector<std::string>
        footnotes;  ///< one a row: what the figure is; then remarks of the comparison
};

/// `question`: empty for "Which of A, B and C?".
ExecutivePage executivePage(const Comparison& comparison, const std::string& question);

/// {"question", "figures", "footnotes"}; no newline at the end.
std::string executiveJson(const ExecutivePage& page);

/// One sheet of A4, without links. `date`: "2026-11-30".
std::string executiveHtml(const ExecutivePage& page, const std::string& date);

/// REP-003.
Result<std::string> executivePdf(const ExecutivePage& page, const std::string& date);

}  // namespace headroom::engine
