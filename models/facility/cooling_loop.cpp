// SPDX-License-Identifier: Apache-2.0
#include "models/facility/cooling_loop.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kFrostProtectionWords = std::to_array<std::string_view>({"none", "heater", "drain"});

constexpr auto kMainPipingWords = std::to_array<std::string_view>({"direct", "reverse"});

constexpr auto kCoolingLoopAttributes = std::to_array<Attribute>({
    text<&CoolingLoopSpec::name>("name", "Name", {.doc = "Display name."}),
    number<&CoolingLoopSpec::supplySetpointC>(
        "supply_setpoint_c", "Supply set-point", unit::celsius,
        {.min = 4, .max = 60, .required = true, .doc = "Facility water to CDUs and air handlers."}),
    number<&CoolingLoopSpec::designRiseK>(
        "design_rise_k", "Design rise", unit::kelvin,
        {.min = 1, .max = 30, .required = true, .doc = "Return less supply at design load."}),
    reference<&CoolingLoopSpec::tower>(
        "cooling_tower", "Cooling tower", "cooling_tower",
        {.doc = "Cell; give this, a dry cooler, an air-cooled chiller or external cooling."}),
    integer<&CoolingLoopSpec::towers>("cooling_tower_count", "Tower cells",
                                      {.min = 0, .max = 1000, .doc = "Cells."}),
    reference<&CoolingLoopSpec::dryCooler>("dry_cooler", "Dry cooler", "dry_cooler",
                                           {.doc = "Unit."}),
    integer<&CoolingLoopSpec::dryCoolers>("dry_cooler_count", "Dry coolers",
                                          {.min = 0, .max = 1000, .doc = "Units."}),
    reference<&CoolingLoopSpec::chiller>(
        "chiller", "Chiller", "chiller",
        {.doc = "Machine; runs when heat rejection alone misses the set-point."}),
    integer<&CoolingLoopSpec::chillers>("chiller_count", "Chillers",
                                        {.min = 0, .max = 200, .doc = "Machines."}),
    number<&CoolingLoopSpec::exchangerApproachK>(
        "exchanger_approach_k", "Economiser approach", unit::kelvin,
        {.min = 0,
         .max = 20,
         .doc = "Approach of the plate heat exchanger between tower or dry cooler and the loop at "
                "design flow and rise, where no part is named; 0: none, water direct."}),
    reference<&CoolingLoopSpec::economiser>(
        "economiser", "Economiser", "plate_exchanger",
        {.doc = "Plate heat exchanger between outdoor circuit and loop."}),
    integer<&CoolingLoopSpec::economisers>("economiser_count", "Economisers",
                                           {.min = 1, .max = 200, .doc = "In parallel."}),
    number<&CoolingLoopSpec::towerMinimumC>(
        "tower_minimum_c", "Lowest tower water", unit::celsius,
        {.min = 1, .max = 40, .doc = "Tower or dry-cooler water is held at or above this."}),
    number<&CoolingLoopSpec::towerApproachK>(
        "tower_approach_k", "Tower water over wet bulb", unit::kelvin,
        {.min = 1,
         .max = 30,
         .doc =
             "Set-point of the tower water is the wet bulb and this; where not stated it is just "
             "what the loop's set-point needs."}),
    reference<&CoolingLoopSpec::pump>("pump", "Pump", "pump",
                                      {.required = true, .doc = "Facility water pump."}),
    integer<&CoolingLoopSpec::pumps>(
        "pump_count", "Pumps",
        {.min = 1, .max = 200, .required = true, .doc = "Duty pumps that share the flow."}),
    reference<&CoolingLoopSpec::condenserPump>(
        "condenser_pump", "Condenser pump", "pump",
        {.doc = "Pump of the tower or dry-cooler circuit; none where water goes direct."}),
    integer<&CoolingLoopSpec::condenserPumps>(
        "condenser_pump_count", "Condenser pumps",
        {.min = 0, .max = 200, .doc = "Duty pumps that share the flow."}),
    number<&CoolingLoopSpec::volumeM3>(
        "volume_m3", "Water volume", unit::cubicMetre,
        {.min = 0.1,
         .max = 100000,
         .required = true,
         .doc = "Loop with buffer tanks. Water outside its mains mixes in the supply header."}),
    number<&CoolingLoopSpec::cyclesOfConcentration>(
        "cycles_of_concentration", "Cycles of concentration", unit::none,
        {.min = 1.5,
         .max = 20,
         .doc = "Dissolved solids of the basin over those of make-up water."}),
    reference<&CoolingLoopSpec::fluid>("fluid", "Fluid", "fluid",
                                       {.doc = "Fluid of the facility circuit."}),
    choice<&CoolingLoopSpec::frostProtection>(
        "frost_protection", "Frost protection", kFrostProtectionWords,
        {.doc = "Protection of water outdoors. heater: basins, coils and pipes are heated; drain: "
                "they "
                "empty as they stop; none, as where the fluid does not freeze."}),
    choice<&CoolingLoopSpec::piping>("return_piping", "Return piping", kMainPipingWords,
                                     {.doc = "direct: home the way it came; reverse: first "
                                             "supplied, last returned."}),
    number<&CoolingLoopSpec::velocityMPerS>(
        "main_velocity_m_per_s", "Velocity in mains", unit::metrePerSecond,
        {.min = 0.3, .max = 5, .doc = "Mains are the next nominal size that keeps it."}),
    number<&CoolingLoopSpec::strainerPa>(
        "strainer_kpa", "Strainer", unit::kilopascal,
        {.min = 0, .max = 200, .doc = "Loss of filters at design flow."}),
    number<&CoolingLoopSpec::valveAuthority>(
        "valve_authority_pct", "Valve authority", unit::percent,
        {.min = 5, .max = 90, .doc = "Loss of an open control valve over that of its branch."}),
    number<&CoolingLoopSpec::valveRangeability>(
        "valve_rangeability", "Valve rangeability", unit::none,
        {.min = 5, .max = 200, .doc = "Largest over least flow of the equal-percentage valves."}),
    number<&CoolingLoopSpec::leastFlow>("least_flow_pct", "Least flow", unit::percent,
                                        {.min = 0,
                                         .max = 100,
                                         .doc =
                                             "Share of the design flow that the bypass keeps up. "
                                             "Where not stated a quarter, or what a chiller needs "
                                             "if that is more."}),
    number<&CoolingLoopSpec::fillPa>(
        "fill_pressure_kpa", "Fill pressure", unit::kilopascal,
        {.min = 10, .max = 2000, .doc = "At the pump inlet, above the atmosphere."}),
    number<&CoolingLoopSpec::expansionM3>(
        "expansion_m3", "Expansion vessel", unit::cubicMetre,
        {.min = 0.001,
         .max = 1000,
         .doc =
             "Water that it gives before pressure is lost; 2 % of the volume where not stated."}),
    number<&CoolingLoopSpec::basinS>(
        "basin_s", "Basin", unit::second,
        {.min = 1,
         .max = 36000,
         .doc = "Contents of the outdoor circuit: design flow for so long."}),
    number<&CoolingLoopSpec::changeOverK>(
        "changeover_k", "Free cooling from", unit::kelvin,
        {.min = 0,
         .max = 10,
         .doc =
             "The economiser runs together with chillers while it can cool the return by more."}),
    number<&CoolingLoopSpec::changeOverBandK>(
        "changeover_band_k", "Change-over band", unit::kelvin,
        {.min = 0, .max = 10, .doc = "Hysteresis of change-over."}),
    number<&CoolingLoopSpec::changeOverS>(
        "changeover_min", "Change-over dwell", unit::minute,
        {.min = 0, .max = 1440, .doc = "At least between two changes."}),
    number<&CoolingLoopSpec::resetK>(
        "setpoint_reset_k", "Set-point reset", unit::kelvin,
        {.min = 0, .max = 15, .doc = "The supply set-point rises by this from full to no load."}),
    number<&CoolingLoopSpec::coilGainPerK>(
        "coil_gain_per_k", "Coil control gain", unit::perKelvin,
        {.min = 0.001, .max = 10, .doc = "Opening per kelvin of error of the supply air."}),
    number<&CoolingLoopSpec::coilIntegralS>(
        "coil_integral_s", "Coil control integral time", unit::second,
        {.min = 1, .max = 3600, .doc = "Integral time of the valves of air handlers."}),
    number<&CoolingLoopSpec::fanGainPerK>(
        "fan_gain_per_k", "Fan control gain", unit::perKelvin,
        {.min = 0.001, .max = 10, .doc = "Air ratio per kelvin of error."}),
    number<&CoolingLoopSpec::fanIntegralS>(
        "fan_integral_s", "Fan control integral time", unit::second,
        {.min = 1, .max = 3600, .doc = "Integral time of the fan controller."}),
    number<&CoolingLoopSpec::storeM3>(
        "water_store_m3", "Make-up store", unit::cubicMetre,
        {.min = 0, .max = 1000000, .doc = "Tank of make-up water, full at the start."}),
    number<&CoolingLoopSpec::mainsM3PerS>(
        "water_mains_l_per_s", "Water main", unit::litrePerSecond,
        {.min = 0,
         .max = 10000,
         .doc = "Most that the main gives, to the store or the basin; any amount if not stated."}),
    number<&CoolingLoopSpec::reuseW>(
        "heat_reuse_kw", "Heat reuse", unit::kilowatt,
        {.min = 0, .max = 1000000, .doc = "Most that a consumer outside takes from the return."}),
    number<&CoolingLoopSpec::reuseFromC>(
        "heat_reuse_from_c", "Heat reuse down to", unit::celsius,
        {.min = 5, .max = 90, .doc = "The consumer cools the return no further."}),
    number<&CoolingLoopSpec::externalW>(
        "external_cooling_kw", "External cooling", unit::kilowatt,
        {.min = 0,
         .max = 1000000,
         .doc = "Most heat that a plant outside of this model takes: district cooling, or a guest "
                "of the run, "
                "which sets it as it goes. It cools the water to the set-point and no further."}),
    number<&CoolingLoopSpec::externalPowerW>("external_power_kw", "Power of external cooling",
                                             unit::kilowatt,
                                             {.min = 0,
                                              .max = 1000000,
                                              .doc = "Power of external cooling from the feeds "
                                                     "while it has power; 0: metered separately."}),
    number<&CoolingLoopSpec::isolationS>(
        "leak_isolation_s", "Leak isolation", unit::second,
        {.min = 0, .max = 36000, .doc = "From a leak to shut valves."}),
    referenceList<&CoolingLoopSpec::feeds>(
        "feeds", "Power from", "power_unit",
        {.doc = "Feeds of chillers, towers, dry coolers and condenser pumps, which are spread over "
                "them."}),
    referenceList<&CoolingLoopSpec::pumpFeeds>(
        "pump_feeds", "Pumps fed from", "power_unit",
        {.doc = "Feeds of the loop pumps; those of the rest where not stated."}),
    number<&CoolingLoopSpec::xM>(
        "x_m", "X", unit::metre,
        {.min = -100000, .max = 100000, .doc = "Position in the site plan, east."}),
    number<&CoolingLoopSpec::yM>(
        "y_m", "Y", unit::metre,
        {.min = -100000, .max = 100000, .doc = "Position in the site plan, north."}),
});

}  // namespace

const ComponentType& CoolingLoopSpec::type() {
    static constexpr ComponentType kType{"cooling_loop",
                                         "Cooling loop",
                                         "cooling_loops",
                                         false,
                                         "A facility water loop with its heat rejection: towers or "
                                         "dry coolers, and chillers where they are needed.",
                                         kCoolingLoopAttributes,
                                         &createSpec<CoolingLoopSpec>,
                                         &destroySpec<CoolingLoopSpec>};
    return kType;
}

}  // namespace headroom::models
