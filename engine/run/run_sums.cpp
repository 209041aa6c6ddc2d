// SPDX-License-Identifier: Apache-2.0
#include "engine/run/run_sums.h"

#include "engine/plant/plant.h"
#include "engine/run/offsite/remote_sites.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_statistics.h"
#include "models/core/attribute.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

using Q = FacilityQuantity;

}  // namespace

Sums sumsOf(const Plant& plant, const State& state, const RemoteTotals& away) {
    const Totals& t = state.totals;
    Sums s;
    s[Sum::TimeS] = state.timeS;
    s[Sum::Racks] = static_cast<double>(plant.rackBlock.size());
    s[Sum::Accelerators] = plant.accelerators;
    s[Sum::CapacityS] = state.timeS * plant.accelerators + t.capacityShiftS;
    s[Sum::BusyS] = t.busyS.value();
    s[Sum::AllocatedS] = t.allocatedS.value();
    s[Sum::WastedS] = wastedTime(state).sumS();
    const TrainingSums training = trainingSumsOf(plant, state);
    s[Sum::Tokens] = training.tokens;
    s[Sum::TokensSpread] = training.tokensSpread;
    s[Sum::TrainingGoodS] = training.goodS;
    s[Sum::TrainingWallS] = training.wallS;
    s[Sum::ModelFlop] = training.flop;
    s[Sum::PeakFlop] = training.peakFlop;
    s[Sum::JobsSubmitted] = static_cast<double>(t.submitted);
    s[Sum::JobsCompleted] = static_cast<double>(t.completed);
    s[Sum::JobsFailed] = static_cast<double>(t.failed);
    s[Sum::JobsRequeued] = static_cast<double>(t.requeued);
    s[Sum::JobsPreempted] = static_cast<double>(t.preempted);
    s[Sum::JobsKilled] = static_cast<double>(t.killed);
    s[Sum::JobsSentAway] = static_cast<double>(away.sent);
    s[Sum::JobsTakenBack] = static_cast<double>(away.lost);
    s[Sum::AwayS] = away.heldS;
    s[Sum::AwayItJ] = away.itJ;
    s[Sum::AwayFacilityJ] = away.facilityJ;
    s[Sum::AwayCarbonKg] = away.carbonKg;
    s[Sum::AwayRentUsd] = away.rentUsd;
    s[Sum::AwayEnergyUsd] = away.energyUsd;
    s[Sum::AwayEgressUsd] = away.egressUsd;
    s[Sum::ItJ] = t.itJ;
    s[Sum::FacilityJ] = t.facilityJ;
    s[Sum::MeteredJ] = t.utilityJ + t.gensetJ;
    s[Sum::UtilityJ] = t.utilityJ;
    s[Sum::GensetJ] = t.gensetJ;
    s[Sum::PeakTariffJ] = t.peakTariffJ;
    s[Sum::UpsOutputJ] = t.upsOutputJ;
    s[Sum::PduOutputJ] = t.pduOutputJ;
    s[Sum::FuelM3] = t.fuelM3;
    s[Sum::PipedFuelJ] = t.pipedFuelJ;
    s[Sum::WaterM3] = t.waterM3;
    s[Sum::ReusedJ] = t.reusedJ;
    s[Sum::EnergyUsd] = t.energyUsd;
    s[Sum::WaterUsd] = t.waterUsd;
    s[Sum::FuelUsd] = t.fuelUsd;
    s[Sum::CarbonKg] = t.carbonKg;
    s[Sum::PeakItW] = t.peakItW;
    s[Sum::PeakFacilityW] = t.peakFacilityW;
    s[Sum::HottestChipC] = t.hottestChipC;
    s[Sum::WorstImbalance] = t.worstImbalance;
    for (std::size_t i = 0; i < s.value.size() && state.wasUncoupled != 0; ++i) {
        if (isOfFlows(static_cast<Sum>(i))) {
            s.value[i] = models::kNotStated;
        }
    }
    return s;
}

Sums sumsSinceStart(const std::function<double(FacilityQuantity)>& value) {
    Sums s;
    s.value.fill(models::kNotStated);
    s[Sum::ItJ] = value(Q::ItEnergy);
    s[Sum::FacilityJ] = value(Q::FacilityEnergy);
    s[Sum::PeakTariffJ] = value(Q::PeakTariffEnergy);
    s[Sum::FuelM3] = value(Q::Fuel);
    s[Sum::WaterM3] = value(Q::Water);
    s[Sum::EnergyUsd] = value(Q::EnergyCost);
    s[Sum::WaterUsd] = value(Q::WaterCost);
    s[Sum::FuelUsd] = value(Q::FuelCost);
    s[Sum::AwayRentUsd] = value(Q::RemoteCost);  // rent, energy and egress in one
    s[Sum::AwayEnergyUsd] = s[Sum::AwayEgressUsd] = 0.0;
    s[Sum::CarbonKg] = value(Q::Carbon);
    s[Sum::Tokens] = value(Q::Tokens);
    const double heldS = value(Q::HeldTime);
    s[Sum::AllocatedS] = heldS > 0.0 ? heldS : 1.0;  // recordings of older versions do not have it
    s[Sum::WastedS] = s[Sum::AllocatedS] * (1.0 - value(Q::Goodput));
    return s;
}

Sums sumsOfNow(const std::function<double(FacilityQuantity)>& value) {
    Sums s;
    s[Sum::TimeS] = 1.0;
    s[Sum::ItJ] = value(Q::ItPower);
    s[Sum::MeteredJ] = value(Q::FacilityPower);
    // As PUE has it: with what batteries lose. Recordings of older versions have no channel of that loss.
    const double pue = value(Q::Pue);
    s[Sum::FacilityJ] = std::isfinite(pue) && s[Sum::ItJ] > 0.0
                            ? pue * s[Sum::ItJ]
                            : s[Sum::MeteredJ] + value(Q::BatteryPower);
    s[Sum::CapacityS] = 1.0;
    s[Sum::BusyS] = value(Q::Utilization);
    s[Sum::Tokens] = value(Q::TokensPerS);
    return s;
}

}  // namespace headroom::engine
