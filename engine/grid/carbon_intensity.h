// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "models/economics/economics.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Emission of a joule from the grid in each of the 8,760 hours of a year, from January 1st on, local standard time [kg/J].
struct GridCarbon {
    std::vector<double> average;   ///< location-based: what the grid emits over what it delivers
    std::vector<double> marginal;  ///< of the plants that answer one joule more; empty if not known
    std::string source, marginalSource;
    std::vector<std::string> notes;  ///< how the file of the average was understood
};

/// Average: `carbon_file` of the project, else the intensity that its site states, flat, else that of
/// its grid times the shape of its months and hours. Marginal: `marginal_file`, else that of the grid,
/// flat. Errors of readYearSeries().
Result<GridCarbon> gridCarbon(const Project& project, const Catalogue& catalogue,
                              const models::EconomicsSpec& economics);

}  // namespace headroom::engine
