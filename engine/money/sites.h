// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/cost.h"
#include "engine/sheet/sheet.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// The project at one of the sites of the catalogue: its jobs unchanged, its plant sized anew for
/// the climate (engine/sizing/refit.h), under the prices of that place.
struct SiteCost {
    std::string id, name;
    std::string fault;  ///< why the plant does not run there; empty if it does
    double npv = 0.0;   ///< currency
    double perUsedHour = 0.0;
    double energyPerYear = 0.0;  ///< currency
    double pue = 0.0;
    double carbonKg = 0.0;  ///< of operation, a year
    double waterM3 = 0.0;   ///< a year
    double hottestChipC = 0.0;
    double tokens = 0.0;
    double waterStress = 0.0;        ///< of the place, 0 to 5
    double leadS = 0.0;              ///< until the grid delivers and the plant can be had
    double roundTripS = 0.0;         ///< of light to the project's own site
    std::vector<IdleJob> idle;       ///< jobs that never ran there
    std::vector<std::string> plant;  ///< what is sized otherwise there, and what is short
    /// No other site is as good in cost, carbon, water x stress, time and work, and better in one.
    bool isPareto = false;
};

/// Each of these sites, or all where none is named; in the order of their cost. MON-010: there is no
/// such site.
ResultAll<std::vector<SiteCost>> siteCosts(const Project& project, const Catalogue& catalogue,
                                           const CostSpec& spec,
                                           const std::vector<std::string>& sites,
                                           const std::function<void(double share)>& progress = {},
                                           const std::atomic<bool>* cancel = nullptr);

/// The project as it would be there.
Project atSite(const Project& project, const CatalogueEntry& site);

/// JSON array, in the same order.
std::string sitesJson(const std::vector<SiteCost>& sites);

Sheet sitesSheet(const std::vector<SiteCost>& sites, const std::string& currency);

}  // namespace headroom::engine
