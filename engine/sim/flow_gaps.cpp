// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/flow_gaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

using Q = FacilityQuantity;

/// Of the moment, from power and heat.
constexpr auto kOfFlows = std::to_array<Q>(
    {Q::ItPower,        Q::AcceleratorPower, Q::FacilityPower,  Q::MechanicalPower,
     Q::ChillerPower,   Q::RejectionFanPower, Q::LoopPumpPower, Q::CduPumpPower,
     Q::AirHandlerPower, Q::PsuLoss,         Q::ShelfLoss,      Q::PduLoss,
     Q::UpsLoss,        Q::TransformerLoss,  Q::CableLoss,      Q::UtilityPower,
     Q::GensetPower,    Q::BatteryPower,     Q::PowerFactor,    Q::WorstLoading,
     Q::Pue,            Q::HeatRejected,     Q::WaterRate,      Q::EvaporationRate,
     Q::DriftRate,      Q::BlowDownRate,     Q::WaterStored,    Q::HeatReused,
     Q::DryBulb,        Q::WetBulb,          Q::HottestChip,    Q::ThrottledAccelerators,
     Q::EnergyImbalance});

/// Since the start of the run, from power and heat.
constexpr auto kSums = std::to_array<Q>(
    {Q::Erf, Q::ItEnergy, Q::FacilityEnergy, Q::CumulativePue, Q::Pue1, Q::Pue2,
     Q::PeakTariffEnergy, Q::Fuel, Q::Water, Q::Wue, Q::Cost, Q::EnergyCost, Q::WaterCost,
     Q::FuelCost, Q::Carbon});

bool isPlantFault(const State& s, std::int32_t number) {
    const auto& open = s.faults.open;
    const auto fault = std::lower_bound(
        open.begin(), open.end(), number,
        [](const Fault& f, std::int32_t wanted) { return f.number < wanted; });
    return fault != open.end() && fault->number == number &&
           (fault->site == FaultSite::Power || fault->site == FaultSite::Cooling);
}

template <class T>
bool all(const std::vector<T>& values, T wanted) {
    return std::all_of(values.begin(), values.end(), [wanted](T v) { return v == wanted; });
}

// What is shown of racks, as far as it follows from flows.
void fillRacks(State& s, float value) {
    for (auto* shown : {&s.rackPowerW, &s.rackCoolantC, &s.rackReturnC, &s.rackInletC,
                        &s.rackFlowM3PerS, &s.rackHotChipC, &s.rackClockShown}) {
        std::fill(shown->begin(), shown->end(), value);
    }
}

}  // namespace

bool isOfFlows(const Plant& plant, const State& s, const QueuedEvent& e) {
    switch (e.kind) {
        case Happening::Hazard:
            return plant.hazards[static_cast<std::size_t>(e.a)].isEquipment ||
                   !plant.hazards[static_cast<std::size_t>(e.a)].orders.empty();
        case Happening::FailureDrill:
            return plant.drills[static_cast<std::size_t>(e.a)].order.action ==
                   models::DrillAction::Mistake;
        case Happening::EquipmentRepair:
        case Happening::PowerTimer:
        case Happening::PowerLimit:
        case Happening::PowerTrip:
        case Happening::PowerHoldUp:
        case Happening::PowerMachines:
        case Happening::PowerControl:
        case Happening::PowerDrill:
        case Happening::PowerUndo:
        case Happening::CoolantDrill:
        case Happening::CoolantUndo:
        case Happening::CoolantIsolate:
            return true;
        case Happening::FaultStage:
        case Happening::FaultPulse:
        case Happening::RepairStart:
        case Happening::RepairDone:
        case Happening::OrderUndo:
            return isPlantFault(s, e.a);
        default:
            return false;
    }
}

double nextOfFlows(const Plant& plant, const State& s) {
    double nextS = std::numeric_limits<double>::infinity();
    for (const QueuedEvent& e : s.queue) {
        if (e.timeS < nextS && isOfFlows(plant, s, e)) {
            nextS = e.timeS;
        }
    }
    return nextS;
}

bool flowsAtRest(const Plant& plant, const State& s) {
    const PowerState& p = s.power;
    const CoolantState& c = s.coolant;
    for (std::size_t h = 0; h < plant.hazards.size(); ++h) {
        if (plant.hazards[h].isEquipment && s.hazardFailed[h] > 0) {
            return false;
        }
    }
    for (const Fault& fault : s.faults.open) {
        if (fault.site == FaultSite::Power || fault.site == FaultSite::Cooling) {
            return false;
        }
    }
    const bool unitsRest = std::all_of(p.mode.begin(), p.mode.end(), [](PowerUnitState mode) {
        return mode == PowerUnitState::Normal || mode == PowerUnitState::Standby;
    });
    return unitsRest && all(p.switching.modulesOut, 0) && all(p.breaker, BreakerState::Closed) &&
           all(p.flow.batteryW, 0.0) && all(p.rackPowered, std::uint8_t{1}) &&
           all(p.rackShed, std::uint8_t{0}) && all(p.rackCap, 1.0) && p.capping == 0 &&
           all(p.running, 1.0) && all(s.rackTripped, 0) && all(c.unitsOut, 0) &&
           all(c.stuck, std::uint8_t{0}) && all(c.isolated, std::uint8_t{0}) &&
           all(c.foul, 1.0) && all(c.leakM2, 0.0) && all(c.drained, std::uint8_t{0});
}

void releaseClocks(State& s) {
    std::fill(s.rackClock.begin(), s.rackClock.end(), 1.0);
}

void blankFlows(const Plant& plant, State& s) {
    for (const Q q : kOfFlows) {
        s.facility[static_cast<std::size_t>(q)] = kUnknown;
    }
    for (auto& h : s.halls) {
        h.fill(kUnknown);
    }
    for (auto& c : s.cdus) {
        c.fill(kUnknown);
    }
    for (auto& l : s.loops) {
        l.fill(kUnknown);
    }
    fillRacks(s, std::numeric_limits<float>::quiet_NaN());
    for (std::size_t r = 0; r < s.rackServersUp.size(); ++r) {
        const PlantBlock& b = plant.blocks[static_cast<std::size_t>(plant.rackBlock[r])];
        s.rackUtilization[r] = static_cast<float>(s.rackActivity[r] / b.acceleratorsPerRack);
        s.rackHealth[r] = static_cast<float>(s.rackServersUp[r]) /
                          static_cast<float>(b.rack.servers);
    }
}

void clearBlanks(State& s) {
    for (const Q q : kOfFlows) {
        s.facility[static_cast<std::size_t>(q)] = 0.0;
    }
    std::fill(s.halls.begin(), s.halls.end(), decltype(s.halls)::value_type{});
    std::fill(s.cdus.begin(), s.cdus.end(), decltype(s.cdus)::value_type{});
    std::fill(s.loops.begin(), s.loops.end(), decltype(s.loops)::value_type{});
    fillRacks(s, 0.0F);
}

void blankSums(State& s) {
    for (const Q q : kSums) {
        s.facility[static_cast<std::size_t>(q)] = kUnknown;
    }
}

}  // namespace headroom::engine
