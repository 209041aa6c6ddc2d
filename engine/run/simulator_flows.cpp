// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant_hours.h"
#include "engine/run/simulator_private.h"
#include "engine/run/uncoupled.h"
#include "engine/run/workload/job_energy.h"
#include "models/air/psychrometrics.h"
#include "models/cooling/heat_exchanger.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// The energy balance is judged against at least this share of the peak power.
constexpr double kBlackoutShare = 0.01;

/// The weather of a moment of the run, and of the year; a measured wet bulb replaces the year's.
models::Weather weatherOf(const Plant& plant, double timeS, double yearS) {
    models::Weather weather = models::weatherAt(plant.weather, yearS);
    for (const PlantLoadTrace& t : plant.loadTraces) {
        if (t.wetBulbColumn >= 0) {
            weather.wetBulbC = t.table.at(static_cast<std::size_t>(t.wetBulbColumn), timeS);
            weather.dryBulbC =
                t.dryBulbColumn >= 0
                    ? std::max(weather.wetBulbC,
                               t.table.at(static_cast<std::size_t>(t.dryBulbColumn), timeS))
                    : weather.wetBulbC + t.wetBulbDepressionK;
            weather.humidityRatio = models::humidityRatioFromWetBulb(
                weather.dryBulbC, weather.wetBulbC, weather.pressurePa);
        }
    }
    return weather;
}

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
        state.uncoupledS += std::max(0.0, untilS - state.flowS);
        state.wasUncoupled = 1;
        state.flowS = std::max(state.flowS, untilS);
        return;
    }
    while (untilS - state.flowS > 1e-9) {
        const double leftS = untilS - state.flowS;
        const double h = undividedS(parts.coolant.subStepS(leftS));
        integrateOnce(h < leftS ? state.flowS + h : untilS);
    }
}

/// The part of a long sub-step in which no plant changes over, down to a base step: what changes over does so for
/// the whole of its sub-step.
double Simulator::Private::undividedS(double h) const {
    while (length.grows() && h > plant.stepS) {
        const double middleS = state.flowS + 0.5 * h;
        if (!parts.coolant.changesOver(weatherOf(plant, middleS, plant.startYearS + middleS), h)) {
            break;
        }
        h = std::max(plant.stepS, 0.5 * h);
    }
    return h;
}

/// Flows are computed from here on, from the balance at the present load.
void Simulator::Private::wake(double timeS) {
    integrate(timeS);
    state.flowing = 1;
    clearBlanks(state);
    state.flowHoldS = timeS + 2.0 * kFlowLeadS;
    parts.jobs.refreshRacks();
    balance(timeS);
    parts.jobs.refreshThrottled(timeS);
    parts.fabric.settle(timeS);
}

/// Temperatures, flows and controllers as they settle under the load and the weather of a moment:
/// sub-steps in which the clock of the run is stopped, and nothing is metered, trips or switches.
void Simulator::Private::balance(double timeS) {
    parts.coolant.disturb();
    weather = models::weatherAt(plant.weather, plant.startYearS + timeS);
    imposeLoads(plant, flows, timeS);
    // Liquid of tanks, water of stores, fuel and the charge of batteries are used up by the clock, which is stopped.
    const auto tankKg = state.coolant.tankKg;
    const auto storeM3 = state.coolant.storeM3;
    const auto energy = state.power.energy;
    const auto hasCharge = state.power.switching.hasCharge;
    parts.coolant.growSteps(false);  // growing steps begin where even ones do
    parts.coolant.settle(true);
    for (double doneS = 0.0; doneS < kFlowLeadS - 1e-9;) {
        const double dt = parts.coolant.subStepS(kFlowLeadS - doneS);
        sweepRacks(plant, state, flows, dt, workers);
        parts.electrical.releaseLosses(flows, dt);
        parts.coolant.cool(flows, weather, dt);
        parts.electrical.solve(flows, dt, timeS);
        state.power.energy = energy;  // at once: an empty battery would leave the load to others
        state.power.switching.hasCharge = hasCharge;
        doneS += dt;
    }
    state.coolant.tankKg = tankKg;
    state.coolant.storeM3 = storeM3;
    parts.coolant.settle(false);
    parts.coolant.growSteps(length.grows());
    parts.coolant.disturb();
}

/// When the next event that reaches power or heat happens; infinity: none is known.
double Simulator::Private::nextOfFlows() {
    double nextS = kNever;
    for (const QueuedEvent& e : state.queue) {
        if (e.timeS < nextS && e.owner != Owner::Run &&
            parts.owner(e).onFlows(e) != OnFlows::None) {
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
    const bool rest = std::all_of(parts.all.begin(), parts.all.end(),
                                  [](const Subsystem* part) { return part->atRest(); });
    if (!rest || nextS <= timeS + kFlowLeadS) {
        state.flowHoldS = timeS + kFlowLeadS;
    }
    if (timeS < state.flowHoldS) {
        return;
    }
    state.flowing = 0;
    releaseClocks(state);
    parts.jobs.refreshThrottled(timeS);
    parts.fabric.settle(timeS);
}

/// The meters at the prices of the plant; what earlier designs paid at theirs, and what the hours cost over them,
/// is in the shifts.
void price(const Plant& plant, Totals& t) {
    t.energyUsd = (t.utilityJ - t.peakTariffJ) * plant.energyUsdPerJ +
                  t.peakTariffJ * plant.peakUsdPerJ + t.energyUsdShift;
    t.fuelUsd = t.fuelM3 * plant.dieselUsdPerM3 + t.pipedFuelUsd + t.fuelUsdShift;
    t.carbonKg = t.utilityJ * plant.carbonKgPerJ + t.fuelM3 * plant.dieselCarbonKgPerM3 +
                 t.pipedFuelCarbonKg + t.carbonKgShift;
    t.waterUsd = t.waterM3 * plant.waterUsdPerM3 + t.waterUsdShift;
}

/// The weather in the middle of a sub-step.
void Simulator::Private::feelWeather(double dt) {
    weather = weatherOf(plant, state.flowS + 0.5 * dt, plant.startYearS + state.flowS + 0.5 * dt);
}

/// Energy, water and money of a sub-step: of the facility, and of each rack for its jobs.
void Simulator::Private::meter(double dt) {
    const double paidUsd = state.totals.energyUsd + state.totals.fuelUsd;
    totals(dt);
    chargeRacks(plant, state, flows.rackW, flows.consumedW * dt,
                state.totals.energyUsd + state.totals.fuelUsd - paidUsd, workers);
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
    const bool isPeak = dayS >= plant.peakFromS && dayS < plant.peakToS;
    if (isPeak) {
        t.peakTariffJ += f.utilityW * dt;
    }
    const HourlyDifference hour = hourlyDifference(plant, state.flowS + 0.5 * dt, isPeak);
    t.energyUsdShift += hour.usdPerJ * f.utilityW * dt;
    t.carbonKgShift += hour.kgPerJ * f.utilityW * dt;
    price(plant, t);
    t.peakItW = std::max(t.peakItW, f.itW);
    t.peakFacilityW = std::max(t.peakFacilityW, f.facilityW);
    t.hottestChipC = std::max(t.hottestChipC, f.hottestC);
    // In a blackout the meter reads next to nothing: a share of the peak stands for it then.
    const double scaleW = std::max({1.0, f.facilityW, f.itW, kBlackoutShare * t.peakFacilityW});
    const double imbalance = std::abs(f.facilityW - f.rejectedW - f.storedW) / scaleW;
    // The other way round a NaN would pass as "no worse than before".
    t.worstImbalance = imbalance <= t.worstImbalance ? t.worstImbalance : imbalance;
    state.shown[FacilityQuantity::EnergyImbalance] = imbalance;
}

}  // namespace headroom::engine
