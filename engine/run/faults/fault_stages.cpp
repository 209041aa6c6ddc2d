// SPDX-License-Identifier: Apache-2.0
#include "engine/base/scale.h"
#include "engine/plant/index.h"
#include "engine/plant/server_name.h"
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/faults/failures.h"
#include "engine/run/faults/fault_site.h"
#include "engine/run/faults/hazards.h"
#include "engine/run/state/design_edit.h"
#include "engine/run/workload/allocation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// The way from a fault to its repair: what it does at once, who notices it when, and who acts.
namespace headroom::engine {

void Failures::stage(const Fault& fault, FaultPhase phase, double timeS) {
    queue_.push(timeS, FaultEvent::Stage, fault.number, static_cast<std::int32_t>(phase),
                fault.event, fault.version);
}

/// Its immediate effect, and the time of its detection.
void Failures::begin(Fault& fault, double timeS, double noticeS) {
    switch (fault.kind) {
        case FaultKind::FailSlow:
            refreshSpeed(fault.server, timeS);
            break;
        case FaultKind::Intermittent:
            pulse(fault, timeS);
            return;  // found by its repetitions
        default:
            hangOn(fault, timeS);
            if (fault.site == FaultSite::Job) {
                fault.job = JobIndex(fault.unit);
                fault.jobVersion = s_.jobs[at(fault.unit)].version;
            }
            break;
    }
    stage(fault, FaultPhase::Detected, timeS + noticeS);
}

void Failures::hangOn(const Fault& fault, double timeS) {
    if (fault.site == FaultSite::Job) {
        jobs_.hang(JobIndex(fault.unit), timeS);
        return;
    }
    for (const JobIndex job : jobs_.onServer(fault.server)) {
        jobs_.hang(job, timeS);
    }
}

void Failures::jobRuns(JobIndex job, double timeS) {
    for (const Fault& fault : s_.faults.open) {
        const bool stands =
            fault.kind == FaultKind::FailStop && sitsInServer(fault) && fault.outS < 0.0 &&
            (fault.flags & kFaultAnnounced) == 0 &&
            (fault.phase == FaultPhase::Latent || fault.phase == FaultPhase::Detected);
        if (stands && s_.serverDown[at(fault.server)] == 0) {
            const auto jobs = jobs_.onServer(fault.server);
            if (std::find(jobs.begin(), jobs.end(), job) != jobs.end()) {
                jobs_.hang(job, timeS);
                return;
            }
        }
    }
}

double Failures::cycleS(const Fault& fault) const {
    constexpr double kLeastShare = 1e-4;
    return plant_.failures.flapDownS / std::max(fault.amount, kLeastShare);
}

/// It goes away and comes back: the collectives of its jobs end each time.
void Failures::pulse(Fault& fault, double timeS) {
    if (s_.serverDown[at(fault.server)] != 0) {
        close(fault.number, timeS);  // away for another reason: exchanged with the rest
        return;
    }
    ++fault.repeats;
    hangOn(fault, timeS);
    const double noticeS = fault.hazard >= 0
                               ? plant_.hazards[at(fault.hazard)].mode.detectS
                               : std::min(plant_.failures.flapDownS, plant_.failures.hangTimeoutS);
    for (const JobIndex job : jobs_.onServer(fault.server)) {
        queue_.push(timeS + noticeS, JobEvent::Kill, job, s_.jobs[at(job)].version, fault.event,
                    fault.hazard + 1);
    }
    if (fault.repeats >= plant_.failures.flapsUntilOut) {
        stage(fault, FaultPhase::Detected, timeS + noticeS);
    } else {
        queue_.push(timeS + cycleS(fault), FaultEvent::Pulse, fault.number, 1, fault.event,
                    fault.version);
    }
}

void Failures::reachStage(const QueuedEvent& e) {
    Fault* fault = faults_.edit(e.a);
    if (fault == nullptr || fault->version != e.c) {
        return;
    }
    if (e.is(FaultEvent::Pulse)) {
        pulse(*fault, e.timeS);
        return;
    }
    switch (static_cast<FaultPhase>(e.b)) {
        case FaultPhase::Detected:
            detected(*fault, e.timeS);
            break;
        case FaultPhase::Waiting:
            takeOut(*fault, e.timeS);
            break;
        case FaultPhase::Over:
            close(e.a, e.timeS);
            break;
        case FaultPhase::Precursor:
        case FaultPhase::Latent:
        case FaultPhase::UnderRepair:
            break;
    }
}

/// Known: its part leaves service after FaultDetection::actionS().
void Failures::detected(Fault& fault, double timeS) {
    fault.phase = FaultPhase::Detected;
    fault.detectedS = timeS;
    faults_.noticed(fault, timeS - fault.atS);
    const double waitS = detection_.actionS(fault, timeS);
    const bool endsByItself = fault.site == FaultSite::Job && fault.unit < 0;
    const Words todo = !endsByItself && waitS > 0.0
                           ? words("; acted on in {}", amount(waitS / 60.0, "min", 0))
                           : Words();
    const RackIndex rack(fault.server >= 0 ? plant_.serverRack[at(fault.server)] : -1);
    fault.event =
        log_.add(s_, timeS, EventKind::Detected, subjectOf(fault.number),
                 words("{} after {}{}.",
                       fault.automatic != 0 ? "Noticed and named" : "Noticed, not yet localised,",
                       amount(timeS - fault.atS, "s", 0), todo),
                 fault.event, rack, -1, fault.number);
    if (fault.site == FaultSite::Job && fault.unit < 0) {
        fault.phase = FaultPhase::UnderRepair;  // ends by itself
        fault.expectedS = timeS + fault.repairS;
    } else if (waitS > 0.0) {
        stage(fault, FaultPhase::Waiting, timeS + waitS);
    } else {
        takeOut(fault, timeS);
    }
}

/// Localised: the part leaves service, and its repair is asked for.
void Failures::takeOut(Fault& fault, double timeS) {
    if (fault.site == FaultSite::Job) {
        endJob(fault, timeS);
        return;
    }
    if (sitsInServer(fault)) {
        if (s_.serverDown[at(fault.server)] != 0) {
            close(fault.number, timeS);  // already away: the part is replaced with the rest
            return;
        }
        if (drainFirst(fault, timeS)) {
            return;
        }
        fault.outS = timeS;
        ++s_.faults.serverFaults[at(fault.server)];
        if (isLemon(fault.server, timeS)) {
            fault.flags |= kFaultOfLemon;
            fault.repairS = std::max(fault.repairS, plant_.failures.lemonTestS);
            s_.faults.repeated.push_back(fault.server);
            ++s_.faults.sums.lemons;
            fault.event =
                log_.add(s_, timeS, EventKind::Maintenance, serverNameOf(plant_, fault.server),
                         words("{} faults in {}: tested in depth and exchanged before it returns.",
                               plant_.failures.lemonFaults,
                               amount(plant_.failures.lemonWindowS / kDayS, "d", 0)),
                         fault.event, plant_.serverRack[at(fault.server)], -1, fault.number);
        }
    }
    fault.phase = FaultPhase::Waiting;
    const Fault copy = fault;  // what follows may open and close others
    if (sitsInServer(copy)) {
        emptyServer(copy.server, timeS, copy.event, (copy.flags & kFaultDrains) != 0);
    }
    if ((copy.flags & kFaultUndone) != 0) {
        repaired(copy.number, timeS, copy.event);
    } else if (copy.hazard >= 0) {
        const bool reset =
            (copy.flags & kFaultOfLemon) == 0 && clock_.healedByReset(copy.hazard, copy.occurrence);
        shop_.ask(copy, timeS, copy.event, reset);
    }
}

/// Working parts are left with a checkpoint; true if its jobs write it now.
bool Failures::drainFirst(Fault& fault, double timeS) {
    const bool works = fault.kind == FaultKind::FailSlow || (fault.flags & kFaultAnnounced) != 0;
    if (!works || (fault.flags & kFaultDrains) != 0) {
        return false;
    }
    fault.flags |= kFaultDrains;
    double writeS = 0.0;
    for (const JobIndex job : jobs_.onServer(fault.server)) {
        writeS = std::max(writeS, jobs_.drain(job, timeS));
    }
    if (writeS > 0.0) {
        stage(fault, FaultPhase::Waiting, timeS + writeS);
    }
    return writeS > 0.0;
}

void Failures::emptyServer(ServerIndex server, double timeS, std::int64_t cause, bool drained) {
    const std::vector<JobIndex> jobs = jobs_.onServer(server);
    for (const JobIndex job : jobs) {
        if (drained && jobs_.drains(job)) {
            jobs_.drained(job, timeS, cause);
        } else {
            jobs_.interrupt(job, timeS, cause, server);
        }
    }
    setServerDown(plant_, s_, server, true);
    causes_.serverDown(server, cause, timeS);
    jobs_.load().noteServer(server);
    for (const JobIndex job : jobs) {
        if (plant_.failures.elasticShrink) {
            jobs_.startElastic(job, timeS, cause);
        }
    }
}

void Failures::endJob(Fault& fault, double timeS) {
    const std::int32_t number = fault.number, job = fault.unit;
    const std::int64_t cause = fault.event;
    if (s_.jobs[at(job)].version == fault.jobVersion) {
        jobs_.interrupt(JobIndex(job), timeS, cause);
    }
    close(number, timeS);
}

/// The record goes, and what it did with it.
void Failures::close(std::int32_t number, double timeS) {
    const Fault* found = faults_.find(number);
    if (found == nullptr) {
        return;
    }
    const std::string subject = subjectOf(number);
    if (found->kind == FaultKind::Corruption) {
        corruption_.end(number);
    }
    const Fault fault = faults_.close(number, timeS);
    if (fault.kind == FaultKind::FailSlow && sitsInServer(fault)) {
        refreshSpeed(fault.server, timeS);
    }
    if (fault.site == FaultSite::Job && fault.unit < 0 && --s_.faults.schedulerAway == 0) {
        for (PoolState& pool : s_.pools) {
            pool.dirty = 1;
        }
        log_.add(s_, timeS, EventKind::Recovery, subject, "Jobs are placed again.", fault.event, {},
                 -1, number);
    }
}

void Failures::detachRemoved(const DesignEdit& edit) {
    const PlantMap& map = edit.map;
    const double timeS = edit.timeS;
    const std::vector<Fault> before = s_.faults.open;
    for (const Fault& fault : before) {
        Fault probe = fault;
        bool stays = faultNow(plant_, edit.after, map, probe);
        if (fault.site == FaultSite::Fabric) {
            const auto& list = s_.fabric.faults;
            const auto part = std::find_if(list.begin(), list.end(),
                                           [&](const auto& f) { return f.id == fault.unit; });
            const auto fabrics = static_cast<std::int32_t>(plant_.fabric->fabrics.size());
            stays = stays && part != list.end() &&
                    !(part->fabric < fabrics ? map.fabric.gone(part->fabric)
                                             : map.wan.gone(part->fabric - fabrics));
        }
        if (stays || faults_.find(fault.number) == nullptr) {
            continue;
        }
        if (fault.server >= 0 && !map.server.gone(fault.server)) {
            repaired(fault.number, timeS, edit.event);  // the server stays, its fault is no more
            shop_.cancel(fault.number, timeS);
            continue;
        }
        const bool equipment = fault.hazard >= 0 && plant_.hazards[at(fault.hazard)].isEquipment;
        if (equipment && s_.hazardFailed[at(fault.hazard)] > 0) {
            --s_.hazardFailed[at(fault.hazard)];
        }
        close(fault.number, timeS);
        shop_.cancel(fault.number, timeS);
    }
}

void Failures::resume(const DesignEdit& edit) {
    for (ServerIndex server(0); server < plant_.servers; ++server) {
        if (s_.serverDown[at(server)] == kServerCutOff && !fabric_.isCutOff(server)) {
            serverRepaired(server, edit.timeS);
        }
    }
}

/// Speed of the accelerators of a server: the product of what its faults leave.
void Failures::refreshSpeed(ServerIndex server, double timeS) {
    auto& speed = s_.faults.slotSpeed;
    if (speed.empty()) {
        speed.assign(at(plant_.accelerators), 1.0F);
    }
    const int first = plant_.serverFirstSlot[at(server)],
              end = plant_.serverFirstSlot[at(server + 1)];
    std::fill(speed.begin() + first, speed.begin() + end, 1.0F);
    for (const Fault& fault : s_.faults.open) {
        if (fault.kind != FaultKind::FailSlow || fault.server != server || !sitsInServer(fault)) {
            continue;
        }
        const bool one = fault.site == FaultSite::Accelerator;
        for (SlotIndex slot(one ? fault.unit : first); slot < (one ? fault.unit + 1 : end);
             ++slot) {
            speed[at(slot)] *= static_cast<float>(fault.amount);
        }
    }
    jobs_.refreshServer(server, timeS);
}

/// Rest of each building block under storage faults.
void Failures::refreshStorage(double timeS, std::int64_t cause) {
    s_.faults.storageSpeed.assign(plant_.storageHall.size(), 1.0F);
    for (const Fault& fault : s_.faults.open) {
        if (fault.site == FaultSite::Storage) {
            s_.faults.storageSpeed[at(fault.unit)] *= static_cast<float>(fault.amount);
        }
    }
    fabric_.powerChanged(timeS, cause);
}

/// Counts a fault of the server; true: it has had too many of them.
bool Failures::isLemon(ServerIndex server, double timeS) {
    const models::FailurePolicySpec& policy = plant_.failures;
    if (policy.lemonFaults <= 0) {
        return false;
    }
    auto& recent = s_.faults.recent;
    recent.push_back({server, 0, timeS});
    std::erase_if(recent,
                  [&](const ServerFault& f) { return f.atS < timeS - policy.lemonWindowS; });
    const auto faults = std::count_if(recent.begin(), recent.end(),
                                      [&](const ServerFault& f) { return f.server == server; });
    if (faults < policy.lemonFaults) {
        return false;
    }
    std::erase_if(recent, [&](const ServerFault& f) { return f.server == server; });
    return true;
}

void Failures::fill(Frame& frame) const {
    frame.faults.reserve(s_.faults.open.size());
    for (const Fault& f : s_.faults.open) {
        FaultNow now;
        now.number = f.number;
        now.kind = f.kind;
        now.phase = f.phase;
        now.mode = f.hazard >= 0 ? plant_.hazards[at(f.hazard)].id : "by order";
        now.subject = subjectOf(f.number);
        now.waitsFor =
            f.phase == FaultPhase::Waiting ? shop_.waitsFor(f.number, s_.timeS) : std::string{};
        now.atS = f.atS;
        now.detectedS = f.detectedS;
        now.expectedS = f.expectedS;
        now.event = f.event;
        now.rack = f.server >= 0 ? plant_.serverRack[at(f.server)] : -1;
        frame.faults.push_back(std::move(now));
    }
}

}  // namespace headroom::engine
