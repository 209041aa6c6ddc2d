// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/electrical.h"

#include "engine/plant/plant_hours.h"
#include "engine/run/state/design_edit.h"
#include "models/facility/consumption.h"
#include "models/power/usual.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Passes of the load flow in which the shares of sources in parallel with the mains settle: what a board
/// takes depends on them by its cables alone.
constexpr int kSharePasses = 2;

}  // namespace

Electrical::Electrical(const RunContext& run, ServerPool& servers)
    : Subsystem(run, Owner::Power),
      n_(*run.plant.network),
      p_(run.state.power),
      servers_(servers),
      stores_(run),
      supply_(run),
      parallel_(run),
      batteries_(run),
      meters_(run),
      loads_(run, servers, supply_),
      units_(run, supply_, stores_),
      reaction_(run, supply_, units_, loads_),
      lowVoltages_(run, supply_, reaction_),
      limits_(run, {stores_, parallel_, batteries_, lowVoltages_, reaction_}),
      controller_(run, demand_, loads_),
      orders_(run, reaction_),
      hours_(run) {
    askedW_.assign(n_.loads.size(), 0.0);
    demand_.powerW.assign(n_.loads.size(), 0.0);
    demand_.reactiveVar.assign(n_.loads.size(), 0.0);
    demand_.unitW.assign(n_.batteryUnits.empty() ? 0 : n_.units.size(), 0.0);
}

void Electrical::begin() {
    p_.capDueS = p_.strainedS = p_.relievedS = kNever;
    units_.begin();
    stores_.fill();
    batteries_.begin(nullptr);
    energise(n_, p_.switching, p_.flow);
    queueDrills(PowerEvent::Drill);
    hours_.begin(0.0, false, -1);
    reaction_.react(0.0, -1);
}

void Electrical::resume(const DesignEdit& edit) {
    units_.bound();
    stores_.bound();
    batteries_.begin(&edit);
    hours_.begin(edit.timeS, isHourLimited(edit.before, edit.timeS), edit.event);
    reaction_.react(edit.timeS, edit.event);
}

/// Heat that the mass of electrical parts gives to the air in a sub-step with the losses of the sub-step before:
///   dE/dt = W - E/T,  given = E_0 (1 - k) + W (dt - T (1 - k)),  k = exp(-dt/T)
/// The difference between these losses and the losses of this sub-step stays in E (`lossHeatJ`), which solve() fills.
void Electrical::releaseLosses(Flows& flows, double dt) {
    const double gone = -std::expm1(-dt / models::kLossTimeS);
    for (std::size_t h = 0; h < plant_.halls.size(); ++h) {
        const double givenJ =
            p_.lossHeatJ[h] * gone + p_.lossHeatW[h] * (dt - models::kLossTimeS * gone);
        p_.lossHeatJ[h] -= givenJ;
        flows.hallAirW[h] += givenJ / dt;
        flows.storedW -= givenJ / dt;
    }
}

/// Demand of everything in this sub-step, as racks and cooling have counted it.
void Electrical::askLoads(const Flows& flows) {
    std::copy(flows.rackW.begin(), flows.rackW.end(), askedW_.begin());
    for (std::size_t l = at(plant_.racks); l < n_.loads.size(); ++l) {
        const PowerLoad& load = n_.loads[l];
        const auto i = at(load.index);
        double& askedW = askedW_[l];
        switch (load.kind) {
            case PowerLoadKind::Rack:
                break;
            case PowerLoadKind::HallIt:
                askedW =
                    (s_.fabric.hallW[i] + plant_.halls[i].storageW) * load.share * p_.running[l];
                break;
            case PowerLoadKind::Fans:
                askedW = flows.fanW[i];
                break;
            case PowerLoadKind::CduPumps:
                askedW = flows.cduPumpW[i];
                break;
            case PowerLoadKind::LoopPumps:
                askedW = flows.loopPumpW[i];
                break;
            case PowerLoadKind::HeatRejection:
                askedW = flows.rejectionW[i];
                break;
        }
    }
}

/// Power of each load with a live cord. True if one has none and lives on its hold-up.
bool Electrical::drawLoads() {
    bool holdUp = false;
    const auto draw = [&](std::size_t l, double reactive) {
        const bool live = p_.flow.liveCords[l] > 0;
        holdUp = holdUp || !live;
        demand_.powerW[l] = live ? askedW_[l] : 0.0;
        demand_.reactiveVar[l] = demand_.powerW[l] * reactive;
    };
    for (const PlantBlock& b : plant_.blocks) {
        for (int r = b.firstRack; r < b.firstRack + b.racks; ++r) {
            draw(at(r), b.feedReactive);
        }
    }
    for (std::size_t l = at(plant_.racks); l < n_.loads.size(); ++l) {
        draw(l, plant_.mechanicalReactive);
    }
    return holdUp;
}

/// Solves until sources and batteries have settled on what the boards take, and no voltage collapses.
Electrical::Settled Electrical::settleFlow(double dt, double untilS) {
    Settled settled;
    batteries_.ask(demand_, dt);
    int pass = 0;
    for (;;) {
        settled.holdUp = drawLoads();
        if (workers_.threads() > 1 && !sections_.fits(p_.flow)) {
            sections_ = sectionsOf(n_, p_.flow, workers_.threads());
        }
        const std::vector<VoltageCollapse> collapses =
            solvePower(n_, p_.switching, demand_, sections_, workers_, p_.flow, toleranceV_);
        if (!collapses.empty()) {
            lowVoltages_.collapse(collapses, untilS);
            batteries_.ask(demand_, dt);
            settled.collapsed = true;
            continue;
        }
        // The demand of boards is known now: sources parallel to the mains give their part of it.
        if (pass++ >= kSharePasses) {
            return settled;
        }
        const bool shared = parallel_.share();
        if (!batteries_.limit(demand_, dt) && !shared) {
            return settled;
        }
    }
}

/// Energy from a load's own store after it loses its supply (power supplies hold up for about 20 ms)
/// passes no meter and does not count as IT power.
void Electrical::countHoldUp(Flows& flows) const {
    double suppliedItW = 0.0, allHeldUpW = 0.0;
    for (std::size_t l = 0; l < n_.loads.size(); ++l) {
        const double heldUpW = askedW_[l] - demand_.powerW[l];
        flows.storedW -= heldUpW;
        allHeldUpW += heldUpW;
        const PowerLoadKind kind = n_.loads[l].kind;
        if (kind == PowerLoadKind::Rack || kind == PowerLoadKind::HallIt) {
            suppliedItW += demand_.powerW[l];
        }
    }
    if (allHeldUpW > 0.0) {
        flows.itW = suppliedItW;
    }
}

/// Meters of the kinds of units, heat of their losses, and the worst loading.
void Electrical::meterUnits(Flows& flows, double dt, double untilS) {
    flows.pduLossW = flows.upsLossW = flows.transformerLossW = flows.cableLossW = 0.0;
    flows.utilityW = flows.gensetW = flows.batteryW = flows.withdrawnW = 0.0;
    double apparentVar = 0.0, worst = 0.0;  // worst: the square of the worst loading
    std::fill(p_.lossHeatW.begin(), p_.lossHeatW.end(), 0.0);
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerUnit& u = n_.units[i];
        double heatW = p_.flow.lossW[i];
        const double outW = p_.flow.outVa[i].real();
        switch (infoOf(u.kind).meter) {
            case PowerMeter::Utility:
                flows.utilityW += outW;
                apparentVar += p_.flow.outVa[i].imag();
                break;
            case PowerMeter::Generation:
                flows.gensetW += outW;
                if (u.kind == PowerKind::Genset) {
                    units_.noteBlockLoad(UnitIndex(i), untilS);
                }
                flows.fuelM3PerS += stores_.burn(UnitIndex(i), dt);
                break;
            case PowerMeter::UpsLoss: {
                flows.upsLossW += p_.flow.lossW[i];
                const double batteryW = p_.flow.batteryW[i];
                const double takenW = stores_.drawBattery(UnitIndex(i), dt);
                flows.batteryW += batteryW;
                flows.withdrawnW += takenW;
                flows.storedW -= takenW;
                heatW += takenW - batteryW;
                break;
            }
            case PowerMeter::TransformerLoss:
                flows.transformerLossW += p_.flow.lossW[i];
                break;
            case PowerMeter::PduLoss:
                flows.pduLossW += p_.flow.lossW[i];
                break;
            case PowerMeter::CableLoss:
                flows.cableLossW += p_.flow.lossW[i];
                break;
        }
        const int inService = u.modules - p_.switching.modulesOut[i];
        const double mostVa =
            inService == u.modules ? u.ratedVa : u.ratedVa * inService / u.modules;
        const double activeVa = outW / u.ratedPowerFactor;
        const double squareVa = std::max(std::norm(p_.flow.outVa[i]), activeVa * activeVa);
        if (inService > 0 && squareVa > worst * mostVa * mostVa && u.ratedVa > 0.0) {
            worst = squareVa / (mostVa * mostVa);
        }
        if (u.hall >= 0) {
            p_.lossHeatW[at(u.hall)] += heatW;
            flows.storedW += heatW;
        } else {
            flows.rejectedW += heatW;
        }
    }
    flows.worstLoading = std::sqrt(worst);
    flows.powerFactor =
        flows.utilityW > 0.0 ? flows.utilityW / std::hypot(flows.utilityW, apparentVar) : 0.0;
}

bool Electrical::solve(Flows& flows, double dt, double untilS) {
    flows.fuelM3PerS = flows.pipedFuelW = flows.pipedUsdPerS = flows.pipedCarbonKgPerS = 0.0;
    askLoads(flows);
    const Settled settled = settleFlow(dt, untilS);
    if (settled.holdUp) {
        countHoldUp(flows);
    }
    meterUnits(flows, dt, untilS);
    batteries_.withdraw(flows, demand_, dt);
    for (std::size_t h = 0; h < p_.lossHeatJ.size(); ++h) {
        p_.lossHeatJ[h] += p_.lossHeatW[h] * dt;
    }
    flows.upsOutputW = meters_.upsOutputW(demand_);
    flows.pduOutputW = meters_.pduOutputW(demand_);
    parallel_.follow(flows, dt);
    flows.facilityW = flows.utilityW + flows.gensetW;
    flows.consumedW = models::consumedW(flows.facilityW, flows.withdrawnW);
    limits_.heatBreakers(dt);
    if (settled.collapsed) {
        loads_.holdUpOver(untilS, limits_.whyStrained(untilS));
    }
    return settled.collapsed;
}

void Electrical::predict(double timeS) {
    limits_.predict(timeS);
    controller_.look(timeS);
}

bool Electrical::isDue(const QueuedEvent& e) const {
    switch (e.as<PowerEvent>()) {
        case PowerEvent::Timer:
            return p_.timerS[at(e.a)] == e.timeS;
        case PowerEvent::Limit:
            return p_.limitS[at(e.a)] == e.timeS;
        case PowerEvent::Trip:
            return p_.tripS[at(e.a)] == e.timeS;
        case PowerEvent::Control:
            return p_.capDueS == e.timeS;
        default:
            return true;
    }
}

OnFlows Electrical::onFlows(const QueuedEvent& e) const {
    return e.is(PowerEvent::Machines) || e.is(PowerEvent::Drill) || e.is(PowerEvent::Hours)
               ? OnFlows::Disturbance
               : OnFlows::Switching;
}

void Electrical::act(const QueuedEvent& e) {
    switch (e.as<PowerEvent>()) {
        case PowerEvent::Timer:
            if (units_.timer(UnitIndex(e.a), e.timeS)) {
                reaction_.react(e.timeS, p_.lastCause[at(e.a)]);
            }
            break;
        case PowerEvent::Limit:
            limits_.limit(UnitIndex(e.a), e.timeS);
            break;
        case PowerEvent::Trip:
            limits_.trip(EdgeIndex(e.a), e.timeS);
            break;
        case PowerEvent::HoldUp:
            loads_.holdUpOver(e.timeS, e.cause);
            break;
        case PowerEvent::Machines:
            loads_.runMachines(e.timeS, e.cause);
            break;
        case PowerEvent::Control:
            controller_.act(e.timeS);
            break;
        case PowerEvent::Drill:
            orders_.operate(plant_.drills[at(e.a)].order, e.timeS, -1);
            break;
        case PowerEvent::Undo:
            orders_.undo(e);
            break;
        case PowerEvent::Hours:
            hours_.turn(e.timeS, -1);
            break;
    }
    servers_.refreshRacks();
}

void Electrical::operate(const PlantOrder& order, double timeS, std::int64_t cause) {
    orders_.operate(order, timeS, cause);
}

void Electrical::moduleFailed(UnitIndex unit, double timeS, std::int64_t cause) {
    orders_.moduleFailed(unit, timeS, cause);
}

void Electrical::moduleRepaired(UnitIndex unit, double timeS, std::int64_t cause) {
    orders_.moduleRepaired(unit, timeS, cause);
}

bool Electrical::atRest() const {
    const auto all = [](const auto& values, auto wanted) {
        return std::all_of(values.begin(), values.end(), [&](auto v) { return v == wanted; });
    };
    return !isHourLimited(plant_, s_.timeS) &&
           std::all_of(p_.mode.begin(), p_.mode.end(),
                       [](PowerUnitState mode) {
                           return mode == PowerUnitState::Normal || mode == PowerUnitState::Standby;
                       }) &&
           all(p_.switching.modulesOut, 0) && all(p_.breaker, BreakerState::Closed) &&
           all(p_.flow.batteryW, 0.0) && all(p_.rackPowered, 1) && all(p_.rackShed, 0) &&
           all(p_.rackCap, 1.0) && p_.capping == 0 && all(p_.running, 1.0);
}

void Electrical::fill(Frame& frame) const {
    frame.network = plant_.network;
    frame.powerUnits.resize(n_.units.size());
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        PowerUnitNow& now = frame.powerUnits[i];
        now.state = p_.mode[i];
        now.modulesOut = p_.switching.modulesOut[i];
        now.outputW = static_cast<float>(p_.flow.outVa[i].real());
        now.outputVa = static_cast<float>(std::abs(p_.flow.outVa[i]));
        now.loading = static_cast<float>(loadingOf(n_, p_.switching, p_.flow, UnitIndex(i)));
        now.voltage =
            p_.flow.live[i] != 0 ? static_cast<float>(std::abs(p_.flow.voltage[i])) : 0.0F;
        now.lossW = static_cast<float>(p_.flow.lossW[i]);
        double charge = stores_.charge(UnitIndex(i));
        if (batteries_.has(UnitIndex(i))) {
            charge = batteries_.charge(UnitIndex(i));
            now.givesW = static_cast<float>(p_.flow.batteryW[i]);
        }
        now.charge = static_cast<float>(charge);
    }
    frame.powerEdges.resize(n_.edges.size());
    for (std::size_t e = 0; e < n_.edges.size(); ++e) {
        frame.powerEdges[e] = {p_.breaker[e], static_cast<float>(p_.flow.edgeVa[e].real()),
                               static_cast<float>(p_.flow.edgeA[e]),
                               static_cast<float>(p_.heat[e])};
    }
}

}  // namespace headroom::engine
