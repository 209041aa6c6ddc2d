// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/run/cooling/coolant.h"
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/faults/failures.h"
#include "engine/run/faults/fault_site.h"
#include "engine/run/faults/hazards.h"
#include "engine/run/power/electrical.h"
#include "models/facility/drill_defaults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// Damage and repair by people and drills: racks, servers and accelerators, jobs, storage, and the breaker next to the
/// intended one.
namespace headroom::engine {

namespace {

using models::DrillAction;

FaultKind kindOf(DrillAction action) {
    switch (action) {
        case DrillAction::Degrade:
            return FaultKind::FailSlow;
        case DrillAction::Flap:
            return FaultKind::Intermittent;
        case DrillAction::Corrupt:
            return FaultKind::Corruption;
        case DrillAction::Crash:
            return FaultKind::Software;
        case DrillAction::Mistake:
            return FaultKind::Human;
        default:
            return FaultKind::FailStop;
    }
}

}  // namespace

void Failures::operate(const PlantOrder& order, double timeS, std::int64_t cause) {
    const bool repair = order.action == DrillAction::Repair;
    const auto each = [&](FaultSite site, const auto& units) {
        for (const int unit : units) {
            if (repair) {
                repairPart(site, unit, timeS, cause);
            } else {
                breakPart(order, site, unit, timeS, cause);
            }
        }
    };
    if (order.action == DrillAction::Mistake) {
        PlantOrder wrong = targets_.wrongBreaker(order);
        if (wrong.unit.empty()) {
            return;
        }
        wrong.durationS = std::isnan(order.durationS) ? plant_.failures.mistakeS : order.durationS;
        const PowerNetwork& n = *plant_.network;
        const int unit = n.arrays[at(n.arrayOf(wrong.unit))].firstUnit + wrong.instance - 1;
        PlantOrder human = order;
        human.durationS = wrong.durationS;
        breakPart(human, FaultSite::Power, unit, timeS, cause);
        electrical_.operate(wrong, timeS, s_.nextEventId - 1);
    } else if (order.action == DrillAction::Crash) {
        const auto jobs = targets_.jobs(order);
        each(FaultSite::Job, jobs);
        if (jobs.empty()) {
            log_.add(s_, timeS, EventKind::Note, order.unit, "No job to crash: it does not run.",
                     cause);
        }
    } else if (const auto blocks = targets_.storageBlocks(order); !blocks.empty()) {
        each(FaultSite::Storage, blocks);
    } else if (const auto slots = targets_.accelerators(order); !slots.empty()) {
        each(FaultSite::Accelerator, slots);
    } else {
        each(FaultSite::Server, targets_.servers(order));
    }
}

void Failures::breakPart(const PlantOrder& order, FaultSite site, int unit, double timeS,
                         std::int64_t cause) {
    const ServerIndex server(serverOfSite(plant_, site, unit));
    const std::string name = siteName(plant_, s_, site, unit);
    const RackIndex rack(server >= 0 ? plant_.serverRack[at(server)] : -1);
    if (server >= 0 && s_.serverDown[at(server)] != 0) {
        log_.add(s_, timeS, EventKind::Note, name, "Is out of service already.", cause, rack);
        return;
    }
    Strike strike;
    strike.kind = kindOf(order.action);
    strike.unit = unit;
    strike.server = server;
    strike.amount = !std::isnan(order.amount)              ? order.amount
                    : order.action == DrillAction::Degrade ? models::kDrillRateLeft
                    : order.action == DrillAction::Flap    ? models::kDrillFlapShare
                                                           : 0.0;
    const char* what = strike.kind == FaultKind::FailSlow       ? "Slower, as ordered."
                       : strike.kind == FaultKind::Intermittent ? "Comes and goes, as ordered."
                       : strike.kind == FaultKind::Corruption
                           ? "Computes wrong results, as ordered, and nobody sees it."
                       : strike.kind == FaultKind::Software ? "Its software stops, as ordered."
                       : strike.kind == FaultKind::Human
                           ? "A person opens its incoming breaker by mistake."
                           : "Fails, as ordered.";
    const std::int64_t job = site == FaultSite::Job ? s_.jobs[at(unit)].id : -1;
    const auto event =
        log_.add(s_, timeS, EventKind::Failure, name, what, cause, rack, job, s_.faults.next);
    Fault& fault = faults_.add(strike, site, timeS, event);
    fault.cause = cause;
    fault.phase = FaultPhase::Latent;
    fault.automatic =
        detection_.inspects() || site == FaultSite::Job || fault.kind == FaultKind::FailSlow ? 1
                                                                                             : 0;
    if (!std::isnan(order.durationS) && site != FaultSite::Job) {
        fault.expectedS = timeS + order.durationS;
        queue_.push(timeS + order.durationS, FaultEvent::OrderUndo, fault.number, 0, event,
                    fault.version);
    }
    if (fault.kind == FaultKind::Corruption) {
        strikeCorruption(fault, timeS);
    } else if (site == FaultSite::Storage) {
        stage(fault, FaultPhase::Detected, timeS + detection_.orderedNoticeS(site, fault.kind));
        refreshStorage(timeS, event);
    } else if (site != FaultSite::Power) {
        begin(fault, timeS, detection_.orderedNoticeS(site, fault.kind));
    }
}

/// All that is wrong with a part is put right at once.
void Failures::repairPart(FaultSite site, int unit, double timeS, std::int64_t cause) {
    const ServerIndex server(serverOfSite(plant_, site, unit));
    std::vector<std::int32_t> numbers;
    for (const Fault& f : s_.faults.open) {
        const bool here =
            server >= 0 ? f.server == server && (site == FaultSite::Server ||
                                                 f.site != FaultSite::Accelerator || f.unit == unit)
                        : f.site == site && f.unit == unit;
        if (here) {
            numbers.push_back(f.number);
        }
    }
    for (const std::int32_t number : numbers) {
        const auto event = log_.add(
            s_, timeS, EventKind::Repair, siteName(plant_, s_, site, unit), "Repaired, as ordered.",
            cause, RackIndex(server >= 0 ? plant_.serverRack[at(server)] : -1), -1, number);
        endOrder(number, timeS, event);
    }
}

void Failures::endOrder(std::int32_t number, double timeS, std::int64_t cause) {
    Fault* fault = faults_.edit(number);
    if (fault == nullptr) {
        return;
    }
    const bool stands = fault->server >= 0 && fault->outS < 0.0 &&
                        (fault->kind == FaultKind::FailStop || (fault->flags & kFaultDrains) != 0);
    if (stands && s_.serverDown[at(fault->server)] == 0 && fault->site != FaultSite::Fabric &&
        fault->phase <= FaultPhase::Detected) {
        // Collectives do not come back with the part: the watchdog ends them first.
        fault->flags |= kFaultUndone;
        return;
    }
    if (fault->hazard >= 0) {
        shop_.cancel(number, timeS);
    }
    repaired(number, timeS, cause);
}

}  // namespace headroom::engine
