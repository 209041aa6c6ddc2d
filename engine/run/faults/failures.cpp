// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/failures.h"

#include "engine/plant/server_name.h"
#include "engine/run/cooling/coolant.h"
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/faults/fault_site.h"
#include "engine/run/faults/hazards.h"
#include "engine/run/power/electrical.h"
#include "engine/run/workload/allocation.h"
#include "models/compute/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

Failures::Failures(const RunContext& run, Jobs& jobs, Electrical& electrical, FabricRun& fabric,
                   Coolant& coolant, Corruption& corruption)
    : Subsystem(run, Owner::Faults),
      jobs_(jobs),
      electrical_(electrical),
      fabric_(fabric),
      coolant_(coolant),
      corruption_(corruption),
      faults_(run.plant, run.state),
      targets_(run.plant, run.state),
      clock_(run.plant, run.state, run.queue),
      detection_(run.plant, clock_),
      shop_(run) {
    shop_.join(*this);
}

void Failures::begin() {
    clock_.begin();
    shop_.begin();
    queueDrills(FaultEvent::Drill);
}

std::string Failures::subjectOf(std::int32_t fault) const {
    const Fault* f = faults_.find(fault);
    if (f == nullptr) {
        return {};
    }
    return f->hazard < 0 || f->site == FaultSite::Job ? siteName(plant_, s_, f->site, f->unit)
                                                      : clock_.unitName(f->hazard, f->unit);
}

void Failures::repairBegun(std::int32_t fault, double /*timeS*/, std::int64_t event) {
    if (Fault* f = faults_.edit(fault)) {
        f->phase = FaultPhase::UnderRepair;
        f->expectedS = shop_.expectedS(fault);
        f->event = event;
    }
}

void Failures::repaired(std::int32_t fault, double timeS, std::int64_t event) {
    const Fault* found = faults_.find(fault);
    if (found == nullptr) {
        return;
    }
    const Fault f = *found;
    close(fault, timeS);
    if ((f.flags & kFaultAnnounced) != 0) {
        s_.faults.averted.push_back({f.hazard, f.occurrence});
        ++s_.faults.sums.averted;
    }
    if (f.hazard >= 0 && !clock_.healedByReset(f.hazard, f.occurrence)) {
        clock_.renewed(f.hazard, f.unit, timeS);
    }
    if ((f.flags & kFaultOfLemon) != 0 && !s_.faults.serverRate.empty()) {
        clock_.serverReplaced(f.server);
    }
    const PlantHazard* z =
        f.hazard < 0 ? nullptr : &plant_.hazards[static_cast<std::size_t>(f.hazard)];
    if (z != nullptr && !z->orders.empty()) {
        PlantOrder order = z->orders[static_cast<std::size_t>(f.unit)];
        if (coolant_.owns(order)) {
            coolant_.undo(order, timeS, event);
        } else {
            order.action = models::DrillAction::Close;
            electrical_.operate(order, timeS, event);
        }
    } else if (z != nullptr && z->isEquipment) {
        equipmentRepaired(f.hazard, f.unit, timeS, event);
    } else if (f.site == FaultSite::Storage) {
        refreshStorage(timeS,
                       log_.add(s_, timeS, EventKind::Repair, siteName(plant_, s_, f.site, f.unit),
                                "Back in service.", event, {}, -1, fault));
    } else if (f.outS >= 0.0) {
        serverRepaired(f.server, timeS);
    }
}

OnFlows Failures::onFlows(const QueuedEvent& e) const {
    switch (e.as<FaultEvent>()) {
        case FaultEvent::Hazard: {
            const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(e.a)];
            return z.isEquipment || !z.orders.empty() ? OnFlows::Disturbance : OnFlows::None;
        }
        case FaultEvent::Drill:
            return onFlows(plant_.drills[static_cast<std::size_t>(e.a)].order);
        case FaultEvent::RepairDone:
            return faults_.isOfPlant(e.a) ? OnFlows::Disturbance : OnFlows::None;
        case FaultEvent::Stage:
        case FaultEvent::Pulse:
        case FaultEvent::OrderUndo:
            return faults_.isOfPlant(e.a) ? OnFlows::Needed : OnFlows::None;
        case FaultEvent::ServerBack:
        case FaultEvent::CrewFree:
        case FaultEvent::SpareArrives:
            break;
    }
    return OnFlows::None;
}

/// The wrong breaker of a mistake is one of the wiring.
OnFlows Failures::onFlows(const PlantOrder& order) const {
    return order.action == models::DrillAction::Mistake ? OnFlows::Disturbance : OnFlows::None;
}

std::int32_t Failures::hazardOf(const QueuedEvent& e) const {
    if (e.is(FaultEvent::Hazard)) {
        return e.a;
    }
    const Fault* fault =
        e.is(FaultEvent::Stage) || e.is(FaultEvent::Pulse) ? faults_.find(e.a) : nullptr;
    return fault == nullptr ? -1 : fault->hazard;
}

void Failures::act(const QueuedEvent& e) {
    switch (e.as<FaultEvent>()) {
        case FaultEvent::ServerBack:
            serverRepaired(ServerIndex(e.a), e.timeS);
            break;
        case FaultEvent::Hazard:
            strike(e);
            break;
        case FaultEvent::Stage:
        case FaultEvent::Pulse:
            reachStage(e);
            break;
        case FaultEvent::RepairDone:
        case FaultEvent::CrewFree:
        case FaultEvent::SpareArrives:
            shop_.handle(e);
            break;
        case FaultEvent::OrderUndo:
            if (const Fault* fault = faults_.find(e.a); fault != nullptr && fault->version == e.c) {
                endOrder(e.a, e.timeS, e.cause);
            }
            break;
        case FaultEvent::Drill:
            operate(plant_.drills[static_cast<std::size_t>(e.a)].order, e.timeS, -1);
            break;
    }
}

bool Failures::atRest() const {
    for (std::size_t h = 0; h < plant_.hazards.size(); ++h) {
        if (plant_.hazards[h].isEquipment && s_.hazardFailed[h] > 0) {
            return false;
        }
    }
    return std::none_of(s_.faults.open.begin(), s_.faults.open.end(),
                        [&](const Fault& fault) { return faults_.isOfPlant(fault.number); }) &&
           std::all_of(s_.rackTripped.begin(), s_.rackTripped.end(),
                       [](std::int32_t tripped) { return tripped == 0; });
}

void Failures::strike(const QueuedEvent& event) {
    const std::optional<Strike> found =
        clock_.strike(HazardIndex(event.a), event.b, event.c, event.timeS);
    if (!found) {
        return;
    }
    if (found->announced) {
        strikeAnnounced(*found, event.timeS);
        return;
    }
    if (averted(*found)) {
        return;
    }
    Strike strike = *found;
    const std::vector<std::int32_t> others(strike.others.begin(), strike.others.end());
    act(strike, event.timeS);
    for (const std::int32_t unit : others) {
        strike.unit = unit;
        strike.server = ServerIndex(clock_.serverOf(HazardIndex(event.a), unit));
        act(strike, event.timeS);
    }
}

void Failures::pass(const QueuedEvent& event) {
    if (!event.is(FaultEvent::Hazard)) {
        return;
    }
    const std::optional<Strike> found =
        clock_.strike(HazardIndex(event.a), event.b, event.c, event.timeS);
    if (found && !found->announced) {
        ++s_.hazardStruck[static_cast<std::size_t>(event.a)];
    }
}

/// The failure of a part that was exchanged in time, or that a branch of the run asked to be spared.
bool Failures::averted(const Strike& strike) {
    return std::erase_if(s_.faults.averted, [&](const AvertedFailure& a) {
               return a.hazard == strike.hazard && a.occurrence == strike.n;
           }) > 0;
}

void Failures::act(const Strike& strike, double timeS) {
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(strike.hazard)];
    if (z.mode.effect == models::FailureEffect::NoPlacement) {
        strikeScheduler(strike, timeS);
    } else if (!z.orders.empty()) {
        strikePlant(strike, timeS);
    } else if (z.mode.basis == models::FailureBasis::Storage) {
        strikeStorage(strike, timeS);
    } else if (z.isEquipment) {
        strikeEquipment(strike, timeS);
    } else if (z.mode.basis == models::FailureBasis::JobAccelerator) {
        strikeJob(strike, timeS);
    } else if (z.mode.basis == models::FailureBasis::Switch ||
               z.mode.basis == models::FailureBasis::FabricLink ||
               (z.mode.basis == models::FailureBasis::HostLink &&
                z.mode.effect == models::FailureEffect::Degraded)) {
        strikeNetwork(strike, timeS);
    } else if (strike.server >= 0) {
        strikeServer(strike, timeS);
    }
}

void Failures::strikePlant(const Strike& strike, double timeS) {
    if (faults_.find(strike.hazard, strike.unit) != nullptr) {
        return;
    }
    ++s_.hazardStruck[static_cast<std::size_t>(strike.hazard)];
    const PlantOrder& order = *clock_.order(strike);
    const auto cause =
        log_.in(coolant_.owns(order) ? EventArea::Cooling : EventArea::Power)
            .add(s_, timeS, EventKind::Failure, clock_.unitName(strike.hazard, strike.unit),
                 fmt::format("{}.", plant_.hazards[static_cast<std::size_t>(strike.hazard)].id), -1,
                 {}, -1, s_.faults.next);
    if (coolant_.owns(order)) {
        coolant_.operate(order, timeS, cause);
    } else {
        electrical_.operate(order, timeS, cause);
    }
    const FaultSite site = coolant_.owns(order) ? FaultSite::Cooling : FaultSite::Power;
    noticePlant(faults_.add(strike, site, timeS, cause), timeS);
}

/// Machines of the facility are under supervision: it names what fails after the time of its
/// kind.
void Failures::noticePlant(Fault& fault, double timeS) {
    const double detectS = plant_.hazards[static_cast<std::size_t>(fault.hazard)].mode.detectS;
    fault.phase = FaultPhase::Latent;
    if (detectS > 0.0) {
        stage(fault, FaultPhase::Detected, timeS + detectS);
    } else {
        detected(fault, timeS);  // where no time is stated
    }
}

namespace {

/// Lane that shows a failure of a machine of this kind.
EventArea areaOf(EquipmentKind kind) {
    switch (infoOf(kind).group) {
        case EquipmentGroup::HallCooling:
        case EquipmentGroup::HeatRejection:
            return EventArea::Cooling;
        case EquipmentGroup::Network:
            return EventArea::Network;
        case EquipmentGroup::Storage:
            return EventArea::Storage;
        case EquipmentGroup::Power:
        case EquipmentGroup::Count:
            break;
    }
    return EventArea::Power;
}

FaultSite siteOf(const PlantHazard& z) {
    return z.mode.basis == models::FailureBasis::Accelerator ? FaultSite::Accelerator
                                                             : FaultSite::Server;
}

}  // namespace

void Failures::strikeServer(const Strike& strike, double timeS) {
    const ServerIndex server(strike.server);
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(strike.hazard)];
    const auto i = static_cast<std::size_t>(server);
    const RackIndex rack(plant_.serverRack[i]);
    if (strike.kind == FaultKind::FailSlow) {
        strikeSlow(strike, timeS);
        return;
    }
    if (z.mode.effect == models::FailureEffect::Redundant ||
        z.mode.effect == models::FailureEffect::Degraded) {
        if (faults_.find(strike.hazard, strike.unit) != nullptr) {
            return;
        }
        ++s_.hazardStruck[static_cast<std::size_t>(strike.hazard)];
        const auto event =
            log_.add(s_, timeS, EventKind::Failure, serverNameOf(plant_, server),
                     fmt::format("{}: a redundant part failed; nothing stops.", z.id), -1, rack, -1,
                     s_.faults.next);
        Fault& fault = faults_.add(strike, FaultSite::Server, timeS, event);
        // Inspection sees it after the time of its kind; nothing hangs on that moment.
        fault.detectedS = timeS;
        faults_.noticed(fault, z.mode.detectS);
        fault.phase = FaultPhase::Waiting;
        shop_.ask(Fault(fault), timeS, event, strike.byReset);
        return;
    }
    if (s_.serverDown[i] != 0) {
        return;  // already away: the part is replaced with the rest
    }
    if (z.mode.effect == models::FailureEffect::JobRestart) {
        Strike ofJob = strike;
        ofJob.unit = plant_.serverFirstSlot[i];
        strikeJob(ofJob, timeS);
        return;
    }
    ++s_.hazardStruck[static_cast<std::size_t>(strike.hazard)];
    const bool silent = strike.kind == FaultKind::Corruption;
    const bool found = detection_.isSeen(strike.hazard, strike.n);
    const double noticeS = detection_.noticeS(z, found);
    const auto event =
        log_.add(s_, timeS, EventKind::Failure, serverNameOf(plant_, server),
                 silent ? words("{}: computes wrong results, and nobody sees it.", z.id)
                        : words("{}: noticed after {}.", z.id, amount(noticeS, "s", 0)),
                 -1, rack, -1, s_.faults.next);
    Fault& fault = faults_.add(strike, siteOf(z), timeS, event);
    fault.phase = FaultPhase::Latent;
    fault.automatic = found ? 1 : 0;
    if (silent) {
        strikeCorruption(fault, timeS);
        return;
    }
    begin(fault, timeS, noticeS);
}

/// Wrong results without a sign: see Corruption.
void Failures::strikeCorruption(const Fault& fault, double timeS) {
    const double meanS = fault.hazard >= 0
                             ? plant_.hazards[static_cast<std::size_t>(fault.hazard)].mode.detectS
                             : detection_.orderedNoticeS(fault.site, fault.kind);
    corruption_.corrupt(fault.number, fault.server,
                        SlotIndex(fault.site == FaultSite::Accelerator ? fault.unit : -1), meanS,
                        timeS, fault.event);
}

void Failures::corruptionFound(std::int32_t number, double timeS, std::int64_t event) {
    Fault* fault = faults_.edit(number);
    if (fault == nullptr) {
        return;
    }
    fault->phase = FaultPhase::Detected;
    fault->detectedS = timeS;
    fault->event = event;
    faults_.noticed(*fault, timeS - fault->atS);
    takeOut(*fault, timeS);
}

void Failures::strikeSlow(const Strike& strike, double timeS) {
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(strike.hazard)];
    if (s_.serverDown[static_cast<std::size_t>(strike.server)] != 0 || std::isnan(strike.amount)) {
        return;
    }
    ++s_.hazardStruck[static_cast<std::size_t>(strike.hazard)];
    const auto event = log_.add(
        s_, timeS, EventKind::Failure, serverNameOf(plant_, strike.server),
        words("{}: continues at {} of its speed.", z.id, amount(100.0 * strike.amount, "%", 0)), -1,
        plant_.serverRack[static_cast<std::size_t>(strike.server)], -1, s_.faults.next);
    Fault& fault = faults_.add(strike, siteOf(z), timeS, event);
    fault.phase = FaultPhase::Latent;
    // No time-out shows what only slows: it is found as its kind says, at every level of
    // automation.
    begin(fault, timeS, z.mode.detectS);
}

/// The software of a job stops: nothing is broken, it restarts on what it has.
void Failures::strikeJob(const Strike& strike, double timeS) {
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(strike.hazard)];
    const JobIndex job(s_.slotJob[static_cast<std::size_t>(strike.unit)]);
    if (job < 0 || s_.jobs[static_cast<std::size_t>(job)].state != JobState::Running) {
        return;
    }
    ++s_.hazardStruck[static_cast<std::size_t>(strike.hazard)];
    const bool found = detection_.isSeen(strike.hazard, strike.n);
    const double noticeS = detection_.noticeS(z, found);
    const Job& struck = s_.jobs[static_cast<std::size_t>(job)];
    const auto event =
        log_.add(s_, timeS, EventKind::Failure, jobs_.name(struck),
                 words("{}: the job stops; noticed after {}.", z.id, amount(noticeS, "s", 0)), -1,
                 {}, struck.id, s_.faults.next);
    Strike ofJob = strike;
    ofJob.unit = job;
    ofJob.server = {};
    ofJob.spare = -1;
    Fault& fault = faults_.add(ofJob, FaultSite::Job, timeS, event);
    fault.phase = FaultPhase::Latent;
    fault.automatic = 1;  // nothing to localise: the software says what stopped
    begin(fault, timeS, noticeS);
}

void Failures::strikeStorage(const Strike& strike, double timeS) {
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(strike.hazard)];
    if (strike.unit < 0 || faults_.find(strike.hazard, strike.unit) != nullptr) {
        return;
    }
    ++s_.hazardStruck[static_cast<std::size_t>(strike.hazard)];
    const auto event =
        log_.in(EventArea::Storage)
            .add(s_, timeS, EventKind::Failure, clock_.unitName(strike.hazard, strike.unit),
                 fmt::format("{}: the others share its load.", z.id), -1, {}, -1, s_.faults.next);
    Fault& fault = faults_.add(strike, FaultSite::Storage, timeS, event);
    fault.amount = std::isnan(strike.amount) ? 0.0 : strike.amount;
    fault.phase = FaultPhase::Latent;
    stage(fault, FaultPhase::Detected, timeS + z.mode.detectS);
    refreshStorage(timeS, event);
}

/// The control plane is away: what runs continues, nothing is placed.
void Failures::strikeScheduler(const Strike& strike, double timeS) {
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(strike.hazard)];
    ++s_.hazardStruck[static_cast<std::size_t>(strike.hazard)];
    const auto event = log_.add(s_, timeS, EventKind::Failure, z.id,
                                words("Nothing is placed until it is back, in {}.",
                                      amount((z.mode.detectS + strike.repairS) / 60.0, "min", 0)),
                                -1, {}, -1, s_.faults.next);
    Fault& fault = faults_.add(strike, FaultSite::Job, timeS, event);
    fault.unit = -1;
    ++s_.faults.schedulerAway;
    stage(fault, FaultPhase::Detected, timeS + z.mode.detectS);
    stage(fault, FaultPhase::Over, timeS + z.mode.detectS + strike.repairS);
}

/// A part that would take its server down tells so before.
void Failures::strikeAnnounced(const Strike& strike, double timeS) {
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(strike.hazard)];
    const models::FailurePolicySpec& policy = plant_.failures;
    if (!policy.replaceOnPrecursor || policy.automation == models::Automation::Manual ||
        strike.server < 0 || z.mode.effect != models::FailureEffect::ServerOut ||
        s_.serverDown[static_cast<std::size_t>(strike.server)] != 0) {
        return;
    }
    const auto event = log_.add(
        s_, timeS, EventKind::Detected, serverNameOf(plant_, strike.server),
        fmt::format("{}: a part announces its failure; the server will be drained.", z.id), -1,
        plant_.serverRack[static_cast<std::size_t>(strike.server)], -1, s_.faults.next);
    Fault& fault = faults_.add(strike, siteOf(z), timeS, event);
    fault.phase = FaultPhase::Precursor;
    fault.flags = kFaultAnnounced;
    --s_.faults.sums.struck[static_cast<std::size_t>(fault.kind)];  // nothing has failed yet
    fault.detectedS = timeS;
    const bool waits = policy.automation < models::Automation::Restart;
    stage(fault, FaultPhase::Waiting, timeS + (waits ? detection_.responseS(timeS) : 0.0));
}

void Failures::strikeNetwork(const Strike& strike, double timeS) {
    if (fabric_.strike(strike.hazard, strike.u, strike.repairS, timeS)) {
        ++s_.hazardStruck[static_cast<std::size_t>(strike.hazard)];
    }
}

void Failures::strikeEquipment(const Strike& strike, double timeS) {
    const HazardIndex hazard(strike.hazard);
    const auto h = static_cast<std::size_t>(hazard);
    const PlantHazard& z = plant_.hazards[h];
    if (z.id == kSagHazard) {
        ++s_.hazardStruck[h];
        const PowerArray& a = plant_.network->arrays[static_cast<std::size_t>(z.group)];
        PlantOrder order;
        order.action = models::DrillAction::Sag;
        order.unit = a.id;
        order.instance = 1 + strike.unit / std::max(1, a.spec.modules);
        order.durationS = strike.repairS;
        electrical_.operate(order, timeS, -1);
        return;
    }
    if (faults_.find(hazard, strike.unit) != nullptr) {
        return;
    }
    ++s_.hazardFailed[h];
    ++s_.hazardStruck[h];
    const auto cause = log_.in(areaOf(z.equipment))
                           .add(s_, timeS, EventKind::Failure, z.subject,
                                fmt::format("{} failed: {} of {} in service.",
                                            clock_.unitName(hazard, strike.unit),
                                            z.units - s_.hazardFailed[h], z.units),
                                -1, {}, -1, s_.faults.next);
    const bool wiring = z.equipment == EquipmentKind::PowerUnit;
    if (wiring) {
        electrical_.moduleFailed(UnitIndex(clock_.powerUnit(hazard, strike.unit)), timeS, cause);
    } else {
        causes_.raiseEquipment(hazard, cause, timeS);
    }
    noticePlant(faults_.add(strike, wiring ? FaultSite::Power : FaultSite::Cooling, timeS, cause),
                timeS);
}

}  // namespace headroom::engine
