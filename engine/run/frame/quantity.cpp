// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/quantity.h"

#include <array>

namespace headroom::engine {

namespace {

using models::Unit;
namespace unit = models::unit;

constexpr Unit kTokensPerS{"tokens/s", 1.0};
constexpr Unit kLitrePerHour{"L/h", 1e-3 / 3600.0};
constexpr Unit kTonne{"t", 1e3};
constexpr Unit kMegawattHour{"MWh", 3.6e9};
constexpr Unit kCount{"", 1.0};

constexpr auto kFacility = std::to_array<QuantityInfo>({
    {"it_power_kw", "IT power", unit::kilowatt,
     "Power at the input of racks, network and storage (the PDU output): accelerators, hosts, fans "
     "and power-supply losses. The denominator of PUE."},
    {"accelerator_power_kw", "Accelerator power", unit::kilowatt,
     "Sum over accelerators of P_idle + (TDP - P_idle) activity clock (1 + k (T - T_ref)), at most "
     "TDP."},
    {"fabric_power_kw", "Fabric power", unit::kilowatt,
     "Switches at typical power and the optics or cables at both ends of every link. Does not fall "
     "with load."},
    {"storage_power_kw", "Storage power", unit::kilowatt,
     "Building blocks times their catalogue power."},
    {"facility_power_kw", "Metered power", unit::kilowatt,
     "At the meters of utility and generators: IT power, all losses, cooling, battery charge. "
     "Battery output is not included: the meter reads less than the consumption, and even less "
     "than IT power, while batteries discharge."},
    {"mechanical_power_kw", "Cooling power", unit::kilowatt,
     "Pumps, fans and chillers, before their transformer."},
    {"chiller_power_kw", "Chillers", unit::kilowatt,
     "Compressors by the DOE-2 electric EIR curves at load and temperatures, all loops."},
    {"rejection_fan_power_kw", "Towers and coolers", unit::kilowatt,
     "Fans of towers and dry coolers at their air ratio, all loops."},
    {"loop_pump_power_kw", "Water pumps", unit::kilowatt,
     "Facility water and condenser pumps: flow times head over the efficiencies of pump, motor and "
     "drive."},
    {"cdu_pump_power_kw", "CDU pumps", unit::kilowatt,
     "Pumps of the rack loops: flow times head over the efficiencies of pump, motor and drive."},
    {"air_handler_power_kw", "Air handlers", unit::kilowatt,
     "Fans of the air handlers of all halls: rated power times the cube of the air ratio."},
    {"psu_loss_kw", "Power-supply loss", unit::kilowatt,
     "Input less output of the server power supplies, by efficiency at their load. Inside IT "
     "power."},
    {"shelf_loss_kw", "Power-shelf loss", unit::kilowatt,
     "Input less output of the rectifiers of power shelves, staged where the rack says so. Inside "
     "IT power."},
    {"pdu_loss_kw", "PDU loss", unit::kilowatt, "P_r (a + b x + c x^2) at the load share x."},
    {"ups_loss_kw", "UPS loss", unit::kilowatt, "P_r (a + b x + c x^2) at the load share x."},
    {"transformer_loss_kw", "Transformer loss", unit::kilowatt,
     "No-load loss plus load loss times the square of the load share; substation included."},
    {"cable_loss_kw", "Cable loss", unit::kilowatt,
     "R I^2 of incoming cables of switchboards and transfer switches; that of other parts is "
     "counted with the part."},
    {"utility_power_kw", "Utility power", unit::kilowatt,
     "Active power at the utility connections, from the load flow."},
    {"genset_power_kw", "Generator power", unit::kilowatt, "Output of the running generator sets."},
    {"battery_power_kw", "Battery power", unit::kilowatt,
     "Output of the batteries of UPSs and of external batteries on boards; negative while they "
     "charge."},
    {"battery_loss_kw", "Battery loss", unit::kilowatt,
     "Energy that batteries lose while they discharge: taken from the store less their output."},
    {"power_factor", "Power factor", kCount,
     "Active over apparent power at the utility connections."},
    {"worst_loading_pct", "Highest loading", unit::percent,
     "Apparent power over rating in service, of the most loaded part of the wiring."},
    {"pue", "PUE", kCount,
     "Power consumed over IT power at this instant: utility and generators, and what comes out of "
     "batteries less what goes in, so that a battery counts when it is used. Not below 1; not "
     "defined without IT power (ISO/IEC 30134-2 asks for the ratio of a year's energies)."},
    {"utilization_pct", "Utilisation", unit::percent,
     "Accelerators whose job is running over all accelerators."},
    {"busy_accelerators", "Busy accelerators", kCount, "Accelerators whose job is running."},
    {"healthy_accelerators", "Accelerators in service", kCount,
     "Accelerators of servers that are not away for repair or tripped."},
    {"tokens_per_s", "Throughput", kTokensPerS,
     "Sum over training jobs of batch tokens over step time, checkpoint stalls included."},
    {"running_jobs", "Running jobs", kCount, "Jobs that make progress, or wait for a collective."},
    {"queued_jobs", "Queued jobs", kCount, "Jobs submitted and not placed."},
    {"heat_rejected_kw", "Heat rejected", unit::kilowatt,
     "Heat given to outdoor air by towers, dry coolers, chillers and transformers."},
    {"water_rate_l_per_h", "Water use", kLitrePerHour,
     "Evaporation, drift and blow-down of towers and wetted pads."},
    {"evaporation_l_per_h", "Evaporation", kLitrePerHour,
     "Air flow times the rise of its humidity ratio, towers and wetted pads."},
    {"drift_l_per_h", "Drift", kLitrePerHour, "Droplets lost: share of the circulating flow."},
    {"blow_down_l_per_h", "Blow-down", kLitrePerHour,
     "Evaporation over the cycles of concentration less one, less drift."},
    {"water_stored_m3", "Stored water", unit::cubicMetre,
     "In the make-up tanks of all loops; towers without a tank draw from the mains."},
    {"heat_reused_kw", "Heat reused", unit::kilowatt,
     "Heat that consumers outside the facility take from the return water."},
    {"erf", "ERF since start", kCount,
     "Energy reused over facility energy since the start (ISO/IEC 30134-6)."},
    {"dry_bulb_c", "Dry bulb", unit::celsius, "Outdoor air, from the weather file or climate."},
    {"wet_bulb_c", "Wet bulb", unit::celsius,
     "Thermodynamic wet bulb of the outdoor air (ASHRAE Fundamentals 2017, chapter 1)."},
    {"hottest_chip_c", "Hottest chip", unit::celsius,
     "Highest chip temperature among the busiest accelerators of all racks."},
    {"throttled_accelerators", "Throttled accelerators", kCount,
     "Accelerators in racks whose clock is reduced by temperature."},
    {"down_servers", "Servers away", kCount, "Servers in repair or tripped."},
    {"it_energy_mwh", "IT energy", kMegawattHour, "IT power since the start."},
    {"facility_energy_mwh", "Facility energy", kMegawattHour,
     "Consumed since the start: utility and generator energy, and what came out of batteries less "
     "what went in. Over a year that vanishes, and this is what the meters read."},
    {"cumulative_pue", "PUE since start", kCount,
     "Facility energy over IT energy since the start; a battery that was emptied is in both, so "
     "that it is not below 1. Not defined without IT energy (ISO/IEC 30134-2 asks for a year)."},
    {"pue_category_1", "PUE category 1", kCount,
     "Facility energy over the energy at the outputs of the UPSs that feed IT, since the start "
     "(ISO/IEC 30134-2; other loads on those UPSs are metered with it)."},
    {"pue_category_2", "PUE category 2", kCount,
     "Facility energy over the energy at the outputs of the PDUs that feed IT, since the start. "
     "Category 3 is 'PUE since start': IT metered at its input."},
    {"peak_energy_mwh", "Peak-tariff energy", kMegawattHour,
     "Utility energy in the peak hours of the site's tariff, since the start."},
    {"fuel_l", "Generator fuel", unit::litre, "Diesel burnt since the start: output times use."},
    {"water_m3", "Water", unit::cubicMetre, "Water used since the start."},
    {"wue_l_per_kwh", "WUE", unit::litrePerKilowattHour,
     "Water over IT energy since the start, not defined without (ISO/IEC 30134-9 asks for a "
     "year)."},
    {"cost_usd", "Cost of this site", unit::dollar,
     "Energy, water and fuel since the start; no capital, and nothing of other sites."},
    {"energy_cost_usd", "Energy cost", unit::dollar,
     "Utility energy times the price of its tariff period."},
    {"water_cost_usd", "Water cost", unit::dollar, "Water times the water price."},
    {"fuel_cost_usd", "Fuel cost", unit::dollar, "Generator fuel times the diesel price."},
    {"remote_cost_usd", "Cost of other sites", unit::dollar,
     "Rent, energy and egress of jobs that the broker sent away, since the start."},
    {"remote_accelerators", "Accelerators elsewhere", kCount,
     "Held at other sites and clouds, starting ones included."},
    {"carbon_t", "Carbon", kTonne,
     "Utility energy times the location-based carbon intensity of the grid region, and the carbon "
     "of the diesel burnt."},
    {"tokens", "Tokens trained", kCount,
     "Tokens that training jobs have done and not lost to interruptions."},
    {"goodput_pct", "Goodput", unit::percent,
     "Accelerator time that made progress which was kept, over accelerator time held by jobs: "
     "restarts, hangs, checkpoint stalls and lost work are off."},
    {"held_accelerator_h", "Accelerator time held", unit::hour,
     "Accelerators that jobs hold, over the time since the start."},
    {"starting_accelerator_h", "Held: starting", unit::hour,
     "Held before the first step of work: scheduling, start-up, reading the checkpoint."},
    {"stalled_accelerator_h", "Held: stalled", unit::hour,
     "Held while a checkpoint is written that work waits for."},
    {"hung_accelerator_h", "Held: hung", unit::hour,
     "Held from a fault that stops a job until somebody or something notices."},
    {"lost_accelerator_h", "Held: lost", unit::hour,
     "Worked since the last checkpoint that was safe when a job was interrupted."},
    {"energy_imbalance", "Energy imbalance", kCount,
     "Energy in less heat out less heat stored, over energy in, of this step: a check of the "
     "program."},
    {"fabric_utilization_pct", "Fabric utilisation", unit::percent,
     "Mean load of all links between switches over their rate as built: duty times achieved rate "
     "of "
     "every phase of every job, on the links that it crosses."},
    {"hottest_bundle_pct", "Hottest links", unit::percent,
     "The same for the bundle of parallel links that is loaded most, over what it carries now: "
     "after faults, and under ECMP after collisions of hashes."},
    {"degraded_links", "Degraded links", kCount,
     "Directed links of fabrics and WAN lines that carry less than as built, and something."},
    {"down_links", "Links down", kCount, "Directed links that carry nothing."},
    {"storage_write_gbyte_per_s", "Storage writes", unit::gigabytePerSecond,
     "Checkpoints to the parallel file system, mean over their interval."},
    {"network_bound_pct", "Bound by network", unit::percent,
     "Accelerators of running jobs whose collectives get less than 99 % of what they ask for, over "
     "all of running jobs."},
    {"storage_bound_pct", "Bound by storage", unit::percent,
     "Accelerators of running jobs whose checkpoints take longer to write than their interval, "
     "over "
     "all of running jobs."},
    {"queued_accelerators", "Accelerators queued for", kCount,
     "Sum of what all waiting jobs ask for, held ones with them."},
    {"mean_wait_min", "Mean wait in the queue", unit::minute,
     "Mean over the jobs that wait now, since each began to wait; 0 without such a job."},
    {"training_accelerators", "Accelerators in training", kCount,
     "Held by jobs with a training step, starting ones with them."},
    {"batch_accelerators", "Accelerators in batch jobs", kCount,
     "Held by jobs of a fixed run time, starting ones with them."},
    {"service_accelerators", "Accelerators in services", kCount,
     "Held by replicas of services, starting ones with them."},
    {"requests_per_s", "Requests", kCount, "That arrive at all services in a second."},
    {"answers_per_s", "Answers", kCount,
     "Requests that services answer in a second: at most the capacity of the replicas."},
    {"served_tokens_per_s", "Tokens served", unit::kiloPerSecond,
     "Answers times the mean length of an answer."},
    {"request_backlog", "Requests that wait", kCount,
     "Beyond what the replicas can hold: arrivals above the capacity, until they are answered."},
    {"serving_replicas", "Replicas that serve", kCount,
     "Replicas of all services, without those that start."},
    {"ttft_p50_s", "Time to first token, median", unit::second,
     "Mean over the services, weighted by answers: steady state of a replica plus the wait of the "
     "backlog."},
    {"ttft_p99_s", "Time to first token, 99 %", unit::second,
     "The worst service, by the law of the median."},
    {"tpot_ms", "Time per output token", unit::millisecond,
     "Mean over requests, of the services by their answers: steady state of a replica."},
    {"slo_attainment_pct", "Service level", unit::percent,
     "Requests since the start that met both limits of their service, over those answered."},
});

constexpr auto kHall = std::to_array<QuantityInfo>({
    {"it_power_kw", "IT power", unit::kilowatt, "Racks, switches and storage of the hall."},
    {"air_heat_kw", "Heat to air", unit::kilowatt,
     "Heat that racks, network, storage, PDU and UPS give to the air."},
    {"supply_air_c", "Supply air", unit::celsius, "Air leaving the air handlers."},
    {"return_air_c", "Return air", unit::celsius,
     "Supply plus heat to air over air flow times heat capacity."},
    {"crah_fan_power_kw", "Air handler fans", unit::kilowatt,
     "Rated power times the cube of the flow ratio; flow follows the servers' air flow and the "
     "bypass."},
    {"coil_valve_pct", "Coil valve", unit::percent,
     "Opening of the water valves that hold the supply air."},
    {"hottest_inlet_c", "Hottest inlet", unit::celsius, "Highest air temperature at a rack inlet."},
    {"shi", "SHI", kCount,
     "Supply heat index: sum of inlet less supply over sum of outlet less supply; 0 is best."},
    {"rhi", "RHI", kCount, "Return heat index: 1 - SHI; 1 is best."},
    {"rti_pct", "RTI", unit::percent,
     "Return temperature index: return less supply over the racks' own rise; below 100 % air "
     "passes by, above it comes back."},
    {"rci_high_pct", "RCI high", unit::percent,
     "Rack cooling index: 100 % where no inlet is above the recommended 27 °C."},
    {"rci_low_pct", "RCI low", unit::percent,
     "Rack cooling index: 100 % where no inlet is below the recommended 18 °C."},
});

constexpr auto kCdu = std::to_array<QuantityInfo>({
    {"heat_kw", "Heat", unit::kilowatt, "Heat given to facility water by the plate exchangers."},
    {"supply_c", "Coolant supply", unit::celsius, "Coolant to the racks."},
    {"return_c", "Coolant return", unit::celsius,
     "Supply plus heat over flow times heat capacity."},
    {"pump_power_kw", "Pump power", unit::kilowatt,
     "Flow times head over the efficiencies of pump, motor and drive."},
    {"flow_ratio", "Facility flow over its largest", kCount,
     "Facility water through the group over its largest flow, as the valves hold the set-point."},
    {"rack_flow_l_per_s", "Rack flow", unit::litrePerSecond,
     "Coolant through the racks, from the pipe network."},
    {"primary_flow_l_per_s", "Facility flow", unit::litrePerSecond,
     "Facility water through the group, from the pipe network."},
    {"valve_pct", "Valve", unit::percent, "Opening of the valves that hold the coolant supply."},
    {"pump_speed_pct", "Pump speed", unit::percent, "Speed of the running pumps."},
    {"pressure_kpa", "Pressure", unit::kilopascal,
     "At the pump inlet, above the atmosphere: what the expansion vessel holds."},
});

constexpr auto kLoop = std::to_array<QuantityInfo>({
    {"heat_kw", "Heat", unit::kilowatt,
     "Heat that CDUs, air handlers and pumps put into the loop."},
    {"supply_c", "Supply", unit::celsius, "Facility water to CDUs and air handlers."},
    {"return_c", "Return", unit::celsius, "Supply plus heat over flow times heat capacity."},
    {"chiller_power_kw", "Chiller power", unit::kilowatt,
     "DOE-2 electric EIR curves at load and temperatures."},
    {"fan_power_kw", "Tower and cooler fans", unit::kilowatt,
     "Rated power times the cube of the air ratio that holds the water target."},
    {"pump_power_kw", "Pump power", unit::kilowatt,
     "Facility and condenser pumps: flow times head over the efficiencies of pump, motor and "
     "drive."},
    {"water_rate_l_per_h", "Water use", kLitrePerHour,
     "Evaporation by the air's humidity rise, drift, and blow-down by cycles of concentration."},
    {"flow_l_per_s", "Flow", unit::litrePerSecond,
     "Through the loop pumps, from the pipe network."},
    {"pump_speed_pct", "Pump speed", unit::percent, "Speed of the running loop pumps."},
    {"fan_speed_pct", "Fan speed", unit::percent,
     "Speed of the running tower cells or dry coolers."},
    {"chillers_running", "Chillers running", kCount, "Machines that are staged on."},
    {"mode", "Mode", kCount,
     "Modes: 0 free cooling alone; 1 economiser and chillers; 2 chillers alone; 3 off."},
    {"pressure_kpa", "Pressure", unit::kilopascal,
     "At the pump inlet, above the atmosphere: what the expansion vessel holds."},
    {"ride_through_min", "Ride-through", unit::minute,
     "Stored cold over heat: water on the supply side times the kelvins left to the throttling of "
     "the first rack, over the present heat, if heat rejection stopped now."},
});

constexpr auto kBattery = std::to_array<QuantityInfo>({
    {"power_kw", "Gives", unit::kilowatt,
     "At its terminals; negative while it takes. The ordered power, limited by the loads of its "
     "unit and by its charge."},
    {"loss_kw", "Loss", unit::kilowatt,
     "Loss of cells, converter and auxiliaries by the battery's model: taken from the charge, and "
     "heat at the place of the unit."},
    {"charge_kwh", "Holds", unit::kilowattHour,
     "Charge at the start less the energy given and lost since."},
});

constexpr auto kRack = std::to_array<QuantityInfo>({
    {"power_kw", "Power", unit::kilowatt, "At the rack input: servers through their supplies."},
    {"coolant_c", "Coolant supply", unit::celsius,
     "Coolant that enters liquid-cooled racks and tanks; air that enters air-cooled racks."},
    {"return_c", "Coolant return", unit::celsius,
     "Coolant that leaves liquid-cooled racks and tanks; air that leaves air-cooled racks."},
    {"inlet_c", "Inlet air", unit::celsius,
     "Air at the servers' inlets: cold aisle and the rack's share of hot air."},
    {"flow_l_per_s", "Coolant flow", unit::litrePerSecond,
     "Through the rack, from the pipe network; none in air-cooled racks."},
    {"chip_c", "Chip temperature", unit::celsius,
     "Busiest accelerator: coolant plus thermal resistance times power, with its heat capacity."},
    {"mean_chip_c", "Mean chip temperature", unit::celsius,
     "Mean of all accelerators of the rack: what leaks, and what its heat is stored in."},
    {"utilization_pct", "Utilisation", unit::percent,
     "Mean switching activity of the accelerators, by the phases of their jobs."},
    {"busiest_pct", "Busiest accelerator", unit::percent,
     "Switching activity of the accelerator that does most."},
    {"clock_pct", "Clock", unit::percent,
     "Clock multiplier while its accelerators work hardest: after thermal throttling, the power "
     "controller and power limits."},
    {"clock_power_pct", "Power by clock", unit::percent,
     "Share of the active power at full clock that clocks and power limits leave, mean over the "
     "phases of the work."},
    {"health_pct", "In service", unit::percent, "Share of the servers that are in service."},
    {"job", "Job", kCount, "Number of the job that holds most of the rack."},
});

static_assert(kFacility.size() == static_cast<std::size_t>(FacilityQuantity::Count));
static_assert(kHall.size() == static_cast<std::size_t>(HallQuantity::Count));
static_assert(kCdu.size() == static_cast<std::size_t>(CduQuantity::Count));
static_assert(kLoop.size() == static_cast<std::size_t>(LoopQuantity::Count));
static_assert(kBattery.size() == static_cast<std::size_t>(BatteryQuantity::Count));
static_assert(kRack.size() == static_cast<std::size_t>(RackQuantity::Count));

}  // namespace

std::span<const QuantityInfo> facilityQuantities() {
    return kFacility;
}

std::span<const QuantityInfo> hallQuantities() {
    return kHall;
}

std::span<const QuantityInfo> cduQuantities() {
    return kCdu;
}

std::span<const QuantityInfo> loopQuantities() {
    return kLoop;
}

std::span<const QuantityInfo> batteryQuantities() {
    return kBattery;
}

std::span<const QuantityInfo> rackQuantities() {
    return kRack;
}

}  // namespace headroom::engine
