// SPDX-License-Identifier: Apache-2.0
#include "engine/base/words.h"
#include "engine/run/power/electrical.h"
#include "models/core/random.h"
#include "models/power/ups_battery.h"
#include "models/power/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// Own behaviour of each kind of unit: mains, UPS, transfer switch, generator, breaker.
namespace headroom::engine {

namespace {

/// Random stream of generator starts; those of failures and jobs are elsewhere below 2^40.
constexpr std::uint64_t kStartStream = 5ULL << 40U;

/// Steps in which a walk-in ramp is drawn.
constexpr int kWalkInSteps = 10;

/// A battery within this share of empty or full is that; a thermal image this near to 1 trips.
/// Loads move between a prediction and its event.
constexpr double kEmpty = 2e-3;
constexpr double kHot = 0.995;

/// A tank that holds less than what its set burns in this time is dry [s].
constexpr double kDryS = 1.0;

}  // namespace

void Electrical::startTimer(UnitIndex unit, double dueS) {
    p_.timerS[at(unit)] = dueS;
    if (dueS < kNever) {
        queue_.push(dueS, PowerEvent::Timer, unit, 0, p_.lastCause[at(unit)]);
    }
}

/// Mains voltage behind each unit: what its input monitor sees.
void Electrical::supplyVoltages() {
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerUnit& u = n_.units[i];
        if (u.kind == PowerKind::Utility) {
            supplyV_[i] = p_.switching.available[i] != 0 ? p_.switching.sourceVoltage[i] : 0.0;
        } else if (makesPower(u.kind)) {
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

bool Electrical::incomerGood(EdgeIndex edge, double window) const {
    const int from = n_.edges[at(edge)].from;
    return p_.switching.edgeClosed[at(edge)] != 0 && p_.flow.live[at(from)] != 0 &&
           supplyV_[at(from)] >= window;
}

bool Electrical::gensetNeeded(UnitIndex unit) const {
    if (standby_.prime[at(unit)] != 0) {
        return true;
    }
    for (const int w : standby_.standsFor[at(unit)]) {
        const PowerUnit& u = n_.units[at(w)];
        bool other = false;
        for (int k = 0; k < u.edges; ++k) {
            const int e = u.firstEdge + k;
            other = other || (standby_.side[at(n_.edges[at(e)].from)] == 0 &&
                              incomerGood(EdgeIndex(e), models::kTransferWindow));
        }
        if (!other && p_.switching.modulesOut[at(w)] < u.modules) {
            return true;
        }
    }
    return false;
}

/// True where a transfer switch is on generators, or is about to.
bool Electrical::gensetLoaded(UnitIndex unit) const {
    for (const int w : standby_.standsFor[at(unit)]) {
        const PowerUnit& u = n_.units[at(w)];
        if (u.kind != PowerKind::TransferSwitch) {
            continue;
        }
        const int k = p_.switching.position[at(w)];
        if (k < 0 || standby_.side[at(n_.edges[at(u.firstEdge + k)].from)] != 0) {
            return true;
        }
    }
    return false;
}

bool Electrical::stepUtility(UnitIndex unit, double timeS, std::int64_t cause) {
    const bool there = p_.switching.available[at(unit)] != 0 &&
                       p_.switching.modulesOut[at(unit)] < n_.units[at(unit)].modules;
    const auto mode = there ? PowerUnitState::Normal : PowerUnitState::Dead;
    if (p_.mode[at(unit)] == mode) {
        return false;
    }
    set(unit, mode);
    say(timeS, there ? EventKind::Recovery : EventKind::Failure, unit,
        there ? "Mains back." : "Mains lost.", there && cause < 0 ? p_.lastCause[at(unit)] : cause);
    return true;
}

bool Electrical::stepUps(UnitIndex unit, double timeS, std::int64_t cause) {
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
        good = good || incomerGood(EdgeIndex(u.firstEdge + k), ups.inputWindow);
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
                // The rest beyond its rectifier is not carried by anything once the battery is empty.
                return mode == PowerUnitState::WalkIn && p_.switching.hasCharge[i] == 0 &&
                       toBypass(unit, timeS, cause);
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
            const double drainW =
                models::upsDrainW(ups, loadW, u.modules - p_.switching.modulesOut[i]);
            const double minutes = std::max(0.0, batteryLeftJ(unit, drainW)) / drainW / 60.0;
            say(timeS, EventKind::Limit, unit,
                locks ? words("{} disturbances within {}: locked on battery until a person resets "
                              "it; {} left at {}.",
                              count, amount(ups.lockoutWindowS, "s", 0), amount(minutes, "min", 1),
                              amount(loadW / 1e3, "kW", 0))
                      : words("On battery with {}: {} left.", amount(loadW / 1e3, "kW", 0),
                              amount(minutes, "min", 1)),
                cause);
            return true;
        }
        case PowerUnitState::OnBattery:
            if (good && p_.timerS[i] == kNever) {
                startTimer(unit, timeS + models::kMainsQualifyS);
            } else if (!good && p_.timerS[i] < kNever) {
                startTimer(unit, kNever);
            }
            if (p_.switching.hasCharge[i] == 0) {
                if (good) {
                    return toBypass(unit, timeS, cause);
                }
                p_.switching.onBattery[i] = 0;
                mode = PowerUnitState::Dead;
                startTimer(unit, kNever);
                recharge(unit);
                say(timeS, EventKind::Trip, unit, "Battery empty: its output is dead.", cause);
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

/// Battery empty before the rectifier carries the load, and the input is good: the static bypass takes it, at once and all
/// of it, which the source feels as one step (bypass mode of IEC 62040-3). The rectifier takes over without load, which
/// nothing else here notices. True.
bool Electrical::toBypass(UnitIndex unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    p_.switching.onBattery[i] = 0;
    p_.switching.walkIn[i] = 1.0F;
    p_.mode[i] = PowerUnitState::Normal;
    startTimer(unit, kNever);
    recharge(unit);
    say(timeS, EventKind::Limit, unit,
        words("Battery empty before its rectifier carries the load: the bypass takes {} at once.",
              amount(p_.flow.outVa[i].real() / 1e3, "kW", 0)),
        cause);
    return true;
}

/// Switches the charger on where something is missing; returns what [J].
double Electrical::recharge(UnitIndex unit) {
    const auto i = at(unit);
    const double missingJ = batteryFullJ(unit) - p_.energy[i];
    p_.switching.chargeW[i] =
        p_.mode[i] == PowerUnitState::Normal && missingJ > 0.0
            ? static_cast<float>(n_.ups(n_.units[i]).chargerShare * n_.units[i].ratedVa)
            : 0.0F;
    return missingJ;
}

bool Electrical::stepTransfer(UnitIndex unit, double timeS, std::int64_t cause) {
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
        first = incomerGood(EdgeIndex(u.firstEdge + k), models::kTransferWindow) ? k : -1;
    }
    const bool good =
        position >= 0 && incomerGood(EdgeIndex(u.firstEdge + position), models::kTransferWindow);
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
            const bool fromGenset =
                standby_.side[at(n_.edges[at(u.firstEdge + position)].from)] != 0;
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
void Electrical::leaveSource(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const double transferS = n_.transferSwitches[at(n_.units[i].spec)].transferS;
    p_.mode[i] = PowerUnitState::Transferring;
    p_.switching.position[i] = -1;
    say(timeS, EventKind::Note, unit,
        words("Its source is away: changes over in {}.", amount(1e3 * transferS, "ms", 0)),
        p_.lastCause[i]);
    startTimer(unit, timeS + transferS);
}

bool Electrical::stepGenset(UnitIndex unit, double timeS, std::int64_t cause) {
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
        if (const double coldS = n_.generator(u).coldStartS; !std::isnan(coldS)) {
            mode = PowerUnitState::Starting;
            say(timeS, EventKind::Note, unit,
                words("Heats up: ready in {}.", amount(coldS / 3600.0, "h", 1)), cause);
            startTimer(unit, timeS + coldS);
            return true;
        }
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

void Electrical::timer(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    p_.timerS[i] = kNever;
    if (u.kind == PowerKind::Ups) {
        if (walksOn(unit, timeS)) {
            return;
        }
        timerUps(unit, timeS);
    } else if (makesPower(u.kind)) {
        timerGenset(unit, timeS);
    } else if (u.kind == PowerKind::TransferSwitch) {
        if (p_.mode[i] == PowerUnitState::Transferring) {
            int first = -1;
            for (int k = 0; k < u.edges && first < 0; ++k) {
                first = incomerGood(EdgeIndex(u.firstEdge + k), models::kTransferWindow) ? k : -1;
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

/// One more step of a walk-in that has not come to its end: what is live, and by which way, stays as it is.
bool Electrical::walksOn(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const float next = p_.switching.walkIn[i] + 1.0F / kWalkInSteps;
    if (p_.mode[i] != PowerUnitState::WalkIn || next >= 1.0F - 0.5F / kWalkInSteps) {
        return false;
    }
    p_.switching.walkIn[i] = next;
    startTimer(unit, timeS + n_.ups(n_.units[i]).walkInS / kWalkInSteps);
    return true;
}

void Electrical::timerUps(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const models::UpsSpec& ups = n_.ups(n_.units[i]);
    if (p_.mode[i] == PowerUnitState::OnBattery) {
        p_.mode[i] = PowerUnitState::WalkIn;
        p_.switching.onBattery[i] = 0;
        p_.switching.walkIn[i] = 0.0F;
        say(timeS, EventKind::Note, unit,
            words("Input good: walks in over {}.", amount(ups.walkInS, "s", 0)), p_.lastCause[i]);
        startTimer(unit, timeS + ups.walkInS / kWalkInSteps);
    } else if (p_.mode[i] == PowerUnitState::WalkIn) {
        p_.switching.walkIn[i] = 1.0F;
        p_.mode[i] = PowerUnitState::Normal;
        const double missingJ = recharge(unit);
        say(timeS, EventKind::Recovery, unit,
            words("Off battery, which lacks {}.", amount(missingJ / 3.6e6, "kWh", 1)),
            p_.lastCause[i]);
    }
}

void Electrical::timerGenset(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    const models::GeneratingSet& spec = n_.generator(u);
    if (p_.mode[i] == PowerUnitState::Standby) {
        p_.mode[i] = PowerUnitState::Starting;
        say(timeS, EventKind::Note, unit,
            words("Ordered to start: ready in {}.", amount(spec.startS, "s", 0)), p_.lastCause[i]);
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
            queue_.push(timeS + spec.repairS, PowerEvent::Undo, unit,
                        static_cast<std::int32_t>(models::DrillAction::Repair), id, 1);
        }
    }
    if (runs > 0 && !(p_.energy[i] <= 0.0)) {
        p_.mode[i] = PowerUnitState::Running;
        p_.switching.available[i] = 1;
        say(timeS, EventKind::Recovery, unit,
            words("Runs: {} of {}, {}.", runs, u.modules,
                  amount(runs * spec.ratedPowerW / 1e6, "MW", 1)),
            p_.lastCause[i]);
    }
}

void Electrical::moduleFailed(UnitIndex unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    if (p_.switching.modulesOut[i] >= u.modules) {
        return;
    }
    ++p_.switching.modulesOut[i];
    p_.lastCause[i] = cause;
    react(timeS, cause);
}

void Electrical::moduleRepaired(UnitIndex unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    if (p_.switching.modulesOut[i] > 0) {
        --p_.switching.modulesOut[i];
        p_.lastCause[i] = cause;
        react(timeS, cause);
    }
}

void Electrical::limit(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    p_.limitS[i] = kNever;
    if (hasBattery(unit)) {
        endOfBattery(unit, timeS);
        return;
    }
    if (u.kind == PowerKind::Ups) {
        const double drainW = p_.flow.batteryW[i] / n_.ups(u).batteryEfficiency;
        if (drainW > 0.0 && batteryLeftJ(unit, drainW) <= kEmpty * batteryFullJ(unit)) {
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
                words("Overload: {} on {}; its output switches off.",
                      amount(p_.flow.outVa[i].real() / 1e3, "kW", 0),
                      amount(u.ratedVa * (u.modules - p_.switching.modulesOut[i]) / u.modules / 1e3,
                             "kW", 0)),
                whyStrained(timeS));
            p_.switching.available[i] = 0;
            p_.mode[i] = PowerUnitState::Dead;
            p_.switching.onBattery[i] = 0;
            react(timeS, id);
        }
        return;
    }
    if (makesPower(u.kind) && p_.mode[i] == PowerUnitState::Running) {
        const bool dry = p_.energy[i] <= kDryS * tankFuelOf(i);
        if (!dry && p_.overloadSinceS[i] == kNever) {
            return;  // the load fell meanwhile: predicted anew
        }
        if (dry) {
            p_.energy[i] = 0.0;
        }
        const auto id =
            say(timeS, EventKind::Trip, unit,
                dry           ? std::string{"Out of fuel: stops."}
                : isBehind(i) ? words("Its store is empty, and it has come up to {} of {}; trips.",
                                      amount(p_.reachedW[i] / 1e3, "kW", 0),
                                      amount(p_.flow.outVa[i].real() / 1e3, "kW", 0))
                              : words("Overload: {} on {}; trips.",
                                      amount(p_.flow.outVa[i].real() / 1e6, "MW", 2),
                                      amount(u.ratedW() * (u.modules - p_.switching.modulesOut[i]) /
                                                 u.modules / 1e6,
                                             "MW", 2)),
                dry ? p_.lastCause[i] : whyStrained(timeS));
        p_.overloadSinceS[i] = kNever;
        p_.switching.available[i] = 0;
        p_.switching.modulesOut[i] = u.modules;  // until a person resets it
        react(timeS, id);
    }
}

void Electrical::trip(EdgeIndex edge, double timeS) {
    const auto e = at(edge);
    const PowerEdge& x = n_.edges[e];
    p_.tripS[e] = kNever;
    findLowVoltages();
    if (low_[at(x.to)] == 1) {
        react(timeS, openForLowVoltage(
                         x.to, timeS,
                         words("Its voltage is {}, below {}.",
                               amount(100.0 * std::abs(voltageSeen(n_, p_.flow, x.to)), "%", 0),
                               amount(100.0 * lowest_[at(x.to)], "%", 0))));
        return;
    }
    if (x.breaker < 0) {
        return;
    }
    const models::BreakerSpec& spec = n_.breakers[at(x.breaker)];
    if (p_.heat[e] < kHot && models::breakerTripS(spec, p_.flow.edgeA[e], p_.heat[e]) >
                                 spec.shortTimeS + spec.openingS) {
        return;  // the load fell meanwhile: predicted anew
    }
    p_.breaker[e] = BreakerState::Tripped;
    p_.switching.edgeClosed[e] = 0;
    const auto id = say(timeS, EventKind::Trip, x.to,
                        words("Its breaker from {} trips: {} on {}.", name(x.from),
                              amount(p_.flow.edgeA[e], "A", 0), amount(spec.ratedA, "A", 0)),
                        whyStrained(timeS));
    react(timeS, id);
}

}  // namespace headroom::engine
