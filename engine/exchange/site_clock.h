// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/border/site_clock.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"

namespace headroom::engine {

/// The clock of a project's site: `site.time_zone`, else the offset of its weather file, else of its
/// climate, else UTC.
SiteClock siteClockOf(const Project& project, const Catalogue& catalogue);

}  // namespace headroom::engine
