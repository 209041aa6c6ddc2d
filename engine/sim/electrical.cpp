// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/electrical.h"

#include "engine/power/exact_flow.h"
#include "engine/sim/scheduler.h"
#include "models/core/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Random stream of generator starts; those of failures and jobs are elsewhere below 2^40.
constexpr std::uint64_t kStartStream = 5ULL << 40U;

/// A mains input must be good for this long before a UPS walks in. Assumption: 2 s, the usual
/// qualification of a rectifier input.
constexpr double kQualifyS = 2.0;

/// Steps in which a walk-in ramp is drawn.
constexpr int kWalkInSteps = 10;

/// Lowest voltage on which a transfer switch takes or keeps a source. Assumption: 85 %, the usual
/// drop-out setting.
constexpr double kTransferWindow = 0.85;

/// Below this voltage power supplies and contactors let go. Source: ITIC curve, 70 % for 0.02 to
/// 0.5 s.
constexpr double kLoadWindow = 0.70;

/// Mains voltage of a sag that a drill asks for. Assumption: 60 %, under every ride-through band.
constexpr float kSagVoltage = 0.6F;

/// A battery within this share of empty or full is that; a thermal image this near to 1 trips.
/// Loads move between a prediction and its event.
constexpr double kEmpty = 2e-3;
constexpr double kHot = 0.995;

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

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

Electrical::Electrical(const Plant& plant, State& state, EventLog& log, Jobs& jobs,
                       Failures& failures)
    : plant_(plant),
      n_(*plant.network),
      s_(state),
      p_(state.power),
      log_(log),
      jobs_(jobs),
      failures_(failures) {
    buildIndex();
}

void Electrical::buildIndex() {
    hasRings_ = hasRings(n_);
    const std::size_t units = n_.units.size();
    gensetFed_.assign(units, 0);
    watchers_.assign(units, {});
    itMeterUps_.assign(units, 0);
    itMeterPdu_.assign(units, 0);
    supplyV_.assign(units, 1.0);
    relief_.assign(units, 1.0);
    decay_.assign(n_.breakers.size(), 0.0);
    cordBehindUps_.assign(n_.cordUnit.size(), 0);
    cordBehindPdu_.assign(n_.cordUnit.size(), 0);
    loadsOf_.assign(static_cast<std::size_t>(PowerLoadKind::HeatRejection) + 1, {});
    for (std::size_t i = 0; i < units; ++i) {
        const PowerUnit& u = n_.units[i];
        bool all = u.edges > 0;
        for (int k = 0; k < u.edges; ++k) {
            all = all && gensetFed_[at(n_.edges[at(u.firstEdge + k)].from)] != 0;
        }
        gensetFed_[i] = u.kind == PowerKind::Genset || all ? 1 : 0;
    }
    // A generator stands for the first unit downstream that also has another source.
    for (std::size_t g = 0; g < units; ++g) {
        if (n_.units[g].kind != PowerKind::Genset) {
            continue;
        }
        std::vector<int> open = {static_cast<int>(g)};
        while (!open.empty()) {
            const int unit = open.back();
            open.pop_back();
            for (int o = n_.firstOut[at(unit)]; o < n_.firstOut[at(unit) + 1]; ++o) {
                const int to = n_.edges[at(n_.outEdges[at(o)])].to;
                if (gensetFed_[at(to)] != 0) {
                    open.push_back(to);
                } else if (std::find(watchers_[g].begin(), watchers_[g].end(), to) ==
                           watchers_[g].end()) {
                    watchers_[g].push_back(to);
                }
            }
        }
    }
    // Meters: the nearest UPS and PDU above each IT cord.
    for (std::size_t l = 0; l < n_.loads.size(); ++l) {
        const PowerLoad& load = n_.loads[l];
        loadsOf_[static_cast<std::size_t>(load.kind)].push_back(static_cast<int>(l));
        if (load.kind != PowerLoadKind::Rack && load.kind != PowerLoadKind::HallIt) {
            continue;
        }
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            std::vector<int> open = {n_.cordUnit[at(c)]};
            while (!open.empty()) {
                const int unit = open.back();
                open.pop_back();
                const PowerUnit& u = n_.units[at(unit)];
                if (u.kind == PowerKind::Ups) {
                    itMeterUps_[at(unit)] = 1;
                    cordBehindUps_[at(c)] = 1;
                    continue;
                }
                if (u.kind == PowerKind::Pdu && unit == n_.cordUnit[at(c)]) {
                    itMeterPdu_[at(unit)] = 1;
                    cordBehindPdu_[at(c)] = 1;
                }
                for (int k = 0; k < u.edges; ++k) {
                    open.push_back(n_.edges[at(u.firstEdge + k)].from);
                }
            }
        }
    }
    demand_.powerW.assign(n_.loads.size(), 0.0);
    demand_.reactiveVar.assign(n_.loads.size(), 0.0);
}

double Electrical::batteryFullJ(int unit) const {
    const PowerUnit& u = n_.units[at(unit)];
    const models::UpsSpec& ups = n_.ups(u);
    return std::isnan(ups.autonomyS) ? 0.0 : u.ratedVa * ups.autonomyS / ups.batteryEfficiency;
}

void Electrical::begin() {
    const std::size_t units = n_.units.size();
    p_.switching = normalSwitching(n_);
    p_.flow.sizeFor(n_);
    p_.mode.assign(units, PowerUnitState::Normal);
    p_.timerS.assign(units, kNever);
    p_.limitS.assign(units, kNever);
    p_.overloadSinceS.assign(units, kNever);
    p_.energy.assign(units, 0.0);
    p_.gensetW.assign(units, 0.0);
    p_.disturbedS.assign(units * kDisturbances, -kNever);
    p_.lastCause.assign(units, -1);
    p_.breaker.assign(n_.edges.size(), BreakerState::Closed);
    p_.heat.assign(n_.edges.size(), 0.0);
    p_.tripS.assign(n_.edges.size(), kNever);
    p_.cordReadyS.assign(n_.cordUnit.size(), 0.0);
    p_.running.assign(n_.loads.size(), 1.0);
    p_.rackPowered.assign(at(plant_.racks), 1);
    p_.rackShed.assign(at(plant_.racks), 0);
    p_.rackCap.assign(at(plant_.racks), 1.0);
    p_.rackReadyS.assign(at(plant_.racks), 0.0);
    p_.lossHeatJ.assign(plant_.halls.size(), 0.0);
    p_.capDueS = p_.strainedS = p_.relievedS = kNever;
    for (std::size_t i = 0; i < units; ++i) {
        const PowerUnit& u = n_.units[i];
        if (u.kind == PowerKind::Genset) {
            p_.mode[i] = PowerUnitState::Standby;
            p_.switching.available[i] = 0;
            p_.energy[i] = u.modules * n_.gensets[at(u.spec)].tankM3;
        } else if (u.kind == PowerKind::Ups) {
            p_.energy[i] = batteryFullJ(static_cast<int>(i));
            p_.switching.hasCharge[i] = p_.energy[i] > 0.0 ? 1 : 0;
        }
    }
    energise(n_, p_.switching, p_.flow);
    for (std::size_t d = 0; d < plant_.drills.size(); ++d) {
        jobs_.push(plant_.drills[d].atS, Happening::PowerDrill, static_cast<std::int32_t>(d), 0);
    }
    react(0.0, -1);
}

std::int64_t Electrical::say(double timeS, EventKind kind, int unit, const std::string& text,
                             std::int64_t cause) {
    const std::int64_t id = log_.add(s_, timeS, kind, name(unit), text, cause);
    p_.lastCause[at(unit)] = id;
    return id;
}

void Electrical::startTimer(int unit, double dueS) {
    p_.timerS[at(unit)] = dueS;
    if (dueS < kNever) {
        jobs_.push(dueS, Happening::PowerTimer, unit, 0, p_.lastCause[at(unit)]);
    }
}

/// Mains voltage behind each unit: what its input monitor sees.
void Electrical::supplyVoltages() {
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerUnit& u = n_.units[i];
        if (u.kind == PowerKind::Utility) {
            supplyV_[i] = p_.switching.available[i] != 0 ? p_.switching.sourceVoltage[i] : 0.0;
        } else if (u.kind == PowerKind::Genset) {
            supplyV_[i] = p_.flow.live[i];
        } else if (u.kind == PowerKind::Ups) {
            supplyV_[i] = p_.flow.live[i];
        } else {
            double v = 0.0;
            for (int k = 0; k < u.edges; ++k) {
                const int e = u.firstEdge + k;
                if (p_.flow.share[at(e)] > 0.0) {
                    v = std::max(v, supplyV_[at(n_.edges[at(e)].from)]);
                }
            }
            supplyV_[i] = v;
        }
    }
}

bool Electrical::incomerGood(int edge, double window) const {
    const int from = n_.edges[at(edge)].from;
    return p_.switching.edgeClosed[at(edge)] != 0 && p_.flow.live[at(from)] != 0 &&
           supplyV_[at(from)] >= window;
}

bool Electrical::gensetNeeded(int unit) const {
    for (const int w : watchers_[at(unit)]) {
        const PowerUnit& u = n_.units[at(w)];
        bool other = false;
        for (int k = 0; k < u.edges; ++k) {
            const int e = u.firstEdge + k;
            other = other ||
                    (gensetFed_[at(n_.edges[at(e)].from)] == 0 && incomerGood(e, kTransferWindow));
        }
        if (!other && p_.switching.modulesOut[at(w)] < u.modules) {
            return true;
        }
    }
    return false;
}

/// True where a transfer switch stands on generators, or is about to.
bool Electrical::gensetLoaded(int unit) const {
    for (const int w : watchers_[at(unit)]) {
        const PowerUnit& u = n_.units[at(w)];
        if (u.kind != PowerKind::TransferSwitch) {
            continue;
        }
        const int k = p_.switching.position[at(w)];
        if (k < 0 || gensetFed_[at(n_.edges[at(u.firstEdge + k)].from)] != 0) {
            return true;
        }
    }
    return false;
}

bool Electrical::stepUtility(int unit, double timeS, std::int64_t cause) {
    const bool there = p_.switching.available[at(unit)] != 0 &&
                       p_.switching.modulesOut[at(unit)] < n_.units[at(unit)].modules;
    const auto mode = there ? PowerUnitState::Normal : PowerUnitState::Dead;
    if (p_.mode[at(unit)] == mode) {
        return false;
    }
    set(unit, mode);
    say(timeS, there ? EventKind::Recovery : EventKind::Failure, unit,
        there ? "Mains back." : "Mains lost.", cause);
    return true;
}

bool Electrical::stepUps(int unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    const models::UpsSpec& ups = n_.ups(u);
    PowerUnitState& mode = p_.mode[i];
    if (p_.switching.modulesOut[i] >= u.modules) {
        if (mode == PowerUnitState::Failed) {
            return false;
        }
        mode = PowerUnitState::Failed;
        startTimer(unit, kNever);
        return true;
    }
    bool good = false;
    for (int k = 0; k < u.edges; ++k) {
        good = good || incomerGood(u.firstEdge + k, ups.inputWindow);
    }
    switch (mode) {
        case PowerUnitState::Failed:
            mode = good ? PowerUnitState::Normal : PowerUnitState::Dead;
            p_.switching.onBattery[i] = 0;
            p_.switching.walkIn[i] = 1.0F;
            recharge(unit);
            return true;
        case PowerUnitState::Normal:
        case PowerUnitState::WalkIn: {
            if (good) {
                return false;
            }
            p_.switching.walkIn[i] = 1.0F;
            p_.switching.chargeW[i] = 0.0F;
            startTimer(unit, kNever);
            if (p_.switching.hasCharge[i] == 0) {
                mode = PowerUnitState::Dead;
                say(timeS, EventKind::Trip, unit, "Input lost and the battery is empty.", cause);
                return true;
            }
            p_.switching.onBattery[i] = 1;
            double* times = &p_.disturbedS[i * kDisturbances];
            std::move(times + 1, times + kDisturbances, times);
            times[kDisturbances - 1] = timeS;
            const int count = std::min(ups.lockoutCount, kDisturbances);
            const bool locks =
                count > 0 && times[kDisturbances - count] >= timeS - ups.lockoutWindowS;
            mode = locks ? PowerUnitState::LockedOut : PowerUnitState::OnBattery;
            const double loadW = p_.flow.outVa[i].real();
            const double minutes =
                loadW > 0.0 ? p_.energy[i] * ups.batteryEfficiency / loadW / 60.0 : 0.0;
            say(timeS, EventKind::Limit, unit,
                locks ? fmt::format("{} disturbances within {:.0f} s: locked on battery until a "
                                    "person resets it; {:.1f} min left at {:.0f} kW.",
                                    count, ups.lockoutWindowS, minutes, loadW / 1e3)
                      : fmt::format("On battery with {:.0f} kW: {:.1f} min left.", loadW / 1e3,
                                    minutes),
                cause);
            return true;
        }
        case PowerUnitState::OnBattery:
            if (good && p_.timerS[i] == kNever) {
                startTimer(unit, timeS + kQualifyS);
            } else if (!good && p_.timerS[i] < kNever) {
                startTimer(unit, kNever);
            }
            if (p_.switching.hasCharge[i] == 0) {
                p_.switching.onBattery[i] = 0;
                mode = good ? PowerUnitState::Normal : PowerUnitState::Dead;
                startTimer(unit, kNever);
                recharge(unit);
                if (!good) {
                    say(timeS, EventKind::Trip, unit, "Battery empty: its output is dead.", cause);
                }
                return true;
            }
            return false;
        case PowerUnitState::LockedOut:
            if (p_.switching.hasCharge[i] == 0) {
                p_.switching.onBattery[i] = 0;
                mode = PowerUnitState::Dead;
                p_.switching.available[i] = 0;  // until reset
                say(timeS, EventKind::Trip, unit,
                    "Battery empty while locked out: its output is dead.", cause);
                return true;
            }
            return false;
        case PowerUnitState::Dead:
            if (good && p_.switching.available[i] != 0) {
                mode = PowerUnitState::Normal;
                p_.switching.walkIn[i] = 1.0F;
                recharge(unit);
                say(timeS, EventKind::Recovery, unit, "Input back: carries its load again.", cause);
                return true;
            }
            return false;
        default:
            return false;
    }
}

/// Switches the charger on where something is missing; returns what [J].
double Electrical::recharge(int unit) {
    const auto i = at(unit);
    const double missingJ = batteryFullJ(unit) - p_.energy[i];
    p_.switching.chargeW[i] =
        p_.mode[i] == PowerUnitState::Normal && missingJ > 0.0
            ? static_cast<float>(n_.ups(n_.units[i]).chargerShare * n_.units[i].ratedVa)
            : 0.0F;
    return missingJ;
}

bool Electrical::stepTransfer(int unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    const models::TransferSwitchSpec& spec = n_.transferSwitches[at(u.spec)];
    PowerUnitState& mode = p_.mode[i];
    int& position = p_.switching.position[i];
    if (p_.switching.modulesOut[i] >= u.modules) {
        const bool changed = mode != PowerUnitState::Failed;
        mode = PowerUnitState::Failed;
        return changed;
    }
    if (mode == PowerUnitState::Failed) {
        mode = PowerUnitState::Normal;
        position = 0;
    }
    if (mode == PowerUnitState::Transferring) {
        return false;
    }
    int first = -1;
    for (int k = 0; k < u.edges && first < 0; ++k) {
        first = incomerGood(u.firstEdge + k, kTransferWindow) ? k : -1;
    }
    const bool good = position >= 0 && incomerGood(u.firstEdge + position, kTransferWindow);
    if (good && first == position) {
        startTimer(unit, kNever);
        const bool changed = mode != PowerUnitState::Normal;
        mode = PowerUnitState::Normal;
        return changed;
    }
    if (good) {  // a preferred source is back: wait before the return
        if (mode == PowerUnitState::Waiting) {
            mode = PowerUnitState::Normal;
            startTimer(unit, kNever);
        }
        if (p_.timerS[i] == kNever) {
            p_.lastCause[i] = cause;
            const bool fromGenset = gensetFed_[at(n_.edges[at(u.firstEdge + position)].from)] != 0;
            startTimer(unit, timeS + (fromGenset ? plant_.policy.returnDelayS : spec.returnS));
        }
        return false;
    }
    if (first >= 0 && mode == PowerUnitState::Waiting) {
        return false;
    }
    if (first >= 0 && spec.confirmS > 0.0) {
        mode = PowerUnitState::Waiting;
        p_.lastCause[i] = cause;
        startTimer(unit, timeS + spec.confirmS);
        return false;
    }
    if (first >= 0) {
        p_.lastCause[i] = cause;
        leaveSource(unit, timeS);
        return true;
    }
    startTimer(unit, kNever);
    const bool changed = mode != PowerUnitState::Dead;
    mode = PowerUnitState::Dead;
    return changed;
}

/// Open transition: dead until the other source is taken.
void Electrical::leaveSource(int unit, double timeS) {
    const auto i = at(unit);
    const double transferS = n_.transferSwitches[at(n_.units[i].spec)].transferS;
    p_.mode[i] = PowerUnitState::Transferring;
    p_.switching.position[i] = -1;
    say(timeS, EventKind::Note, unit,
        fmt::format("Its source is away: changes over in {:.0f} ms.", 1e3 * transferS),
        p_.lastCause[i]);
    startTimer(unit, timeS + transferS);
}

bool Electrical::stepGenset(int unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    PowerUnitState& mode = p_.mode[i];
    const bool broken = p_.switching.modulesOut[i] >= u.modules;
    if (broken) {
        const bool changed = mode != PowerUnitState::Failed;
        mode = PowerUnitState::Failed;
        p_.switching.available[i] = 0;
        startTimer(unit, kNever);
        return changed;
    }
    if (mode == PowerUnitState::Failed) {
        mode = PowerUnitState::Standby;
    }
    const bool needed = gensetNeeded(unit);
    if (mode == PowerUnitState::Standby) {
        if (needed && p_.timerS[i] == kNever) {
            p_.lastCause[i] = cause;
            startTimer(unit, timeS + plant_.policy.gensetDelayS);
        } else if (!needed && p_.timerS[i] < kNever) {
            startTimer(unit, kNever);
        }
    } else if (mode == PowerUnitState::Running && !needed && !gensetLoaded(unit)) {
        mode = PowerUnitState::Standby;
        p_.switching.available[i] = 0;
        say(timeS, EventKind::Recovery, unit, "The mains carries the load again: stops.", cause);
        return true;
    }
    return false;
}

bool Electrical::settleUnits(double timeS, std::int64_t& cause) {
    bool changed = false;
    for (int i = 0; i < static_cast<int>(n_.units.size()); ++i) {
        switch (n_.units[at(i)].kind) {
            case PowerKind::Utility:
                if (stepUtility(i, timeS, cause)) {
                    changed = true;
                    cause = p_.lastCause[at(i)];  // what follows, follows from that
                }
                break;
            case PowerKind::Ups:
                changed = stepUps(i, timeS, cause) || changed;
                break;
            case PowerKind::TransferSwitch:
                changed = stepTransfer(i, timeS, cause) || changed;
                break;
            case PowerKind::Genset:
                changed = stepGenset(i, timeS, cause) || changed;
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
            const int unit = n_.cordUnit[at(c)];
            if (p_.flow.cordLive[at(c)] != 0 && supplyV_[at(unit)] < kLoadWindow) {
                p_.flow.cordLive[at(c)] = 0;
            }
            count += p_.flow.cordLive[at(c)];
        }
        p_.flow.liveCords[l] = count;
        if (load.kind == PowerLoadKind::Rack) {
            const int rack = load.index;
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
                jobs_.push(ready, Happening::PowerMachines, 0, 0, cause);
            }
        }
    }
    if (holdUp) {
        jobs_.push(timeS + shortestS, Happening::PowerHoldUp, 0, 0, cause);
    }
    runMachines(timeS, cause);
}

/// Share of each machine group that runs now; what changed is said once for all groups.
void Electrical::runMachines(double timeS, std::int64_t cause) {
    bool network = false;
    int less = 0, more = 0, firstLess = -1, firstMore = -1;
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
            ++less;
            firstLess = firstLess < 0 ? static_cast<int>(l) : firstLess;
        } else if (p_.running[l] > before) {
            ++more;
            firstMore = firstMore < 0 ? static_cast<int>(l) : firstMore;
        }
    }
    const auto tell = [&](EventKind kind, int first, int groups) {
        const PowerLoad& load = n_.loads[at(first)];
        const std::string others = groups > 1 ? fmt::format(", and {} more group{} with it",
                                                            groups - 1, groups > 2 ? "s" : "")
                                              : std::string{};
        log_.add(s_, timeS, kind, machineName(load),
                 fmt::format("Its {}: {:.0f} % running{}.", machineKind(load.kind),
                             100.0 * p_.running[at(first)], others),
                 cause);
    };
    if (less > 0) {
        tell(EventKind::Trip, firstLess, less);
    }
    if (more > 0) {
        tell(EventKind::Recovery, firstMore, more);
    }
    if (!network) {
        return;
    }
    std::fill(s_.hallItRunning.begin(), s_.hallItRunning.end(), 0.0);
    for (const int l : loadsOf_[static_cast<std::size_t>(PowerLoadKind::HallIt)]) {
        const PowerLoad& load = n_.loads[at(l)];
        s_.hallItRunning[at(load.index)] += load.share * p_.running[at(l)];
    }
    for (std::size_t f = 0; f < plant_.fabrics.size(); ++f) {
        jobs_.refreshFabric(static_cast<int>(f), timeS, cause);
    }
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
        said = log_.add(s_, timeS, EventKind::Trip, plant_.rackNames[at(first)],
                        racks == 1 ? std::string{"The rack lost all its feeds and is off."}
                                   : fmt::format("{} racks lost all their feeds and are off, this "
                                                 "one first.",
                                                 racks),
                        cause, first);
        for (int r = 0; r < plant_.racks; ++r) {
            if (p_.flow.liveCords[at(r)] == 0 && p_.rackPowered[at(r)] != 0) {
                dropRack(r, timeS, said);
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

void Electrical::dropRack(int rack, double timeS, std::int64_t cause) {
    p_.rackPowered[at(rack)] = 0;
    const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(rack)])];
    const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
    for (int server = firstServer; server < firstServer + b.rack.servers; ++server) {
        if (s_.serverDown[at(server)] != 0) {
            continue;
        }
        for (const std::int32_t job : jobs_.onServer(server)) {
            jobs_.interrupt(job, timeS, cause);
        }
        setServerDown(plant_, s_, server, true);
        s_.serverDown[at(server)] = kServerUnpowered;
        jobs_.noteServer(server);
    }
}

void Electrical::restoreRack(int rack, double timeS, std::int64_t cause) {
    p_.rackPowered[at(rack)] = 1;
    p_.rackReadyS[at(rack)] = timeS + plant_.policy.serverBootS;
    const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(rack)])];
    const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
    for (int server = firstServer; server < firstServer + b.rack.servers; ++server) {
        if (s_.serverDown[at(server)] == kServerUnpowered) {
            jobs_.push(p_.rackReadyS[at(rack)], Happening::ServerRepair, server, -1, cause);
        }
    }
}

bool Electrical::isDue(const QueuedEvent& e) const {
    switch (e.kind) {
        case Happening::PowerTimer:
            return p_.timerS[at(e.a)] == e.timeS;
        case Happening::PowerLimit:
            return p_.limitS[at(e.a)] == e.timeS;
        case Happening::PowerTrip:
            return p_.tripS[at(e.a)] == e.timeS;
        case Happening::PowerControl:
            return p_.capDueS == e.timeS;
        default:
            return true;
    }
}

void Electrical::handle(const QueuedEvent& e) {
    switch (e.kind) {
        case Happening::PowerTimer:
            timer(e.a, e.timeS);
            break;
        case Happening::PowerLimit:
            limit(e.a, e.timeS);
            break;
        case Happening::PowerTrip:
            trip(e.a, e.timeS);
            break;
        case Happening::PowerHoldUp:
            holdUpOver(e.timeS, e.cause);
            break;
        case Happening::PowerMachines:
            runMachines(e.timeS, e.cause);
            break;
        case Happening::PowerControl:
            control(e.timeS);
            break;
        case Happening::PowerDrill:
            drill(e.a, e.b != 0, e.timeS);
            break;
        case Happening::PowerUndo: {
            PowerOrder order;
            order.action = static_cast<models::DrillAction>(e.b);
            order.incomer = e.c;
            act(order, e.a, e.timeS, e.cause);
            break;
        }
        default:
            break;
    }
}

void Electrical::timer(int unit, double timeS) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    p_.timerS[i] = kNever;
    if (u.kind == PowerKind::Ups) {
        timerUps(unit, timeS);
    } else if (u.kind == PowerKind::Genset) {
        timerGenset(unit, timeS);
    } else if (u.kind == PowerKind::TransferSwitch) {
        if (p_.mode[i] == PowerUnitState::Transferring) {
            int first = -1;
            for (int k = 0; k < u.edges && first < 0; ++k) {
                first = incomerGood(u.firstEdge + k, kTransferWindow) ? k : -1;
            }
            p_.switching.position[i] = first;
            p_.mode[i] = first < 0 ? PowerUnitState::Dead : PowerUnitState::Normal;
            if (first >= 0) {
                say(timeS, EventKind::Recovery, unit,
                    fmt::format("Stands on {}.", name(n_.edges[at(u.firstEdge + first)].from)),
                    p_.lastCause[i]);
            }
        } else if (p_.mode[i] == PowerUnitState::Waiting) {
            leaveSource(unit, timeS);
        } else {  // the return to a preferred source, open transition
            p_.mode[i] = PowerUnitState::Transferring;
            p_.switching.position[i] = -1;
            say(timeS, EventKind::Note, unit, "Returns to its preferred source.", p_.lastCause[i]);
            startTimer(unit, timeS + n_.transferSwitches[at(u.spec)].transferS);
        }
    }
    react(timeS, p_.lastCause[i]);
}

void Electrical::timerUps(int unit, double timeS) {
    const auto i = at(unit);
    const models::UpsSpec& ups = n_.ups(n_.units[i]);
    const double stepS = ups.walkInS / kWalkInSteps;
    if (p_.mode[i] == PowerUnitState::OnBattery) {
        p_.mode[i] = PowerUnitState::WalkIn;
        p_.switching.onBattery[i] = 0;
        p_.switching.walkIn[i] = 0.0F;
        say(timeS, EventKind::Note, unit,
            fmt::format("Input good: walks in over {:.0f} s.", ups.walkInS), p_.lastCause[i]);
        startTimer(unit, timeS + stepS);
    } else if (p_.mode[i] == PowerUnitState::WalkIn) {
        const float next = p_.switching.walkIn[i] + 1.0F / kWalkInSteps;
        if (next < 1.0F - 0.5F / kWalkInSteps) {
            p_.switching.walkIn[i] = next;
            startTimer(unit, timeS + stepS);
            return;
        }
        p_.switching.walkIn[i] = 1.0F;
        p_.mode[i] = PowerUnitState::Normal;
        const double missingJ = recharge(unit);
        say(timeS, EventKind::Recovery, unit,
            fmt::format("Off battery, which lacks {:.1f} kWh.", missingJ / 3.6e6), p_.lastCause[i]);
    }
}

void Electrical::timerGenset(int unit, double timeS) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    const models::GensetSpec& spec = n_.gensets[at(u.spec)];
    if (p_.mode[i] == PowerUnitState::Standby) {
        p_.mode[i] = PowerUnitState::Starting;
        say(timeS, EventKind::Note, unit,
            fmt::format("Ordered to start: ready in {:.0f} s.", spec.startS), p_.lastCause[i]);
        startTimer(unit, timeS + spec.startS);
        return;
    }
    if (p_.mode[i] != PowerUnitState::Starting) {
        return;
    }
    const int before = p_.switching.modulesOut[i];
    int failed = 0;
    const double share = std::isnan(spec.failToStart) ? 0.0 : spec.failToStart;
    for (int m = before; m < u.modules && plant_.failures.enabled; ++m) {
        const double draw = models::randomUniform(
            plant_.seed, kStartStream + static_cast<std::uint64_t>(unit),
            static_cast<std::uint64_t>(s_.nextOrder) * 1024U + static_cast<std::uint64_t>(m));
        failed += draw < share ? 1 : 0;
    }
    const int runs = u.modules - before - failed;
    if (failed > 0) {
        const auto id = say(timeS, EventKind::Failure, unit,
                            fmt::format("{} of {} failed to start.", failed, u.modules - before),
                            p_.lastCause[i]);
        p_.switching.modulesOut[i] += failed;
        for (int m = 0; m < failed && !std::isnan(spec.repairS); ++m) {
            jobs_.push(timeS + spec.repairS, Happening::PowerUndo, unit,
                       static_cast<std::int32_t>(models::DrillAction::Repair), id, 1);
        }
    }
    if (runs > 0 && !(p_.energy[i] <= 0.0)) {
        p_.mode[i] = PowerUnitState::Running;
        p_.switching.available[i] = 1;
        say(timeS, EventKind::Recovery, unit,
            fmt::format("Runs: {} of {}, {:.1f} MW.", runs, u.modules,
                        runs * spec.ratedPowerW / 1e6),
            p_.lastCause[i]);
    }
}

void Electrical::moduleFailed(int unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    if (p_.switching.modulesOut[i] >= u.modules) {
        return;
    }
    ++p_.switching.modulesOut[i];
    p_.lastCause[i] = cause;
    react(timeS, cause);
}

void Electrical::moduleRepaired(int unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    if (p_.switching.modulesOut[i] > 0) {
        --p_.switching.modulesOut[i];
        p_.lastCause[i] = cause;
        react(timeS, cause);
    }
}

void Electrical::limit(int unit, double timeS) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    p_.limitS[i] = kNever;
    if (u.kind == PowerKind::Ups) {
        if (p_.flow.batteryW[i] > 0.0 && p_.energy[i] <= kEmpty * batteryFullJ(unit)) {
            p_.switching.hasCharge[i] = 0;
            react(timeS, p_.lastCause[i]);
        } else if (p_.switching.chargeW[i] > 0.0F &&
                   p_.energy[i] >= (1.0 - kEmpty) * batteryFullJ(unit)) {
            p_.switching.chargeW[i] = 0.0F;
            say(timeS, EventKind::Recovery, unit, "Battery full again.", p_.lastCause[i]);
        } else if (p_.overloadSinceS[i] < kNever) {
            p_.overloadSinceS[i] = kNever;
            const auto id = say(
                timeS, EventKind::Trip, unit,
                fmt::format("Overload: {:.0f} kW on {:.0f} kW; its output switches off.",
                            p_.flow.outVa[i].real() / 1e3,
                            u.ratedVa * (u.modules - p_.switching.modulesOut[i]) / u.modules / 1e3),
                p_.lastCause[i]);
            p_.switching.available[i] = 0;
            p_.mode[i] = PowerUnitState::Dead;
            p_.switching.onBattery[i] = 0;
            react(timeS, id);
        }
        return;
    }
    if (u.kind == PowerKind::Genset && p_.mode[i] == PowerUnitState::Running) {
        const bool dry = p_.energy[i] <= 1e-9;
        const auto id =
            say(timeS, EventKind::Trip, unit,
                dry ? std::string{"Out of fuel: stops."}
                    : fmt::format(
                          "Overload: {:.2f} MW on {:.2f} MW; trips.", p_.flow.outVa[i].real() / 1e6,
                          u.ratedVa * (u.modules - p_.switching.modulesOut[i]) / u.modules / 1e6),
                p_.lastCause[i]);
        p_.overloadSinceS[i] = kNever;
        p_.switching.available[i] = 0;
        p_.switching.modulesOut[i] = u.modules;  // until a person resets it
        react(timeS, id);
    }
}

void Electrical::trip(int edge, double timeS) {
    const auto e = at(edge);
    const PowerEdge& x = n_.edges[e];
    p_.tripS[e] = kNever;
    const models::BreakerSpec& spec = n_.breakers[at(x.breaker)];
    if (p_.heat[e] < kHot && models::breakerTripS(spec, p_.flow.edgeA[e], p_.heat[e]) >
                                 spec.shortTimeS + spec.openingS) {
        return;  // the load fell meanwhile: predicted anew
    }
    p_.breaker[e] = BreakerState::Tripped;
    p_.switching.edgeClosed[e] = 0;
    const auto id = say(timeS, EventKind::Trip, x.to,
                        fmt::format("Its breaker from {} trips: {:.0f} A on {:.0f} A.",
                                    name(x.from), p_.flow.edgeA[e], spec.ratedA),
                        p_.lastCause[at(x.to)]);
    react(timeS, id);
}

/// A bolted three-phase fault at the output of a unit: on every path to a source the breaker that
/// is fastest at the prospective current opens; those with the same delay open with it. The unit is
/// out until it is repaired. Mains see a sag until then.
void Electrical::fault(int unit, double timeS, std::int64_t cause) {
    const double currentA = n_.units[at(unit)].faultA;
    const double volts = n_.units[at(unit)].voltageV;
    const auto id =
        say(timeS, EventKind::Failure, unit,
            fmt::format("Short circuit, {:.1f} kA prospective.", currentA / 1e3), cause);

    struct Step {
        int unit;
        int best;  ///< edge of the fastest breaker so far, -1: none
        double bestS;
    };

    std::vector<Step> open = {{unit, -1, kNever}};
    std::vector<int> opens;
    while (!open.empty()) {
        const Step step = open.back();
        open.pop_back();
        const PowerUnit& u = n_.units[at(step.unit)];
        bool source = true;
        for (int k = 0; k < u.edges; ++k) {
            const int e = u.firstEdge + k;
            if (p_.flow.share[at(e)] <= 0.0) {
                continue;
            }
            source = false;
            Step next{n_.edges[at(e)].from, step.best, step.bestS};
            if (n_.edges[at(e)].breaker >= 0) {
                const double here =
                    currentA * p_.flow.share[at(e)] * volts / n_.edges[at(e)].voltageV;
                const double tripS = models::breakerTripS(n_.breakers[at(n_.edges[at(e)].breaker)],
                                                          here, p_.heat[at(e)]);
                if (tripS < step.bestS) {
                    next.best = e;
                    next.bestS = tripS;
                }
            }
            open.push_back(next);
        }
        if (source && step.best >= 0 &&
            std::find(opens.begin(), opens.end(), step.best) == opens.end()) {
            opens.push_back(step.best);
        }
    }
    for (const int e : opens) {
        p_.breaker[at(e)] = BreakerState::Tripped;
        p_.switching.edgeClosed[at(e)] = 0;
        say(timeS, EventKind::Trip, n_.edges[at(e)].to,
            fmt::format("Its breaker from {} clears the fault.", name(n_.edges[at(e)].from)), id);
    }
    p_.switching.modulesOut[at(unit)] = n_.units[at(unit)].modules;
    react(timeS, id);
}

void Electrical::act(const PowerOrder& order, int unit, double timeS, std::int64_t cause) {
    using models::DrillAction;
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    const auto incomers = [&](BreakerState state) {
        for (int k = 0; k < u.edges; ++k) {
            if (order.incomer == 0 || order.incomer == k + 1) {
                const auto e = at(u.firstEdge + k);
                p_.breaker[e] = state;
                p_.switching.edgeClosed[e] = state == BreakerState::Closed ? 1 : 0;
                if (state == BreakerState::Closed) {
                    p_.heat[e] = std::min(p_.heat[e], 0.5);  // it cooled while a person came
                }
            }
        }
    };
    std::int64_t id = cause;
    DrillAction undo = DrillAction::Repair;
    switch (order.action) {
        case DrillAction::Fail:
            id = u.kind == PowerKind::Utility
                     ? cause
                     : say(timeS, EventKind::Failure, unit, "Fails, as ordered.", cause);
            p_.switching.modulesOut[i] = u.modules;
            break;
        case DrillAction::Repair:
            if (order.incomer > 0 && u.kind == PowerKind::Genset) {
                p_.switching.modulesOut[i] = std::max(0, p_.switching.modulesOut[i] - 1);
            } else {
                p_.switching.modulesOut[i] = 0;
            }
            p_.switching.available[i] =
                u.kind == PowerKind::Genset ? p_.switching.available[i] : std::uint8_t{1};
            if (u.kind != PowerKind::Utility) {
                id = say(timeS, EventKind::Repair, unit, "Back in service.", cause);
            }
            break;
        case DrillAction::Open:
            id = say(timeS, EventKind::Note, unit, "Its incoming breaker is opened.", cause);
            incomers(BreakerState::Open);
            undo = DrillAction::Close;
            break;
        case DrillAction::Close:
            id = say(timeS, EventKind::Note, unit, "Its incoming breaker is closed.", cause);
            incomers(BreakerState::Closed);
            undo = DrillAction::Open;
            break;
        case DrillAction::Sag:
            p_.switching.sourceVoltage[i] = kSagVoltage;
            id = say(timeS, EventKind::Limit, unit,
                     fmt::format("Voltage sags to {:.0f} %.", 100.0 * kSagVoltage), cause);
            undo = DrillAction::Reset;
            break;
        case DrillAction::Fault:
            fault(unit, timeS, cause);
            id = p_.lastCause[i];
            break;
        case DrillAction::Reset:
            if (u.kind == PowerKind::Utility) {
                p_.switching.sourceVoltage[i] = 1.0F;
                id = say(timeS, EventKind::Recovery, unit, "Voltage back to nominal.", cause);
                break;
            }
            id = say(timeS, EventKind::Repair, unit, "Reset.", cause);
            incomers(BreakerState::Closed);
            p_.switching.available[i] =
                u.kind == PowerKind::Genset ? p_.switching.available[i] : std::uint8_t{1};
            if (p_.mode[i] == PowerUnitState::LockedOut) {
                p_.mode[i] = PowerUnitState::OnBattery;
                std::fill_n(&p_.disturbedS[i * kDisturbances], kDisturbances, -kNever);
            }
            if (u.kind == PowerKind::Genset) {
                p_.switching.modulesOut[i] = 0;
            }
            break;
    }
    if (!std::isnan(order.durationS)) {
        jobs_.push(timeS + order.durationS, Happening::PowerUndo, unit,
                   static_cast<std::int32_t>(undo), id, order.incomer);
    }
    react(timeS, id);
}

void Electrical::operate(const PowerOrder& order, double timeS, std::int64_t cause) {
    const int array = n_.arrayOf(order.unit);
    if (array < 0) {
        return;
    }
    const PowerArray& a = n_.arrays[at(array)];
    for (int k = 0; k < a.units; ++k) {
        if (order.instance == 0 || order.instance == k + 1) {
            act(order, a.firstUnit + k, timeS, cause);
        }
    }
}

void Electrical::drill(int index, bool /*undo*/, double timeS) {
    operate(plant_.drills[at(index)].order, timeS, -1);
}

}  // namespace headroom::engine
