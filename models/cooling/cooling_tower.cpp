// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/cooling_tower.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
    number<&CoolingTowerSpec::ratedHeatW>(
        "rated_heat_kw", "Rated heat", unit::kilowatt,
        {.min = 1, .max = 50000, .required = true, .doc = "Heat at design range and flow."}),
    number<&CoolingTowerSpec::waterFlowM3PerS>(
        "water_flow_l_per_s", "Water flow", unit::litrePerSecond,
        {.min = 0.01, .max = 5000, .required = true, .doc = "Design water flow."}),
    number<&CoolingTowerSpec::airflowM3PerS>(
        "airflow_m3_per_s", "Air flow", unit::cubicMetrePerSecond,
        {.min = 0.1, .max = 5000, .required = true, .doc = "Design air flow."}),
    number<&CoolingTowerSpec::fanRatedW>(
        "fan_rated_kw", "Fan power", unit::kilowatt,
        {.min = 0.01, .max = 1000, .required = true, .doc = "Electric power at full speed."}),
    number<&CoolingTowerSpec::designWetBulbC>(
        "design_wet_bulb_c", "Design wet bulb", unit::celsius,
        {.min = -10, .max = 35, .required = true, .doc = "Of the air that enters."}),
    number<&CoolingTowerSpec::designRangeK>(
        "design_range_k", "Design range", unit::kelvin,
        {.min = 0.5, .max = 30, .required = true, .doc = "Water in less water out."}),
    number<&CoolingTowerSpec::designApproachK>(
        "design_approach_k", "Design approach", unit::kelvin,
        {.min = 0.5, .max = 30, .required = true, .doc = "Water out less wet bulb."}),
    number<&CoolingTowerSpec::driftFraction>(
        "drift_pct", "Drift", unit::percent,
        {.min = 0,
         .max = 1,
         .required = true,
         .doc = "Share of the water flow carried away as drops."}),
    numberList<&CoolingTowerSpec::approachCurve>(
        "approach_curve", "Approach curve", unit::none,
        {.required = true,
         .doc = "The 27 YorkCalc coefficients: approach in K by wet bulb, range, liquid-to-gas "
                "ratio."}),
    number<&CoolingTowerSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&CoolingTowerSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&CoolingTowerSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                        {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& CoolingTowerSpec::type() {
    static constexpr ComponentType kType{"cooling_tower",
                                         "Cooling tower cell",
                                         "",
                                         false,
                                         "One cell of an open evaporative cooling tower.",
                                         kAttributes,
                                         &createSpec<CoolingTowerSpec>,
                                         &destroySpec<CoolingTowerSpec>};
    return kType;
}

}  // namespace headroom::models
