// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/power/power_stores.h"
#include "engine/run/power/switched_units.h"

namespace headroom::engine {

/// Behaviour of UPSs.
///
///   disturbance   V < window or input dead: on battery at once; three within a minute lock it until a person resets it
///   walk-in       ramps from battery to rectifier in steps once the input has been good for a while; where the battery
///                 is empty before, its bypass takes the load at once
///   empty         its output is dead until the input is back
class UpsUnits : public SwitchedUnits {
  public:
    UpsUnits(const RunContext& run, const SupplyVoltages& supply, const PowerStores& stores)
        : SwitchedUnits(run, supply), stores_(stores) {}

    /// Follows its input and battery. True if its mode changed.
    bool step(UnitIndex unit, double timeS, std::int64_t cause);

    /// The input was good for long enough, or a step of the walk-in is over. False where the walk-in continues: the same
    /// units are live, by the same ways.
    bool timer(UnitIndex unit, double timeS);

  private:
    bool loseInput(UnitIndex unit, double timeS, std::int64_t cause);
    bool stepOnBattery(UnitIndex unit, bool good, double timeS, std::int64_t cause);
    bool toBypass(UnitIndex unit, double timeS, std::int64_t cause);
    double recharge(UnitIndex unit);
    bool walksOn(UnitIndex unit, double timeS);

    const PowerStores& stores_;
};

}  // namespace headroom::engine
