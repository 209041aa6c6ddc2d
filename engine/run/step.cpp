// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/run/jobs/job_energy.h"
#include "engine/run/jobs/past_jobs.h"
#include "engine/run/simulator_private.h"
#include "engine/run/step_guard.h"
#include "models/air/psychrometrics.h"

#include <algorithm>
#include <cmath>

/// One coupling step, and nothing else: who acts when, and what flows from whom to whom. Section 3
/// of the design names the same order.
namespace headroom::engine {

namespace {

/// A change of load on less than this share of the accelerators does not split a coupling step for
/// power and heat; it takes effect at the next split or step. Jobs themselves act at exact times.
constexpr double kSplitShare = 0.005;

/// Splits are that far apart at least, unless they are at one instant: a sum of a million short
/// intervals is no better than one of longer ones. Assumption: shorter than what racks feel.
constexpr double kLeastSplitS = 0.01;
constexpr double kSameInstantS = 1e-9;

/// The weather of a moment of the run, and of the year; a measured wet bulb replaces the year's.
models::Weather weatherOf(const Plant& plant, double timeS, double yearS) {
    models::Weather weather = models::weatherAt(plant.weather, yearS);
    for (const PlantLoadTrace& t : plant.loadTraces) {
        if (t.wetBulbColumn >= 0) {
            weather.wetBulbC = t.table.at(static_cast<std::size_t>(t.wetBulbColumn), timeS);
            weather.dryBulbC = weather.wetBulbC + t.wetBulbDepressionK;
            weather.humidityRatio = models::humidityRatioFromWetBulb(
                weather.dryBulbC, weather.wetBulbC, weather.pressurePa);
        }
    }
    return weather;
}

}  // namespace

void Simulator::Private::step() {
    const double endS = static_cast<double>(state.steps + 1) * plant.stepS;
    const double splitAt = kSplitShare * plant.accelerators;
    double mark = measure ? cpuNowS() : 0.0;
    if (state.steps == 0 && state.timeS == 0.0) {
        services.advance(0.0);
        respond(0.0);
    }
    announceFlows(endS);
    double dueS = kNever;  // of a split
    const auto splitUpTo = [&](double untilS) {
        if (dueS <= untilS) {
            phase("events", mark);
            // Up to now the racks' load was as last refreshed; from now on it is the new one.
            integrate(dueS);
            jobs.refreshRacks();
            dueS = kNever;
            mark = measure ? cpuNowS() : 0.0;
        }
    };
    while (queue.nextS() <= endS) {
        splitUpTo(queue.nextS());
        const QueuedEvent event = queue.pop();
        account(event.timeS);
        act(event);
        respond(event.timeS);
        if (jobs.changed() > splitAt && dueS == kNever) {
            const bool atOnce = event.timeS - state.flowS <= kSameInstantS;
            dueS = atOnce ? event.timeS : std::max(event.timeS, state.flowS + kLeastSplitS);
            splitUpTo(event.timeS);
        }
    }
    splitUpTo(endS);
    account(endS);
    phase("events", mark);
    integrate(endS);
    mark = measure ? cpuNowS() : 0.0;
    services.advance(endS);
    respond(endS);
    jobs.refreshRacks();
    restFlows(endS);
    state.timeS = endS;
    ++state.steps;
    publish();
    if (auto fault = faultOfStep(plant, state); fault && stepFault.code.empty()) {
        stepFault = std::move(*fault);
    }
    causes.observe(endS);
    watched.gather(state, jobs, log, history);
    if (!keepsEnded && (manyEnded(state) || queue.isOvergrown())) {
        watched.keepEnded(plant, state, jobs);
        jobs.letEndedGo(tellLeaving);
    }
    phase("frame", mark);
}

/// After whatever happened: the scheduler acts, fabrics give jobs their rates.
void Simulator::Private::respond(double timeS) {
    jobs.schedule(timeS);
    fabric.settle(timeS);
}

/// One sub-step of what flows: racks, cooling, wiring, and their consequences.
void Simulator::Private::integrateOnce(double untilS) {
    const double dt = untilS - state.flowS;
    if (dt <= 1e-9) {
        return;
    }
    double mark = measure ? cpuNowS() : 0.0;
    const double middleS = state.flowS + 0.5 * dt;
    weather = weatherOf(plant, middleS, plant.startYearS + state.flowS + 0.5 * dt);
    flows.fuelM3PerS = flows.pipedFuelW = flows.pipedUsdPerS = flows.pipedCarbonKgPerS = 0.0;
    imposeLoads(plant, flows, middleS);
    sweepRacks(plant, state, flows, dt, workers);  // chips, hosts, fans, supplies: power and heat
    phase("racks", mark);
    electrical.releaseLosses(flows, dt);  // of the sub-step before, to the air of the halls
    coolant.cool(flows, weather, dt);     // air, coolant, chillers, towers; mechanical power
    phase("cooling", mark);
    const bool collapsed = electrical.solve(flows, dt, untilS);  // rack to utility, losses
    const double paidUsd = state.totals.energyUsd + state.totals.fuelUsd;
    totals(dt);
    chargeRacks(plant, state, flows.consumedW * dt,
                state.totals.energyUsd + state.totals.fuelUsd - paidUsd);
    state.flowS = untilS;
    electrical.predict(untilS);  // trips, empty batteries, overloads: as events
    if (collapsed) {
        coolant.disturb();
        jobs.refreshRacks();
    }
    phase("electrical", mark);
    coolant.noteThrottle(untilS);
    for (const int rack : flows.tripped) {
        failures.trip(rack, untilS);
    }
    if (flows.clockChanged) {
        jobs.refreshThrottled(untilS);
        fabric.settle(untilS);
    }
    phase("consequences", mark);
}

}  // namespace headroom::engine
