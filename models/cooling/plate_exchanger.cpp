// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/plate_exchanger.h"

#include "models/cooling/heat_exchanger.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kPlateExchangerAttributes = std::to_array<Attribute>({
    number<&PlateExchangerSpec::ratedHeatW>(
        "rated_heat_kw", "Rated heat", unit::kilowatt,
        {.min = 1, .max = 100000, .required = true, .doc = "Heat at the design temperatures."}),
    number<&PlateExchangerSpec::uaWPerK>("ua_kw_per_k", "UA", unit::kilowattPerKelvin,
                                         {.min = 0.1,
                                          .max = 50000,
                                          .required = true,
                                          .doc = "Overall conductance at both design flows."}),
    number<&PlateExchangerSpec::hotFlowM3PerS>(
        "hot_flow_l_per_s", "Hot side flow", unit::litrePerSecond,
        {.min = 0.01, .max = 5000, .required = true, .doc = "Design flow that is cooled."}),
    number<&PlateExchangerSpec::coldFlowM3PerS>(
        "cold_flow_l_per_s", "Cold side flow", unit::litrePerSecond,
        {.min = 0.01, .max = 5000, .required = true, .doc = "Design flow that is warmed."}),
    number<&PlateExchangerSpec::hotPressurePa>(
        "hot_drop_kpa", "Hot side loss", unit::kilopascal,
        {.min = 0, .max = 1000, .required = true, .doc = "Pressure loss at the design flow."}),
    number<&PlateExchangerSpec::coldPressurePa>(
        "cold_drop_kpa", "Cold side loss", unit::kilopascal,
        {.min = 0, .max = 1000, .required = true, .doc = "Pressure loss at the design flow."}),
    number<&PlateExchangerSpec::volumeM3>("volume_l", "Volume", unit::litre,
                                          {.min = 0, .max = 100000, .doc = "Volume of each side."}),
    number<&PlateExchangerSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&PlateExchangerSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&PlateExchangerSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                          {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& PlateExchangerSpec::type() {
    static constexpr ComponentType kType{
        "plate_exchanger",
        "Plate heat exchanger",
        "",
        false,
        "A plate heat exchanger between two liquids: water-side economiser, heat-exchanger train.",
        kPlateExchangerAttributes,
        &createSpec<PlateExchangerSpec>,
        &destroySpec<PlateExchangerSpec>};
    return kType;
}

double plateConductanceWPerK(const PlateExchangerSpec& spec, double hotM3PerS, double coldM3PerS,
                             double hotJPerM3K, double coldJPerM3K, double foulingKPerW,
                             double kept) {
    const double clean = kept * conductanceWPerK(spec.uaWPerK, hotM3PerS / spec.hotFlowM3PerS,
                                                 coldM3PerS / spec.coldFlowM3PerS);
    return counterflowConductanceWPerK(clean / (1.0 + clean * foulingKPerW), hotM3PerS * hotJPerM3K,
                                       coldM3PerS * coldJPerM3K);
}

double plateHotDropPa(const PlateExchangerSpec& spec, double flowM3PerS) {
    return turbulentDropPa(spec.hotPressurePa, flowM3PerS / spec.hotFlowM3PerS);
}

double plateColdDropPa(const PlateExchangerSpec& spec, double flowM3PerS) {
    return turbulentDropPa(spec.coldPressurePa, flowM3PerS / spec.coldFlowM3PerS);
}

}  // namespace headroom::models
