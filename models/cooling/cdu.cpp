// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/cdu.h"

#include "models/cooling/heat_exchanger.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::models {

namespace {

constexpr auto kCduAttributes = std::to_array<Attribute>({
    number<&CduSpec::ratedHeatW>("rated_heat_kw", "Rated heat", unit::kilowatt,
                                 {.min = 1,
                                  .max = 20000,
                                  .required = true,
                                  .doc = "Heat that one unit moves at its design approach."}),
    number<&CduSpec::uaWPerK>("ua_kw_per_k", "Heat exchanger UA", unit::kilowattPerKelvin,
                              {.min = 0.1,
                               .max = 5000,
                               .required = true,
                               .doc = "Overall conductance at both nominal flows."}),
    number<&CduSpec::primaryFlowM3PerS>(
        "primary_flow_l_per_s", "Facility water flow", unit::litrePerSecond,
        {.min = 0.01, .max = 1000, .required = true, .doc = "Largest flow of facility water."}),
    number<&CduSpec::secondaryFlowM3PerS>(
        "secondary_flow_l_per_s", "Rack loop flow", unit::litrePerSecond,
        {.min = 0.01, .max = 1000, .required = true, .doc = "Nominal flow to the racks."}),
    number<&CduSpec::pumpRatedW>(
        "pump_rated_kw", "Pump power", unit::kilowatt,
        {.min = 0,
         .max = 500,
         .required = true,
         .doc = "Electric power of the running pumps and controls at nominal flow."}),
    number<&CduSpec::pumpMinSpeed>("pump_min_speed_pct", "Lowest pump speed", unit::percent,
                                   {.min = 5, .max = 100, .doc = "Share of nominal speed."}),
    number<&CduSpec::volumeM3>("volume_l", "Coolant volume", unit::litre,
                               {.min = 1,
                                .max = 100000,
                                .required = true,
                                .doc = "Coolant inside unit and row manifold."}),
    curve<&CduSpec::uaTable>(
        "ua_table", "UA by flow", unit::none,
        {.min = 0,
         .max = 5000,
         .doc = "Points of flow in L/s, the same on both sides, and UA in kW/K; replaces UA."}),
    number<&CduSpec::primaryPressurePa>(
        "primary_drop_kpa", "Facility side loss", unit::kilopascal,
        {.min = 0,
         .max = 1000,
         .doc = "Pressure loss of facility water at its flow, without the control valve."}),
    number<&CduSpec::secondaryPressurePa>(
        "secondary_drop_kpa", "Rack side loss", unit::kilopascal,
        {.min = 0, .max = 1000, .doc = "Pressure loss of the rack loop inside the unit."}),
    reference<&CduSpec::pump>(
        "pump", "Pump", "pump",
        {.doc = "Pump of the rack loop; none: the pump power by the cube of the flow."}),
    integer<&CduSpec::pumps>(
        "pump_count", "Pumps",
        {.min = 1, .max = 8, .doc = "Pumps of one unit; they share its flow."}),
    number<&CduSpec::controlsW>(
        "controls_w", "Controls", unit::watt,
        {.min = 0,
         .max = 50000,
         .doc = "Electric power other than the pumps, where a pump is named."}),
    number<&CduSpec::valveStrokeS>(
        "valve_stroke_s", "Valve stroke", unit::second,
        {.min = 0, .max = 600, .doc = "Time of the facility water valve from closed to open."}),
    number<&CduSpec::widthM>("width_m", "Width", unit::metre,
                             {.min = 0.1, .max = 10, .doc = "Across the row."}),
    number<&CduSpec::depthM>("depth_m", "Depth", unit::metre,
                             {.min = 0.1, .max = 10, .doc = "Front to back."}),
    number<&CduSpec::heightM>("height_m", "Height", unit::metre,
                              {.min = 0.1, .max = 10, .doc = "From the floor."}),
    number<&CduSpec::restartS>(
        "restart_s", "Restart", unit::second,
        {.min = 0, .max = 3600, .doc = "From the return of power to full duty."}),
    number<&CduSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&CduSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&CduSpec::priceUsd>("price_usd", "Price", unit::dollar,
                               {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& CduSpec::type() {
    static constexpr ComponentType kType{"cdu",
                                         "Coolant distribution unit",
                                         "",
                                         false,
                                         "A coolant distribution unit: pumps and a plate heat "
                                         "exchanger between the rack loop and facility water.",
                                         kCduAttributes,
                                         &createSpec<CduSpec>,
                                         &destroySpec<CduSpec>};
    return kType;
}

double cduConductanceWPerK(const CduSpec& spec, double primaryM3PerS, double secondaryM3PerS,
                           double primaryJPerM3K, double secondaryJPerM3K, double kept) {
    if (primaryM3PerS <= 0.0 || secondaryM3PerS <= 0.0) {
        return 0.0;
    }
    double ua = 0.0;
    if (spec.uaTable.empty()) {
        ua = conductanceWPerK(spec.uaWPerK, primaryM3PerS / spec.primaryFlowM3PerS,
                              secondaryM3PerS / spec.secondaryFlowM3PerS);
    } else {
        const double firstM3PerS = spec.uaTable.x().front() * unit::litrePerSecond.toSi;
        const auto at = [&](double flowM3PerS) {
            const double below = std::min(flowM3PerS / firstM3PerS, 1.0);
            const double stated = spec.uaTable.at(flowM3PerS / unit::litrePerSecond.toSi);
            return stated * unit::kilowattPerKelvin.toSi * std::pow(below, 0.8);
        };
        ua = 2.0 / (1.0 / at(primaryM3PerS) + 1.0 / at(secondaryM3PerS));
    }
    return counterflowConductanceWPerK(kept * ua, primaryM3PerS * primaryJPerM3K,
                                       secondaryM3PerS * secondaryJPerM3K);
}

double cduPrimaryDropPa(const CduSpec& spec, double flowM3PerS) {
    return turbulentDropPa(spec.primaryPressurePa, flowM3PerS / spec.primaryFlowM3PerS);
}

double cduSecondaryDropPa(const CduSpec& spec, double flowM3PerS) {
    return turbulentDropPa(spec.secondaryPressurePa, flowM3PerS / spec.secondaryFlowM3PerS);
}

}  // namespace headroom::models
