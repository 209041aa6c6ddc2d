// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/report/report_tree.h"

#include <string>
#include <utility>
#include <vector>

namespace headroom::engine::report {

struct PdfTitle {
    std::string title;
    std::string date;  ///< "2026-11-23"; empty if none
};

/// A report as PDF: A4 with a foot line and page numbers, contents that lead to the sections (also as bookmarks), heads of
/// tables on each page that they continue. Wide tables turn the page. A drawing has its place in the text, a sheet of its
/// own, or one at true scale (Drawing::Sheet). Colours are the light ones of the page's style. Folds are open. Sections and
/// nodes for screens alone are left out: listings, how a chart comes about, from what a number follows.
///
/// Drawn by cairo with Pango (text) and librsvg (drawings): no display, no other program, on any
/// machine that has a face of sans serif letters. Same page and title, same bytes, as long as the
/// faces are the same. REP-003: a drawing or picture that cannot be drawn, or no memory for it.
Result<std::string> pdfOf(const ReportPage& page, const PdfTitle& title);

/// One slide: a picture with what is said of it.
struct Slide {
    std::string title, when;
    std::string picture;  ///< "data:image/png;base64,…"
    std::string note;
    std::vector<std::pair<std::string, std::string>> figures;
    std::string source = {};  ///< at the foot, after the title of the document
};

/// Slides of 16 : 9 (960 by 540 points), one a page, numbered. REP-003.
Result<std::string> slidesPdf(const std::vector<Slide>& slides, const PdfTitle& title);

}  // namespace headroom::engine::report
