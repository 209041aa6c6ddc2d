// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/border/time_zone.h"

namespace headroom::engine {

/// The clocks of a site. Walls show daylight saving; a run computes in local standard time, as weather
/// files are written, so that no hour of a run is skipped or repeated.
struct SiteClock {
    TimeZone wall;          ///< of texts that state no offset
    double aheadS = 0.0;    ///< standard time ahead of UTC [s]
    bool isStated = false;  ///< by `site.time_zone`; otherwise taken from the weather

    double siteS(double utcS) const { return utcS + aheadS; }  ///< since 1970 of the run's clock

    double utcS(double siteS) const { return siteS - aheadS; }
};

}  // namespace headroom::engine
