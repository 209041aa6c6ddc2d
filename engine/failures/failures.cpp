// SPDX-License-Identifier: Apache-2.0
#include "engine/failures/failures.h"

#include "engine/sim/coolant.h"
#include "engine/sim/electrical.h"
#include "engine/sim/fabric_run.h"
#include "engine/failures/hazards.h"
#include "engine/sim/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// From a thermal trip to the servers' return: an operator clears the cause and resets the rack.
/// Assumption.
constexpr double kTripResetS = 1800.0;

}  // namespace

Failures::Failures(const Plant& plant, State& state, EventLog& log, Jobs& jobs)
    : plant_(plant), s_(state), log_(log), jobs_(jobs), clock_(plant, state, jobs), shop_(plant, state, log, jobs) {
    shop_.join(*this);
}

void Failures::begin() {
    clock_.begin();
    shop_.begin();
}

Fault& Failures::open(const Strike& strike, FaultSite site, double timeS, std::int64_t cause) {
    Fault fault;
    fault.number = s_.faults.next++;
    fault.hazard = strike.hazard;
    fault.site = site;
    fault.unit = strike.unit;
    fault.server = strike.server;
    fault.spare = strike.spare;
    fault.kind = strike.kind;
    fault.phase = FaultPhase::Detected;
    fault.occurrence = static_cast<std::int32_t>(strike.n);
    fault.amount = strike.amount;
    fault.atS = timeS;
    fault.repairS = strike.repairS;
    fault.cause = fault.event = cause;
    s_.faults.open.push_back(fault);
    return s_.faults.open.back();
}

const Fault* Failures::find(std::int32_t number) const {
    const auto& open = s_.faults.open;
    const auto found =
        std::lower_bound(open.begin(), open.end(), number,
                         [](const Fault& f, std::int32_t n) { return f.number < n; });
    return found != open.end() && found->number == number ? &*found : nullptr;
}

/// Open fault of that unit; null: it is in service.
const Fault* Failures::findAt(std::int32_t hazard, std::int32_t unit) const {
    const auto& open = s_.faults.open;
    const auto found = std::find_if(open.begin(), open.end(), [&](const Fault& f) {
        return f.hazard == hazard && f.unit == unit;
    });
    return found != open.end() ? &*found : nullptr;
}

std::string Failures::subjectOf(std::int32_t fault) const {
    const Fault* f = find(fault);
    return f == nullptr || f->hazard < 0 ? std::string{} : clock_.unitName(f->hazard, f->unit);
}

void Failures::repairBegun(std::int32_t fault, double /*timeS*/, std::int64_t event) {
    if (const Fault* found = find(fault)) {
        Fault& f = s_.faults.open[static_cast<std::size_t>(found - s_.faults.open.data())];
        f.phase = FaultPhase::UnderRepair;
        f.expectedS = shop_.expectedS(fault);
        f.event = event;
    }
}

void Failures::repaired(std::int32_t fault, double timeS, std::int64_t event) {
    const Fault* found = find(fault);
    if (found == nullptr) {
        return;
    }
    const Fault f = *found;
    s_.faults.open.erase(s_.faults.open.begin() + (found - s_.faults.open.data()));
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(f.hazard)];
    if (!clock_.healedByReset(f.hazard, f.occurrence)) {
        clock_.renewed(f.hazard, f.unit, timeS);
    }
    if (!z.orders.empty()) {
        PlantOrder order = z.orders[static_cast<std::size_t>(f.unit)];
        if (coolant_->owns(order)) {
            coolant_->undo(order, timeS, event);
        } else {
            order.action = models::DrillAction::Close;
            electrical_->operate(order, timeS, event);
        }
    } else if (z.isEquipment) {
        equipmentRepaired(f.hazard, f.unit, timeS);
    } else if (f.server >= 0 && f.site == FaultSite::Server) {
        serverRepaired(f.server, timeS);
    }
}

std::string Failures::serverName(int server) const {
    return serverNameOf(plant_, server);
}

double Failures::detectS(const PlantHazard& z) const {
    return plant_.failures.fastDetection ? z.mode.detectS
                                         : std::max(z.mode.detectS, plant_.failures.hangTimeoutS);
}

void Failures::strike(const QueuedEvent& event) {
    const std::optional<Strike> found = clock_.strike(event.a, event.b, event.c, event.timeS);
    if (!found || found->announced) {
        return;
    }
    Strike strike = *found;
    const std::vector<std::int32_t> others(strike.others.begin(), strike.others.end());
    act(strike, event.timeS);
    for (const std::int32_t unit : others) {
        strike.unit = unit;
        strike.server = clock_.serverOf(event.a, unit);
        act(strike, event.timeS);
    }
}

void Failures::act(const Strike& strike, double timeS) {
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(strike.hazard)];
    if (!z.orders.empty()) {
        strikePlant(strike, timeS);
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
    if (findAt(strike.hazard, strike.unit) != nullptr) {
        return;
    }
    ++s_.hazardStruck[static_cast<std::size_t>(strike.hazard)];
    const PlantOrder& order = *clock_.order(strike);
    const auto cause = log_.add(s_, timeS, EventKind::Failure,
                                clock_.unitName(strike.hazard, strike.unit),
                                fmt::format("{}.", plant_.hazards[static_cast<std::size_t>(
                                                                      strike.hazard)]
                                                       .id),
                                -1, -1, -1, s_.faults.next);
    if (coolant_->owns(order)) {
        coolant_->operate(order, timeS, cause);
    } else {
        electrical_->operate(order, timeS, cause);
    }
    const FaultSite site = coolant_->owns(order) ? FaultSite::Cooling : FaultSite::Power;
    shop_.ask(open(strike, site, timeS, cause), timeS, cause, strike.byReset);
}

void Failures::strikeServer(const Strike& strike, double timeS) {
    const int hazard = strike.hazard, server = strike.server;
    const std::int64_t n = strike.n;
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(hazard)];
    const auto i = static_cast<std::size_t>(server);
    const int rack = plant_.serverRack[i];
    if (z.mode.effect == models::FailureEffect::Redundant ||
        z.mode.effect == models::FailureEffect::Degraded) {
        ++s_.hazardStruck[static_cast<std::size_t>(hazard)];
        log_.add(s_, timeS, EventKind::Failure, serverName(server),
                 fmt::format("{}: a redundant part failed; nothing stops.", z.id), -1, rack);
        return;
    }
    if (s_.serverDown[i] != 0) {
        return;  // already away: the part is replaced with the rest
    }
    const auto cause =
        log_.add(s_, timeS, EventKind::Failure, serverName(server),
                 fmt::format("{}: noticed after {:.0f} s.", z.id, detectS(z)), -1, rack);
    ++s_.hazardStruck[static_cast<std::size_t>(hazard)];
    const auto jobs = jobs_.onServer(server);
    for (const std::int32_t job : jobs) {
        jobs_.hang(job, timeS);
    }
    if (z.mode.effect == models::FailureEffect::JobRestart) {
        for (const std::int32_t job : jobs) {
            jobs_.push(timeS + detectS(z), Happening::Kill, job,
                       s_.jobs[static_cast<std::size_t>(job)].version, cause);
        }
    } else {
        jobs_.push(timeS + detectS(z), Happening::ServerDown, server, hazard, cause,
                   static_cast<std::int32_t>(n));
    }
}

void Failures::strikeJob(const Strike& strike, double timeS) {
    const int hazard = strike.hazard;
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(hazard)];
    const auto slot = static_cast<std::size_t>(strike.unit);
    const std::int32_t job = s_.slotJob[slot];
    if (job < 0 || s_.jobs[static_cast<std::size_t>(job)].state != JobState::Running) {
        return;
    }
    ++s_.hazardStruck[static_cast<std::size_t>(hazard)];
    const auto cause =
        log_.add(s_, timeS, EventKind::Failure, jobs_.name(s_.jobs[static_cast<std::size_t>(job)]),
                 fmt::format("{}: the job stops; noticed after {:.0f} s.", z.id, detectS(z)));
    jobs_.hang(job, timeS);
    jobs_.push(timeS + detectS(z), Happening::Kill, job,
               s_.jobs[static_cast<std::size_t>(job)].version, cause);
}

void Failures::strikeNetwork(const Strike& strike, double timeS) {
    if (fabric_->strike(strike.hazard, strike.u, strike.repairS, timeS)) {
        ++s_.hazardStruck[static_cast<std::size_t>(strike.hazard)];
    }
}

void Failures::strikeEquipment(const Strike& strike, double timeS) {
    const int hazard = strike.hazard;
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
        electrical_->operate(order, timeS, -1);
        return;
    }
    if (findAt(hazard, strike.unit) != nullptr) {
        return;
    }
    ++s_.hazardFailed[h];
    ++s_.hazardStruck[h];
    const auto cause = log_.add(s_, timeS, EventKind::Failure, z.subject,
                                fmt::format("{} failed: {} of {} in service.",
                                            clock_.unitName(hazard, strike.unit),
                                            z.units - s_.hazardFailed[h], z.units),
                                -1, -1, -1, s_.faults.next);
    const bool wiring = z.equipment == EquipmentKind::PowerUnit;
    if (wiring) {
        electrical_->moduleFailed(clock_.powerUnit(hazard, strike.unit), timeS, cause);
    }
    shop_.ask(open(strike, wiring ? FaultSite::Power : FaultSite::Cooling, timeS, cause), timeS,
              cause, strike.byReset);
}

void Failures::serverDown(int server, int hazard, std::int64_t occurrence, double timeS,
                          std::int64_t cause) {
    const auto i = static_cast<std::size_t>(server);
    if (s_.serverDown[i] != 0) {
        return;
    }
    for (const std::int32_t job : jobs_.onServer(server)) {
        jobs_.interrupt(job, timeS, cause, server);
    }
    setServerDown(plant_, s_, server, true);
    jobs_.noteServer(server);
    shop_.ask(open(clock_.again(hazard, occurrence, server), FaultSite::Server, timeS, cause),
              timeS, cause, clock_.healedByReset(hazard, occurrence));
}

void Failures::serverRepaired(int server, double timeS) {
    const auto place =
        static_cast<std::size_t>(plant_.serverRack[static_cast<std::size_t>(server)]);
    if (s_.power.rackPowered[place] == 0) {
        s_.serverDown[static_cast<std::size_t>(server)] = kServerUnpowered;
        return;  // comes back with its rack
    }
    if (timeS < s_.power.rackReadyS[place]) {
        s_.serverDown[static_cast<std::size_t>(server)] = kServerUnpowered;
        return;  // still boots; the event of its rack follows
    }
    if (fabric_->isCutOff(server)) {
        s_.serverDown[static_cast<std::size_t>(server)] = kServerCutOff;
        return;  // comes back with its link
    }
    setServerDown(plant_, s_, server, false);
    const int rack = plant_.serverRack[static_cast<std::size_t>(server)];
    s_.rackTripped[static_cast<std::size_t>(rack)] = 0;
    jobs_.noteServer(server);
    const int pool =
        plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[static_cast<std::size_t>(rack)])]
            .pool;
    s_.pools[static_cast<std::size_t>(pool)].dirty = 1;
    log_.add(s_, timeS, EventKind::Repair, serverName(server), "Back in service.", -1, rack);
}

void Failures::equipmentRepaired(int hazard, int unit, double timeS) {
    const auto h = static_cast<std::size_t>(hazard);
    const PlantHazard& z = plant_.hazards[h];
    --s_.hazardFailed[h];
    const auto id = log_.add(s_, timeS, EventKind::Repair, z.subject,
                             fmt::format("{} back: {} of {} in service.",
                                         clock_.unitName(hazard, unit),
                                         z.units - s_.hazardFailed[h], z.units));
    if (z.equipment == EquipmentKind::PowerUnit) {
        electrical_->moduleRepaired(clock_.powerUnit(hazard, unit), timeS, id);
    }
}

void Failures::cutOff(int server, double timeS, std::int64_t cause) {
    const auto i = static_cast<std::size_t>(server);
    if (s_.serverDown[i] != 0) {
        return;
    }
    for (const std::int32_t job : jobs_.onServer(server)) {
        jobs_.interrupt(job, timeS, cause, server);
    }
    setServerDown(plant_, s_, server, true);
    s_.serverDown[i] = kServerCutOff;
    jobs_.noteServer(server);
}

void Failures::trip(int rack, double timeS) {
    const auto r = static_cast<std::size_t>(rack);
    if (s_.rackTripped[r] != 0) {
        return;
    }
    s_.rackTripped[r] = 1;
    const PlantBlock& b = plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[r])];
    const auto cause = log_.add(
        s_, timeS, EventKind::Trip, plant_.rackNames[r],
        fmt::format("Accelerators passed {:.0f} °C and switched off.", b.accelerator.shutdownC), -1,
        rack);
    const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
    for (int n = 0; n < b.rack.servers; ++n) {
        const int server = firstServer + n;
        if (s_.serverDown[static_cast<std::size_t>(server)] != 0) {
            continue;
        }
        for (const std::int32_t job : jobs_.onServer(server)) {
            jobs_.interrupt(job, timeS, cause, server);
        }
        setServerDown(plant_, s_, server, true);
        jobs_.noteServer(server);
        jobs_.push(timeS + kTripResetS, Happening::ServerRepair, server, -1, cause);
    }
}

std::map<std::string, std::int64_t> Failures::counts() const {
    std::map<std::string, std::int64_t> counts;
    for (std::size_t h = 0; h < plant_.hazards.size(); ++h) {
        counts[plant_.hazards[h].id] += s_.hazardStruck[h];
    }
    return counts;
}

}  // namespace headroom::engine
