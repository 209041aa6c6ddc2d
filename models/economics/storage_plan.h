// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

/// When a battery behind the meter is charged and discharged, hour by hour.
namespace headroom::models {

struct StorageRating {
    double capacityJ = 0.0;
    double powerW = 0.0;      ///< charged and discharged at most with it
    double efficiency = 1.0;  ///< of a round trip; half of the loss, by its root, each way
};

/// Demand on each interval. Nothing may be lent: without export, `exportValue` is 0.
struct StorageHours {
    double stepS = 3600.0;
    std::span<const double> netW;         ///< load less own generation; below 0: a surplus
    std::span<const double> importValue;  ///< of a joule from the grid: its price, or its carbon
    double exportValue = 0.0;             ///< of a joule to the grid
};

struct StoragePlan {
    std::vector<double> batteryW;  ///< into the battery at its terminals; below 0: out of it
    std::vector<double> storedJ;   ///< at the end of each interval
};

/// The plan with the least sum of importValue x import - exportValue x export, by Bellman's recursion from
/// the last interval on, over `levels` equal steps of charge. It begins empty, ends where that is
/// cheapest, and knows all intervals in advance: what can be saved at most. Between steps of charge
/// nothing is searched: the error is below a step's worth a day.
StoragePlan planStorage(const StorageRating& storage, const StorageHours& hours, int levels = 41);

}  // namespace headroom::models
