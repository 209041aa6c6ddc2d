// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/power_stores.h"

#include "models/power/ups_battery.h"
#include "models/power/usual.h"

#include <algorithm>

namespace headroom::engine {

void PowerStores::fill() {
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerUnit& u = n_.units[i];
        if (makesPower(u.kind)) {
            p_.energy[i] = u.modules * n_.generator(u).tankM3;
        } else if (u.kind == PowerKind::Ups) {
            p_.energy[i] = batteryFullJ(UnitIndex(i));
            p_.switching.hasCharge[i] = p_.energy[i] > 0.0 ? 1 : 0;
        }
    }
}

void PowerStores::bound() {
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerUnit& u = n_.units[i];
        if (makesPower(u.kind)) {
            p_.energy[i] = std::min(p_.energy[i], u.modules * n_.generator(u).tankM3);
        } else if (u.kind == PowerKind::Ups) {
            const double fullJ = batteryFullJ(UnitIndex(i));
            p_.energy[i] = std::min(p_.energy[i], fullJ);
            const bool had = p_.switching.hasCharge[i] != 0;
            p_.switching.hasCharge[i] = fullJ > 0.0 && (had || p_.energy[i] > 0.0) ? 1 : 0;
        }
    }
}

double PowerStores::batteryFullJ(UnitIndex unit) const {
    const PowerUnit& u = n_.units[at(unit)];
    return models::upsStoreJ(n_.ups(u), u.modules, batteryCapacity(unit));
}

/// Capacity of its battery over that of a new one, by the age and temperature that the design states.
double PowerStores::batteryCapacity(UnitIndex unit) const {
    const PowerUnit& u = n_.units[at(unit)];
    const models::PowerUnitSpec& spec = n_.arrays[at(u.array)].spec;
    return models::batteryCapacity(n_.ups(u), {spec.upsBatteryYears, spec.upsBatteryC});
}

double PowerStores::batteryLeftJ(UnitIndex unit, double drainW) const {
    const PowerUnit& u = n_.units[at(unit)];
    return p_.energy[at(unit)] -
           models::batteryEmptyJ(n_.ups(u), drainW, u.modules, batteryCapacity(unit));
}

double PowerStores::charge(UnitIndex unit) const {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    if (makesPower(u.kind)) {
        return p_.energy[i] / (u.modules * n_.generator(u).tankM3);
    }
    if (u.kind != PowerKind::Ups || batteryFullJ(unit) <= 0.0) {
        return models::kNotStated;
    }
    const double drainW = std::max(0.0, p_.flow.batteryW[i]) / n_.ups(u).batteryEfficiency;
    const double fullJ = batteryFullJ(unit);
    const double emptyJ = drainW > 0.0 ? p_.energy[i] - batteryLeftJ(unit, drainW) : 0.0;
    return std::clamp((p_.energy[i] - emptyJ) / (fullJ - emptyJ), 0.0, 1.0);
}

double PowerStores::tankFuelM3PerS(UnitIndex unit) const {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    const int inService = u.modules - p_.switching.modulesOut[i];
    if (p_.mode[i] != PowerUnitState::Running || inService <= 0) {
        return 0.0;
    }
    return n_.generator(u).tankFuelM3PerS(p_.flow.outVa[i].real(),
                                          u.ratedW() * inService / u.modules);
}

double PowerStores::drawBattery(UnitIndex unit, double dt) {
    const auto i = at(unit);
    const double batteryW = p_.flow.batteryW[i];
    const double takenW =
        batteryW > 0.0 ? batteryW / n_.ups(n_.units[i]).batteryEfficiency : batteryW;
    p_.energy[i] -= takenW * dt;
    if (batteryW < 0.0 && p_.energy[i] > models::kUsableCharge * batteryFullJ(unit)) {
        p_.switching.hasCharge[i] = 1;
    }
    return takenW;
}

double PowerStores::burn(UnitIndex unit, double dt) {
    const double fuelM3PerS = tankFuelM3PerS(unit);
    if (!(fuelM3PerS > 0.0)) {
        return 0.0;
    }
    p_.energy[at(unit)] = std::max(0.0, p_.energy[at(unit)] - fuelM3PerS * dt);
    return fuelM3PerS;
}

}  // namespace headroom::engine
