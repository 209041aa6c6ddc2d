// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/run/frame/quantity.h"
#include "models/core/attribute.h"

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace headroom::engine {

/// Range of the scale of a rack quantity, from the ratings of the racks: it does not move with their
/// present values.
struct RackScale {
    double low = models::kNotStated, high = models::kNotStated;  ///< SI; NaN: nothing is stated
    /// The lowest that holds for a rack and the highest, which differ where racks are of several
    /// kinds; NaN: there is none.
    double limit = models::kNotStated, highestLimit = models::kNotStated;
    std::string_view word;  ///< what the limit is: "throttles"
};

using RackScales = std::array<RackScale, static_cast<std::size_t>(RackQuantity::Count)>;

/// By RackQuantity; of several kinds of racks the widest range, with the strictest limit
/// and the widest.
///   power        0 to the larger of rating and design load; limit: rating
///   coolant      15 °C to 5 K over the highest limit: highest allowable of the liquid class
///   inlet air    the same, of the air class, at the site's elevation
///   return       15 to 60 °C
///   chips        20 °C to shutdown; limit: the temperature at which clocks fall
///   flow         0 to 1.25 times the design flow; limit: none
///   clock        0 to 100 % of nominal; utilisation, in service: 0 to 100 %
/// Assumption: the ends that no part states (15, 20, 60 °C) are those of rooms and water in use.
RackScales rackScales(const Project& project, const Catalogue& catalogue);

/// Rated power [W] of the racks of each block, by its id in the expanded project. Blocks whose racks
/// state no rating are left out.
std::map<std::string, double> ratedByBlock(const Project& project, const Catalogue& catalogue);

}  // namespace headroom::engine
