// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/rear_door.h"

#include "models/cooling/heat_exchanger.h"

#include <algorithm>
#include <array>

namespace headroom::models {

namespace {

constexpr auto kRearDoorAttributes = std::to_array<Attribute>({
    number<&RearDoorSpec::ratedHeatW>("rated_heat_kw", "Rated heat", unit::kilowatt,
                                      {.min = 0.1,
                                       .max = 1000,
                                       .required = true,
                                       .doc = "Heat that one door takes at its design flows."}),
    number<&RearDoorSpec::effectiveness>(
        "effectiveness_pct", "Effectiveness", unit::percent,
        {.min = 1,
         .max = 99,
         .required = true,
         .doc = "Fall of the air over its inlet difference to the water, at design flows."}),
    number<&RearDoorSpec::airflowM3PerS>(
        "airflow_m3_per_s", "Air flow", unit::cubicMetrePerSecond,
        {.min = 0.01, .max = 100, .required = true, .doc = "Design flow through the door."}),
    number<&RearDoorSpec::waterFlowM3PerS>(
        "water_flow_l_per_s", "Water flow", unit::litrePerSecond,
        {.min = 0.01, .max = 100, .required = true, .doc = "Design flow."}),
    number<&RearDoorSpec::waterPressurePa>(
        "water_drop_kpa", "Water side loss", unit::kilopascal,
        {.min = 0, .max = 1000, .doc = "Coil and hoses at the design flow."}),
    number<&RearDoorSpec::airPressurePa>(
        "air_drop_pa", "Air side loss", unit::pascal,
        {.min = 0, .max = 1000, .doc = "That the fans of the servers make up, at design flow."}),
    number<&RearDoorSpec::fanRatedW>(
        "fan_rated_w", "Fan power", unit::watt,
        {.min = 0, .max = 10000, .doc = "Power of a door's own fans; 0: passive."}),
    number<&RearDoorSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&RearDoorSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&RearDoorSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                    {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& RearDoorSpec::type() {
    static constexpr ComponentType kType{
        "rear_door",
        "Rear-door heat exchanger",
        "",
        false,
        "A rear-door heat exchanger: a water coil in the outlet air of one rack.",
        kRearDoorAttributes,
        &createSpec<RearDoorSpec>,
        &destroySpec<RearDoorSpec>};
    return kType;
}

double rearDoorConductanceWPerK(const RearDoorSpec& spec, const AirProperties& air,
                                double airM3PerS, double waterM3PerS, double waterJPerM3K) {
    if (airM3PerS <= 0.0 || waterM3PerS <= 0.0) {
        return 0.0;
    }
    // UA at design: the air's effectiveness as that of the smaller stream, then its NTU.
    const double airWPerK = spec.airflowM3PerS * air.ratedJPerM3K();
    const double waterWPerK = spec.waterFlowM3PerS * kWaterDensity * kWaterCp;
    const double least = std::min(airWPerK, waterWPerK);
    const double ua = least * counterflowNtu(spec.effectiveness * airWPerK / least,
                                             least / std::max(airWPerK, waterWPerK));
    return counterflowConductanceWPerK(
        conductanceWPerK(ua, air.densityRatio * airM3PerS / spec.airflowM3PerS,
                         waterM3PerS / spec.waterFlowM3PerS),
        airM3PerS * air.jPerM3K, waterM3PerS * waterJPerM3K);
}

}  // namespace headroom::models
