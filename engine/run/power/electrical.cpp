// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/electrical.h"

#include "engine/base/words.h"
#include "engine/plant/plant_hours.h"
#include "engine/power/exact_flow.h"
#include "engine/run/state/design_edit.h"
#include "models/power/usual.h"

#include <fmt/format.h>

#include <algorithm>

/// The wiring as a whole: its index, the reaction to a change, what cords, racks and machines make
/// of it. Units are in electrical_units.cpp, orders in electrical_orders.cpp.
namespace headroom::engine {

namespace {

const char* machineKind(PowerLoadKind kind) {
    switch (kind) {
        case PowerLoadKind::Rack:
            return "servers";
        case PowerLoadKind::HallIt:
            return "switches and storage";
        case PowerLoadKind::Fans:
            return "air handlers";
        case PowerLoadKind::CduPumps:
            return "CDU pumps";
        case PowerLoadKind::LoopPumps:
            return "loop pumps";
        case PowerLoadKind::HeatRejection:
            return "heat rejection";
    }
    return "";
}

}  // namespace

Electrical::Electrical(const RunContext& run, ServerPool& servers)
    : Subsystem(run), n_(*run.plant.network), p_(run.state.power), servers_(servers) {
    buildIndex();
}

void Electrical::buildIndex() {
    hasRings_ = hasRings(n_);
    const std::size_t units = n_.units.size();
    standby_ = standbyOf(n_);
    for (std::size_t i = 0; i < units; ++i) {
        if (makesPower(n_.units[i].kind) && n_.generator(n_.units[i]).parallel) {
            besideMains_.emplace_back(static_cast<int>(i));
        }
    }
    supplyV_.assign(units, 1.0);
    relief_.assign(units, 1.0);
    low_.assign(units, 0);
    askedW_.assign(n_.loads.size(), 0.0);
    decay_.assign(n_.breakers.size(), 0.0);
    loadsOf_.assign(static_cast<std::size_t>(PowerLoadKind::HeatRejection) + 1, {});
    for (std::size_t l = 0; l < n_.loads.size(); ++l) {
        loadsOf_[static_cast<std::size_t>(n_.loads[l].kind)].push_back(static_cast<int>(l));
    }
    buildMeters();
    demand_.powerW.assign(n_.loads.size(), 0.0);
    demand_.reactiveVar.assign(n_.loads.size(), 0.0);
    demand_.unitW.assign(n_.batteryUnits.empty() ? 0 : n_.units.size(), 0.0);
    batteryLossW_.assign(n_.batteryUnits.size(), 0.0);
    std::vector<double> windows(at(plant_.racks));
    for (int r = 0; r < plant_.racks; ++r) {
        windows[at(r)] = plant_.blocks[at(plant_.rackBlock[at(r)])].inputWindow;
    }
    lowest_ = lowestVoltages(n_, windows);
}

void Electrical::begin() {
    p_.capDueS = p_.strainedS = p_.relievedS = kNever;
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerUnit& u = n_.units[i];
        if (makesPower(u.kind)) {
            p_.mode[i] = standby_.prime[i] != 0 ? PowerUnitState::Running : PowerUnitState::Standby;
            p_.switching.available[i] = standby_.prime[i];
            p_.energy[i] = u.modules * n_.generator(u).tankM3;
        } else if (u.kind == PowerKind::Ups) {
            p_.energy[i] = batteryFullJ(UnitIndex(i));
            p_.switching.hasCharge[i] = p_.energy[i] > 0.0 ? 1 : 0;
        }
    }
    beginBatteries(nullptr);
    energise(n_, p_.switching, p_.flow);
    queueDrills(PowerEvent::Drill);
    beginHours(0.0, false, -1);
    react(0.0, -1);
}

void Electrical::resume(const DesignEdit& edit) {
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerUnit& u = n_.units[i];
        p_.switching.modulesOut[i] = std::min(p_.switching.modulesOut[i], u.modules);
        if (makesPower(u.kind)) {
            p_.energy[i] = std::min(p_.energy[i], u.modules * n_.generator(u).tankM3);
        } else if (u.kind == PowerKind::Ups) {
            const double fullJ = batteryFullJ(UnitIndex(i));
            p_.energy[i] = std::min(p_.energy[i], fullJ);
            const bool had = p_.switching.hasCharge[i] != 0;
            p_.switching.hasCharge[i] = fullJ > 0.0 && (had || p_.energy[i] > 0.0) ? 1 : 0;
        }
    }
    beginBatteries(&edit);
    beginHours(edit.timeS, isHourLimited(edit.before, edit.timeS), edit.event);
    react(edit.timeS, edit.event);
}

std::int64_t Electrical::say(double timeS, EventKind kind, UnitIndex unit, const Words& text,
                             std::int64_t cause) {
    const std::int64_t id = log_.add(s_, timeS, kind, name(unit), text, cause);
    p_.lastCause[at(unit)] = id;
    return id;
}

bool Electrical::settleUnits(double timeS, std::int64_t& cause) {
    bool changed = false;
    for (int i = 0; i < static_cast<int>(n_.units.size()); ++i) {
        const PowerKind kind = n_.units[at(i)].kind;
        if (makesPower(kind)) {
            changed = stepGenset(UnitIndex(i), timeS, cause) || changed;
            continue;
        }
        switch (kind) {
            case PowerKind::Utility:
                if (stepUtility(UnitIndex(i), timeS, cause)) {
                    changed = true;
                    cause = p_.lastCause[at(i)];  // what follows, follows from that
                }
                break;
            case PowerKind::Ups:
                changed = stepUps(UnitIndex(i), timeS, cause) || changed;
                break;
            case PowerKind::TransferSwitch:
                changed = stepTransfer(UnitIndex(i), timeS, cause) || changed;
                break;
            default:
                p_.mode[at(i)] = p_.switching.modulesOut[at(i)] >= n_.units[at(i)].modules
                                     ? PowerUnitState::Failed
                                 : p_.flow.live[at(i)] != 0 ? PowerUnitState::Normal
                                                            : PowerUnitState::Dead;
                break;
        }
    }
    return changed;
}

void Electrical::react(double timeS, std::int64_t cause) {
    constexpr int kMostRounds = 20;
    for (int round = 0; round < kMostRounds; ++round) {
        energise(n_, p_.switching, p_.flow);
        supplyVoltages();
        if (!settleUnits(timeS, cause)) {
            break;
        }
    }
    if (hasRings_) {
        shareRings(n_, p_.switching, p_.flow);
    }
    settleCords(timeS, cause);
}

void Electrical::settleCords(double timeS, std::int64_t cause) {
    // In a sag, cords of mains without UPS are as good as dead.
    bool holdUp = false;
    double shortestS = kNever;
    for (std::size_t l = 0; l < n_.loads.size(); ++l) {
        const PowerLoad& load = n_.loads[l];
        int count = 0;
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const UnitIndex unit(n_.cordUnit[at(c)]);
            if (p_.flow.cordLive[at(c)] != 0 && supplyV_[at(unit)] < models::kLoadWindow) {
                p_.flow.cordLive[at(c)] = 0;
            }
            count += p_.flow.cordLive[at(c)];
        }
        p_.flow.liveCords[l] = count;
        if (load.kind == PowerLoadKind::Rack) {
            const RackIndex rack(load.index);
            if (count == 0 && p_.rackPowered[at(rack)] != 0) {
                const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(rack)])];
                holdUp = true;
                shortestS = std::min(shortestS, b.psu.holdUpS);
            } else if (count > 0 && p_.rackPowered[at(rack)] == 0 && p_.rackShed[at(rack)] == 0) {
                restoreRack(rack, timeS, cause);
            }
            continue;
        }
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const bool live = load.spread ? p_.flow.cordLive[at(c)] != 0 : count > 0;
            double& ready = p_.cordReadyS[at(c)];
            if (!live && ready < kNever) {
                holdUp = true;
                shortestS = std::min(shortestS, plant_.contactorHoldS);
            } else if (live && ready == kNever) {
                const int block = static_cast<int>(l) % plant_.policy.restartBlocks;
                ready = timeS + plant_.loadRestartS[l] + block * plant_.policy.restartIntervalS;
                queue_.push(ready, PowerEvent::Machines, 0, 0, cause);
            }
        }
    }
    if (holdUp) {
        queue_.push(timeS + shortestS, PowerEvent::HoldUp, 0, 0, cause);
    }
    runMachines(timeS, cause);
}

/// Share of each machine group that runs now; what changed is said once for all groups.
void Electrical::runMachines(double timeS, std::int64_t cause) {
    bool network = false;
    std::vector<LoadIndex> less, more;
    for (std::size_t l = 0; l < n_.loads.size(); ++l) {
        const PowerLoad& load = n_.loads[l];
        if (load.kind == PowerLoadKind::Rack) {
            continue;
        }
        int up = 0;
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const bool live = load.spread ? p_.flow.cordLive[at(c)] != 0 : p_.flow.liveCords[l] > 0;
            up += live && p_.cordReadyS[at(c)] <= timeS ? 1 : 0;
        }
        const double before = p_.running[l];
        p_.running[l] = load.cords > 0 ? static_cast<double>(up) / load.cords : 1.0;
        network = network || (load.kind == PowerLoadKind::HallIt && p_.running[l] != before);
        if (p_.running[l] < before) {
            less.emplace_back(static_cast<int>(l));
        } else if (p_.running[l] > before) {
            more.emplace_back(static_cast<int>(l));
        }
    }
    const auto tell = [&](EventKind kind, const std::vector<LoadIndex>& changed) {
        const int first = changed.front();
        const auto groups = static_cast<int>(changed.size());
        const PowerLoad& load = n_.loads[at(first)];
        const std::string others = groups > 1 ? fmt::format(", and {} more group{} with it",
                                                            groups - 1, groups > 2 ? "s" : "")
                                              : std::string{};
        const bool it = load.kind == PowerLoadKind::HallIt;
        return log_.in(it ? EventArea::Network : EventArea::Cooling)
            .add(s_, timeS, kind, machineName(load),
                 words("Its {}: {} running{}.", machineKind(load.kind),
                       amount(100.0 * p_.running[at(first)], "%", 0), others),
                 cause);
    };
    if (!less.empty()) {
        const auto id = tell(EventKind::Trip, less);
        for (const LoadIndex load : less) {
            causes_.raiseLoad(load, id, timeS);
        }
    }
    if (!more.empty()) {
        tell(EventKind::Recovery, more);
        for (const LoadIndex load : more) {
            causes_.clearLoad(load, timeS);
        }
    }
    if (!network) {
        return;
    }
    std::fill(s_.hallItRunning.begin(), s_.hallItRunning.end(), 0.0);
    for (const int l : loadsOf_[static_cast<std::size_t>(PowerLoadKind::HallIt)]) {
        const PowerLoad& load = n_.loads[at(l)];
        s_.hallItRunning[at(load.index)] += load.share * p_.running[at(l)];
    }
    servers_.refreshNetworkPower(timeS, cause);
}

std::string Electrical::machineName(const PowerLoad& load) const {
    const auto i = at(load.index);
    switch (load.kind) {
        case PowerLoadKind::Rack:
            return plant_.rackNames[i];
        case PowerLoadKind::HallIt:
        case PowerLoadKind::Fans:
            return plant_.halls[i].id;
        case PowerLoadKind::CduPumps:
            return plant_.cdus[i].id;
        case PowerLoadKind::LoopPumps:
        case PowerLoadKind::HeatRejection:
            return plant_.loops[i].id;
    }
    return {};
}

void Electrical::holdUpOver(double timeS, std::int64_t cause) {
    int racks = 0, first = -1;
    std::int64_t said = cause;
    for (int r = 0; r < plant_.racks; ++r) {
        if (p_.flow.liveCords[at(r)] == 0 && p_.rackPowered[at(r)] != 0) {
            first = first < 0 ? r : first;
            ++racks;
        }
    }
    if (racks > 0) {
        said = log_.in(EventArea::Servers)
                   .add(s_, timeS, EventKind::Trip, plant_.rackNames[at(first)],
                        racks == 1 ? std::string{"The rack lost all its feeds and is off."}
                                   : fmt::format("{} racks lost all their feeds and are off, this "
                                                 "one first.",
                                                 racks),
                        cause, RackIndex(first));
        for (int r = 0; r < plant_.racks; ++r) {
            if (p_.flow.liveCords[at(r)] == 0 && p_.rackPowered[at(r)] != 0) {
                dropRack(RackIndex(r), timeS, said);
            }
        }
    }
    for (std::size_t l = 0; l < n_.loads.size(); ++l) {
        const PowerLoad& load = n_.loads[l];
        if (load.kind == PowerLoadKind::Rack) {
            continue;
        }
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const bool live = load.spread ? p_.flow.cordLive[at(c)] != 0 : p_.flow.liveCords[l] > 0;
            if (!live) {
                p_.cordReadyS[at(c)] = kNever;
            }
        }
    }
    runMachines(timeS, said);
}

void Electrical::dropRack(RackIndex rack, double timeS, std::int64_t cause) {
    p_.rackPowered[at(rack)] = 0;
    const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(rack)])];
    const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
    for (ServerIndex server(firstServer); server < firstServer + b.rack.servers; ++server) {
        servers_.takeOut(server, kServerUnpowered, timeS, cause);
    }
}

void Electrical::restoreRack(RackIndex rack, double timeS, std::int64_t cause) {
    p_.rackPowered[at(rack)] = 1;
    p_.rackReadyS[at(rack)] = timeS + plant_.policy.serverBootS;
    const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(rack)])];
    const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
    for (ServerIndex server(firstServer); server < firstServer + b.rack.servers; ++server) {
        if (s_.serverDown[at(server)] == kServerUnpowered) {
            queue_.push(p_.rackReadyS[at(rack)], FaultEvent::ServerBack, server, -1, cause);
        }
    }
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
            timer(UnitIndex(e.a), e.timeS);
            break;
        case PowerEvent::Limit:
            limit(UnitIndex(e.a), e.timeS);
            break;
        case PowerEvent::Trip:
            trip(EdgeIndex(e.a), e.timeS);
            break;
        case PowerEvent::HoldUp:
            holdUpOver(e.timeS, e.cause);
            break;
        case PowerEvent::Machines:
            runMachines(e.timeS, e.cause);
            break;
        case PowerEvent::Control:
            control(e.timeS);
            break;
        case PowerEvent::Drill:
            operate(plant_.drills[at(e.a)].order, e.timeS, -1);
            break;
        case PowerEvent::Undo: {
            PlantOrder order;
            order.action = static_cast<models::DrillAction>(e.b);
            order.incomer = e.c;
            act(order, UnitIndex(e.a), e.timeS, e.cause);
            break;
        }
        case PowerEvent::Hours:
            turnHour(e.timeS, -1);
            break;
    }
    servers_.refreshRacks();
}

bool Electrical::owns(const PlantOrder& order) const {
    const int array = n_.arrayOf(order.unit);
    return array >= 0 && order.instance >= 0 && order.instance <= n_.arrays[at(array)].units &&
           order.action != models::DrillAction::Mistake;
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

}  // namespace headroom::engine
