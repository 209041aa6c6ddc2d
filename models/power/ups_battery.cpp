// SPDX-License-Identifier: Apache-2.0
#include "models/power/ups_battery.h"

#include "models/power/usual.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::models {

namespace {

double peukertOf(const UpsSpec& spec) {
    if (!std::isnan(spec.peukert)) {
        return spec.peukert;
    }
    return spec.chemistry == BatteryChemistry::LeadAcid ? kLeadAcidPeukert : 1.0;
}

double temperatureFactor(const UpsSpec& spec, const BatteryState& state) {
    return spec.temperaturePct.empty() ? 1.0 : spec.temperaturePct.at(state.temperatureC) / 100.0;
}

/// Minutes by a maker's table, straight between its points in logarithms.
double tableMinutes(const Curve& table, double loadPct) {
    const auto& x = table.x();
    const auto& y = table.y();
    if (x.size() < 2) {
        return y.front() * x.front() / loadPct;
    }
    const auto above = std::upper_bound(x.begin() + 1, x.end() - 1, loadPct);
    const auto i = static_cast<std::size_t>(above - x.begin());
    const double slope = std::log(y[i] / y[i - 1]) / std::log(x[i] / x[i - 1]);
    return y[i - 1] * std::pow(loadPct / x[i - 1], slope);
}

/// By the law of the header, before the limit at slow rates; `share`: of the rated drain.
double runtimeS(const UpsSpec& spec, double share) {
    return spec.runtimeMin.empty() ? spec.autonomyS * std::pow(share, -peukertOf(spec))
                                   : 60.0 * tableMinutes(spec.runtimeMin, 100.0 * share);
}

/// Share of the rated drain at which a new battery lasts kNominalDischargeS.
double nominalShare(const UpsSpec& spec) {
    if (spec.runtimeMin.empty()) {
        return std::pow(spec.autonomyS / kNominalDischargeS, 1.0 / peukertOf(spec));
    }
    double low = 1e-6, high = 1.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = std::sqrt(low * high);
        (runtimeS(spec, middle) > kNominalDischargeS ? low : high) = middle;
    }
    return high;
}

bool hasBattery(const UpsSpec& spec) {
    return !spec.runtimeMin.empty() || spec.autonomyS > 0.0;
}

}  // namespace

double batteryEndCapacity(const UpsSpec& spec, const BatteryState& state) {
    return temperatureFactor(spec, state) * spec.endCapacity;
}

double batteryCapacity(const UpsSpec& spec, const BatteryState& state) {
    double aged = 1.0;
    if (!std::isnan(spec.lifeYears)) {
        const double warmerK = std::max(0.0, state.temperatureC - BatteryState{}.temperatureC);
        const double halvings = std::isnan(spec.lifeHalvesK) ? 0.0 : warmerK / spec.lifeHalvesK;
        const double lifeYears = spec.lifeYears * std::exp2(-halvings);
        aged = std::max(0.0, 1.0 - (1.0 - spec.endCapacity) * state.ageYears / lifeYears);
    }
    return temperatureFactor(spec, state) * aged;
}

double upsDrainW(const UpsSpec& spec, double loadW, int modules) {
    return (loadW + upsLossW(spec, loadW, modules, false)) / spec.batteryEfficiency;
}

double batteryRuntimeS(const UpsSpec& spec, double drainW, int modules, double capacity) {
    if (!hasBattery(spec) || !(capacity > 0.0)) {
        return 0.0;
    }
    if (!(drainW > 0.0)) {
        return std::numeric_limits<double>::infinity();
    }
    const double share = drainW / (capacity * upsDrainW(spec, modules * spec.ratedPowerW, modules));
    const double lastsS = runtimeS(spec, share);
    return lastsS <= kNominalDischargeS ? lastsS : kNominalDischargeS * nominalShare(spec) / share;
}

double upsRuntimeS(const UpsSpec& spec, double loadW, int modules, double capacity) {
    return batteryRuntimeS(spec, upsDrainW(spec, loadW, modules), modules, capacity);
}

double upsStoreJ(const UpsSpec& spec, int modules, double capacity) {
    const double ratedW = upsDrainW(spec, modules * spec.ratedPowerW, modules);
    return ratedW * batteryRuntimeS(spec, ratedW, modules, capacity);
}

double batteryEmptyJ(const UpsSpec& spec, double drainW, int modules, double capacity) {
    const double storeJ = upsStoreJ(spec, modules, capacity);
    return drainW > 0.0 ? storeJ - drainW * batteryRuntimeS(spec, drainW, modules, capacity)
                        : storeJ;
}

}  // namespace headroom::models
