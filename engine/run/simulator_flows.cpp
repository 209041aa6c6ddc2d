// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flow_gaps.h"
#include "engine/run/frame_builder.h"
#include "engine/run/jobs/job_checkpoints.h"
#include "engine/run/jobs/job_energy.h"
#include "engine/run/simulator_private.h"
#include "models/air/psychrometrics.h"
#include "models/cooling/heat_exchanger.h"
#include "models/facility/consumption.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// The energy balance is judged against at least this share of the peak power.
constexpr double kBlackoutShare = 0.01;

}  // namespace

void Simulator::Private::account(double timeS) {
    const double dt = timeS - state.accountedS;
    state.totals.busyS.add(static_cast<double>(state.busyNow) * dt);
    state.totals.allocatedS.add(static_cast<double>(state.allocatedNow) * dt);
    state.accountedS = timeS;
}

/// Power and heat from State::flowS to untilS under the load of the racks as last refreshed, in as
/// many sub-steps as temperatures need.
void Simulator::Private::integrate(double untilS) {
    if (state.flowing == 0) {
        state.flowSkippedS += std::max(0.0, untilS - state.flowS);
        state.flowGaps = 1;
        state.flowS = std::max(state.flowS, untilS);
        return;
    }
    while (untilS - state.flowS > 1e-9) {
        const double leftS = untilS - state.flowS;
        const double h = coolant.subStepS(leftS);
        integrateOnce(h < leftS ? state.flowS + h : untilS);
    }
}

/// Flows are computed from here on, from the balance at the present load.
void Simulator::Private::wake(double timeS) {
    integrate(timeS);
    state.flowing = 1;
    clearBlanks(state);
    state.flowHoldS = timeS + 2.0 * kFlowLeadS;
    jobs.refreshRacks();
    balance(timeS);
    jobs.refreshThrottled(timeS);
    fabric.settle(timeS);
}

/// Temperatures, flows and controllers as they settle under the load and the weather of a moment:
/// sub-steps in which the clock of the run stands still, and nothing is metered, trips or switches.
void Simulator::Private::balance(double timeS) {
    coolant.disturb();
    weather = models::weatherAt(plant.weather, plant.startYearS + timeS);
    imposeLoads(plant, flows, timeS);
    for (double doneS = 0.0; doneS < kFlowLeadS - 1e-9;) {
        const double dt = coolant.subStepS(kFlowLeadS - doneS);
        sweepRacks(plant, state, flows, dt, workers);
        electrical.releaseLosses(flows, dt);
        coolant.cool(flows, weather, dt);
        electrical.solve(flows, dt, timeS);
        doneS += dt;
    }
    coolant.disturb();
}

/// When the next event that reaches power or heat happens; infinity: none is known.
double Simulator::Private::nextOfFlows() {
    double nextS = kNever;
    for (const QueuedEvent& e : state.queue) {
        if (e.timeS < nextS && e.owner != Owner::Run && owner(e).onFlows(e) != OnFlows::None) {
            nextS = e.timeS;
        }
    }
    return nextS;
}

/// Queues the moment at which flows are needed again, where it lies before untilS.
void Simulator::Private::announceFlows(double untilS) {
    if (coupling != Coupling::Asked || state.flowing != 0) {
        return;
    }
    const double dueS = nextOfFlows() - kFlowLeadS;
    if (dueS <= untilS) {
        queue.push(std::max(dueS, state.timeS), RunEvent::Couple, 0, 0);
    }
}

/// Stops computing flows once no subsystem has needed them for kFlowLeadS: nothing of power and
/// cooling is failed, open, under repair or held back, and no event that reaches them is near.
void Simulator::Private::restFlows(double timeS) {
    if (coupling != Coupling::Asked || state.flowing == 0) {
        return;
    }
    const double nextS = nextOfFlows();
    const bool rest = std::all_of(parts.begin(), parts.end(),
                                  [](const Subsystem* part) { return part->atRest(); });
    if (!rest || nextS <= timeS + kFlowLeadS) {
        state.flowHoldS = timeS + kFlowLeadS;
    }
    if (timeS < state.flowHoldS) {
        return;
    }
    state.flowing = 0;
    releaseClocks(state);
    jobs.refreshThrottled(timeS);
    fabric.settle(timeS);
}

/// The meters at the prices of the plant; what earlier designs paid at theirs is in the shifts.
void price(const Plant& plant, Totals& t) {
    t.energyUsd = (t.utilityJ - t.peakTariffJ) * plant.energyUsdPerJ +
                  t.peakTariffJ * plant.peakUsdPerJ + t.energyUsdShift;
    t.fuelUsd = t.fuelM3 * plant.dieselUsdPerM3 + t.pipedFuelUsd + t.fuelUsdShift;
    t.carbonKg =
        t.utilityJ * plant.carbonKgPerJ + t.fuelM3 * plant.dieselCarbonKgPerM3 +
        t.pipedFuelCarbonKg + t.carbonKgShift;
    t.waterUsd = t.waterM3 * plant.waterUsdPerM3 + t.waterUsdShift;
}

void Simulator::Private::totals(double dt) {
    Totals& t = state.totals;
    const Flows& f = flows;
    t.itJ += f.itW * dt;
    t.facilityJ += f.consumedW * dt;
    t.psuJ += f.psuLossW * dt;
    t.shelfJ += f.shelfLossW * dt;
    t.pduJ += f.pduLossW * dt;
    t.upsJ += f.upsLossW * dt;
    t.transformerJ += f.transformerLossW * dt;
    t.waterM3 += f.waterKgPerS / models::kWaterDensity * dt;
    t.cableJ += f.cableLossW * dt;
    t.utilityJ += f.utilityW * dt;
    t.gensetJ += f.gensetW * dt;
    t.upsOutputJ += f.upsOutputW * dt;
    t.pduOutputJ += f.pduOutputW * dt;
    t.fuelM3 += f.fuelM3PerS * dt;
    t.pipedFuelJ += f.pipedFuelW * dt;
    t.pipedFuelUsd += f.pipedUsdPerS * dt;
    t.pipedFuelCarbonKg += f.pipedCarbonKgPerS * dt;
    t.reusedJ += f.reusedW * dt;
    t.rejectedJ += f.rejectedW * dt;
    const double dayS = std::fmod(plant.startYearS + state.flowS + 0.5 * dt, 86400.0);
    if (dayS >= plant.peakFromS && dayS < plant.peakToS) {
        t.peakTariffJ += f.utilityW * dt;
    }
    price(plant, t);
    t.peakItW = std::max(t.peakItW, f.itW);
    t.peakFacilityW = std::max(t.peakFacilityW, f.facilityW);
    t.hottestChipC = std::max(t.hottestChipC, f.hottestC);
    // In a blackout the meter reads next to nothing: a share of the peak stands for it then.
    const double scaleW = std::max({1.0, f.facilityW, f.itW, kBlackoutShare * t.peakFacilityW});
    const double imbalance = std::abs(f.facilityW - f.rejectedW - f.storedW) / scaleW;
    // The other way round a NaN would pass as "no worse than before".
    t.worstImbalance = imbalance <= t.worstImbalance ? t.worstImbalance : imbalance;
    state.facility[static_cast<std::size_t>(FacilityQuantity::EnergyImbalance)] = imbalance;
}

/// Facility quantities at the end of a step.
void Simulator::Private::publish() {
    for (Subsystem* part : parts) {
        part->publish();
    }
    const Totals& t = state.totals;
    const Flows& f = flows;
    const auto set = [this](FacilityQuantity q, double value) {
        state.facility[static_cast<std::size_t>(q)] = value;
    };
    double fabricW = 0.0, storageW = 0.0;
    for (const PlantHall& h : plant.halls) {
        const double running =
            state.hallItRunning[static_cast<std::size_t>(&h - plant.halls.data())];
        fabricW += state.fabric.hallW[static_cast<std::size_t>(&h - plant.halls.data())] * running;
        storageW += h.storageW * running;
    }
    double tokensPerS = 0.0, tokens = t.removedTokens;
    std::array<std::int64_t, 3> held{};  // training, batch, services
    int runningJobs = 0;
    for (const std::int32_t index : state.running) {
        const Job& job = state.jobs[static_cast<std::size_t>(index)];
        runningJobs += job.state == JobState::Running ? 1 : 0;
        held[job.training >= 0                  ? 0U
             : job.source == JobSource::Service ? 2U
                                                : 1U] += job.accelerators;
        if (job.training >= 0) {
            tokensPerS += job.rate;
        }
    }
    std::int64_t heldAway = 0;
    for (const std::int32_t index : state.remote.away) {
        const RemoteJob& away = state.remote.jobs[static_cast<std::size_t>(index)];
        const Job& job = state.jobs[static_cast<std::size_t>(away.job)];
        heldAway += away.phase == RemotePhase::Bringing ? 0 : job.accelerators;
        runningJobs += job.state == JobState::Running ? 1 : 0;
        tokensPerS += job.training >= 0 ? job.rate : 0.0;
    }
    const RemoteTotals paid = remote.totals(state.timeS);
    for (const std::int32_t index : state.training) {
        tokens += progressAt(state.jobs[static_cast<std::size_t>(index)], state.timeS).done;
    }
    int healthy = 0, down = 0;
    for (std::size_t r = 0; r < state.rackServersUp.size(); ++r) {
        const PlantBlock& b = plant.blocks[static_cast<std::size_t>(plant.rackBlock[r])];
        healthy += state.rackServersUp[r] * b.server.accelerators;
        down += b.rack.servers - state.rackServersUp[r];
    }
    using Q = FacilityQuantity;
    set(Q::ItPower, f.itW);
    set(Q::AcceleratorPower, f.acceleratorW);
    set(Q::FabricPower, fabricW);
    set(Q::StoragePower, storageW);
    set(Q::FacilityPower, f.facilityW);
    set(Q::MechanicalPower, f.mechanicalW);
    set(Q::ChillerPower, f.chillerW);
    set(Q::RejectionFanPower, f.rejectionFanW);
    set(Q::LoopPumpPower, f.waterPumpW);
    set(Q::CduPumpPower, f.cduPumpsW);
    set(Q::AirHandlerPower, f.airHandlerW);
    set(Q::PsuLoss, f.psuLossW);
    set(Q::ShelfLoss, f.shelfLossW);
    set(Q::PduLoss, f.pduLossW);
    set(Q::UpsLoss, f.upsLossW);
    set(Q::TransformerLoss, f.transformerLossW);
    set(Q::CableLoss, f.cableLossW);
    set(Q::UtilityPower, f.utilityW);
    set(Q::GensetPower, f.gensetW);
    set(Q::BatteryPower, f.batteryW);
    set(Q::PowerFactor, f.powerFactor);
    set(Q::WorstLoading, f.worstLoading);
    set(Q::Pue1, models::usageEffectiveness(t.facilityJ, t.upsOutputJ));
    set(Q::Pue2, models::usageEffectiveness(t.facilityJ, t.pduOutputJ));
    set(Q::Fuel, t.fuelM3);
    set(Q::PeakTariffEnergy, t.peakTariffJ);
    set(Q::Pue, models::usageEffectiveness(f.consumedW, f.itW));
    set(Q::Utilization, static_cast<double>(state.busyNow) / std::max(1, plant.accelerators));
    set(Q::BusyAccelerators, static_cast<double>(state.busyNow));
    set(Q::HealthyAccelerators, healthy);
    set(Q::TokensPerS, tokensPerS);
    set(Q::RunningJobs, runningJobs);
    set(Q::QueuedJobs, static_cast<double>(state.queuedJobs));
    set(Q::QueuedAccelerators, static_cast<double>(state.queuedAccelerators));
    set(Q::MeanWait, state.queuedJobs > 0
                         ? state.timeS - state.queuedSinceS / static_cast<double>(state.queuedJobs)
                         : 0.0);
    set(Q::TrainingAccelerators, static_cast<double>(held[0]));
    set(Q::BatchAccelerators, static_cast<double>(held[1]));
    set(Q::ServiceAccelerators, static_cast<double>(held[2]));
    set(Q::HeatRejected, f.rejectedW);
    set(Q::WaterRate, f.waterKgPerS / models::kWaterDensity);
    set(Q::EvaporationRate, f.evaporationKgPerS / models::kWaterDensity);
    set(Q::DriftRate, f.driftKgPerS / models::kWaterDensity);
    set(Q::BlowDownRate, f.blowDownKgPerS / models::kWaterDensity);
    double storedM3 = 0.0;
    for (const double m3 : state.coolant.storeM3) {
        storedM3 += m3;
    }
    set(Q::WaterStored, storedM3);
    set(Q::HeatReused, f.reusedW);
    set(Q::Erf, t.facilityJ > 0.0 ? t.reusedJ / t.facilityJ : 0.0);
    set(Q::DryBulb, weather.dryBulbC);
    set(Q::WetBulb, weather.wetBulbC);
    set(Q::HottestChip, f.hottestC);
    set(Q::ThrottledAccelerators, f.throttled);
    set(Q::DownServers, down);
    set(Q::ItEnergy, t.itJ);
    set(Q::FacilityEnergy, t.facilityJ);
    set(Q::CumulativePue, models::usageEffectiveness(t.facilityJ, t.itJ));
    set(Q::Water, t.waterM3);
    set(Q::Wue, models::usageEffectiveness(t.waterM3, t.itJ));
    set(Q::Cost, t.energyUsd + t.waterUsd + t.fuelUsd);
    set(Q::EnergyCost, t.energyUsd);
    set(Q::WaterCost, t.waterUsd);
    set(Q::FuelCost, t.fuelUsd);
    set(Q::RemoteAccelerators, static_cast<double>(heldAway));
    set(Q::RemoteCost, paid.rentUsd + paid.energyUsd + paid.egressUsd);
    set(Q::Carbon, t.carbonKg);
    set(Q::Tokens, tokens);
    set(Q::Goodput, goodputOf(state));
    if (state.flowing == 0) {
        blankFlows(plant, state);
    }
    if (state.flowGaps != 0) {
        blankSums(state);
    }
}

}  // namespace headroom::engine
