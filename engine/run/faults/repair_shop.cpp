// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/repair_shop.h"

#include "engine/base/scale.h"
#include "engine/plant/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

/// The lower goes first: what many racks hang on, then networks and storage, then servers, then
/// parts that another one replaces. Assumption: usual dispatch by blast radius.
int priorityOf(FaultSite site, models::FailureEffect effect) {
    if (effect == models::FailureEffect::Redundant) {
        return 3;
    }
    switch (site) {
        case FaultSite::Power:
        case FaultSite::Cooling:
            return 0;
        case FaultSite::Fabric:
        case FaultSite::Storage:
            return 1;
        default:
            return 2;
    }
}

Words duration(double seconds) {
    return seconds < 3600.0      ? amount(seconds / 60.0, "min", 0)
           : seconds < 2 * kDayS ? amount(seconds / 3600.0, "h", 1)
                                 : amount(seconds / kDayS, "d", 1);
}

std::string hourText(double dayS) {
    const auto minutes = static_cast<int>(std::lround(dayS / 60.0));
    return fmt::format("{:02}:{:02}", minutes / 60 % 24, minutes % 60);
}

}  // namespace

const char* sparePartName(models::SparePart part) {
    static constexpr std::array<const char*, models::kSpareParts + 1> kNames = {
        "nothing", "accelerator",  "server part", "adapter",      "module or cable",
        "switch",  "power supply", "pump",        "cooling part", "electrical part"};
    return kNames[static_cast<std::size_t>(part)];
}

RepairShop::RepairShop(const RunContext& run)
    : plant_(run.plant),
      s_(run.state),
      queue_(run.queue),
      log_(run.log),
      repairs_(plant_.maintenance, std::fmod(plant_.startWeekS, kDayS), s_.faults.repairs) {}

void RepairShop::begin() {
    repairs_.begin();
}

void RepairShop::ask(const Fault& fault, double timeS, std::int64_t cause, bool byReset) {
    RepairTask task;
    task.fault = fault.number;
    task.workS = fault.repairS;
    task.crew = byReset ? 0 : 1;
    task.spare = byReset ? -1 : fault.spare;
    models::FailureEffect effect = models::FailureEffect::ServerOut;
    if (fault.hazard >= 0) {
        const models::FailureModeSpec& mode = plant_.hazards[at(fault.hazard)].mode;
        effect = mode.effect;
        task.leadS = mode.spareLeadS;
        task.window = mode.inWindow && !byReset ? 1 : 0;
    }
    task.priority = priorityOf(fault.site, effect);
    const std::size_t ordered = s_.faults.repairs.ordered.size();
    repairs_.add(task, timeS);
    for (std::size_t i = ordered; i < s_.faults.repairs.ordered.size(); ++i) {
        const SpareOrder& order = s_.faults.repairs.ordered[i];
        queue_.push(order.arrivesS, FaultEvent::SpareArrives, order.kind, 0, cause);
    }
    work(timeS, cause);
    const std::string wait = waitsFor(task.fault, timeS);
    if (!wait.empty()) {
        log_.add(s_, timeS, EventKind::Maintenance, client_->subjectOf(task.fault),
                 fmt::format("The repair waits for {}.", wait), cause, {}, -1, task.fault);
    }
}

void RepairShop::cancel(std::int32_t fault, double timeS) {
    repairs_.cancel(fault, timeS);
    work(timeS, -1);
}

/// Starts what can start; a crew that begins because of `cause` says so.
void RepairShop::work(double timeS, std::int64_t cause) {
    while (const RepairTask* task = repairs_.start(timeS)) {
        const std::int32_t fault = task->fault;
        queue_.push(task->endS, FaultEvent::RepairDone, fault, 0, cause);
        std::int64_t event = cause;
        if (task->crew != 0) {
            event = log_.add(s_, timeS, EventKind::Maintenance, client_->subjectOf(fault),
                             words("A crew begins the repair: done in {}, if all goes well.",
                                   duration(task->endS - timeS)),
                             cause, {}, -1, fault);
        }
        client_->repairBegun(fault, timeS, event);
    }
    const double openingS = repairs_.nextOpeningS(timeS);
    double& wakeS = s_.faults.repairs.wakeS;
    if (openingS < kNever && !(wakeS > timeS && wakeS <= openingS)) {
        wakeS = openingS;
        queue_.push(openingS, FaultEvent::CrewFree, 0, 0);
    }
}

void RepairShop::handle(const QueuedEvent& e) {
    switch (e.as<FaultEvent>()) {
        case FaultEvent::RepairDone:
            if (repairs_.done(e.a, e.timeS)) {
                client_->repaired(e.a, e.timeS, e.cause);
                work(e.timeS, e.cause);
            }
            break;
        case FaultEvent::SpareArrives:
            repairs_.deliver(e.timeS);
            work(e.timeS, e.cause);
            break;
        case FaultEvent::CrewFree:
            work(e.timeS, e.cause);
            break;
        default:
            break;
    }
}

std::string RepairShop::waitsFor(std::int32_t fault, double timeS) const {
    const RepairTask* task = repairs_.find(fault);
    if (task == nullptr) {
        return {};
    }
    switch (repairs_.waitsFor(*task, timeS)) {
        case RepairQueue::Wait::Nothing:
            break;
        case RepairQueue::Wait::Crew:
            return repairs_.crewsNow(timeS) == 0 ? "a shift with a crew" : "a crew";
        case RepairQueue::Wait::Spare: {
            const char* name = sparePartName(static_cast<models::SparePart>(task->spare + 1));
            const double arrivesS = repairs_.spareArrivesS(*task);
            return arrivesS < kNever
                       ? fmt::format("a spare {}, in {}", name, duration(arrivesS - timeS))
                       : fmt::format("a spare {}", name);
        }
        case RepairQueue::Wait::Window:
            return fmt::format("the maintenance window, from {}",
                               hourText(plant_.maintenance.windowFromS));
    }
    return {};
}

double RepairShop::expectedS(std::int32_t fault) const {
    const RepairTask* task = repairs_.find(fault);
    return task == nullptr ? -1.0 : task->endS;
}

}  // namespace headroom::engine
