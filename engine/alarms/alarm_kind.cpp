// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_kind.h"

#include <array>

namespace headroom::engine {

namespace {

constexpr auto kKinds = [] {
    using K = AlarmKind;
    using S = AlarmSeverity;
    using A = EventArea;
    using P = AlarmPlace;
    return std::to_array<AlarmInfo>({
        {K::MainsLost, "mains_lost", S::Critical, A::Power, P::Unit, "Mains lost", "",
         "A utility connection delivers nothing."},
        {K::MainsLow, "mains_low", S::Warning, A::Power, P::Unit, "Mains voltage low", "",
         "The voltage of a utility connection is below nine tenths of nominal."},
        {K::UnitFailed, "power_unit_failed", S::Critical, A::Power, P::Unit, "Failed", "",
         "A unit of the wiring is out of service until it is repaired."},
        {K::UnitUnpowered, "power_unit_dead", S::Warning, A::Power, P::Unit, "No supply", "",
         "Nothing feeds a unit of the wiring that is itself in order."},
        {K::OnBattery, "ups_on_battery", S::Warning, A::Power, P::Unit, "On battery", "",
         "A UPS carries its load from its battery."},
        {K::UpsLocked, "ups_locked_on_battery", S::Critical, A::Power, P::Unit, "Locked on battery",
         "", "A UPS stays on its battery until a person resets it."},
        {K::BatteryLow, "battery_low", S::Critical, A::Power, P::Unit, "Battery nearly empty", "",
         "A battery that carries load is empty in less than five minutes."},
        {K::FuelLow, "fuel_low", S::Warning, A::Power, P::Unit, "Fuel nearly out", "",
         "A generator on load has fuel for less than an hour."},
        {K::Overloaded, "overloaded", S::Critical, A::Power, P::Unit, "Overloaded", "",
         "A unit of the wiring carries more than its rating."},
        {K::ModulesOut, "modules_out", S::Warning, A::Power, P::Unit, "Modules out", "modules",
         "Some of the parallel modules of a unit are out of service."},
        {K::BreakerTripped, "breaker_tripped", S::Critical, A::Power, P::Breaker, "Breaker tripped",
         "", "A breaker opened by its own protection."},
        {K::BreakerOpen, "breaker_open", S::Warning, A::Power, P::Breaker, "Breaker open", "",
         "A breaker that is closed in normal operation is open."},
        {K::PowerCapped, "power_capped", S::Notice, A::Power, P::Facility, "Power capped", "",
         "The power controller holds clocks down."},
        {K::CoolingFailed, "cooling_failed", S::Critical, A::Cooling, P::Link, "Failed", "units",
         "None of the equal machines is in service."},
        {K::CoolingUnitsOut, "cooling_units_out", S::Warning, A::Cooling, P::Link, "Units out",
         "units", "Some of the equal machines are out of service."},
        {K::CoolingUnpowered, "cooling_unpowered", S::Critical, A::Cooling, P::Link, "No power", "",
         "None of the equal machines has power."},
        {K::CoolingPartUnpowered, "cooling_part_unpowered", S::Warning, A::Cooling, P::Link,
         "Part without power", "", "Some of the equal machines have no power, or start again."},
        {K::Leak, "coolant_leak", S::Critical, A::Cooling, P::Link, "Leaking", "",
         "Coolant is lost."},
        {K::ShutOff, "coolant_shut_off", S::Warning, A::Cooling, P::Link, "Shut off", "",
         "A branch is shut off by a person or by leak detection."},
        {K::ValveStuck, "valve_stuck", S::Warning, A::Cooling, P::Link, "Valve stuck", "",
         "A control valve does not move."},
        {K::Fouled, "fouled", S::Notice, A::Cooling, P::Link, "Fouled", "",
         "An exchanger has lost part of its conductance."},
        {K::PressureLost, "pressure_lost", S::Critical, A::Cooling, P::Circuit, "Pressure lost", "",
         "A circuit lost its pressure and its pumps cut out."},
        {K::WaterShort, "water_short", S::Critical, A::Cooling, P::Loop, "Make-up water short", "",
         "Towers get less make-up water than they evaporate."},
        {K::RacksTripped, "racks_tripped", S::Critical, A::Servers, P::Block, "Tripped for heat",
         "racks", "Accelerators passed their limit and switched off."},
        {K::RacksUnpowered, "racks_unpowered", S::Critical, A::Servers, P::Block, "No power",
         "racks", "All cords of a rack are dead."},
        {K::RacksShed, "racks_shed", S::Warning, A::Servers, P::Block, "Shed", "racks",
         "The power controller switched racks off."},
        {K::RacksThrottled, "racks_throttled", S::Warning, A::Servers, P::Block, "Throttled",
         "racks", "Clocks are down because chips are too warm."},
        {K::ServersCutOff, "servers_cut_off", S::Critical, A::Network, P::Block,
         "Cut off from the network", "servers", "Servers reach no other over their fabric."},
        {K::ServerFault, "server_fault", S::Warning, A::Servers, P::Rack, "Server fault", "faults",
         "A fault of a server or accelerator is known and not yet repaired."},
        {K::SwitchesDown, "switches_down", S::Critical, A::Network, P::Fabric, "Switches down",
         "faults", "Switches of a fabric are down."},
        {K::LinksDown, "links_down", S::Warning, A::Network, P::Fabric, "Links down", "faults",
         "Links of a fabric are down."},
        {K::LinksImpaired, "links_impaired", S::Notice, A::Network, P::Fabric, "Links impaired",
         "faults", "Links of a fabric flap, or run below their rate."},
        {K::StorageImpaired, "storage_impaired", S::Warning, A::Storage, P::Storage,
         "Storage impaired", "", "A building block of storage gives less than its rate."},
        {K::SchedulerDown, "scheduler_down", S::Critical, A::Control, P::Facility, "Scheduler down",
         "", "Nothing is placed until the control plane is back."},
        {K::JobInterrupted, "job_interrupted", S::Critical, A::Jobs, P::Job,
         "Interrupted, waits to continue", "",
         "A failure stopped a job, and it does not work again yet."},
        {K::JobStandsStill, "job_stands_still", S::Critical, A::Jobs, P::Job, "Stands still", "",
         "A job holds its accelerators and makes no progress."},
        {K::JobSlowed, "job_slowed", S::Notice, A::Jobs, P::Job, "Slowed", "",
         "A job continues below the rate that it had before a disturbance."},
        {K::ServiceLate, "service_late", S::Warning, A::Jobs, P::Service, "Below its objective", "",
         "Fewer than 95 % of a service's answers keep its limits of time."},
        {K::SensorOff, "sensor_off", S::Warning, A::Control, P::Sensor,
         "Sensor and models disagree", "",
         "The residual of a sensor of the telemetry stays beyond four of its spreads for ten "
         "minutes (twin.md)."},
    });
}();

static_assert(kKinds.size() == static_cast<std::size_t>(AlarmKind::Count));

}  // namespace

std::span<const AlarmInfo> alarmKinds() {
    return kKinds;
}

const char* alarmSeverityName(AlarmSeverity severity) {
    switch (severity) {
        case AlarmSeverity::Notice:
            return "Notice";
        case AlarmSeverity::Warning:
            return "Warning";
        case AlarmSeverity::Critical:
            return "Critical";
        case AlarmSeverity::Count:
            break;
    }
    return "";
}

}  // namespace headroom::engine
