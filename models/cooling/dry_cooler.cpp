// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/dry_cooler.h"

#include "models/air/psychrometrics.h"
#include "models/cooling/heat_exchanger.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::models {

namespace {

constexpr auto kDryCoolerAttributes = std::to_array<Attribute>({
    number<&DryCoolerSpec::ratedHeatW>("rated_heat_kw", "Rated heat", unit::kilowatt,
                                       {.min = 1,
                                        .max = 50000,
                                        .required = true,
                                        .doc = "Heat at the design temperature difference."}),
    number<&DryCoolerSpec::uaWPerK>("ua_kw_per_k", "UA", unit::kilowattPerKelvin,
                                    {.min = 0.1,
                                     .max = 10000,
                                     .required = true,
                                     .doc = "Overall conductance at full air flow."}),
    number<&DryCoolerSpec::waterFlowM3PerS>(
        "water_flow_l_per_s", "Water flow", unit::litrePerSecond,
        {.min = 0.01, .max = 5000, .required = true, .doc = "Design flow."}),
    number<&DryCoolerSpec::airflowM3PerS>(
        "airflow_m3_per_s", "Air flow", unit::cubicMetrePerSecond,
        {.min = 0.1, .max = 5000, .required = true, .doc = "Air at full fan speed."}),
    number<&DryCoolerSpec::airExponent>("air_exponent", "UA by air flow", unit::none,
                                        {.min = 0.1,
                                         .max = 1,
                                         .required = true,
                                         .doc = "UA goes with this power of the air flow."}),
    number<&DryCoolerSpec::fanRatedW>(
        "fan_rated_kw", "Fan power", unit::kilowatt,
        {.min = 0.01, .max = 1000, .required = true, .doc = "Electric power at full speed."}),
    number<&DryCoolerSpec::padEffectiveness>(
        "pad_effectiveness_pct", "Pad effectiveness", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of the wet-bulb depression that wetted pads reach; 0: no pads."}),
    number<&DryCoolerSpec::padSwitchOnC>(
        "pad_switch_on_c", "Pads on above", unit::celsius,
        {.min = -20, .max = 100, .doc = "Dry bulb above which the pads are wetted."}),
    number<&DryCoolerSpec::fanMinSpeed>(
        "fan_min_speed_pct", "Lowest fan speed", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of full speed at which the drive stops; below it fans are staged."}),
    number<&DryCoolerSpec::freeConvection>(
        "free_convection_pct", "Free convection", unit::percent,
        {.min = 0, .max = 50, .doc = "Air flow by buoyancy with the fans off."}),
    number<&DryCoolerSpec::waterPressurePa>(
        "water_drop_kpa", "Water side loss", unit::kilopascal,
        {.min = 0, .max = 1000, .doc = "Pressure loss at the design flow."}),
    number<&DryCoolerSpec::widthM>("width_m", "Width", unit::metre,
                                   {.min = 0.1, .max = 50, .doc = "Along a line of its kind."}),
    number<&DryCoolerSpec::depthM>("depth_m", "Depth", unit::metre,
                                   {.min = 0.1, .max = 50, .doc = "Across a line of its kind."}),
    number<&DryCoolerSpec::heightM>("height_m", "Height", unit::metre,
                                    {.min = 0.1, .max = 50, .doc = "With its fans."}),
    number<&DryCoolerSpec::massKg>(
        "mass_kg", "Mass", unit::kilogram,
        {.min = 1, .max = 1000000, .doc = "In operation, with its water."}),
    number<&DryCoolerSpec::restartS>(
        "restart_s", "Restart", unit::second,
        {.min = 0, .max = 3600, .doc = "From the return of power to full duty."}),
    number<&DryCoolerSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&DryCoolerSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&DryCoolerSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                     {.min = 0, .doc = "Street or list price of one unit."}),
});

// Air at the coils: outdoors, or behind wetted pads.
struct EnteringAir {
    double dryBulbC = 0.0;
    double humidityRatio = 0.0;
    double evaporated = 0.0;  // kg of water for each kg of dry air
};

EnteringAir enteringAir(const DryCoolerSpec& spec, double dryBulbC, double wetBulbC,
                        double humidityRatio, double pressurePa) {
    EnteringAir air{dryBulbC, humidityRatio, 0.0};
    if (spec.padEffectiveness > 0.0 && dryBulbC > spec.padSwitchOnC && wetBulbC < dryBulbC) {
        air.dryBulbC -= spec.padEffectiveness * (dryBulbC - wetBulbC);
        const double saturated =
            humidityRatioFromVapourPressure(saturationPressurePa(wetBulbC), pressurePa);
        air.evaporated = spec.padEffectiveness * std::max(saturated - humidityRatio, 0.0);
        air.humidityRatio += air.evaporated;
    }
    return air;
}

// J/(kg K) of dry air with its vapour, as enthalpyJPerKg().
double moistAirCp(double humidityRatio) {
    return 1006.0 + 1860.0 * humidityRatio;
}

}  // namespace

const ComponentType& DryCoolerSpec::type() {
    static constexpr ComponentType kType{
        "dry_cooler",
        "Dry cooler",
        "",
        false,
        "A dry or adiabatic cooler: finned coils and fans, with wetted pads if it has any.",
        kDryCoolerAttributes,
        &createSpec<DryCoolerSpec>,
        &destroySpec<DryCoolerSpec>};
    return kType;
}

namespace {

// With all fans at one speed.
DryCoolerLaw lawAtSpeed(const DryCoolerSpec& spec, double waterRatio, double airRatio,
                        const Weather& weather) {
    const bool still = airRatio <= 0.0;
    const EnteringAir air = still ? EnteringAir{weather.dryBulbC, weather.humidityRatio, 0.0}
                                  : enteringAir(spec, weather.dryBulbC, weather.wetBulbC,
                                                weather.humidityRatio, weather.pressurePa);
    DryCoolerLaw law;
    law.airC = air.dryBulbC;
    const double ratio = std::clamp(airRatio, spec.freeConvection, 1.0);
    if (waterRatio <= 0.0 || ratio <= 0.0) {
        return law;
    }
    const double airKgPerS =
        ratio * spec.airflowM3PerS /
        specificVolumeM3PerKg(air.dryBulbC, air.humidityRatio, weather.pressurePa);
    const double waterWPerK = waterRatio * spec.waterFlowM3PerS * kWaterDensity * kWaterCp;
    const double density = weather.pressurePa / kStandardPressurePa;
    const double ua = spec.uaWPerK * std::pow(ratio * density, spec.airExponent);
    law.effectiveness =
        crossflowConductanceWPerK(ua, airKgPerS * moistAirCp(air.humidityRatio), waterWPerK) /
        waterWPerK;
    law.waterKgPerS = air.evaporated * airKgPerS;
    law.fanW = still ? 0.0 : spec.fanRatedW * airRatio * airRatio * airRatio * density;
    return law;
}

}  // namespace

DryCoolerLaw dryCoolerLaw(const DryCoolerSpec& spec, double waterRatio, double airRatio,
                          const Weather& weather) {
    if (airRatio <= 0.0 || airRatio >= spec.fanMinSpeed) {
        return lawAtSpeed(spec, waterRatio, airRatio, weather);
    }
    const double share = airRatio / spec.fanMinSpeed;
    const DryCoolerLaw on = lawAtSpeed(spec, waterRatio, spec.fanMinSpeed, weather);
    const DryCoolerLaw off = lawAtSpeed(spec, waterRatio, 0.0, weather);
    DryCoolerLaw law;
    const double onEffect = share * on.effectiveness;
    law.effectiveness = onEffect + (1.0 - share) * off.effectiveness;
    law.airC = law.effectiveness > 0.0
                   ? off.airC + onEffect / law.effectiveness * (on.airC - off.airC)
                   : on.airC;
    law.waterKgPerS = share * on.waterKgPerS;
    law.fanW = share * on.fanW;
    return law;
}

}  // namespace headroom::models
