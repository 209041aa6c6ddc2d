// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_conditions.h"

#include "engine/alarms/dead_supply.h"
#include "engine/base/index.h"
#include "engine/plant/cooling_index.h"
#include "engine/plant/plant.h"
#include "engine/run/conditions.h"
#include "engine/run/state/state.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

// Limits of the sentences in alarm_kind.cpp. Assumption: what control rooms set.
constexpr double kLowVoltage = 0.9;
constexpr double kBatteryLeftS = 300.0;
constexpr double kFuelLeftS = 3600.0;
constexpr double kObjectiveShare = 0.95;
constexpr double kAllOfIt = 0.999;  // less than that is a part

/// Newest disturbance that acts on a place now.
std::int64_t disturbanceAt(const State& state, CausePlace place, int index) {
    std::int64_t event = -1;
    for (const Disturbance& d : state.causes.open) {
        if (d.place == place && d.index == index && d.endS < 0.0) {
            event = std::max(event, d.event);
        }
    }
    return event;
}

std::int64_t disturbanceOf(const Plant& plant, const State& state, std::size_t link) {
    const CoolingLink& l = plant.cooling->links[link];
    switch (infoOf(l.kind).owner) {
        case CoolingOwner::CduGroup:
            return disturbanceAt(state, CausePlace::Cdu, l.subject);
        case CoolingOwner::Hall:
            return disturbanceAt(state, CausePlace::Hall, l.subject);
        case CoolingOwner::RackRow:
            return disturbanceAt(state, CausePlace::Row, static_cast<int>(link));
        case CoolingOwner::Circuit:
            break;
    }
    const CoolingCircuit& circuit = plant.cooling->circuits[at(l.circuit)];
    return disturbanceAt(state,
                         circuit.kind == CircuitKind::Rack ? CausePlace::Cdu : CausePlace::Loop,
                         circuit.subject);
}

/// Several links are one machine: its alarms name one of them.
bool namesItsMachine(CoolingLinkKind kind) {
    return kind != CoolingLinkKind::CduPrimary && kind != CoolingLinkKind::Condensers &&
           kind != CoolingLinkKind::EconomiserOut;
}

bool isSwitch(std::int32_t part) {
    switch (static_cast<models::FabricPart>(part)) {
        case models::FabricPart::Switch:
        case models::FabricPart::Leaf:
        case models::FabricPart::Spine:
        case models::FabricPart::Core:
        case models::FabricPart::Plane:
            return true;
        default:
            return false;
    }
}

}  // namespace

AlarmConditions::AlarmConditions(const Plant& plant) : plant_(plant) {
    const CoolingNetwork& n = *plant.cooling;
    links_.resize(n.links.size());
    std::vector<char> told(plant.network->loads.size(), 0);
    for (std::size_t i = 0; i < n.links.size(); ++i) {
        LinkIndex& link = links_[i];
        link.hazard = hazardOfLink(plant, n.links[i]);
        link.load = loadOfLink(plant, n.links[i]);
        link.tellsUnits = namesItsMachine(n.links[i].kind);
        link.tellsPower = link.load >= 0 && told[at(link.load)] == 0;
        if (link.load >= 0) {
            told[at(link.load)] = 1;
        }
    }
    closedInNormal_ = normalSwitching(*plant.network).edgeClosed;
}

void AlarmConditions::look(const State& state, std::vector<AlarmSeen>& seen) const {
    seen.clear();
    DeadSupply supply(*plant_.network, state.power);
    lookAtPower(state, supply, seen);
    lookAtCooling(state, supply, seen);
    lookAtRacks(state, seen);
    lookAtFaults(state, seen);
    lookAtJobs(state, seen);
    std::sort(seen.begin(), seen.end());
}

void AlarmConditions::lookAtPower(const State& state, DeadSupply& supply,
                                  std::vector<AlarmSeen>& seen) const {
    const PowerState& p = state.power;
    const PowerNetwork& n = *plant_.network;
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& unit = n.units[i];
        const bool isMains = unit.kind == PowerKind::Utility;
        const auto raise = [&](AlarmKind kind, int count = 1, int of = 1) {
            seen.push_back({kind, static_cast<std::int64_t>(i), count, of, p.lastCause[i]});
        };
        switch (p.mode[i]) {
            case PowerUnitState::Failed:
                raise(isMains ? AlarmKind::MainsLost : AlarmKind::UnitFailed);
                break;
            case PowerUnitState::Dead:
                if (isMains) {
                    raise(AlarmKind::MainsLost);
                } else if (unit.kind == PowerKind::Ups) {
                    raise(AlarmKind::UnitUnpowered);  // it said so itself
                } else {
                    seen.push_back({AlarmKind::UnitUnpowered, static_cast<std::int64_t>(i), 1, 1,
                                    -1, supply.eventOf(static_cast<int>(i))});
                }
                break;
            case PowerUnitState::OnBattery:
                raise(AlarmKind::OnBattery);
                break;
            case PowerUnitState::LockedOut:
                raise(AlarmKind::UpsLocked);
                break;
            default:
                if (p.switching.modulesOut[i] > 0) {
                    raise(AlarmKind::ModulesOut, p.switching.modulesOut[i], unit.modules);
                }
                break;
        }
        const bool drains =
            p.mode[i] == PowerUnitState::OnBattery || p.mode[i] == PowerUnitState::LockedOut;
        if (drains && p.limitS[i] - state.timeS < kBatteryLeftS) {
            raise(AlarmKind::BatteryLow);
        }
        if (p.mode[i] == PowerUnitState::Running && p.limitS[i] - state.timeS < kFuelLeftS &&
            !std::isfinite(p.overloadSinceS[i])) {
            raise(AlarmKind::FuelLow);
        }
        if (std::isfinite(p.overloadSinceS[i])) {
            raise(AlarmKind::Overloaded);
        }
        if (isMains && p.switching.available[i] != 0 && p.mode[i] == PowerUnitState::Normal &&
            p.switching.sourceVoltage[i] < kLowVoltage) {
            raise(AlarmKind::MainsLow);
        }
    }
    for (std::size_t e = 0; e < n.edges.size(); ++e) {
        const BreakerState breaker = p.breaker[e];
        if (breaker == BreakerState::Tripped ||
            (breaker == BreakerState::Open && closedInNormal_[e] != 0)) {
            seen.push_back({breaker == BreakerState::Tripped ? AlarmKind::BreakerTripped
                                                             : AlarmKind::BreakerOpen,
                            static_cast<std::int64_t>(e), 1, 1, p.lastCause[at(n.edges[e].to)]});
        }
    }
    if (p.capping != 0) {
        seen.push_back(
            {AlarmKind::PowerCapped, 0, 1, 1, disturbanceAt(state, CausePlace::Power, 0)});
    }
}

void AlarmConditions::lookAtCooling(const State& state, DeadSupply& supply,
                                    std::vector<AlarmSeen>& seen) const {
    const CoolantState& c = state.coolant;
    const CoolingNetwork& n = *plant_.cooling;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const CoolingLink& l = n.links[i];
        const LinkIndex& index = links_[i];
        const auto raise = [&](AlarmKind kind, int count = 1, int of = 1) {
            seen.push_back(
                {kind, static_cast<std::int64_t>(i), count, of, disturbanceOf(plant_, state, i)});
        };
        if (c.leakM2[i] > 0.0) {
            raise(AlarmKind::Leak);
        }
        if (c.isolated[i] != 0) {
            raise(AlarmKind::ShutOff);
        }
        if (c.stuck[i] != 0) {
            raise(AlarmKind::ValveStuck);
        }
        if (c.foul[i] < kAllOfIt) {
            raise(AlarmKind::Fouled);
        }
        // A CDU that is out takes its pumps with it; the pumps tell of themselves alone.
        const bool isCduPump = l.kind == CoolingLinkKind::CduPumps;
        const int failed =
            index.hazard >= 0 && !isCduPump ? state.hazardFailed[at(index.hazard)] : 0;
        const int out = std::min(l.units, failed + c.unitsOut[i]);
        if (index.tellsUnits && out > 0 && l.units > 0) {
            raise(out == l.units ? AlarmKind::CoolingFailed : AlarmKind::CoolingUnitsOut, out,
                  l.units);
        }
        if (const double running = index.tellsPower ? state.power.running[at(index.load)] : 1.0;
            running < kAllOfIt) {
            raise(running <= 0.0 ? AlarmKind::CoolingUnpowered : AlarmKind::CoolingPartUnpowered);
            seen.back().follows = supply.eventOf(plant_.network->loads[at(index.load)]);
        }
    }
    for (std::size_t i = 0; i < c.drained.size(); ++i) {
        if (c.drained[i] != 0) {
            const CoolingCircuit& circuit = n.circuits[i];
            seen.push_back(
                {AlarmKind::PressureLost, static_cast<std::int64_t>(i), 1, 1,
                 disturbanceAt(
                     state, circuit.kind == CircuitKind::Rack ? CausePlace::Cdu : CausePlace::Loop,
                     circuit.subject)});
        }
    }
    for (std::size_t i = 0; i < c.served.size(); ++i) {
        if (c.served[i] < kAllOfIt) {
            seen.push_back({AlarmKind::WaterShort, static_cast<std::int64_t>(i), 1, 1,
                            disturbanceAt(state, CausePlace::Loop, static_cast<int>(i))});
        }
    }
}

void AlarmConditions::lookAtRacks(const State& state, std::vector<AlarmSeen>& seen) const {
    struct Counted {
        int count = 0;
        std::int64_t event = -1;
    };

    for (std::size_t b = 0; b < plant_.blocks.size(); ++b) {
        const PlantBlock& block = plant_.blocks[b];
        Counted tripped, dark, shed, warm, cutOff;
        const auto add = [&](Counted& sum, int rack) {
            if (++sum.count == 1) {
                const int server =
                    block.firstServer + (rack - block.firstRack) * block.rack.servers;
                sum.event = state.causes.serverEvent[at(server)];
            }
        };
        for (int rack = block.firstRack; rack < block.firstRack + block.racks; ++rack) {
            const auto r = at(rack);
            if (state.rackServersUp[r] >= block.rack.servers) {
                // The power controller's share of a low clock is its own alarm.
                warm.count += state.rackFreeClock[r] < std::min(kAllOfIt, state.power.rackCap[r]) &&
                                      state.rackActivity[r] > 0.0
                                  ? 1
                                  : 0;
            } else if (state.power.rackShed[r] != 0) {
                add(shed, rack);
            } else if (state.power.rackPowered[r] == 0) {
                add(dark, rack);
            } else if (state.rackTripped[r] != 0) {
                add(tripped, rack);
            } else {
                const int first = block.firstServer + (rack - block.firstRack) * block.rack.servers;
                for (int s = first; s < first + block.rack.servers; ++s) {
                    if (state.serverDown[at(s)] == kServerCutOff && ++cutOff.count == 1) {
                        cutOff.event = state.causes.serverEvent[at(s)];
                    }
                }
            }
        }
        if (warm.count > 0) {
            warm.event = state.coolant.throttling[b];
        }
        const auto tell = [&](AlarmKind kind, const Counted& sum, int of) {
            if (sum.count > 0) {
                seen.push_back({kind, static_cast<std::int64_t>(b), sum.count, of, sum.event});
            }
        };
        tell(AlarmKind::RacksTripped, tripped, block.racks);
        tell(AlarmKind::RacksUnpowered, dark, block.racks);
        tell(AlarmKind::RacksShed, shed, block.racks);
        tell(AlarmKind::RacksThrottled, warm, block.racks);
        tell(AlarmKind::ServersCutOff, cutOff, block.racks * block.rack.servers);
    }
}

void AlarmConditions::lookAtFaults(const State& state, std::vector<AlarmSeen>& seen) const {
    const auto add = [&](AlarmKind kind, std::int64_t index, std::int64_t event) {
        const auto same = std::find_if(seen.begin(), seen.end(), [&](const AlarmSeen& s) {
            return s.kind == kind && s.index == index;
        });
        if (same == seen.end()) {
            seen.push_back({kind, index, 1, 0, event});
        } else {
            ++same->count;
        }
    };
    for (const Fault& fault : state.faults.open) {
        const bool isKnown = fault.phase == FaultPhase::Detected ||
                             fault.phase == FaultPhase::Waiting ||
                             fault.phase == FaultPhase::UnderRepair;
        if (isKnown && fault.server >= 0 && fault.site != FaultSite::Fabric) {
            add(AlarmKind::ServerFault, plant_.serverRack[at(fault.server)], fault.event);
        }
    }
    for (std::size_t s = 0; s < state.faults.storageSpeed.size(); ++s) {
        if (static_cast<double>(state.faults.storageSpeed[s]) < kAllOfIt) {
            add(AlarmKind::StorageImpaired, static_cast<std::int64_t>(s),
                disturbanceAt(state, CausePlace::Storage, 0));
        }
    }
    for (const FabricFaultState& fault : state.fabric.faults) {
        const bool isDown = fault.factor <= 0.0 && fault.downShare <= 0.0;
        add(!isDown                ? AlarmKind::LinksImpaired
            : isSwitch(fault.part) ? AlarmKind::SwitchesDown
                                   : AlarmKind::LinksDown,
            fault.fabric, fault.cause);
    }
    if (state.faults.schedulerAway > 0) {
        std::int64_t event = -1;
        for (const Fault& fault : state.faults.open) {
            event = fault.kind == FaultKind::Software && fault.server < 0 ? fault.event : event;
        }
        seen.push_back({AlarmKind::SchedulerDown, 0, 1, 1, event});
    }
}

void AlarmConditions::lookAtJobs(const State& state, std::vector<AlarmSeen>& seen) const {
    for (const std::int32_t index : state.running) {
        const Job& job = state.jobs[at(index)];
        if (job.state != JobState::Running || at(index) >= state.causes.job.size()) {
            continue;
        }
        const JobCause& cause = state.causes.job[at(index)];
        if (job.reason == static_cast<std::int32_t>(JobReason::Hung)) {
            seen.push_back({AlarmKind::JobStandsStill, job.id, 1, 1, cause.hung});
        } else if (cause.slowed >= 0) {
            seen.push_back({AlarmKind::JobSlowed, job.id, 1, 1, cause.slowed});
        }
    }
    for (std::size_t s = 0; s < state.services.size(); ++s) {
        const ServiceState& service = state.services[s];
        if (service.ratePerS > 0.0 && service.attainment < kObjectiveShare) {
            seen.push_back({AlarmKind::ServiceLate, static_cast<std::int64_t>(s), 1, 1, -1});
        }
    }
}

}  // namespace headroom::engine
