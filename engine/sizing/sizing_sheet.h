// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"
#include "engine/sizing/brief.h"
#include "engine/sizing/settle_air.h"

#include <vector>

/// A sized facility as sheets: the command line and files are written from them.
namespace headroom::engine {

Sheet sizingFigures(const SizingSummary& summary);  ///< the load of the project, in one row
Sheet choiceSheet(const SizedFacility& made,
                  const Catalogue& catalogue);  ///< one object a row, and why it was chosen
std::string choiceName(const SizedFacility& made, const Catalogue& catalogue,
                       const SizingChoice& choice);        ///< "Warm water 1"
Sheet airRoundSheet(const std::vector<AirRound>& rounds);  ///< one computed field a row

}  // namespace headroom::engine
