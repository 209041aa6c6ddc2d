// SPDX-License-Identifier: Apache-2.0
#include "engine/base/words.h"
#include "engine/run/power/electrical.h"
#include "engine/run/state/design_edit.h"

#include <fmt/format.h>

#include <algorithm>

/// External batteries: what they give at the output of their unit, what they hold, when that ends. Their law is
/// models/power/external_battery.h; what is asked of them is in the design, and a guest of the run edits it.
///
/// A first load flow without what they give tells what the loads of each unit take; two more settle batteries that
/// are behind each other. PowerFlow::batteryW of such a unit is what its battery gives.
namespace headroom::engine {

bool Electrical::hasBattery(UnitIndex unit) const {
    return std::binary_search(n_.batteryUnits.begin(), n_.batteryUnits.end(), unit);
}

/// At the start of a run, or after an edit: one that was there before keeps what it holds, as far as it has room.
void Electrical::beginBatteries(const DesignEdit* edit) {
    const std::vector<UnitIndex> none;
    const std::vector<UnitIndex>& before =
        edit == nullptr ? none : edit->before.network->batteryUnits;
    const auto shown = std::move(s_.shown.batteries);
    s_.shown.batteries.assign(n_.batteryUnits.size(), {});
    for (std::size_t b = 0; b < n_.batteryUnits.size(); ++b) {
        const UnitIndex unit(n_.batteryUnits[b]);
        const auto i = at(unit);
        const double fullJ = n_.batteryOf(unit).fullJ;
        const int old = edit == nullptr ? -1 : edit->map.unit.toOld[i];
        const auto was = std::lower_bound(before.begin(), before.end(), old);
        if (old >= 0 && was != before.end() && *was == old) {
            p_.energy[i] = std::min(p_.energy[i], fullJ);
            const auto row = static_cast<std::size_t>(was - before.begin());
            s_.shown.batteries[b] =
                row < shown.size() ? shown[row] : Outputs::Row<BatteryQuantity>{};
        } else {
            p_.energy[i] = n_.arrays[at(n_.units[i].array)].spec.batteryStart * fullJ;
        }
        s_.shown.batteries[b][static_cast<std::size_t>(BatteryQuantity::Charge)] = p_.energy[i];
    }
}

/// Demand of the boards; supply comes once the loads are known.
void Electrical::askBatteries(double dt) {
    for (const UnitIndex unit : n_.batteryUnits) {
        const auto i = at(unit);
        const models::ExternalBattery battery = n_.batteryOf(unit);
        demand_.unitW[i] = p_.flow.live[i] != 0
                               ? -models::batteryFlow(battery, p_.energy[i], 0.0, dt).givesW
                               : 0.0;
    }
}

bool Electrical::limitBatteries(double dt) {
    for (const UnitIndex unit : n_.batteryUnits) {
        const auto i = at(unit);
        if (p_.flow.live[i] != 0) {
            const double loadW = p_.flow.outVa[i].real() - demand_.unitW[i];
            demand_.unitW[i] =
                -models::batteryFlow(n_.batteryOf(unit), p_.energy[i], loadW, dt).givesW;
        }
    }
    return !n_.batteryUnits.empty();
}

/// Meters them: what left them, losses with it, is heat and power elsewhere.
void Electrical::withdrawBatteries(Flows& flows, double dt) {
    for (std::size_t b = 0; b < n_.batteryUnits.size(); ++b) {
        const UnitIndex unit(n_.batteryUnits[b]);
        const auto i = at(unit);
        models::ExternalBattery battery = n_.batteryOf(unit);
        battery.askedW = p_.flow.live[i] != 0 ? -demand_.unitW[i] : 0.0;
        const models::BatteryFlow flow =
            models::batteryFlow(battery, p_.energy[i], std::max(0.0, battery.askedW), dt);
        p_.flow.batteryW[i] = flow.givesW;
        batteryLossW_[b] = flow.lossW;
        p_.energy[i] -= flow.withdrawnW() * dt;
        flows.batteryW += flow.givesW;
        flows.withdrawnW += flow.withdrawnW();
        flows.storedW -= flow.withdrawnW();
        if (const HallIndex hall(n_.units[i].hall); hall >= 0) {
            p_.lossHeatW[at(hall)] += flow.lossW;
            flows.storedW += flow.lossW;
        } else {
            flows.rejectedW += flow.lossW;
        }
        s_.shown.batteries[b] = {flow.givesW, flow.lossW, p_.energy[i]};
    }
}

void Electrical::predictBatteries(double timeS) {
    for (std::size_t b = 0; b < n_.batteryUnits.size(); ++b) {
        const auto i = at(n_.batteryUnits[b]);
        const double perS = p_.flow.batteryW[i] + batteryLossW_[b];
        const double roomJ = n_.batteryOf(n_.batteryUnits[b]).fullJ - p_.energy[i];
        queueLimit(i,
                   perS > 0.0   ? timeS + std::max(0.0, p_.energy[i]) / perS
                   : perS < 0.0 ? timeS + std::max(0.0, roomJ) / -perS
                                : kNever,
                   timeS);
    }
}

/// Said where it is so: a prediction may come early, and is made anew then.
void Electrical::endOfBattery(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const double fullJ = n_.batteryOf(unit).fullJ;
    if (p_.energy[i] <= models::kBatteryEnd * fullJ) {
        say(timeS, EventKind::Limit, unit, "Its external battery is empty: gives nothing more.",
            p_.lastCause[i]);
    } else if (fullJ - p_.energy[i] <= models::kBatteryEnd * fullJ) {
        say(timeS, EventKind::Recovery, unit,
            words("Its external battery is full: {}.", amount(fullJ / 3.6e6, "kWh", 0)),
            p_.lastCause[i]);
    }
}

}  // namespace headroom::engine
