// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/flow_gaps.h"
#include "engine/sim/simulator_private.h"

namespace headroom::engine {

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
    const double lostS = t.lostS.value() + t.hungS.value();
    handle(e);
    if (const std::int64_t interrupted = t.requeued - t.preempted - before; interrupted > 0) {
        state.hazardInterrupted[hazard] += interrupted;
        state.hazardLostS[hazard] += t.lostS.value() + t.hungS.value() - lostS;
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

}  // namespace headroom::engine
