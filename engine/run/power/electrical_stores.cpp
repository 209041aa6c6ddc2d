// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/electrical.h"
#include "models/power/ups_battery.h"

/// Stores of units: batteries of UPS and tanks of generator sets.
namespace headroom::engine {

double Electrical::batteryFullJ(UnitIndex unit) const {
    const PowerUnit& u = n_.units[at(unit)];
    return models::upsStoreJ(n_.ups(u), u.modules, batteryCapacity(unit));
}

/// Capacity of its battery over that of a new one, by the age and temperature that the design states.
double Electrical::batteryCapacity(UnitIndex unit) const {
    const PowerUnit& u = n_.units[at(unit)];
    const models::PowerUnitSpec& spec = n_.arrays[at(u.array)].spec;
    return models::batteryCapacity(n_.ups(u), {spec.upsBatteryYears, spec.upsBatteryC});
}

/// Energy that its battery still gives at a drain [J].
double Electrical::batteryLeftJ(UnitIndex unit, double drainW) const {
    const PowerUnit& u = n_.units[at(unit)];
    return p_.energy[at(unit)] -
           models::batteryEmptyJ(n_.ups(u), drainW, u.modules, batteryCapacity(unit));
}

/// Fuel of a running set from its tank [m3/s], at no load too.
double Electrical::tankFuelOf(std::size_t i) const {
    const PowerUnit& u = n_.units[i];
    const int inService = u.modules - p_.switching.modulesOut[i];
    if (p_.mode[i] != PowerUnitState::Running || inService <= 0) {
        return 0.0;
    }
    return n_.generator(u).tankFuelM3PerS(p_.flow.outVa[i].real(),
                                          u.ratedW() * inService / u.modules);
}

}  // namespace headroom::engine
