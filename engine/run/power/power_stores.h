// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/power/power_part.h"

namespace headroom::engine {

/// Stores of units: batteries of UPSs [J] and tanks of generator sets [m3] (PowerState::energy), and whether a battery
/// still carries its load (PowerSwitching::hasCharge).
class PowerStores : public PowerPart {
  public:
    using PowerPart::PowerPart;

    /// Fills all of them, at the start of a run.
    void fill();

    /// After an edit of the design, stores hold no more than they can.
    void bound();

    /// Energy of a full battery of a UPS [J].
    double batteryFullJ(UnitIndex unit) const;

    /// Energy that the battery of a UPS still gives at a drain [J].
    double batteryLeftJ(UnitIndex unit, double drainW) const;

    /// Charge of a UPS, or contents of a tank, as a share of what it gives at its present drain. NaN where nothing is
    /// stored.
    double charge(UnitIndex unit) const;

    /// Fuel that a running set takes from its tank [m3/s], at no load too.
    double tankFuelM3PerS(UnitIndex unit) const;

    /// Takes from a UPS's battery what flowed in a sub-step, or adds it. Returns the power taken from the cells [W]:
    /// discharge loses its share as heat, charging is counted at the battery.
    double drawBattery(UnitIndex unit, double dt);

    /// Takes the fuel of a sub-step from a tank. Returns it [m3/s].
    double burn(UnitIndex unit, double dt);

  private:
    double batteryCapacity(UnitIndex unit) const;
};

}  // namespace headroom::engine
