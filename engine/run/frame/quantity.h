// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/unit.h"

#include <span>
#include <string>
#include <string_view>

/// The quantities that a run yields, each named once with its unit and its "why": recorder, CSV
/// headers, charts, legends and tool tips read these tables.
namespace headroom::engine {

/// Description of one number. Values are held in SI (degrees Celsius, USD); `unit` is how they are shown:
/// shown = value / unit.toSi.
struct QuantityInfo {
    std::string_view key;    ///< "it_power_kw": CSV header and channel name, unit as suffix
    std::string_view label;  ///< "IT power"
    models::Unit unit;
    std::string_view why;  ///< equation or meter boundary, and where the inputs come from
};

/// Quantities of the whole facility, at one instant or since the start of the run.
enum class FacilityQuantity {
    ItPower,
    AcceleratorPower,
    FabricPower,
    StoragePower,
    FacilityPower,
    MechanicalPower,
    ChillerPower,
    RejectionFanPower,
    LoopPumpPower,
    CduPumpPower,
    AirHandlerPower,
    PsuLoss,
    ShelfLoss,
    PduLoss,
    UpsLoss,
    TransformerLoss,
    CableLoss,
    UtilityPower,
    GensetPower,
    BatteryPower,
    BatteryLoss,
    PowerFactor,
    WorstLoading,
    Pue,
    Utilization,
    BusyAccelerators,
    HealthyAccelerators,
    TokensPerS,
    RunningJobs,
    QueuedJobs,
    HeatRejected,
    WaterRate,
    EvaporationRate,
    DriftRate,
    BlowDownRate,
    WaterStored,
    HeatReused,
    Erf,
    DryBulb,
    WetBulb,
    HottestChip,
    ThrottledAccelerators,
    DownServers,
    ItEnergy,
    FacilityEnergy,
    CumulativePue,
    Pue1,
    Pue2,
    PeakTariffEnergy,
    Fuel,
    Water,
    Wue,
    Cost,
    EnergyCost,
    WaterCost,
    FuelCost,
    RemoteCost,
    RemoteAccelerators,
    Carbon,
    Tokens,
    Goodput,
    HeldTime,
    StartingTime,
    StalledTime,
    HungTime,
    LostTime,
    EnergyImbalance,
    FabricUtilization,
    HottestBundle,
    DegradedLinks,
    DownLinks,
    StorageWrite,
    NetworkBound,
    StorageBound,
    QueuedAccelerators,
    MeanWait,
    TrainingAccelerators,
    BatchAccelerators,
    ServiceAccelerators,
    RequestsPerS,
    AnswersPerS,
    ServedTokensPerS,
    RequestBacklog,
    Replicas,
    FirstTokenMedian,
    FirstTokenP99,
    TokenTime,
    SloAttainment,
    Count
};

/// Quantities of one hall.
enum class HallQuantity {
    ItPower,
    AirHeat,
    SupplyAir,
    ReturnAir,
    CrahFanPower,
    CoilValve,
    HottestInlet,
    Shi,
    Rhi,
    Rti,
    RciHigh,
    RciLow,
    Count
};

/// Quantities of one CDU group.
enum class CduQuantity {
    Heat,
    SupplyTemperature,
    ReturnTemperature,
    PumpPower,
    FlowRatio,
    RackFlow,
    PrimaryFlow,
    Valve,
    PumpSpeed,
    Pressure,
    Count
};

/// Quantities of one cooling loop.
enum class LoopQuantity {
    Heat,
    SupplyTemperature,
    ReturnTemperature,
    ChillerPower,
    FanPower,
    PumpPower,
    WaterRate,
    Flow,
    PumpSpeed,
    FanSpeed,
    ChillersRunning,
    Mode,
    Pressure,
    RideThrough,
    Count
};

/// Quantities of one external battery (models/power/external_battery.h), by the unit at whose output it is.
enum class BatteryQuantity { Power, Loss, Charge, Count };

/// Quantities of one rack. These colour the floor.
enum class RackQuantity {
    Power,
    CoolantTemperature,
    ReturnTemperature,
    InletTemperature,
    CoolantFlow,
    ChipTemperature,
    MeanChipTemperature,
    Utilization,
    BusiestUtilization,
    Clock,
    ClockPower,
    Health,
    Job,
    Count
};

std::span<const QuantityInfo> facilityQuantities();
std::span<const QuantityInfo> hallQuantities();
std::span<const QuantityInfo> cduQuantities();
std::span<const QuantityInfo> loopQuantities();
std::span<const QuantityInfo> batteryQuantities();
std::span<const QuantityInfo> rackQuantities();

inline const QuantityInfo& infoOf(FacilityQuantity quantity) {
    return facilityQuantities()[static_cast<std::size_t>(quantity)];
}

/// One column of a recording: a quantity of one object.
struct Channel {
    std::string name;    ///< "facility/it_power_kw", "hall/hall-a/it_power_kw"
    std::string object;  ///< id of the object, empty for the facility
    const QuantityInfo* quantity = nullptr;
};

}  // namespace headroom::engine
