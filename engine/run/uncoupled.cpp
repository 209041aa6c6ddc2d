// SPDX-License-Identifier: Apache-2.0
#include "engine/run/uncoupled.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Quantities of the moment that follow from power and heat: unknown while these are not computed.
constexpr auto kOfFlows = std::to_array<FacilityQuantity>({FacilityQuantity::ItPower,
                                                           FacilityQuantity::AcceleratorPower,
                                                           FacilityQuantity::FacilityPower,
                                                           FacilityQuantity::MechanicalPower,
                                                           FacilityQuantity::ChillerPower,
                                                           FacilityQuantity::RejectionFanPower,
                                                           FacilityQuantity::LoopPumpPower,
                                                           FacilityQuantity::CduPumpPower,
                                                           FacilityQuantity::AirHandlerPower,
                                                           FacilityQuantity::PsuLoss,
                                                           FacilityQuantity::ShelfLoss,
                                                           FacilityQuantity::PduLoss,
                                                           FacilityQuantity::UpsLoss,
                                                           FacilityQuantity::TransformerLoss,
                                                           FacilityQuantity::CableLoss,
                                                           FacilityQuantity::UtilityPower,
                                                           FacilityQuantity::GensetPower,
                                                           FacilityQuantity::BatteryPower,
                                                           FacilityQuantity::BatteryLoss,
                                                           FacilityQuantity::PowerFactor,
                                                           FacilityQuantity::WorstLoading,
                                                           FacilityQuantity::Pue,
                                                           FacilityQuantity::HeatRejected,
                                                           FacilityQuantity::WaterRate,
                                                           FacilityQuantity::EvaporationRate,
                                                           FacilityQuantity::DriftRate,
                                                           FacilityQuantity::BlowDownRate,
                                                           FacilityQuantity::WaterStored,
                                                           FacilityQuantity::HeatReused,
                                                           FacilityQuantity::DryBulb,
                                                           FacilityQuantity::WetBulb,
                                                           FacilityQuantity::HottestChip,
                                                           FacilityQuantity::ThrottledAccelerators,
                                                           FacilityQuantity::EnergyImbalance});

/// Sums since the start of the run over these: unknown from the first gap on.
constexpr auto kSums = std::to_array<FacilityQuantity>(
    {FacilityQuantity::Erf, FacilityQuantity::ItEnergy, FacilityQuantity::FacilityEnergy,
     FacilityQuantity::CumulativePue, FacilityQuantity::Pue1, FacilityQuantity::Pue2,
     FacilityQuantity::PeakTariffEnergy, FacilityQuantity::Fuel, FacilityQuantity::Water,
     FacilityQuantity::Wue, FacilityQuantity::Cost, FacilityQuantity::EnergyCost,
     FacilityQuantity::WaterCost, FacilityQuantity::FuelCost, FacilityQuantity::Carbon});

// Display of racks, as far as it follows from flows.
void fillRacks(State& s, float value) {
    Outputs& o = s.shown;
    for (auto* field :
         {&o.rackPowerW, &o.rackReturnC, &o.rackFlowM3PerS, &o.rackHotChipC, &o.rackMeanChipC,
          &o.rackClock, &o.rackClockPower, &s.rackCoolantC, &s.rackInletC}) {
        std::fill(field->begin(), field->end(), value);
    }
}

}  // namespace

void releaseClocks(State& s) {
    std::fill(s.rackClock.begin(), s.rackClock.end(), 1.0);
    std::fill(s.rackFreeClock.begin(), s.rackFreeClock.end(), 1.0);
}

void blankFlows(const Plant& plant, State& s) {
    for (const FacilityQuantity q : kOfFlows) {
        s.shown[q] = kUnknown;
    }
    for (auto& h : s.shown.halls) {
        h.fill(kUnknown);
    }
    for (auto& c : s.shown.cdus) {
        c.fill(kUnknown);
    }
    for (auto& l : s.shown.loops) {
        l.fill(kUnknown);
    }
    for (auto& b : s.shown.batteries) {
        b.fill(kUnknown);
    }
    s.power.worstLoading = kUnknown;
    std::fill(s.coolant.loopHeatW.begin(), s.coolant.loopHeatW.end(), kUnknown);
    fillRacks(s, std::numeric_limits<float>::quiet_NaN());
    for (std::size_t r = 0; r < s.rackServersUp.size(); ++r) {
        const PlantBlock& b = plant.blocks[static_cast<std::size_t>(plant.rackBlock[r])];
        s.rackUtilization[r] = static_cast<float>(s.rackActivity[r] / b.acceleratorsPerRack);
        s.shown.rackHealth[r] =
            static_cast<float>(s.rackServersUp[r]) / static_cast<float>(b.rack.servers);
    }
}

void clearBlanks(State& s) {
    for (const FacilityQuantity q : kOfFlows) {
        s.shown[q] = 0.0;
    }
    std::fill(s.shown.halls.begin(), s.shown.halls.end(), Outputs::Row<HallQuantity>{});
    std::fill(s.shown.cdus.begin(), s.shown.cdus.end(), Outputs::Row<CduQuantity>{});
    std::fill(s.shown.loops.begin(), s.shown.loops.end(), Outputs::Row<LoopQuantity>{});
    std::fill(s.shown.batteries.begin(), s.shown.batteries.end(), Outputs::Row<BatteryQuantity>{});
    s.power.worstLoading = 0.0;
    std::fill(s.coolant.loopHeatW.begin(), s.coolant.loopHeatW.end(), 0.0);
    fillRacks(s, 0.0F);
}

void blankSums(State& s) {
    for (const FacilityQuantity q : kSums) {
        s.shown[q] = kUnknown;
    }
}

}  // namespace headroom::engine
