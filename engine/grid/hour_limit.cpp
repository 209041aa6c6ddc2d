// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/hour_limit.h"

#include "engine/grid/year_hours.h"
#include "models/core/unit.h"
#include "models/economics/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace headroom::engine {

namespace {

Error refused(std::string message, std::string remedy) {
    Error error;
    error.code = "MON-013";
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

}  // namespace

std::optional<FollowSpec> followOf(const models::PowerPolicySpec& policy) {
    if (policy.limitFollows == models::LimitFollows::Nothing) {
        return std::nullopt;
    }
    return FollowSpec{policy.limitFollows == models::LimitFollows::Price
                          ? models::SupplyFollow::Price
                          : models::SupplyFollow::Carbon,
                      policy.limitShare, policy.limitHours};
}

bool HourLimit::holdsAt(double yearS) const {
    return hours[hourAt(yearS)];
}

double HourLimit::changesS(double yearS) const {
    const std::size_t now = hourAt(yearS);
    const double hourS = models::unit::hour.toSi;
    const double beganS = hourS * std::floor(yearS / hourS + 1e-9);
    for (std::size_t i = 1; i <= kHoursOfYear; ++i) {
        if (hours[(now + i) % kHoursOfYear] != hours[now]) {
            return beganS + hourS * static_cast<double>(i);
        }
    }
    return std::numeric_limits<double>::infinity();
}

std::string HourLimit::words() const {
    return spec.follow == models::SupplyFollow::Price ? "the dearest hours" : "the dirtiest hours";
}

Result<HourLimit> hourLimit(const FollowSpec& spec, std::span<const double> signal,
                            const std::string& source) {
    if (!(spec.limitShare >= models::kLeastPowerLimit && spec.limitShare <= 1.0)) {
        return tl::unexpected(
            refused(fmt::format("a limit of {:g} % of the power", 100.0 * spec.limitShare),
                    "State 10 to 100 %: below, accelerators do not run."));
    }
    if (!(spec.hoursShare > 0.0 && spec.hoursShare <= 1.0)) {
        return tl::unexpected(
            refused(fmt::format("a limit in {:g} % of the hours", 100.0 * spec.hoursShare),
                    "State more than 0 and at most 100 % of the hours of a year."));
    }
    std::vector<double> sorted(signal.begin(), signal.end());
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const auto most =
        static_cast<std::size_t>(spec.hoursShare * static_cast<double>(sorted.size()));
    HourLimit limit{spec, {}, sorted[std::min(most, sorted.size() - 1)]};
    bool any = false;
    for (const double value : signal) {
        limit.hours.push_back(value > limit.threshold);
        any = any || limit.hours.back();
    }
    if (!any) {
        return tl::unexpected(
            refused((spec.follow == models::SupplyFollow::Price
                         ? "no hours of the year are dearer than the others: price of "
                         : "no hours of the year are dirtier than the others: carbon of ") +
                        source,
                    "Choose a tariff by the hour or a price_file, a carbon_file, or more hours."));
    }
    return limit;
}

}  // namespace headroom::engine
