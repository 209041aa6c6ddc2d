// SPDX-License-Identifier: Apache-2.0
#include "engine/run/carry_over.h"

#include "engine/run/state/state_table.h"
#include "engine/run/workload/allocation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

void carryQueue(const DesignEdit& edit, const SpaceMaps& maps, const State& old, State& now) {
    std::vector<QueuedEvent> fresh = std::exchange(now.queue, {});
    for (QueuedEvent event : old.queue) {
        if (stateTable().carryEvent(event, edit, maps)) {
            now.queue.push_back(event);
        }
    }
    std::sort(fresh.begin(), fresh.end(),
              [](const QueuedEvent& a, const QueuedEvent& b) { return a.order < b.order; });
    for (QueuedEvent& event : fresh) {
        if (stateTable().beginsEvent(event, edit, maps)) {
            event.order = now.nextOrder++;
            now.queue.push_back(event);
        }
    }
    std::make_heap(now.queue.begin(), now.queue.end(), later);
}

}  // namespace

State carryOver(const DesignEdit& edit, const State& old, State fresh) {
    const SpaceMaps maps(edit.map);
    State now = std::move(fresh);
    stateTable().carry(edit, old, now, maps);
    carryQueue(edit, maps, old, now);
    countFree(edit.after, now);
    return now;
}

void keepMeters(const Plant& before, const Plant& after, State& s) {
    Totals& t = s.totals;
    if (before.energyUsdPerJ != after.energyUsdPerJ || before.peakUsdPerJ != after.peakUsdPerJ) {
        t.energyUsdShift = t.energyUsd - (t.utilityJ - t.peakTariffJ) * after.energyUsdPerJ -
                           t.peakTariffJ * after.peakUsdPerJ;
    }
    if (before.dieselUsdPerM3 != after.dieselUsdPerM3) {
        t.fuelUsdShift = t.fuelUsd - t.fuelM3 * after.dieselUsdPerM3 - t.pipedFuelUsd;
    }
    if (before.waterUsdPerM3 != after.waterUsdPerM3) {
        t.waterUsdShift = t.waterUsd - t.waterM3 * after.waterUsdPerM3;
    }
    if (before.carbonKgPerJ != after.carbonKgPerJ ||
        before.dieselCarbonKgPerM3 != after.dieselCarbonKgPerM3) {
        t.carbonKgShift = t.carbonKg - t.utilityJ * after.carbonKgPerJ -
                          t.fuelM3 * after.dieselCarbonKgPerM3 - t.pipedFuelCarbonKg;
    }
    if (before.accelerators != after.accelerators) {
        t.capacityShiftS += s.timeS * (before.accelerators - after.accelerators);
    }
    if (before.stepS != after.stepS) {
        s.steps = static_cast<std::int64_t>(std::floor(s.timeS / after.stepS + 1e-9));
    }
}

}  // namespace headroom::engine
