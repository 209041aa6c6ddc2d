// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/carbon_intensity.h"

#include "engine/grid/year_hours.h"
#include "engine/grid/year_kinds.h"
#include "models/facility/grid.h"
#include "models/facility/site.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

Result<YearSeries> intensityFile(const Project& project, const Catalogue& catalogue,
                                 const std::string& file, const models::EconomicsSpec& economics) {
    auto grams = carbonYear(project, catalogue, file, economics.carbonColumns);
    if (grams) {
        for (double& value : grams->hourly) {
            value *= models::unit::gramPerKilowattHour.toSi;
        }
    }
    return grams;
}

}  // namespace

Result<GridCarbon> gridCarbon(const Project& project, const Catalogue& catalogue,
                              const models::EconomicsSpec& economics) {
    GridCarbon carbon;
    models::SiteSpec site;
    if (const auto sites = project.objectsOf("site"); !sites.empty()) {
        site = specOf<models::SiteSpec>(*sites.front());
    }
    const auto* grid = catalogue.spec<models::GridSpec>(site.grid);
    const bool isOfSite = !std::isnan(site.carbonKgPerJ);
    const double flatKgPerJ = isOfSite          ? site.carbonKgPerJ
                              : grid != nullptr ? grid->carbonKgPerJ
                                                : 0.0;
    if (!economics.carbonFile.empty()) {
        auto read = intensityFile(project, catalogue, economics.carbonFile, economics);
        if (!read) {
            return tl::unexpected(std::move(read.error()));
        }
        carbon.average = std::move(read->hourly);
        carbon.notes = std::move(read->notes);
        carbon.source = economics.carbonFile;
    } else if (!isOfSite && grid != nullptr && !grid->carbonShape.empty()) {
        carbon.average = hoursOfYear(grid->carbonShape);
        for (double& value : carbon.average) {
            value *= grid->carbonKgPerJ;
        }
        carbon.source = "grid/" + site.grid + ", by month and hour";
    } else {
        carbon.average.assign(kHoursOfYear, flatKgPerJ);
        carbon.source = isOfSite ? "site" : "grid/" + site.grid;
    }
    if (!economics.marginalFile.empty()) {
        auto read = intensityFile(project, catalogue, economics.marginalFile, economics);
        if (!read) {
            return tl::unexpected(std::move(read.error()));
        }
        carbon.marginal = std::move(read->hourly);
        carbon.marginalSource = economics.marginalFile;
    } else if (grid != nullptr && !std::isnan(grid->marginalKgPerJ)) {
        carbon.marginal.assign(kHoursOfYear, grid->marginalKgPerJ);
        carbon.marginalSource = "grid/" + site.grid;
    }
    return carbon;
}

}  // namespace headroom::engine
