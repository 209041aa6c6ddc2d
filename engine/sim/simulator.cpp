// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/simulator.h"

#include "engine/sim/coolant.h"
#include "engine/sim/electrical.h"
#include "engine/sim/event_log.h"
#include "engine/sim/fabric_run.h"
#include "engine/failures/corruption.h"
#include "engine/failures/failures.h"
#include "engine/sim/flow_gaps.h"
#include "engine/sim/frame_builder.h"
#include "engine/sim/job_checkpoints.h"
#include "engine/sim/job_detail.h"
#include "engine/sim/job_energy.h"
#include "engine/sim/jobs.h"
#include "engine/sim/remote_sites.h"
#include "engine/sim/plant.h"
#include "engine/sim/scheduler.h"
#include "engine/sim/services.h"
#include "engine/sim/state.h"
#include "engine/sim/thermal.h"
#include "models/air/psychrometrics.h"
#include "models/cooling/heat_exchanger.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace headroom::engine {

namespace {

/// A change of load on less than this share of the accelerators does not split a coupling step for
/// power and heat; it takes effect at the next split or step. Jobs themselves act at exact times.
constexpr double kSplitShare = 0.005;

/// The energy balance is judged against at least this share of the peak power.
constexpr double kBlackoutShare = 0.01;

bool later(const QueuedEvent& a, const QueuedEvent& b) {
    return a.timeS != b.timeS ? a.timeS > b.timeS : a.order > b.order;
}

double cpuNowS() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace

struct Simulator::Private {
    Private(std::shared_ptr<const Plant> p, Coupling c)
        : shared(std::move(p)),
          plant(*shared),
          coupling(c),
          jobs(plant, state, jobLog, history),
          remote(plant, state, jobLog),
          corruption(plant, state, serverLog, jobs),
          failures(plant, state, serverLog, jobs),
          electrical(plant, state, powerLog, jobs, failures),
          coolant(plant, state, coolingLog, jobs),
          services(plant, state, jobLog, jobs),
          fabric(plant, state, networkLog),
          flows(plant) {
        jobs.join(fabric, remote);
        jobs.join(failures, corruption);
        remote.join(jobs);
        failures.join(electrical, fabric, coolant, corruption);
        corruption.join(failures);
        fabric.join(jobs, failures);
    }

    void begin();
    Errors faults() const;
    void restored();
    void act(const QueuedEvent& event);
    void handle(const QueuedEvent& event);
    int hazardOf(const QueuedEvent& event) const;
    void account(double timeS);
    void wake(double timeS);
    void balance(double timeS);
    void announceFlows(double untilS);
    void restFlows(double timeS);
    void integrate(double untilS);
    void integrateOnce(double untilS);
    void totals(double dt);
    void publish();

    /// Adds the CPU time since `mark` to a phase and moves the mark.
    void phase(const char* name, double& mark) {
        if (measure) {
            const double now = cpuNowS();
            phases.cpuS[name] += now - mark;
            mark = now;
        }
    }

    std::shared_ptr<const Plant> shared;
    const Plant& plant;
    Coupling coupling;
    State state;
    EventLog log;
    EventLog jobLog = log.in(EventArea::Jobs), serverLog = log.in(EventArea::Servers),
             powerLog = log.in(EventArea::Power), coolingLog = log.in(EventArea::Cooling),
             networkLog = log.in(EventArea::Network);
    JobLog history;
    Jobs jobs;
    RemoteSites remote;
    Corruption corruption;
    Failures failures;
    Electrical electrical;
    Coolant coolant;
    Services services;
    FabricRun fabric;
    Flows flows;
    models::Weather weather;
    std::vector<Event> taken;
    std::vector<Channel> channels;
    WatchedJob watched;
    bool measure = false;
    PhaseTimes phases;
};

void Simulator::Private::begin() {
    State& s = state;
    initScheduler(plant, s);
    const auto racks = static_cast<std::size_t>(plant.racks);
    s.rackActivity.assign(racks, 0.0);
    s.rackMaxActivity.assign(racks, 0.0);
    s.rackServersUp.assign(racks, 0);
    s.rackTripped.assign(racks, 0);
    s.rackChipC.assign(racks, 25.0);
    s.rackHotC.assign(racks, 25.0);
    s.rackClock.assign(racks, 1.0);
    s.rackAppliedClock.assign(racks, 1.0);
    s.rackEnergyJ.assign(racks, 0.0);
    s.rackEnergyUsd.assign(racks, 0.0);
    for (auto* shown :
         {&s.rackPowerW, &s.rackCoolantC, &s.rackReturnC, &s.rackInletC, &s.rackFlowM3PerS,
          &s.rackHotChipC, &s.rackUtilization, &s.rackClockShown, &s.rackHealth}) {
        shown->assign(racks, 0.0F);
    }
    s.rackJob.assign(racks, -1.0F);
    s.hallSupplyC.assign(plant.halls.size(), 0.0);
    s.hallReturnC.assign(plant.halls.size(), 0.0);
    s.hazardFailed.assign(plant.hazards.size(), 0);
    s.hazardInterrupted.assign(plant.hazards.size() + 1, 0);
    s.hazardLostS.assign(plant.hazards.size() + 1, 0.0);
    s.hallItRunning.assign(plant.halls.size(), 1.0);
    s.loopSupplyC.assign(plant.loops.size(), 0.0);
    s.loopReturnC.assign(plant.loops.size(), 0.0);
    s.halls.assign(plant.halls.size(), {});
    s.cdus.assign(plant.cdus.size(), {});
    s.loops.assign(plant.loops.size(), {});
    for (int r = 0; r < plant.racks; ++r) {
        jobs.noteRack(r);
    }
    jobs.refreshRacks();
    fabric.begin();
    jobs.causes().begin();
    electrical.begin();
    coolant.begin();
    remote.begin();
    jobs.begin();
    services.begin();
    failures.begin();
    state.flowing = coupling == Coupling::Always ? 1 : 0;
    weather = models::weatherAt(plant.weather, plant.startYearS);
    publish();
}

/// What only the running parts can find wrong with a plant.
Errors Simulator::Private::faults() const {
    Errors errors;
    for (const PlantDrill& drill : plant.drills) {
        const bool wiring = plant.network->arrayOf(drill.order.unit) >= 0 &&
                            drill.order.action != models::DrillAction::Mistake;
        if (!wiring && !failures.owns(drill.order) && !coolant.owns(drill.order) &&
            !fabric.owns(drill.order)) {
            errors.push_back({"SIM-030",
                              "A drill at " + std::to_string(std::lround(drill.atS / 60.0)) +
                                  " min finds nothing to act on: '" + drill.order.unit +
                                  "' has no such machine, unit, coolant row, switch, link, rack, "
                                  "server, accelerator or copy.",
                              "Name a part that it has, and a row, unit, switch or link from 1 to "
                              "their number.",
                              plant.file,
                              {},
                              0});
        }
    }
    return errors;
}

/// The State was loaded or copied: what follows from it is derived anew.
void Simulator::Private::restored() {
    coolant.restored();
    fabric.restored();
}

/// The hazard behind an event; the number of hazards where there is none.
int Simulator::Private::hazardOf(const QueuedEvent& e) const {
    const int none = static_cast<int>(plant.hazards.size());
    switch (e.kind) {
        case Happening::Hazard:
        case Happening::EquipmentRepair:
            return e.a;
        case Happening::Kill:
            return e.c > 0 ? e.c - 1 : none;
        case Happening::FaultStage:
        case Happening::FaultPulse:
        case Happening::HealthCheck:
            for (const Fault& fault : state.faults.open) {
                if (fault.number == e.a) {
                    return fault.hazard >= 0 ? fault.hazard : none;
                }
            }
            return none;
        default:
            return none;
    }
}

/// Handles an event and books the jobs that it interrupted to its hazard.
void Simulator::Private::act(const QueuedEvent& e) {
    const Totals& t = state.totals;
    const auto hazard = static_cast<std::size_t>(hazardOf(e));
    const std::int64_t before = t.requeued - t.preempted;
    const double lostS = t.lostS + t.hungS;
    handle(e);
    if (const std::int64_t interrupted = t.requeued - t.preempted - before; interrupted > 0) {
        state.hazardInterrupted[hazard] += interrupted;
        state.hazardLostS[hazard] += t.lostS + t.hungS - lostS;
    }
}

void Simulator::Private::handle(const QueuedEvent& e) {
    if (state.flowing == 0 && isOfFlows(plant, state, e)) {
        if (coupling == Coupling::Never) {
            if (e.kind == Happening::Hazard) {
                failures.pass(e);
            }
            return;
        }
        wake(e.timeS);
    }
    switch (e.kind) {
        case Happening::Arrival:
            jobs.arrive(static_cast<JobSource>(e.a), e.b, e.timeS);
            break;
        case Happening::JobReady:
            jobs.ready(e.a, e.b, e.timeS);
            break;
        case Happening::JobEnd:
            jobs.end(e.a, e.b, e.timeS);
            break;
        case Happening::BrokerReview:
            remote.review(e.timeS);
            break;
        case Happening::RemoteBrought:
            remote.brought(e.a, e.b, e.timeS);
            break;
        case Happening::RemoteLost:
            jobs.takenBack(e.a, e.b, e.timeS);
            break;
        case Happening::JobYield:
            jobs.yield(e.a, e.b, e.timeS, e.cause);
            break;
        case Happening::Schedule:
            jobs.wakeScheduler(e.a, e.timeS);
            break;
        case Happening::Kill:
            if (state.jobs[static_cast<std::size_t>(e.a)].version == e.b) {
                jobs.interrupt(e.a, e.timeS, e.cause);
            }
            break;
        case Happening::ServerRepair:
            failures.serverRepaired(e.a, e.timeS);
            break;
        case Happening::Hazard:
            if (const PlantHazard& z = plant.hazards[static_cast<std::size_t>(e.a)];
                z.isEquipment || !z.orders.empty()) {
                integrate(e.timeS);
                coolant.disturb();
            }
            failures.strike(e);
            break;
        case Happening::ServerDown:
        case Happening::EquipmentRepair:
            break;
        case Happening::RepairDone:
            if (const Fault* fault = failures.find(e.a);
                fault != nullptr &&
                (fault->site == FaultSite::Power || fault->site == FaultSite::Cooling)) {
                integrate(e.timeS);
                coolant.disturb();
            }
            [[fallthrough]];
        case Happening::CrewFree:
        case Happening::SpareArrives:
            failures.handleRepair(e);
            break;
        case Happening::FaultStage:
        case Happening::FaultPulse:
            failures.handleStage(e);
            break;
        case Happening::FailureDrill:
            if (plant.drills[static_cast<std::size_t>(e.a)].order.action ==
                models::DrillAction::Mistake) {
                integrate(e.timeS);
                coolant.disturb();
            }
            [[fallthrough]];
        case Happening::OrderUndo:
            failures.handleOrder(e);
            break;
        case Happening::RepairStart:
            break;
        case Happening::Couple:
            if (state.flowing == 0) {
                wake(e.timeS);
            }
            break;
        case Happening::HealthCheck:
            corruption.handle(e);
            break;
        case Happening::FabricDrill:
        case Happening::FabricRepair:
        case Happening::FabricCutOff:
            fabric.handle(e);
            break;
        case Happening::PowerTimer:
        case Happening::PowerLimit:
        case Happening::PowerTrip:
        case Happening::PowerHoldUp:
        case Happening::PowerMachines:
        case Happening::PowerControl:
        case Happening::PowerDrill:
        case Happening::PowerUndo:
            if (!electrical.isDue(e)) {
                break;
            }
            // What flowed up to now flowed under the switching before.
            integrate(e.timeS);
            electrical.handle(e);
            if (e.kind == Happening::PowerMachines || e.kind == Happening::PowerDrill) {
                coolant.disturb();
            }
            jobs.refreshRacks();
            break;
        case Happening::CoolantDrill:
        case Happening::CoolantUndo:
        case Happening::CoolantIsolate:
            integrate(e.timeS);
            coolant.handle(e);
            break;
    }
}

void Simulator::Private::account(double timeS) {
    const double dt = timeS - state.accountedS;
    state.totals.busyS += static_cast<double>(state.busyNow) * dt;
    state.totals.allocatedS += static_cast<double>(state.allocatedNow) * dt;
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
        sweepRacks(plant, state, flows, dt);
        electrical.releaseLosses(flows, dt);
        coolant.cool(flows, weather, dt);
        electrical.settle(flows, dt);
        doneS += dt;
    }
    coolant.disturb();
}

/// Queues the moment at which flows are needed again, where it lies before untilS.
void Simulator::Private::announceFlows(double untilS) {
    if (coupling != Coupling::Asked || state.flowing != 0) {
        return;
    }
    const double dueS = nextOfFlows(plant, state) - kFlowLeadS;
    if (dueS <= untilS) {
        jobs.push(std::max(dueS, state.timeS), Happening::Couple, 0, 0);
    }
}

/// Lets flows rest once nothing of power and cooling is out of order, for long enough.
void Simulator::Private::restFlows(double timeS) {
    if (coupling != Coupling::Asked || state.flowing == 0) {
        return;
    }
    const double nextS = nextOfFlows(plant, state);
    if (!flowsAtRest(plant, state) || nextS <= timeS + kFlowLeadS) {
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

void Simulator::Private::integrateOnce(double untilS) {
    const double dt = untilS - state.flowS;
    if (dt <= 1e-9) {
        return;
    }
    double mark = measure ? cpuNowS() : 0.0;
    weather = models::weatherAt(plant.weather, plant.startYearS + state.flowS + 0.5 * dt);
    flows.fuelM3PerS = 0.0;
    const double middleS = state.flowS + 0.5 * dt;
    imposeLoads(plant, flows, middleS);
    for (const PlantLoadTrace& t : plant.loadTraces) {
        if (t.wetBulbColumn >= 0) {
            weather.wetBulbC = t.table.at(static_cast<std::size_t>(t.wetBulbColumn), middleS);
            weather.dryBulbC = weather.wetBulbC + t.wetBulbDepressionK;
            weather.humidityRatio = models::humidityRatioFromWetBulb(
                weather.dryBulbC, weather.wetBulbC, weather.pressurePa);
        }
    }
    sweepRacks(plant, state, flows, dt);
    phase("racks", mark);
    electrical.releaseLosses(flows, dt);
    coolant.cool(flows, weather, dt);
    phase("cooling", mark);
    electrical.settle(flows, dt);
    const double paidUsd = state.totals.energyUsd + state.totals.fuelUsd;
    totals(dt);
    chargeRacks(plant, state, flows.facilityW * dt,
                state.totals.energyUsd + state.totals.fuelUsd - paidUsd);
    state.flowS = untilS;
    electrical.predict(untilS);
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

void Simulator::Private::totals(double dt) {
    Totals& t = state.totals;
    const Flows& f = flows;
    t.itJ += f.itW * dt;
    t.facilityJ += f.facilityW * dt;
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
    t.reusedJ += f.reusedW * dt;
    t.rejectedJ += f.rejectedW * dt;
    const double dayS = std::fmod(plant.startYearS + state.flowS + 0.5 * dt, 86400.0);
    if (dayS >= plant.peakFromS && dayS < plant.peakToS) {
        t.peakTariffJ += f.utilityW * dt;
    }
    t.energyUsd =
        (t.utilityJ - t.peakTariffJ) * plant.energyUsdPerJ + t.peakTariffJ * plant.peakUsdPerJ;
    t.fuelUsd = t.fuelM3 * plant.dieselUsdPerM3;
    t.carbonKg = t.utilityJ * plant.carbonKgPerJ + t.fuelM3 * plant.dieselCarbonKgPerM3;
    t.waterUsd = t.waterM3 * plant.waterUsdPerM3;
    t.peakItW = std::max(t.peakItW, f.itW);
    t.peakFacilityW = std::max(t.peakFacilityW, f.facilityW);
    t.hottestChipC = std::max(t.hottestChipC, f.hottestC);
    // In a blackout the meter reads next to nothing: a share of the peak stands for it then.
    const double scaleW = std::max({1.0, f.facilityW, f.itW, kBlackoutShare * t.peakFacilityW});
    const double imbalance = std::abs(f.facilityW - f.rejectedW - f.storedW) / scaleW;
    t.worstImbalance = std::max(t.worstImbalance, imbalance);
    state.facility[static_cast<std::size_t>(FacilityQuantity::EnergyImbalance)] = imbalance;
}

/// Facility quantities at the end of a step.
void Simulator::Private::publish() {
    fabric.publish();
    services.publish();
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
    double tokensPerS = 0.0, tokens = 0.0;
    std::array<std::int64_t, 3> held{};  // training, batch, services
    int runningJobs = 0;
    for (const std::int32_t index : state.running) {
        const Job& job = state.jobs[static_cast<std::size_t>(index)];
        runningJobs += job.state == JobState::Running ? 1 : 0;
        held[job.training >= 0 ? 0U : job.source == JobSource::Service ? 2U : 1U] +=
            job.accelerators;
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
    set(Q::Pue1, t.upsOutputJ > 0.0 ? t.facilityJ / t.upsOutputJ : 0.0);
    set(Q::Pue2, t.pduOutputJ > 0.0 ? t.facilityJ / t.pduOutputJ : 0.0);
    set(Q::Fuel, t.fuelM3);
    set(Q::PeakTariffEnergy, t.peakTariffJ);
    set(Q::Pue, f.itW > 0.0 ? (f.facilityW + f.batteryW) / f.itW : 0.0);
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
    set(Q::CumulativePue, t.itJ > 0.0 ? t.facilityJ / t.itJ : 0.0);
    set(Q::Water, t.waterM3);
    set(Q::Wue, t.itJ > 0.0 ? t.waterM3 / t.itJ : 0.0);
    set(Q::Cost, t.energyUsd + t.waterUsd + t.fuelUsd);
    set(Q::EnergyCost, t.energyUsd);
    set(Q::WaterCost, t.waterUsd);
    set(Q::FuelCost, t.fuelUsd);
    set(Q::RemoteAccelerators, static_cast<double>(heldAway));
    set(Q::RemoteCost, paid.rentUsd + paid.energyUsd + paid.egressUsd);
    set(Q::Carbon, t.carbonKg);
    set(Q::Tokens, tokens);
    set(Q::Goodput, t.allocatedS > 0.0 ? 1.0 - wastedAcceleratorS(state) / t.allocatedS : 0.0);
    if (state.flowing == 0) {
        blankFlows(plant, state);
    }
    if (state.flowGaps != 0) {
        blankSums(state);
    }
}

Simulator::Simulator() = default;
Simulator::~Simulator() = default;

ResultAll<std::unique_ptr<Simulator>> Simulator::create(const Project& project,
                                                        const Catalogue& catalogue,
                                                        const RunOptions& options) {
    auto plant = compile(project, catalogue, options);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    return create(std::make_shared<const Plant>(std::move(*plant)), options);
}

ResultAll<std::unique_ptr<Simulator>> Simulator::create(std::shared_ptr<const Plant> plant,
                                                        const RunOptions& options) {
    if (options.seed.has_value() && *options.seed != plant->seed) {
        plant = withSeed(*plant, *options.seed);
    }
    std::unique_ptr<Simulator> simulator(new Simulator);
    simulator->d_ = std::make_unique<Private>(std::move(plant), options.coupling);
    if (Errors errors = simulator->d_->faults(); !errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    simulator->d_->begin();
    simulator->d_->channels = channelsOf(simulator->d_->plant);
    return simulator;
}

std::unique_ptr<Simulator> Simulator::branch() const {
    std::unique_ptr<Simulator> other(new Simulator);
    other->d_ = std::make_unique<Private>(d_->shared, d_->coupling);
    Private& d = *other->d_;
    d.state = d_->state;
    d.log.branchFrom(d_->log);
    d.flows = d_->flows;
    d.weather = d_->weather;
    d.channels = d_->channels;
    d.restored();
    return other;
}

void Simulator::step() {
    Private& d = *d_;
    State& s = d.state;
    const double endS = static_cast<double>(s.steps + 1) * d.plant.stepS;
    const double split = kSplitShare * d.plant.accelerators;
    double mark = d.measure ? cpuNowS() : 0.0;
    if (s.steps == 0) {
        d.services.advance(0.0);
        d.jobs.schedule(0.0);
        d.fabric.settle(0.0);
    }
    d.announceFlows(endS);
    while (!s.queue.empty() && s.queue.front().timeS <= endS) {
        std::pop_heap(s.queue.begin(), s.queue.end(), later);
        const QueuedEvent event = s.queue.back();
        s.queue.pop_back();
        d.account(event.timeS);
        d.act(event);
        d.jobs.schedule(event.timeS);
        d.fabric.settle(event.timeS);
        if (d.jobs.changed() > split) {
            d.phase("events", mark);
            // Up to now the racks' load was as last refreshed; from now on it is the new one.
            d.integrate(event.timeS);
            d.jobs.refreshRacks();
            mark = d.measure ? cpuNowS() : 0.0;
        }
    }
    d.account(endS);
    d.phase("events", mark);
    d.integrate(endS);
    mark = d.measure ? cpuNowS() : 0.0;
    d.services.advance(endS);
    d.jobs.schedule(endS);
    d.fabric.settle(endS);
    d.jobs.refreshRacks();
    d.restFlows(endS);
    s.timeS = endS;
    ++s.steps;
    d.publish();
    d.jobs.causes().observe(endS);
    d.watched.gather(d.state, d.jobs, d.log, d.history);
    d.phase("frame", mark);
}

void Simulator::order(const JobOrder& order) {
    Private& d = *d_;
    d.jobs.order(order, d.state.timeS);
    d.jobs.schedule(d.state.timeS);
    d.fabric.settle(d.state.timeS);
    d.jobs.refreshRacks();
    d.watched.gather(d.state, d.jobs, d.log, d.history);
}

void Simulator::keepHistory(bool on) {
    d_->history.keep(on);
    d_->log.keep(on);
    d_->jobs.causes().keep(on);
}

void Simulator::watch(std::int64_t job) {
    d_->watched.watch(job, d_->state, d_->jobs, d_->log, d_->history);
}

void Simulator::operate(const PlantOrder& order) {
    Private& d = *d_;
    const bool ofFlows = order.action == models::DrillAction::Mistake ||
                         (!d.failures.owns(order) && !d.fabric.owns(order));
    if (d.state.flowing == 0 && ofFlows) {
        if (d.coupling == Coupling::Never) {
            return;
        }
        d.wake(d.state.timeS);
    }
    if (d.failures.owns(order)) {
        d.failures.operate(order, d.state.timeS, -1);
        d.jobs.schedule(d.state.timeS);
        d.fabric.settle(d.state.timeS);
        d.jobs.refreshRacks();
        return;
    }
    if (d.coolant.owns(order)) {
        d.coolant.operate(order, d.state.timeS, -1);
        return;
    }
    if (d.fabric.owns(order)) {
        d.fabric.operate(order, d.state.timeS, -1);
    } else {
        d.electrical.operate(order, d.state.timeS, -1);
    }
    d.jobs.refreshRacks();
}

double Simulator::timeS() const {
    return d_->state.timeS;
}

double Simulator::stepS() const {
    return d_->plant.stepS;
}

const Layout& Simulator::layout() const {
    return d_->plant.layout;
}

const Plant& Simulator::plant() const {
    return d_->plant;
}

std::shared_ptr<const Plant> Simulator::sharedPlant() const {
    return d_->shared;
}

const State& Simulator::state() const {
    return d_->state;
}

std::shared_ptr<Frame> Simulator::frame() const {
    auto frame = buildFrame(d_->plant, d_->state, d_->log, d_->jobs);
    d_->electrical.fill(*frame);
    d_->coolant.fill(*frame);
    d_->fabric.fill(*frame);
    d_->failures.fill(*frame);
    if (d_->history.keeps()) {
        const auto history = d_->history.history();
        history->open = openSpansOf(d_->plant, d_->state);
        frame->history = history;
    }
    if (d_->log.keeps()) {
        frame->story = d_->jobs.causes().story(d_->state.timeS);
    }
    frame->watched = d_->watched.detail(d_->plant, d_->state, d_->jobs);
    return frame;
}

RunSummary Simulator::summary() const {
    RunSummary r = buildSummary(d_->plant, d_->state, d_->failures);
    const RemoteTotals away = d_->remote.totals(d_->state.timeS);
    r.remoteRentUsd = away.rentUsd;
    r.remoteEnergyUsd = away.energyUsd;
    r.egressUsd = away.egressUsd;
    r.remoteItEnergyJ = away.itJ;
    r.remoteEnergyJ = away.facilityJ;
    r.remoteCarbonKg = away.carbonKg;
    r.remoteAcceleratorS = away.heldS;
    if (d_->state.flowGaps != 0) {
        blankSums(r);
    }
    r.jobsSentAway = away.sent;
    r.jobsTakenBack = away.lost;
    return r;
}

const std::vector<Channel>& Simulator::channels() const {
    return d_->channels;
}

void Simulator::sample(std::span<double> values) const {
    sampleChannels(d_->state, values);
}

std::span<const float> Simulator::rackField(RackQuantity quantity) const {
    return rackFieldOf(d_->state, quantity);
}

std::span<const Event> Simulator::takeEvents() {
    d_->taken.swap(d_->log.fresh());
    d_->log.fresh().clear();
    d_->history.clearFresh();
    d_->jobs.causes().clearFresh();
    d_->watched.cleared();
    return d_->taken;
}

std::span<const JobCard> Simulator::freshCards() const {
    return d_->history.freshCards();
}

std::span<const JobSpan> Simulator::freshSpans() const {
    return d_->history.freshSpans();
}

std::span<const Loss> Simulator::freshLosses() const {
    return d_->jobs.causes().freshLosses();
}

std::vector<Loss> Simulator::openLosses() const {
    return d_->jobs.causes().openLosses(d_->state.timeS);
}

std::vector<JobSpan> Simulator::openSpans() const {
    return openSpansOf(d_->plant, d_->state);
}

std::vector<std::byte> Simulator::saveState() const {
    return stateBytes(d_->state);
}

Result<void> Simulator::loadState(std::span<const std::byte> bytes) {
    if (!stateFromBytes(d_->state, bytes.data(), bytes.size())) {
        return tl::unexpected(Error{"SIM-010",
                                    "The snapshot belongs to another plant or is cut.",
                                    "Load a snapshot of this project and program version.",
                                    {},
                                    {},
                                    0});
    }
    d_->restored();
    d_->history.reset();
    d_->log.reset();
    d_->jobs.causes().reset();
    for (const Job& job : d_->state.jobs) {
        d_->history.add(cardOf(d_->plant, d_->jobs, job));
    }
    d_->history.clearFresh();
    d_->watched.cleared();
    return {};
}

void Simulator::setAirFractions(int hall, std::span<const double> fractions) {
    d_->coolant.setAirFractions(hall, fractions);
}

std::uint64_t Simulator::stateHash() const {
    return hashOf(d_->state);
}

void Simulator::measurePhases(bool on) {
    d_->measure = on;
}

PhaseTimes Simulator::phaseTimes() const {
    return d_->phases;
}

}  // namespace headroom::engine
