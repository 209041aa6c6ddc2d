// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/power_units.h"

#include <algorithm>

namespace headroom::engine {

PowerUnits::PowerUnits(const RunContext& run, const SupplyVoltages& supply,
                       const PowerStores& stores)
    : PowerPart(run),
      standby_(standbyOf(n_)),
      ups_(run, supply, stores),
      transfers_(run, supply, standby_),
      generators_(run, supply, standby_) {}

void PowerUnits::bound() {
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        p_.switching.modulesOut[i] = std::min(p_.switching.modulesOut[i], n_.units[i].modules);
    }
}

bool PowerUnits::settle(double timeS, std::int64_t& cause) {
    bool changed = false;
    for (int i = 0; i < static_cast<int>(n_.units.size()); ++i) {
        const PowerKind kind = n_.units[at(i)].kind;
        if (makesPower(kind)) {
            changed = generators_.step(UnitIndex(i), timeS, cause) || changed;
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
                changed = ups_.step(UnitIndex(i), timeS, cause) || changed;
                break;
            case PowerKind::TransferSwitch:
                changed = transfers_.step(UnitIndex(i), timeS, cause) || changed;
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

bool PowerUnits::stepUtility(UnitIndex unit, double timeS, std::int64_t cause) {
    const bool there = p_.switching.available[at(unit)] != 0 &&
                       p_.switching.modulesOut[at(unit)] < n_.units[at(unit)].modules;
    const auto mode = there ? PowerUnitState::Normal : PowerUnitState::Dead;
    if (p_.mode[at(unit)] == mode) {
        return false;
    }
    p_.mode[at(unit)] = mode;
    say(timeS, there ? EventKind::Recovery : EventKind::Failure, unit,
        there ? "Mains back." : "Mains lost.", there && cause < 0 ? p_.lastCause[at(unit)] : cause);
    return true;
}

bool PowerUnits::timer(UnitIndex unit, double timeS) {
    const PowerKind kind = n_.units[at(unit)].kind;
    p_.timerS[at(unit)] = kNever;
    if (kind == PowerKind::Ups) {
        return ups_.timer(unit, timeS);
    }
    if (makesPower(kind)) {
        generators_.timer(unit, timeS);
    } else if (kind == PowerKind::TransferSwitch) {
        transfers_.timer(unit, timeS);
    }
    return true;
}

}  // namespace headroom::engine
