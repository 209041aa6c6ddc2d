// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Money for exact sums: whole cents, so that parts sum to wholes exactly. Prices and rates are
/// doubles in dollars; what they come to is rounded once, where a line is made, and only whole
/// cents are added after that.
namespace headroom::models {

using Cents = std::int64_t;

/// Half a cent away from zero is rounded away from it. Valid up to 9e15 cents (90,000 billion
/// dollars), where a double holds every cent; beyond, the nearest limit. NaN is 0.
Cents centsOf(double usd);

constexpr double usdOf(Cents cents) {
    return static_cast<double>(cents) / 100.0;
}

/// `total` shared out by weights, so that the shares sum to it: each the whole cents below its exact
/// share, and what is left, cent by cent, to the largest remainders (the first of equal ones). All
/// to the first where no weight is above 0. Source: Hamilton's method of apportionment (1792).
std::vector<Cents> apportioned(Cents total, std::span<const double> weights);

}  // namespace headroom::models
