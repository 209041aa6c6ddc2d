// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/power/power_part.h"
#include "engine/run/power/supply_voltages.h"

namespace headroom::engine {

/// Base of the kinds of units that switch by themselves: their timer, and the judgement of their incomers.
class SwitchedUnits : public PowerPart {
  public:
    SwitchedUnits(const RunContext& run, const SupplyVoltages& supply)
        : PowerPart(run), supply_(supply) {}

  protected:
    ~SwitchedUnits() = default;

    /// The next step of a unit's mode is due then (PowerEvent::Timer); kNever stops its timer.
    void startTimer(UnitIndex unit, double dueS);

    /// True if an incomer is closed and live, with at least this voltage of the mains behind it.
    bool incomerGood(EdgeIndex edge, double window) const;

    /// The first good incomer of a unit, counted from 0; -1 if none is.
    int firstGoodIncomer(UnitIndex unit, double window) const;

  private:
    const SupplyVoltages& supply_;
};

}  // namespace headroom::engine
