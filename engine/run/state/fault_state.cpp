// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/fault_state.h"

#include "engine/plant/index.h"
#include "engine/run/state/state_table.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(FaultState)

namespace {

/// QueuedEvent::b of a strike at random; above: of a renewed unit, less one (hazard_clock.cpp).
constexpr std::int32_t kFirstStrike = 0;

/// Where the rate changed, the time that is left is stretched.
bool carryHazard(QueuedEvent& e, const DesignEdit& edit) {
    const HazardIndex hazard(e.a);
    e.a = edit.map.hazard.now(hazard);
    if (e.a < 0 || (!edit.after.failures.enabled && e.b >= kFirstStrike)) {
        return false;
    }
    if (e.b > kFirstStrike) {
        e.b = hazardUnitNow(edit.before, edit.after, edit.map, hazard, e.b - 1) + 1;
        return e.b > kFirstStrike;
    }
    const PlantHazard& was = edit.before.hazards[at(hazard)];
    const PlantHazard& now = edit.after.hazards[at(e.a)];
    if (e.b == kFirstStrike && was.candidatesPerS != now.candidatesPerS &&
        now.candidatesPerS > 0.0) {
        e.timeS = edit.timeS + (e.timeS - edit.timeS) * was.candidatesPerS / now.candidatesPerS;
    }
    return true;
}

bool hazardBegins(QueuedEvent& e, const DesignEdit& edit) {
    if (edit.map.hazard.toOld[at(e.a)] >= 0 && edit.before.failures.enabled) {
        return false;
    }
    e.timeS += edit.timeS;
    return true;
}

/// Index space of Fault::unit; without limit where a hazard counts units of its own.
std::size_t unitsOf(const Fault& fault, const Plant& plant, const State& s) {
    if (fault.hazard >= 0 && fault.site != FaultSite::Job) {
        return std::numeric_limits<std::size_t>::max();
    }
    switch (fault.site) {
        case FaultSite::Accelerator:
            return at(plant.accelerators);
        case FaultSite::Server:
            return at(plant.servers);
        case FaultSite::Power:
            return plant.network->units.size();
        case FaultSite::Cooling:
            return plant.cooling->links.size();
        case FaultSite::Job:
            return s.jobs.size();
        case FaultSite::Storage:
            return plant.storageHall.size();
        case FaultSite::Fabric:
            break;
    }
    return std::numeric_limits<std::size_t>::max();
}

/// The rates of servers in the sum that picks them: kept bit by bit where no server moved.
void carryRates(const FaultState& old, FaultState& now, const PlantMap& m) {
    if (m.server.isIdentity()) {
        now.serverRate = old.serverRate;
        now.hazards.serverTree = old.hazards.serverTree;
        return;
    }
    for (std::size_t i = 0; i < m.server.toOld.size(); ++i) {
        if (m.server.toOld[i] >= 0) {
            now.serverRate[i] = old.serverRate[at(m.server.toOld[i])];
        }
    }
    auto& tree = now.hazards.serverTree;
    std::fill(tree.begin(), tree.end(), 0.0);
    for (std::size_t i = 0; i < now.serverRate.size(); ++i) {
        for (std::size_t k = i + 1; k < tree.size(); k += k & (~k + 1)) {
            tree[k] += now.serverRate[i];
        }
    }
}

void carryFaults(const DesignEdit& edit, const State& was, State& s) {
    const Plant &before = edit.before, &after = edit.after;
    const PlantMap& m = edit.map;
    const FaultState& old = was.faults;
    FaultState& now = s.faults;
    now.open.clear();
    for (Fault fault : old.open) {
        if (faultNow(before, after, m, fault)) {
            now.open.push_back(fault);
        }
    }
    carryRates(old, now, m);
    now.repeated.clear();
    for (const ServerIndex server : old.repeated) {
        if (!m.server.gone(server)) {
            now.repeated.emplace_back(m.server.now(server));
        }
    }
    now.recent.clear();
    for (ServerFault fault : old.recent) {
        if (!m.server.gone(fault.server)) {
            fault.server = m.server.now(fault.server);
            now.recent.push_back(fault);
        }
    }
    now.averted.clear();
    for (AvertedFailure averted : old.averted) {
        averted.hazard = m.hazard.now(averted.hazard);
        if (averted.hazard >= 0) {
            now.averted.push_back(averted);
        }
    }
    now.hazards.renewed.clear();
    for (RenewedUnit unit : old.hazards.renewed) {
        unit.unit = hazardUnitNow(before, after, m, unit.hazard, unit.unit);
        unit.hazard = m.hazard.now(unit.hazard);
        if (unit.unit >= 0 && unit.hazard >= 0) {
            now.hazards.renewed.push_back(unit);
        }
    }
    std::stable_sort(now.hazards.renewed.begin(), now.hazards.renewed.end(),
                     [](const RenewedUnit& x, const RenewedUnit& y) {
                         return std::pair{x.hazard, x.unit} < std::pair{y.hazard, y.unit};
                     });
    if (now.repairs.stock.size() == old.repairs.stock.size()) {
        now.repairs.stock = old.repairs.stock;  // else stocks begin, or never run out from now on
    }
    for (std::size_t h = 0; h < m.hazard.toNew.size(); ++h) {
        if (m.hazard.toNew[h] < 0) {  // what it cost stays in the sum
            s.hazardInterrupted.back() += was.hazardInterrupted[h];
            s.hazardLostS.back() += was.hazardLostS[h];
        }
    }
}

void carryCorruption(const DesignEdit& edit, const State& old, State& now) {
    const PlantMap& m = edit.map;
    CorruptionState& corruption = now.corruption;
    corruption.parts = old.corruption.parts;
    std::erase_if(corruption.parts, [&](const CorruptPart& part) {
        return m.server.gone(part.server) || m.slot.gone(part.slot);
    });
    for (CorruptPart& part : corruption.parts) {
        part.server = m.server.now(part.server);
        part.slot = m.slot.now(part.slot);
    }
}

}  // namespace

void declareHazards(StateTable& t) {
    t.column<&State::hazardCount>("hazards.hazardCount");
    t.column<&State::hazardStruck>("hazards.hazardStruck");
    t.column<&State::hazardFailed>("hazards.hazardFailed");
    t.column<&State::hazardInterrupted>("hazards.hazardInterrupted", Space::HazardOrNone);
    t.column<&State::hazardLostS>("hazards.hazardLostS", Space::HazardOrNone);
}

void declareFaults(StateTable& t) {
    t.event(FaultEvent::ServerBack, Space::Server);
    QueuedKind& hazard = t.event(FaultEvent::Hazard, Space::Hazard);
    hazard.carry = carryHazard;
    hazard.begins = hazardBegins;
    t.event(FaultEvent::Stage, Space::List);
    t.event(FaultEvent::Pulse, Space::List);
    t.event(FaultEvent::RepairDone, Space::List);
    t.event(FaultEvent::CrewFree, Space::List);
    t.event(FaultEvent::SpareArrives, Space::List);
    t.event(FaultEvent::OrderUndo, Space::List);
    t.event(FaultEvent::Drill, Space::Drill);
    t.value<&State::faults, &FaultState::next>("faults.next");
    t.value<&State::faults, &FaultState::open>("faults.open").byHand();
    t.column<&State::faults, &FaultState::serverRate>("faults.serverRate", 1.0).byHand();
    t.column<&State::faults, &FaultState::serverFaults>("faults.serverFaults");
    t.column<&State::faults, &FaultState::slotSpeed>("faults.slotSpeed", 1.0F).sparse();
    t.value<&State::faults, &FaultState::repeated>("faults.repeated").byHand();
    t.value<&State::faults, &FaultState::schedulerAway>("faults.schedulerAway");
    t.value<&State::faults, &FaultState::recent>("faults.recent").byHand();
    t.value<&State::faults, &FaultState::averted>("faults.averted").byHand();
    t.column<&State::faults, &FaultState::storageSpeed>("faults.storageSpeed", 1.0F).sparse();
    t.value<&State::faults, &FaultState::sums>("faults.sums");
    t.column<&State::faults, &FaultState::hazards, &HazardState::serverTree>(
         "faults.hazards.serverTree", Space::ServerTree, 0.0)
        .byHand();
    t.column<&State::faults, &FaultState::hazards, &HazardState::replaced>(
        "faults.hazards.replaced");
    t.value<&State::faults, &FaultState::hazards, &HazardState::renewed>("faults.hazards.renewed")
        .byHand();
    t.value<&State::faults, &FaultState::repairs, &RepairState::crewsBusy>(
        "faults.repairs.crewsBusy");
    t.value<&State::faults, &FaultState::repairs, &RepairState::wakeS>("faults.repairs.wakeS");
    t.value<&State::faults, &FaultState::repairs, &RepairState::tasks>("faults.repairs.tasks");
    t.value<&State::faults, &FaultState::repairs, &RepairState::stock>("faults.repairs.stock")
        .byHand();
    t.value<&State::faults, &FaultState::repairs, &RepairState::ordered>("faults.repairs.ordered");
    t.edited(carryFaults);
    t.check("open faults", [](const Plant& plant, const State& s) {
        return std::all_of(s.faults.open.begin(), s.faults.open.end(), [&](const Fault& f) {
            return below(f.hazard, plant.hazards.size()) && below(f.server, at(plant.servers)) &&
                   below(f.job, s.jobs.size()) && below(f.unit, unitsOf(f, plant, s));
        });
    });
    t.check("stocks of spares", [](const Plant&, const State& s) {
        const std::size_t kinds = s.faults.repairs.stock.size();
        return std::all_of(s.faults.repairs.tasks.begin(), s.faults.repairs.tasks.end(),
                           [&](const RepairTask& task) { return below(task.spare, kinds); });
    });
}

void declareCorruption(StateTable& t) {
    t.event(CorruptionEvent::Check, Space::List);
    t.value<&State::corruption, &CorruptionState::parts>("corruption.parts").byHand();
    t.value<&State::corruption, &CorruptionState::taints>("corruption.taints");
    t.value<&State::corruption, &CorruptionState::began>("corruption.began");
    t.value<&State::corruption, &CorruptionState::foundByCheck>("corruption.foundByCheck");
    t.value<&State::corruption, &CorruptionState::foundByLoss>("corruption.foundByLoss");
    t.value<&State::corruption, &CorruptionState::jobsRolledBack>("corruption.jobsRolledBack");
    t.value<&State::corruption, &CorruptionState::jobsEndedTainted>("corruption.jobsEndedTainted");
    t.value<&State::corruption, &CorruptionState::taintedS>("corruption.taintedS");
    t.value<&State::corruption, &CorruptionState::lostS>("corruption.lostS");
    t.edited(carryCorruption);
    t.check("corrupt parts", [](const Plant& plant, const State& s) {
        const CorruptionState& c = s.corruption;
        return std::all_of(c.parts.begin(), c.parts.end(),
                           [&](const CorruptPart& part) {
                               return below(part.server, at(plant.servers)) &&
                                      below(part.slot, at(plant.accelerators));
                           }) &&
               std::all_of(c.taints.begin(), c.taints.end(),
                           [&](const Taint& taint) { return below(taint.job, s.jobs.size()); });
    });
}

}  // namespace headroom::engine
