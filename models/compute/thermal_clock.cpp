// SPDX-License-Identifier: Apache-2.0
#include "models/compute/thermal_clock.h"

#include "models/compute/accelerator_power.h"

namespace headroom::models {

namespace {

constexpr double kLowestClock = 0.5;  ///< of clockMultiplier(): below it a chip is off
constexpr int kHalvings = 40;         ///< of a clock's range: to 1e-12

}  // namespace

double WarmingChip::afterC(double powerW) const {
    const double settledC = coolantC + kPerW * powerW;
    return settledC + (beforeC - settledC) * left;
}

double heldClock(const AcceleratorSpec& spec, const WarmingChip& chip, const ChipPhases& work,
                 double most) {
    const auto fits = [&](double clock) {
        const double powerW = acceleratorPowerW(spec, work, clock, chip.beforeC);
        return clockMultiplier(spec, chip.afterC(powerW)) >= clock;
    };
    if (most <= kLowestClock || fits(most)) {
        return most;
    }
    double low = kLowestClock, high = most;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = 0.5 * (low + high);
        (fits(middle) ? low : high) = middle;
    }
    return low;
}

}  // namespace headroom::models
