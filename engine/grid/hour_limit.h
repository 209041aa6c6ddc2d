// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "models/economics/own_supply.h"
#include "models/facility/power_policy.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// Operation that follows price or carbon: accelerators under a power limit in the hours of the year in which
/// it is highest. One choice of hours for the run (run/compile) and for the typical year (money/follow.h).
namespace headroom::engine {

struct FollowSpec {
    models::SupplyFollow follow = models::SupplyFollow::Price;
    double limitShare = 0.7;  ///< of the power of an accelerator
    double hoursShare = 0.1;  ///< of the hours of a year: at most that many, the highest
};

/// Demand of a power policy; nothing where it follows nothing.
std::optional<FollowSpec> followOf(const models::PowerPolicySpec& policy);

struct HourLimit {
    FollowSpec spec;
    std::vector<bool> hours;  ///< of the year, from January 1st on: the limit holds
    double threshold = 0.0;   ///< it holds above that [USD/J or kg/J]

    bool holdsAt(double yearS) const;
    /// When it next begins or ends, after that moment; the hour from which on nothing differs for a year:
    /// infinity.
    double changesS(double yearS) const;
    /// "the dearest hours", "the dirtiest hours".
    std::string words() const;
};

/// By the price or the carbon of each hour; equal ones are all in or all out. MON-013: no hour is above
/// another, or a limit that is not of a tenth to all of the power, or hours that are not a share of a year.
Result<HourLimit> hourLimit(const FollowSpec& spec, std::span<const double> signal,
                            const std::string& source);

}  // namespace headroom::engine
