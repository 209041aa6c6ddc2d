// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/external_batteries.h"

#include "engine/run/state/design_edit.h"

#include <algorithm>

namespace headroom::engine {

ExternalBatteries::ExternalBatteries(const RunContext& run) : PowerPart(run) {
    lossW_.assign(n_.batteryUnits.size(), 0.0);
}

bool ExternalBatteries::has(UnitIndex unit) const {
    return std::binary_search(n_.batteryUnits.begin(), n_.batteryUnits.end(), unit);
}

void ExternalBatteries::begin(const DesignEdit* edit) {
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

void ExternalBatteries::ask(PowerDemand& demand, double dt) const {
    for (const UnitIndex unit : n_.batteryUnits) {
        const auto i = at(unit);
        const models::ExternalBattery battery = n_.batteryOf(unit);
        demand.unitW[i] = p_.flow.live[i] != 0
                              ? -models::batteryFlow(battery, p_.energy[i], 0.0, dt).givesW
                              : 0.0;
    }
}

bool ExternalBatteries::limit(PowerDemand& demand, double dt) const {
    for (const UnitIndex unit : n_.batteryUnits) {
        const auto i = at(unit);
        if (p_.flow.live[i] != 0) {
            const double loadW = p_.flow.outVa[i].real() - demand.unitW[i];
            demand.unitW[i] =
                -models::batteryFlow(n_.batteryOf(unit), p_.energy[i], loadW, dt).givesW;
        }
    }
    return !n_.batteryUnits.empty();
}

void ExternalBatteries::withdraw(Flows& flows, const PowerDemand& demand, double dt) {
    for (std::size_t b = 0; b < n_.batteryUnits.size(); ++b) {
        const UnitIndex unit(n_.batteryUnits[b]);
        const auto i = at(unit);
        models::ExternalBattery battery = n_.batteryOf(unit);
        battery.askedW = p_.flow.live[i] != 0 ? -demand.unitW[i] : 0.0;
        const models::BatteryFlow flow =
            models::batteryFlow(battery, p_.energy[i], std::max(0.0, battery.askedW), dt);
        p_.flow.batteryW[i] = flow.givesW;
        lossW_[b] = flow.lossW;
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

double ExternalBatteries::endS(std::size_t battery, double timeS) const {
    const UnitIndex unit(n_.batteryUnits[battery]);
    const double storedJ = p_.energy[at(unit)];
    const double perS = p_.flow.batteryW[at(unit)] + lossW_[battery];
    const double roomJ = n_.batteryOf(unit).fullJ - storedJ;
    return perS > 0.0   ? timeS + std::max(0.0, storedJ) / perS
           : perS < 0.0 ? timeS + std::max(0.0, roomJ) / -perS
                        : kNever;
}

void ExternalBatteries::end(UnitIndex unit, double timeS) {
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

double ExternalBatteries::charge(UnitIndex unit) const {
    return std::clamp(p_.energy[at(unit)] / n_.batteryOf(unit).fullJ, 0.0, 1.0);
}

}  // namespace headroom::engine
