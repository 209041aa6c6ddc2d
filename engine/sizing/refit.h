// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// A project whose heat rejection was sized anew for another climate.
struct Refit {
    Project project;
    std::vector<std::string> changes;  ///< "warm: dry coolers 12 -> 17"
    std::vector<std::string> lacks;    ///< what no number of machines mends
};

/// As many dry coolers and chillers of each loop as give there what they gave before, spares with them:
///
///   n' = n x capacity of one at the old design weather / that at the new one, rounded up
///
/// each at the loop's set-point (plant_capacity.h). Towers stay: what a wetter climate takes from them
/// is temperature, and where chillers follow, these are sized for it. Reports a loop without chillers
/// whose set-point is below the reach of its towers or dry coolers. Wiring is kept. A loop
/// without set-point or rise is left alone. `there`: the project with the climate of the other place.
Refit refitFor(const Project& before, const Project& there, const Catalogue& catalogue);

}  // namespace headroom::engine
