// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/crah.h"

#include "models/cooling/heat_exchanger.h"

#include <array>
#include <cmath>

namespace headroom::models {

namespace {

constexpr auto kCrahAttributes = std::to_array<Attribute>({
    number<&CrahSpec::ratedHeatW>(
        "rated_heat_kw", "Rated heat", unit::kilowatt,
        {.min = 1, .max = 5000, .required = true, .doc = "Sensible heat at nominal flows."}),
    number<&CrahSpec::airflowM3PerS>(
        "airflow_m3_per_s", "Air flow", unit::cubicMetrePerSecond,
        {.min = 0.1, .max = 1000, .required = true, .doc = "Air at full fan speed."}),
    number<&CrahSpec::fanRatedW>(
        "fan_rated_kw", "Fan power", unit::kilowatt,
        {.min = 0.01, .max = 500, .required = true, .doc = "Electric power at full fan speed."}),
    number<&CrahSpec::fanMinSpeed>("fan_min_speed_pct", "Lowest fan speed", unit::percent,
                                   {.min = 5, .max = 100, .doc = "Share of full speed."}),
    number<&CrahSpec::uaWPerK>("ua_kw_per_k", "Coil UA", unit::kilowattPerKelvin,
                               {.min = 0.1,
                                .max = 1000,
                                .required = true,
                                .doc = "Overall conductance of the coil at nominal flows."}),
    number<&CrahSpec::waterFlowM3PerS>("water_flow_l_per_s", "Water flow", unit::litrePerSecond,
                                       {.min = 0.01,
                                        .max = 1000,
                                        .required = true,
                                        .doc = "Largest flow of chilled or facility water."}),
    number<&CrahSpec::waterPressurePa>(
        "water_drop_kpa", "Water side loss", unit::kilopascal,
        {.min = 0,
         .max = 1000,
         .doc = "Pressure loss of coil and pipes at the design flow, without valve."}),
    number<&CrahSpec::fanExponent>(
        "fan_exponent", "Fan exponent", unit::none,
        {.min = 1, .max = 3.5, .doc = "Fan power goes with this power of the air flow."}),
    number<&CrahSpec::valveStrokeS>(
        "valve_stroke_s", "Valve stroke", unit::second,
        {.min = 0, .max = 600, .doc = "Time of the water valve from closed to open."}),
    number<&CrahSpec::widthM>("width_m", "Width", unit::metre,
                              {.min = 0.1, .max = 20, .doc = "Along the wall."}),
    number<&CrahSpec::depthM>("depth_m", "Depth", unit::metre,
                              {.min = 0.1, .max = 10, .doc = "From the wall."}),
    number<&CrahSpec::heightM>("height_m", "Height", unit::metre,
                               {.min = 0.1, .max = 10, .doc = "From the floor."}),
    number<&CrahSpec::restartS>(
        "restart_s", "Restart",
        unit::second, {.min = 0, .max = 3600, .doc = "From the return of power to full duty."}),
    number<&CrahSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&CrahSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&CrahSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& CrahSpec::type() {
    static constexpr ComponentType kType{
        "crah",
        "Air handler",
        "",
        false,
        "A computer-room air handler or fan wall section: fans and a chilled-water coil.",
        kCrahAttributes,
        &createSpec<CrahSpec>,
        &destroySpec<CrahSpec>};
    return kType;
}

double crahConductanceWPerK(const CrahSpec& spec, const AirProperties& air, double airM3PerS,
                            double waterM3PerS, double waterJPerM3K, double kept) {
    const double ua =
        conductanceWPerK(spec.uaWPerK, air.densityRatio * airM3PerS / spec.airflowM3PerS,
                         waterM3PerS / spec.waterFlowM3PerS);
    return counterflowConductanceWPerK(kept * ua, airM3PerS * air.jPerM3K,
                                       waterM3PerS * waterJPerM3K);
}

double crahFanW(const CrahSpec& spec, double airRatio, double airDensityRatio) {
    return airRatio <= 0.0
               ? 0.0
               : spec.fanRatedW * std::pow(airRatio, spec.fanExponent) * airDensityRatio;
}

double crahRatedHeatW(const CrahSpec& spec, const AirProperties& air) {
    const AirProperties rated{air.ratedJPerM3K(), 1.0};
    const auto at = [&](const AirProperties& there) {
        return crahConductanceWPerK(spec, there, spec.airflowM3PerS, spec.waterFlowM3PerS,
                                    kWaterCp * kWaterDensity);
    };
    return spec.ratedHeatW * at(air) / at(rated);
}

double crahAirM3PerS(const CrahSpec& spec, double heatW, double densityRatio) {
    return heatW / spec.ratedHeatW * spec.airflowM3PerS / densityRatio;
}

}  // namespace headroom::models
