// SPDX-License-Identifier: Apache-2.0
#include "engine/run/simulator_private.h"
#include "engine/run/uncoupled.h"
#include "models/cooling/heat_exchanger.h"
#include "models/facility/consumption.h"

#include <algorithm>
#include <array>

/// Quantities of the facility at the end of a step: each subsystem tells its own
/// (Subsystem::publish), here is what flows through all of them, and what the meters read.
namespace headroom::engine {

namespace {

using Q = FacilityQuantity;

template <class Of>
struct Reading {
    Q quantity;
    double Of::*value;
    double divisor = 1.0;
};

/// Value of the last sub-step.
constexpr auto kFlows = std::to_array<Reading<Flows>>({
    {Q::ItPower, &Flows::itW},
    {Q::AcceleratorPower, &Flows::acceleratorW},
    {Q::FacilityPower, &Flows::facilityW},
    {Q::MechanicalPower, &Flows::mechanicalW},
    {Q::ChillerPower, &Flows::chillerW},
    {Q::RejectionFanPower, &Flows::rejectionFanW},
    {Q::LoopPumpPower, &Flows::waterPumpW},
    {Q::CduPumpPower, &Flows::cduPumpsW},
    {Q::AirHandlerPower, &Flows::airHandlerW},
    {Q::PsuLoss, &Flows::psuLossW},
    {Q::ShelfLoss, &Flows::shelfLossW},
    {Q::PduLoss, &Flows::pduLossW},
    {Q::UpsLoss, &Flows::upsLossW},
    {Q::TransformerLoss, &Flows::transformerLossW},
    {Q::CableLoss, &Flows::cableLossW},
    {Q::UtilityPower, &Flows::utilityW},
    {Q::GensetPower, &Flows::gensetW},
    {Q::BatteryPower, &Flows::batteryW},
    {Q::PowerFactor, &Flows::powerFactor},
    {Q::WorstLoading, &Flows::worstLoading},
    {Q::HeatReused, &Flows::reusedW},
    {Q::WaterRate, &Flows::waterKgPerS, models::kWaterDensity},
    {Q::EvaporationRate, &Flows::evaporationKgPerS, models::kWaterDensity},
    {Q::DriftRate, &Flows::driftKgPerS, models::kWaterDensity},
    {Q::BlowDownRate, &Flows::blowDownKgPerS, models::kWaterDensity},
    {Q::HottestChip, &Flows::hottestC},
});

/// Since the start of the run.
constexpr auto kMeters = std::to_array<Reading<Totals>>({
    {Q::ItEnergy, &Totals::itJ},
    {Q::FacilityEnergy, &Totals::facilityJ},
    {Q::PeakTariffEnergy, &Totals::peakTariffJ},
    {Q::Fuel, &Totals::fuelM3},
    {Q::Water, &Totals::waterM3},
    {Q::EnergyCost, &Totals::energyUsd},
    {Q::WaterCost, &Totals::waterUsd},
    {Q::FuelCost, &Totals::fuelUsd},
    {Q::Carbon, &Totals::carbonKg},
});

}  // namespace

void Simulator::Private::publish() {
    for (Subsystem* part : parts.all) {
        part->publish();
    }
    const auto set = [this](Q q, double value) { state.shown[q] = value; };
    for (const auto& reading : kFlows) {
        set(reading.quantity, flows.*reading.value / reading.divisor);
    }
    const Totals& t = state.totals;
    for (const auto& reading : kMeters) {
        set(reading.quantity, t.*reading.value / reading.divisor);
    }
    set(Q::ThrottledAccelerators, flows.throttled);
    set(Q::HeatRejected, flows.rejectedW - flows.reusedW);
    set(Q::DryBulb, weather.dryBulbC);
    set(Q::WetBulb, weather.wetBulbC);
    set(Q::BatteryLoss, flows.withdrawnW - flows.batteryW);
    set(Q::Pue, models::usageEffectiveness(flows.consumedW, flows.itW));
    set(Q::CumulativePue, models::usageEffectiveness(t.facilityJ, t.itJ));
    set(Q::Pue1, models::usageEffectiveness(t.facilityJ, t.upsOutputJ));
    set(Q::Pue2, models::usageEffectiveness(t.facilityJ, t.pduOutputJ));
    set(Q::Wue, models::usageEffectiveness(t.waterM3, t.itJ));
    set(Q::Erf, t.facilityJ > 0.0 ? t.reusedJ / t.facilityJ : 0.0);
    set(Q::Cost, t.energyUsd + t.waterUsd + t.fuelUsd);
    state.power.worstLoading = flows.worstLoading;
    if (state.flowing == 0) {
        blankFlows(plant, state);
    }
    if (state.wasUncoupled != 0) {
        blankSums(state);
    }
}

}  // namespace headroom::engine
