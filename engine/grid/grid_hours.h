// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Price and emission of a joule from the grid in each hour of a project's year: operation follows them, and charts show
/// them with a run.
struct GridHours {
    std::vector<double> usdPerJ;  ///< energy alone, without demand and fee
    std::vector<double> kgPerJ;   ///< average, location-based
    std::string priceSource;      ///< "tariff/pge-b20"
    std::string carbonSource;     ///< "grid/us-pjm, by month and hour"
    int priceYear = 0;            ///< 0 if not stated

    /// At a moment, in seconds since January 1st.
    double usdPerJAt(double yearS) const;
    double kgPerJAt(double yearS) const;
};

/// By the project's economics, its site and its grid: energyPrices() and gridCarbon(), whose errors it has.
Result<GridHours> gridHours(const Project& project, const Catalogue& catalogue);

}  // namespace headroom::engine
