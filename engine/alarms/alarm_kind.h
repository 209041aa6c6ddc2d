// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace headroom::engine {

/// How much an alarm asks for, in ascending order.
enum class AlarmSeverity : std::uint8_t {
    Notice,    ///< to know: nothing is lost yet
    Warning,   ///< a reserve or a limit is gone: act before the next failure
    Critical,  ///< power, cooling, computing or data are being lost
    Count
};

inline constexpr std::size_t kAlarmSeverities = static_cast<std::size_t>(AlarmSeverity::Count);

const char* alarmSeverityName(AlarmSeverity severity);

/// Index space of an alarm.
enum class AlarmPlace : std::uint8_t {
    Unit,     ///< of the wiring
    Breaker,  ///< edge of the wiring
    Link,     ///< machine, pipe or row of the coolant network
    Circuit,  ///< of the coolant network
    Loop,
    Block,  ///< of racks
    Rack,
    Fabric,   ///< behind them: WAN links
    Storage,  ///< building block
    Job,      ///< JobRow::id
    Service,
    Sensor,   ///< of the telemetry that a twin follows (engine/twin); no State knows it
    Facility  ///< 0
};

enum class AlarmKind : std::uint8_t {
    MainsLost,
    MainsLow,
    UnitFailed,
    UnitUnpowered,
    OnBattery,
    UpsLocked,
    BatteryLow,
    FuelLow,
    Overloaded,
    ModulesOut,
    BreakerTripped,
    BreakerOpen,
    PowerCapped,
    CoolingFailed,
    CoolingUnitsOut,
    CoolingUnpowered,
    CoolingPartUnpowered,
    Leak,
    ShutOff,
    ValveStuck,
    Fouled,
    PressureLost,
    WaterShort,
    RacksTripped,
    RacksUnpowered,
    RacksShed,
    RacksThrottled,
    ServersCutOff,
    ServerFault,
    SwitchesDown,
    LinksDown,
    LinksImpaired,
    StorageImpaired,
    SchedulerDown,
    JobInterrupted,
    JobStandsStill,
    JobSlowed,
    ServiceLate,
    SensorOff,
    Count
};

struct AlarmInfo {
    AlarmKind kind;
    std::string_view key;  ///< "ups_on_battery": of JSON and recordings, stable
    AlarmSeverity severity;
    EventArea area;
    AlarmPlace place;
    std::string_view title;      ///< "On battery"
    std::string_view counted;    ///< "racks": what its count counts; empty if it has none
    std::string_view condition;  ///< when it holds, in one sentence
};

std::span<const AlarmInfo> alarmKinds();

inline const AlarmInfo& infoOf(AlarmKind kind) {
    return alarmKinds()[static_cast<std::size_t>(kind)];
}

}  // namespace headroom::engine
