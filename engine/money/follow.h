// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/grid/hour_limit.h"
#include "engine/money/cost.h"
#include "engine/sheet/sheet.h"

#include <string>
#include <string_view>
#include <vector>

/// Operation that follows the price or the carbon of each hour, and what that costs in work: accelerators under
/// a power limit in the hours in which it is highest, own battery, work that waits. Jobs that move elsewhere by
/// price are those of options.h: the broker of the run sends them.
///
/// The limit is measured, not reckoned: the same typical year is simulated again with the limit in the
/// catalogue's accelerators, and an hour under it draws and trains what it did in that year. That a limit comes
/// and goes within seconds (models/compute/accelerator_power.h) is less than an hour can tell.
namespace headroom::engine {

/// A year under one such operation.
struct FollowedYear {
    std::string what;
    double hours = 0.0;                     ///< in which it acted; NaN: it has no hours of its own
    double threshold = models::kNotStated;  ///< above it the limit holds: USD/J or kg/J
    double energyJ = 0.0;                   ///< bought
    double cost = 0.0;      ///< of energy and demand, in the currency of the project
    double carbonKg = 0.0;  ///< of what was bought
    double tokens = 0.0, servedTokens = 0.0;
    double delayS = 0.0;  ///< mean of the work that waited

    /// Saving over the first of them, as a positive number.
    double saved(const FollowedYear& asItIs) const { return asItIs.cost - cost; }
};

/// First unchanged, without own battery and without waiting; then the limit, and what of battery and waiting
/// work the project states, each alone. Errors: those of typicalYear(),
/// supplyYear() and hourLimit().
ResultAll<std::vector<FollowedYear>> followedYears(
    const Project& project, const CostBasis& basis, const FollowSpec& follow,
    const TypicalYearSpec& spec, const std::function<void(double share)>& progress = {},
    const std::atomic<bool>* cancel = nullptr);

Sheet followSheet(const std::vector<FollowedYear>& years, const CostBasis& basis,
                  const FollowSpec& follow);

}  // namespace headroom::engine
