// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/exchange/epw.h"
#include "models/facility/climate.h"
#include "models/facility/design_weather.h"
#include "models/facility/site.h"

#include <filesystem>
#include <memory>

namespace headroom::engine {

/// The outdoor air of a project's site: of its weather file, or of its climate. Run, check, sizing
/// and commissioning ask here, so that they agree.
struct SiteWeather {
    std::shared_ptr<const Epw> file;  ///< null if the climate holds
    models::ClimateSpec climate;      ///< of the site, also where a file replaces it
    double elevationM = 0.0;
    double pressurePa = 101325.0;                                    ///< mean of the year
    std::shared_ptr<const models::DesignConditionsSpec> conditions;  ///< null if none are stated

    /// Extremes that the facility must withstand.
    models::DesignWeather design() const;

    /// Lowest dry bulb of 20 years [C]; NaN where neither conditions nor climate say.
    double lowestC() const;
};

/// Place of a site by its climate and its time zone, for weather files that name none.
EpwHeader placeOf(const models::SiteSpec& site, const models::ClimateSpec& climate);

/// `weatherFile` replaces that of the site where it is not empty. A site without a known climate
/// has sea level. Errors: those of readEpw(). The files read last are kept in memory.
Result<SiteWeather> readSiteWeather(const Project& project, const Catalogue& catalogue,
                                    const std::filesystem::path& weatherFile = {});

/// The same for rules and drawings: the climate replaces a file that cannot be read, which a
/// run reports.
SiteWeather siteWeatherOf(const Project& project, const Catalogue& catalogue);

}  // namespace headroom::engine
