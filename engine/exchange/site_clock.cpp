// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/site_clock.h"

#include "engine/exchange/site_weather.h"
#include "models/core/calendar.h"
#include "models/core/unit.h"
#include "models/facility/project_info.h"
#include "models/facility/site.h"

#include <cmath>

namespace headroom::engine {

SiteClock siteClockOf(const Project& project, const Catalogue& catalogue) {
    SiteClock clock;
    const auto sites = project.objectsOf("site");
    const models::SiteSpec site =
        sites.empty() ? models::SiteSpec{} : specOf<models::SiteSpec>(*sites.front());
    if (const auto zone = TimeZone::named(site.timeZone); zone && !site.timeZone.empty()) {
        const auto infos = project.objectsOf("project");
        const auto start =
            infos.empty() ? std::nullopt
                          : models::startTime(specOf<models::ProjectInfo>(*infos.front()).start);
        clock.wall = *zone;
        clock.aheadS = zone->standardAheadS(start ? start->sinceEpochS : 0.0);
        clock.isStated = true;
        return clock;
    }
    const SiteWeather weather = siteWeatherOf(project, catalogue);
    const double aheadS = weather.file != nullptr
                              ? weather.file->header.utcOffsetH * models::unit::hour.toSi
                              : weather.climate.utcOffsetS;
    clock.aheadS = std::isnan(aheadS) ? 0.0 : aheadS;
    clock.wall = TimeZone::fixed(clock.aheadS);
    return clock;
}

}  // namespace headroom::engine
