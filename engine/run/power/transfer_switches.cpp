// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/transfer_switches.h"

#include "models/power/usual.h"

#include <fmt/format.h>

namespace headroom::engine {

bool TransferSwitches::step(UnitIndex unit, double timeS, std::int64_t cause) {
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
    const int first = firstGoodIncomer(unit, models::kTransferWindow);
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
void TransferSwitches::leaveSource(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const double transferS = n_.transferSwitches[at(n_.units[i].spec)].transferS;
    p_.mode[i] = PowerUnitState::Transferring;
    p_.switching.position[i] = -1;
    say(timeS, EventKind::Note, unit,
        words("Its source is away: changes over in {}.", amount(1e3 * transferS, "ms", 0)),
        p_.lastCause[i]);
    startTimer(unit, timeS + transferS);
}

void TransferSwitches::timer(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    if (p_.mode[i] == PowerUnitState::Transferring) {
        const int first = firstGoodIncomer(unit, models::kTransferWindow);
        p_.switching.position[i] = first;
        p_.mode[i] = first < 0 ? PowerUnitState::Dead : PowerUnitState::Normal;
        if (first >= 0) {
            say(timeS, EventKind::Recovery, unit,
                fmt::format("Takes power from {}.", name(n_.edges[at(u.firstEdge + first)].from)),
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

}  // namespace headroom::engine
