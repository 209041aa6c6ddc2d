// SPDX-License-Identifier: Apache-2.0
#include "models/compute/server.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::models {

namespace {

constexpr auto kCoolingKindWords = std::to_array<std::string_view>({"air", "liquid", "immersion"});

constexpr auto kServerAttributes = std::to_array<Attribute>({
    reference<&ServerSpec::accelerator>("accelerator", "Accelerator", "accelerator",
                                        {.required = true, .doc = "Which accelerator it carries."}),
    integer<&ServerSpec::accelerators>(
        "accelerators", "Accelerators",
        {.min = 1, .max = 1024, .required = true, .doc = "How many of them."}),
    choice<&ServerSpec::cooling>(
        "cooling", "Cooling", kCoolingKindWords,
        {.required = true, .doc = "How the accelerators lose their heat."}),
    number<&ServerSpec::liquidFraction>(
        "liquid_fraction_pct", "Heat to liquid", unit::percent,
        {.min = 0,
         .max = 100,
         .required = true,
         .doc = "Share of the server heat that leaves with the coolant."}),
    number<&ServerSpec::hostIdleW>("host_idle_w", "Host idle power", unit::watt,
                                   {.min = 0,
                                    .max = 100000.0,
                                    .required = true,
                                    .doc = "Host, adapters and drives with no work."}),
    number<&ServerSpec::hostMaxW>("host_max_w", "Host full power", unit::watt,
                                  {.min = 0,
                                   .max = 100000.0,
                                   .required = true,
                                   .doc = "The same with the accelerators fully busy."}),
    number<&ServerSpec::fanRatedW>(
        "fan_rated_w", "Fan power at full speed", unit::watt,
        {.min = 0, .max = 10000.0, .doc = "All fans of the server together."}),
    number<&ServerSpec::fanMinSpeed>(
        "fan_min_speed_pct", "Lowest fan speed", unit::percent,
        {.min = 5, .max = 100, .doc = "Share of full speed below which the fans do not go."}),
    number<&ServerSpec::fanAirflowM3PerS>(
        "fan_airflow_m3_per_s", "Air flow at full speed", unit::cubicMetrePerSecond,
        {.min = 0, .max = 100, .doc = "Air that the fans move at full speed."}),
    number<&ServerSpec::chipToCoolantKPerW>(
        "chip_to_coolant_k_per_w", "Chip to coolant", unit::kelvinPerWatt,
        {.min = 0.001,
         .max = 2,
         .required = true,
         .doc = "Thermal resistance of one accelerator to its coolant (server inlet air, plate "
                "coolant or bath) at nominal flow."}),
    number<&ServerSpec::flowM3PerSPerW>(
        "coolant_l_per_min_per_kw", "Coolant flow", unit::litrePerMinutePerKilowatt,
        {.min = 0, .max = 20, .doc = "Nominal coolant flow for each kW of heat to liquid."}),
    number<&ServerSpec::convectiveShare>("convective_share_pct", "Share that goes with flow",
                                         unit::percent,
                                         {.min = 0,
                                          .max = 100,
                                          .doc = "Share of the thermal resistance between chip and "
                                                 "coolant at nominal flow. The rest is "
                                                 "die, interface and plate."}),
    number<&ServerSpec::convectiveExponent>(
        "convective_exponent", "Exponent of flow", unit::none,
        {.min = 0.1, .max = 1, .doc = "That share goes with this power of 1 over the flow."}),
    number<&ServerSpec::stagnantFlow>(
        "stagnant_flow_pct", "Natural circulation", unit::percent,
        {.min = 0.1,
         .max = 50,
         .doc = "Share of nominal flow that natural circulation is worth without pump or fan."}),
    number<&ServerSpec::platePressurePa>(
        "plate_drop_kpa", "Cold plate loss", unit::kilopascal,
        {.min = 0, .max = 500, .doc = "Pressure loss of the server's plates at nominal flow."}),
    number<&ServerSpec::resistanceSpread>(
        "resistance_spread_pct", "Spread of chip to coolant", unit::percent,
        {.min = 0, .max = 50, .doc = "Standard deviation between devices, over the mean."}),
    reference<&ServerSpec::liquidClass>(
        "liquid_class", "Liquid class",
        "cooling_class", {.doc = "Temperature class of the coolant that it is made for."}),
    reference<&ServerSpec::airClass>(
        "air_class", "Air class", "cooling_class",
        {.doc = "Temperature class of the inlet air that it is made for."}),
    reference<&ServerSpec::psu>("psu", "Power supply", "psu",
                                {.required = true, .doc = "Which power supply it has."}),
    integer<&ServerSpec::psus>(
        "psus", "Power supplies",
        {.min = 1, .max = 64, .required = true, .doc = "How many; all share the load."}),
    integer<&ServerSpec::nics>("nics", "Network adapters",
                               {.min = 0, .max = 64, .doc = "Scale-out adapters; 0: none."}),
    number<&ServerSpec::frontEndBytesPerS>(
        "front_end_gbps", "Front-end rate", unit::gigabitPerSecond,
        {.min = 0.1,
         .max = 100000,
         .doc = "Adapters to storage and management together, one way."}),
    number<&ServerSpec::nvmeReadBytesPerS>(
        "nvme_read_gbps", "Drives, read", unit::gigabytePerSecond,
        {.min = 0.01, .max = 10000, .doc = "Data drives of the server together, sequential."}),
    number<&ServerSpec::nvmeWriteBytesPerS>(
        "nvme_write_gbps", "Drives, write",
        unit::gigabytePerSecond,
        {.min = 0.01, .max = 10000, .doc = "Data drives of the server together, sequential."}),
    number<&ServerSpec::nvmeBytes>(
        "nvme_tb", "Drives, capacity", unit::terabyte,
        {.min = 0.01, .max = 100000, .doc = "Data drives of the server together."}),
    number<&ServerSpec::nameplateW>("nameplate_kw", "Nameplate power", unit::kilowatt,
                                    {.min = 0.01, .max = 1000, .doc = "Maximum of the vendor."}),
    number<&ServerSpec::measuredMaxW>(
        "measured_max_kw", "Measured maximum", unit::kilowatt,
        {.min = 0.01, .max = 1000, .doc = "Highest draw that was measured."}),
    number<&ServerSpec::heightU>("height_u", "Height", unit::rackUnit,
                                 {.min = 0.5, .max = 100, .doc = "Rack units of 44.45 mm."}),
    number<&ServerSpec::massKg>("mass_kg", "Mass", unit::kilogram,
                                {.min = 1, .max = 5000, .doc = "As mounted."}),
    number<&ServerSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                  {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& ServerSpec::type() {
    static constexpr ComponentType kType{
        "server",
        "Server",
        "",
        false,
        "One server or compute tray: accelerators, host, adapters, fans and power supplies.",
        kServerAttributes,
        &createSpec<ServerSpec>,
        &destroySpec<ServerSpec>};
    return kType;
}

double hostPowerW(const ServerSpec& spec, double activity) {
    return spec.hostIdleW + (spec.hostMaxW - spec.hostIdleW) * activity;
}

double fullFanHeatW(const ServerSpec& spec, double ratedW) {
    return (1.0 - spec.liquidFraction) * (std::isnan(spec.nameplateW) ? ratedW : spec.nameplateW);
}

double serverFanSpeed(const ServerSpec& spec, double airHeatW, double fullHeatW,
                      double airDensityRatio) {
    if (spec.fanRatedW <= 0.0 || fullHeatW <= 0.0) {
        return 0.0;
    }
    return std::clamp(airHeatW / (fullHeatW * airDensityRatio), spec.fanMinSpeed, 1.0);
}

double serverFanPowerW(const ServerSpec& spec, double speed, double airDensityRatio) {
    return spec.fanRatedW * speed * speed * speed * airDensityRatio;
}

}  // namespace headroom::models
