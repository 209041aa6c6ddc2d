// SPDX-License-Identifier: Apache-2.0
#include "models/economics/storage_plan.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace headroom::models {

namespace {

constexpr double kSame = 1e-12;  ///< of a sum: rounding does not move energy

}  // namespace

StoragePlan planStorage(const StorageRating& storage, const StorageHours& hours, int levels) {
    const std::size_t count = hours.netW.size();
    StoragePlan plan;
    plan.batteryW.assign(count, 0.0);
    plan.storedJ.assign(count, 0.0);
    const double stepJ = storage.capacityJ / (levels - 1);
    if (!(storage.capacityJ > 0.0) || !(storage.powerW > 0.0) || !(storage.efficiency > 0.0)) {
        return plan;
    }
    const double oneWay = std::sqrt(storage.efficiency);
    const auto terminalsW = [&](int change) {
        const double joules = change * stepJ;
        return (change > 0 ? joules / oneWay : joules * oneWay) / hours.stepS;
    };
    // As many steps of charge as the power allows in an interval.
    int up = 0, down = 0;
    while (up < levels - 1 && terminalsW(up + 1) <= storage.powerW * (1.0 + 1e-9)) {
        ++up;
    }
    while (down < levels - 1 && -terminalsW(-down - 1) <= storage.powerW * (1.0 + 1e-9)) {
        ++down;
    }
    const auto n = static_cast<std::size_t>(levels);
    std::vector<double> best(n, 0.0), next(n, 0.0);
    std::vector<std::int16_t> chosen(count * n, 0);
    for (std::size_t i = count; i-- > 0;) {
        next = best;
        for (int level = 0; level < levels; ++level) {
            const auto costOf = [&](int to) {
                const double gridW = hours.netW[i] + terminalsW(to - level);
                return (gridW > 0.0 ? hours.importValue[i] : hours.exportValue) * gridW *
                           hours.stepS +
                       next[static_cast<std::size_t>(to)];
            };
            // Doing nothing first: of plans as good the one that moves less.
            double least = costOf(level);
            int change = 0;
            for (int to = std::max(0, level - down); to <= std::min(levels - 1, level + up); ++to) {
                if (const double cost = costOf(to); cost < least - kSame * std::abs(least)) {
                    least = cost;
                    change = to - level;
                }
            }
            best[static_cast<std::size_t>(level)] = least;
            chosen[i * n + static_cast<std::size_t>(level)] = static_cast<std::int16_t>(change);
        }
    }
    int level = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const int change = chosen[i * n + static_cast<std::size_t>(level)];
        plan.batteryW[i] = terminalsW(change);
        level += change;
        plan.storedJ[i] = level * stepJ;
    }
    return plan;
}

}  // namespace headroom::models
