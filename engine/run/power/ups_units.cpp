// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/ups_units.h"

#include "models/power/ups_battery.h"
#include "models/power/usual.h"

#include <algorithm>

namespace headroom::engine {

namespace {

/// Steps in which a walk-in ramp is drawn.
constexpr int kWalkInSteps = 10;

}  // namespace

bool UpsUnits::step(UnitIndex unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    PowerUnitState& mode = p_.mode[i];
    if (p_.switching.modulesOut[i] >= u.modules) {
        if (mode == PowerUnitState::Failed) {
            return false;
        }
        mode = PowerUnitState::Failed;
        startTimer(unit, kNever);
        return true;
    }
    const bool good = firstGoodIncomer(unit, n_.ups(u).inputWindow) >= 0;
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
            return loseInput(unit, timeS, cause);
        }
        case PowerUnitState::OnBattery:
            return stepOnBattery(unit, good, timeS, cause);
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

/// To the battery, or dead where that is empty.
bool UpsUnits::loseInput(UnitIndex unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    const models::UpsSpec& ups = n_.ups(u);
    PowerUnitState& mode = p_.mode[i];
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
    const bool locks = count > 0 && times[kDisturbances - count] >= timeS - ups.lockoutWindowS;
    mode = locks ? PowerUnitState::LockedOut : PowerUnitState::OnBattery;
    const double loadW = p_.flow.outVa[i].real();
    const double drainW = models::upsDrainW(ups, loadW, u.modules - p_.switching.modulesOut[i]);
    const double minutes = std::max(0.0, stores_.batteryLeftJ(unit, drainW)) / drainW / 60.0;
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

bool UpsUnits::stepOnBattery(UnitIndex unit, bool good, double timeS, std::int64_t cause) {
    const auto i = at(unit);
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
        p_.mode[i] = PowerUnitState::Dead;
        startTimer(unit, kNever);
        recharge(unit);
        say(timeS, EventKind::Trip, unit, "Battery empty: its output is dead.", cause);
        return true;
    }
    return false;
}

/// Battery empty before the rectifier carries the load, and the input is good: the static bypass takes it, at once and all
/// of it, which the source feels as one step (bypass mode of IEC 62040-3). The rectifier takes over without load, which
/// nothing else here notices. True.
bool UpsUnits::toBypass(UnitIndex unit, double timeS, std::int64_t cause) {
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
double UpsUnits::recharge(UnitIndex unit) {
    const auto i = at(unit);
    const double missingJ = stores_.batteryFullJ(unit) - p_.energy[i];
    p_.switching.chargeW[i] =
        p_.mode[i] == PowerUnitState::Normal && missingJ > 0.0
            ? static_cast<float>(n_.ups(n_.units[i]).chargerShare * n_.units[i].ratedVa)
            : 0.0F;
    return missingJ;
}

/// One more step of a walk-in that has not come to its end: what is live, and by which way, is kept.
bool UpsUnits::walksOn(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const float next = p_.switching.walkIn[i] + 1.0F / kWalkInSteps;
    if (p_.mode[i] != PowerUnitState::WalkIn || next >= 1.0F - 0.5F / kWalkInSteps) {
        return false;
    }
    p_.switching.walkIn[i] = next;
    startTimer(unit, timeS + n_.ups(n_.units[i]).walkInS / kWalkInSteps);
    return true;
}

bool UpsUnits::timer(UnitIndex unit, double timeS) {
    if (walksOn(unit, timeS)) {
        return false;
    }
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
    return true;
}

}  // namespace headroom::engine
