// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/pump.h"

#include <algorithm>
#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
    number<&PumpSpec::flowM3PerS>(
        "flow_l_per_s", "Flow", unit::litrePerSecond,
        {.min = 0.01, .max = 5000, .required = true, .doc = "Design flow of one pump."}),
    number<&PumpSpec::headPa>(
        "head_kpa", "Head", unit::kilopascal,
        {.min = 1, .max = 5000, .required = true, .doc = "Design pressure rise."}),
    number<&PumpSpec::efficiency>("efficiency_pct", "Pump efficiency", unit::percent,
                                  {.min = 5,
                                   .max = 95,
                                   .required = true,
                                   .doc = "Hydraulic efficiency at the design point."}),
    number<&PumpSpec::driveEfficiency>(
        "drive_efficiency_pct", "Motor and drive", unit::percent,
        {.min = 5, .max = 99, .required = true, .doc = "Efficiency of motor and drive together."}),
    number<&PumpSpec::minSpeed>("min_speed_pct", "Lowest speed", unit::percent,
                                {.min = 5, .max = 100, .doc = "Share of design speed."}),
    number<&PumpSpec::restartS>(
        "restart_s", "Restart", unit::second,
        {.min = 0, .max = 3600, .doc = "From the return of power to full duty."}),
    number<&PumpSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&PumpSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&PumpSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& PumpSpec::type() {
    static constexpr ComponentType kType{"pump",
                                         "Pump",
                                         "",
                                         false,
                                         "A centrifugal pump with motor and variable-speed drive.",
                                         kAttributes,
                                         &createSpec<PumpSpec>,
                                         &destroySpec<PumpSpec>};
    return kType;
}

double pumpPowerW(const PumpSpec& spec, double flowRatio) {
    const double r = std::max(flowRatio, spec.minSpeed);
    return spec.flowM3PerS * spec.headPa / (spec.efficiency * spec.driveEfficiency) * r * r * r;
}

}  // namespace headroom::models
