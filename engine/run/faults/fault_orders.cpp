// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/run/cooling/coolant.h"
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/faults/failures.h"
#include "engine/run/faults/hazards.h"
#include "engine/run/power/electrical.h"
#include "models/facility/drill_defaults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

/// Damage and repair by people and drills: racks, servers and accelerators, jobs, storage, and the breaker next to the
/// intended one.
namespace headroom::engine {

namespace {

using models::BlockPart;
using models::DrillAction;

bool breaksServers(DrillAction action) {
    return action == DrillAction::Fail || action == DrillAction::Degrade ||
           action == DrillAction::Flap || action == DrillAction::Corrupt ||
           action == DrillAction::Repair || action == DrillAction::Crash;
}

int blockOf(const Plant& plant, const std::string& id) {
    const auto found = std::find_if(plant.blocks.begin(), plant.blocks.end(),
                                    [&](const PlantBlock& b) { return b.id == id; });
    return found == plant.blocks.end() ? -1 : static_cast<int>(found - plant.blocks.begin());
}

/// Parts number `instance` (from 1) of `parts` with `each` units, or all; empty if there is no such.
template <class I>
std::vector<I> range(int first, int parts, int each, int instance) {
    std::vector<I> units;
    if (instance < 0 || instance > parts) {
        return units;
    }
    const int from = instance > 0 ? instance - 1 : 0, to = instance > 0 ? instance : parts;
    for (int unit = first + from * each; unit < first + to * each; ++unit) {
        units.emplace_back(unit);
    }
    return units;
}

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

std::vector<ServerIndex> Failures::serversOf(const PlantOrder& order) const {
    const int block = blockOf(plant_, order.unit);
    if (block < 0) {
        return {};
    }
    const PlantBlock& b = plant_.blocks[at(block)];
    const int rows = std::max(1, b.spec.rows);
    switch (order.level) {
        case BlockPart::Row:
            return range<ServerIndex>(b.firstServer, rows, b.racks / rows * b.rack.servers,
                                      order.instance);
        case BlockPart::Rack:
            return range<ServerIndex>(b.firstServer, b.racks, b.rack.servers, order.instance);
        case BlockPart::Server:
            return range<ServerIndex>(b.firstServer, b.racks * b.rack.servers, 1, order.instance);
        case BlockPart::Accelerator:
            break;
    }
    std::set<ServerIndex> servers;
    for (const SlotIndex slot : slotsOf(order)) {
        servers.emplace(serverOfSite(FaultSite::Accelerator, slot));
    }
    return {servers.begin(), servers.end()};
}

std::vector<SlotIndex> Failures::slotsOf(const PlantOrder& order) const {
    const int block = blockOf(plant_, order.unit);
    if (block < 0 || order.level != BlockPart::Accelerator) {
        return {};
    }
    const PlantBlock& b = plant_.blocks[at(block)];
    return range<SlotIndex>(plant_.serverFirstSlot[at(b.firstServer)],
                            b.racks * b.acceleratorsPerRack, 1, order.instance);
}

/// Running jobs: of a source of the project and its copy, of that name, or on a part of a block.
std::vector<JobIndex> Failures::jobsOf(const PlantOrder& order) const {
    std::set<JobIndex> found;
    if (blockOf(plant_, order.unit) >= 0) {
        const std::vector<SlotIndex> slots = slotsOf(order);
        for (const SlotIndex slot : slots) {
            found.insert(s_.slotJob[at(slot)]);
        }
        for (const ServerIndex server :
             slots.empty() ? serversOf(order) : std::vector<ServerIndex>{}) {
            const auto jobs = jobs_.onServer(server);
            found.insert(jobs.begin(), jobs.end());
        }
        found.erase(JobIndex());
        return {found.begin(), found.end()};
    }
    for (const JobIndex index : s_.running) {
        const Job& job = s_.jobs[at(index)];
        const auto source = at(job.sourceIndex);
        const bool ofSource =
            (job.source == JobSource::Training && plant_.training[source].id == order.unit) ||
            (job.source == JobSource::Batch && plant_.batches[source].id == order.unit);
        if ((ofSource && (order.instance == 0 || order.instance == job.copy + 1)) ||
            jobs_.name(job) == order.unit) {
            found.insert(index);
        }
    }
    return {found.begin(), found.end()};
}

std::vector<int> Failures::storageBlocksOf(const PlantOrder& order) const {
    int first = 0;
    for (const StorageJoin& join : plant_.fabric->storage) {
        if (join.id == order.unit) {
            std::vector<int> blocks = range<int>(first, join.blocks, 1, order.instance);
            if (order.instance == 0 && order.count > 0 &&
                order.count < static_cast<int>(blocks.size())) {
                blocks.resize(at(order.count));
            }
            return blocks;
        }
        first += join.blocks;
    }
    return {};
}

/// The incoming breaker next to that of the unit, in the board that feeds it; without a unit where
/// the board has no other.
PlantOrder Failures::wrongBreaker(const PlantOrder& order) const {
    PlantOrder wrong;
    const PowerNetwork& n = *plant_.network;
    const int array = n.arrayOf(order.unit);
    if (array < 0 || order.instance < 0 || order.instance > n.arrays[at(array)].units) {
        return wrong;
    }
    const PowerUnit& meant =
        n.units[at(n.arrays[at(array)].firstUnit + std::max(0, order.instance - 1))];
    if (meant.edges < 1 || order.incomer > meant.edges) {
        return wrong;
    }
    const int edge = meant.firstEdge + std::max(0, order.incomer - 1);
    const int board = n.edges[at(edge)].from;
    const auto begin = n.outEdges.begin() + n.firstOut[at(board)],
               end = n.outEdges.begin() + n.firstOut[at(board + 1)];
    const auto place = std::find(begin, end, edge);
    if (place == end || end - begin < 2) {
        return wrong;
    }
    const int beside = place + 1 != end ? *(place + 1) : *(place - 1);
    const int unit = n.edges[at(beside)].to;
    for (const PowerArray& a : n.arrays) {
        if (unit >= a.firstUnit && unit < a.firstUnit + a.units) {
            wrong.action = DrillAction::Open;
            wrong.unit = a.id;
            wrong.instance = unit - a.firstUnit + 1;
            wrong.incomer = beside - n.units[at(unit)].firstEdge + 1;
        }
    }
    return wrong;
}

bool Failures::owns(const PlantOrder& order) const {
    if (order.action == DrillAction::Mistake) {
        return !wrongBreaker(order).unit.empty();
    }
    if (blockOf(plant_, order.unit) >= 0) {
        return actsOnServers(order) && breaksServers(order.action) && !serversOf(order).empty();
    }
    if (order.action == DrillAction::Crash) {
        const auto is = [&](const auto& source) { return source.id == order.unit; };
        const auto training = std::find_if(plant_.training.begin(), plant_.training.end(), is);
        const auto batch = std::find_if(plant_.batches.begin(), plant_.batches.end(), is);
        const bool copyOfTraining = training != plant_.training.end() &&
                                    order.instance <= std::max(1, training->spec.copies);
        return (order.instance >= 0 && (copyOfTraining || batch != plant_.batches.end())) ||
               !jobsOf(order).empty();
    }
    return (order.action == DrillAction::Fail || order.action == DrillAction::Degrade ||
            order.action == DrillAction::Repair) &&
           !storageBlocksOf(order).empty();
}

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
        PlantOrder wrong = wrongBreaker(order);
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
        const auto jobs = jobsOf(order);
        each(FaultSite::Job, jobs);
        if (jobs.empty()) {
            log_.add(s_, timeS, EventKind::Note, order.unit, "No job to crash: it does not run.",
                     cause);
        }
    } else if (const auto blocks = storageBlocksOf(order); !blocks.empty()) {
        each(FaultSite::Storage, blocks);
    } else if (const auto slots = slotsOf(order); !slots.empty()) {
        each(FaultSite::Accelerator, slots);
    } else {
        each(FaultSite::Server, serversOf(order));
    }
}

int Failures::serverOfSite(FaultSite site, int unit) const {
    if (site == FaultSite::Server) {
        return unit;
    }
    if (site != FaultSite::Accelerator) {
        return -1;
    }
    const auto next =
        std::upper_bound(plant_.serverFirstSlot.begin(), plant_.serverFirstSlot.end(), unit);
    return static_cast<int>(next - plant_.serverFirstSlot.begin()) - 1;
}

std::string Failures::partName(FaultSite site, int unit) const {
    switch (site) {
        case FaultSite::Server:
            return serverName(ServerIndex(unit));
        case FaultSite::Accelerator: {
            const ServerIndex server(serverOfSite(site, unit));
            return fmt::format("{} accelerator {}", serverName(server),
                               unit - plant_.serverFirstSlot[at(server)] + 1);
        }
        case FaultSite::Job:
            return unit < 0 ? "scheduler" : jobs_.name(s_.jobs[at(unit)]);
        case FaultSite::Storage:
            return fmt::format("storage block {}", unit + 1);
        case FaultSite::Power:
            return plant_.network->units[at(unit)].id;
        case FaultSite::Fabric:
        case FaultSite::Cooling:
            break;
    }
    return {};
}

/// Seconds from a fault to its detection by inspection, as the catalogue states it for such faults.
double Failures::noticeS(FaultSite site, FaultKind kind) const {
    const models::FailurePolicySpec& policy = plant_.failures;
    const bool inspects = policy.fastDetection && policy.automation != models::Automation::Manual;
    for (const PlantHazard& z : plant_.hazards) {
        const models::FailureBasis basis = z.mode.basis;
        const bool fits =
            !z.isEquipment && faultKindOf(z.mode.kind) == kind &&
            (site == FaultSite::Job       ? basis == models::FailureBasis::JobAccelerator
             : site == FaultSite::Storage ? basis == models::FailureBasis::Storage
                                          : basis == models::FailureBasis::Accelerator ||
                                                basis == models::FailureBasis::Server);
        if (fits) {
            return inspects || kind == FaultKind::FailSlow
                       ? z.mode.detectS
                       : std::max(z.mode.detectS, policy.hangTimeoutS);
        }
    }
    return policy.hangTimeoutS;
}

void Failures::breakPart(const PlantOrder& order, FaultSite site, int unit, double timeS,
                         std::int64_t cause) {
    const models::FailurePolicySpec& policy = plant_.failures;
    const ServerIndex server(serverOfSite(site, unit));
    const std::string name = partName(site, unit);
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
    Fault& fault = open(strike, site, timeS, event);
    fault.cause = cause;
    fault.phase = FaultPhase::Latent;
    fault.automatic = (policy.fastDetection && policy.automation != models::Automation::Manual) ||
                              site == FaultSite::Job || fault.kind == FaultKind::FailSlow
                          ? 1
                          : 0;
    if (!std::isnan(order.durationS) && site != FaultSite::Job) {
        fault.expectedS = timeS + order.durationS;
        queue_.push(timeS + order.durationS, FaultEvent::OrderUndo, fault.number, 0, event,
                    fault.version);
    }
    if (fault.kind == FaultKind::Corruption) {
        strikeCorruption(fault, timeS);
    } else if (site == FaultSite::Storage) {
        stage(fault, FaultPhase::Detected, timeS + noticeS(site, fault.kind));
        refreshStorage(timeS, event);
    } else if (site != FaultSite::Power) {
        begin(fault, timeS, noticeS(site, fault.kind));
    }
}

/// All that is wrong with a part is put right at once.
void Failures::repairPart(FaultSite site, int unit, double timeS, std::int64_t cause) {
    const ServerIndex server(serverOfSite(site, unit));
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
            s_, timeS, EventKind::Repair, partName(site, unit), "Repaired, as ordered.", cause,
            RackIndex(server >= 0 ? plant_.serverRack[at(server)] : -1), -1, number);
        endOrder(number, timeS, event);
    }
}

void Failures::endOrder(std::int32_t number, double timeS, std::int64_t cause) {
    Fault* fault = edit(number);
    if (fault == nullptr) {
        return;
    }
    const bool stands = fault->server >= 0 && fault->outS < 0.0 &&
                        (fault->kind == FaultKind::FailStop || (fault->flags & kFaultDrains) != 0);
    if (stands && s_.serverDown[at(fault->server)] == 0 && fault->site != FaultSite::Fabric &&
        fault->phase <= FaultPhase::Detected) {
        // Collectives do not come back with the part: whoever notices ends them first.
        fault->flags |= kFaultUndone;
        return;
    }
    if (fault->hazard >= 0) {
        shop_.cancel(number, timeS);
    }
    repaired(number, timeS, cause);
}

}  // namespace headroom::engine
