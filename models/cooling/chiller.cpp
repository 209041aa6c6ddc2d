// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/chiller.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
    number<&ChillerSpec::ratedHeatW>("rated_capacity_kw", "Reference capacity", unit::kilowatt,
                                     {.min = 1,
                                      .max = 20000,
                                      .required = true,
                                      .doc = "Evaporator heat at reference conditions."}),
    number<&ChillerSpec::ratedCop>("rated_cop", "Reference COP", unit::none,
                                   {.min = 1,
                                    .max = 15,
                                    .required = true,
                                    .doc = "Coefficient of performance at reference conditions."}),
    number<&ChillerSpec::minUnloading>(
        "min_unloading_pct", "Lowest unloading", unit::percent,
        {.min = 0,
         .max = 100,
         .required = true,
         .doc = "Part load below which the machine false-loads, then cycles."}),
    number<&ChillerSpec::evaporatorOutC>(
        "evaporator_leaving_c", "Reference chilled water", unit::celsius,
        {.min = -10, .max = 30, .required = true, .doc = "Leaving the evaporator."}),
    number<&ChillerSpec::condenserInC>(
        "condenser_entering_c", "Reference condenser fluid", unit::celsius,
        {.min = 0,
         .max = 60,
         .required = true,
         .doc = "Entering the condenser: water, or air of an air-cooled machine."}),
    numberList<&ChillerSpec::capacityByT>(
        "capacity_by_t", "Capacity curve", unit::none,
        {.required = true, .doc = "a1..a6 of capacity by temperatures."}),
    numberList<&ChillerSpec::eirByT>(
        "eir_by_t", "EIR curve by temperature", unit::none,
        {.required = true, .doc = "b1..b6 of the energy input ratio by temperatures."}),
    numberList<&ChillerSpec::eirByLoad>(
        "eir_by_load", "EIR curve by load", unit::none,
        {.required = true, .doc = "c1..c3 of the energy input ratio by part load."}),
    boolean<&ChillerSpec::airCooled>("air_cooled", "Air-cooled",
                                     {.doc = "Rejects to outdoor air; its fans are in the power."}),
    number<&ChillerSpec::startS>(
        "start_s", "Start", unit::second,
        {.min = 0, .max = 3600, .doc = "From the order to full capacity."}),
    number<&ChillerSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&ChillerSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&ChillerSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                   {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& ChillerSpec::type() {
    static constexpr ComponentType kType{
        "chiller",
        "Chiller",
        "",
        false,
        "A water-cooled or air-cooled chiller by the DOE-2 electric EIR model.",
        kAttributes,
        &createSpec<ChillerSpec>,
        &destroySpec<ChillerSpec>};
    return kType;
}

}  // namespace headroom::models
