// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <span>
#include <string>

namespace headroom::engine {

/// A sheet of paper with the plan on it.
struct PlanSheet {
    std::string title;
    std::string subtitle;  ///< the hall, or "Site plan"
    std::string date;      ///< as in the title block
    std::string hall;      ///< id of the only hall that is drawn; empty means the whole site
    int scale = 0;         ///< 1 : scale; 0 if the largest of the usual ones that fits
    std::string
        paper;  ///< "A0" … "A4", landscape; empty means the smallest on which racks are legible
};

/// Result of a sheet.
struct PlanSheetInfo {
    std::string paper;
    int scale = 0;
    double widthMm = 0.0, heightMm = 0.0;  ///< of the paper
    bool fits =
        true;  ///< false: a stated scale is too large for the paper, and the plan is clipped
};

/// The usual scales, the largest first: 20 is 1 : 20.
std::span<const int> planScales();

/// The plan (diagram/plan_drawing.h) as SVG at true scale: 1 m is 1000/scale mm on paper. With title block, scale bar, north
/// arrow, legend with counts. Racks have their names where these are legible. Machines have their names with a number, or the
/// letters of their kind as in the legend, and once for each kind the id of their object. Ids are titles of the groups as well.
/// Same layout and sheet, same bytes. Scales: the usual ones of ISO 5455 and 1:25, 1:250, 1:750, 1:1500 between them.
std::string planSvg(const Layout& layout, const PlanSheet& sheet, PlanSheetInfo* info = nullptr);

}  // namespace headroom::engine
