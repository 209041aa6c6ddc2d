// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/grid/year_series.h"
#include "models/economics/economics.h"

#include <string>

/// The files of a year's hours that a project names, each read by readYearSeries().
namespace headroom::engine {

/// `economics.price_file` [USD/kWh]. Prices of other currencies are converted at the rate of the catalogue. A
/// median above 1 USD/kWh or below 0.0001 is a slip of the unit. Assumption: no market has such a median.
Result<YearSeries> priceYear(const Project& project, const Catalogue& catalogue,
                             const models::EconomicsSpec& economics);

/// A file of carbon intensity [g/kWh], `file` relative to the project, with the columns of the project. A median above
/// 1,300 or below 1 g/kWh is a slip of the unit. Assumption: no grid has such a median.
Result<YearSeries> carbonYear(const Project& project, const Catalogue& catalogue,
                              const std::string& file, const std::string& columns);

/// Shares of a plant's output, 0 to 1, column "output".
Result<YearSeries> outputYear(const Project& project, const Catalogue& catalogue,
                              const std::string& file);

}  // namespace headroom::engine
