// SPDX-License-Identifier: Apache-2.0
#include "models/compute/accelerator_power.h"

#include "models/compute/kernel_law.h"
#include "models/core/stated.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::models {

namespace {

// Fitted: accelerator_power.h.
constexpr double kVoltageSlope = 1.08;
constexpr double kVoltageFloor = 0.777;

// Fitted: models/workload/inference_step.h.
constexpr double kByteEnergyJ = 116e-12;
constexpr double kWaitActivity = 0.116;

constexpr int kRounds = 8;  ///< of Newton from above on a cubic that is convex there: 1e-12 after 6

double slopeOf(const AcceleratorSpec& spec) {
    return statedOr(spec.voltageSlope, kVoltageSlope);
}

double floorOf(const AcceleratorSpec& spec) {
    return statedOr(spec.voltageFloor, kVoltageFloor);
}

double warmth(const AcceleratorSpec& spec, double dieC) {
    return 1.0 + spec.leakagePerK * (dieC - spec.referenceC);
}

}  // namespace

double activeSpanW(const AcceleratorSpec& spec) {
    return statedOr(spec.fullPowerW, spec.tdpW) - spec.idleW;
}

double powerLimitW(const AcceleratorSpec& spec) {
    return std::min(spec.tdpW, statedOr(spec.powerLimitW, spec.tdpW));
}

double clockPower(const AcceleratorSpec& spec, double clock) {
    const double v = std::max(floorOf(spec), 1.0 - slopeOf(spec) * (1.0 - clock));
    return clock * v * v;
}

double clockOfPower(const AcceleratorSpec& spec, double share) {
    if (!(share < 1.0)) {
        return 1.0;
    }
    if (share <= 0.0) {
        return 0.0;
    }
    const double s = slopeOf(spec);
    const double floor = floorOf(spec);
    // At the lowest voltage power goes with the clock alone.
    const double onFloor = share / (floor * floor);
    if (s <= 0.0 || onFloor <= 1.0 - (1.0 - floor) / s) {
        return std::min(onFloor, 1.0);
    }
    double f = 1.0;
    for (int i = 0; i < kRounds; ++i) {
        const double v = 1.0 - s * (1.0 - f);
        f -= (f * v * v - share) / (v * (v + 2.0 * s * f));
    }
    return f;
}

double activityAtLimit(const AcceleratorSpec& spec, double clock, double dieC) {
    const double spanW = activeSpanW(spec) * clockPower(spec, clock) * warmth(spec, dieC);
    return spanW > 0.0 ? std::max(powerLimitW(spec) - spec.idleW, 0.0) / spanW
                       : std::numeric_limits<double>::infinity();
}

double acceleratorPowerW(const AcceleratorSpec& spec, const ChipPhases& work, double clock,
                         double dieC) {
    return std::min(powerLimitW(spec),
                    spec.idleW + activeSpanW(spec) *
                                     work.capped(activityAtLimit(spec, clock, dieC)) *
                                     clockPower(spec, clock) * warmth(spec, dieC));
}

double clockAtLimit(const AcceleratorSpec& spec, double activity, double dieC) {
    const double wantsW = activeSpanW(spec) * activity * warmth(spec, dieC);
    const double mayW = powerLimitW(spec) - spec.idleW;
    return wantsW <= mayW ? 1.0 : clockOfPower(spec, std::max(mayW, 0.0) / wantsW);
}

double waitActivity(const AcceleratorSpec& spec) {
    return statedOr(spec.waitActivity, kWaitActivity);
}

double byteEnergyJ(const AcceleratorSpec& spec) {
    return statedOr(spec.byteEnergyJ, kByteEnergyJ);
}

double memoryActivity(const AcceleratorSpec& spec) {
    return std::min(
        1.0, waitActivity(spec) + byteEnergyJ(spec) * vectorBytesPerS(spec) / activeSpanW(spec));
}

}  // namespace headroom::models
