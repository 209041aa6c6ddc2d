// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/standby.h"
#include "engine/run/power/switched_units.h"

namespace headroom::engine {

/// Behaviour of transfer switches (ATS, STS). They leave a dead source at once, or after the time in which they confirm
/// it, open transition. They return after the preferred source was back for the return delay.
class TransferSwitches : public SwitchedUnits {
  public:
    TransferSwitches(const RunContext& run, const SupplyVoltages& supply, const Standby& standby)
        : SwitchedUnits(run, supply), standby_(standby) {}

    /// Follows its sources. True if its mode or position changed.
    bool step(UnitIndex unit, double timeS, std::int64_t cause);

    /// A source is confirmed dead, the transfer ends, or the return begins.
    void timer(UnitIndex unit, double timeS);

  private:
    void leaveSource(UnitIndex unit, double timeS);

    const Standby& standby_;
};

}  // namespace headroom::engine
