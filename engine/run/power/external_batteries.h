// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"
#include "engine/run/power/power_part.h"
#include "engine/run/racks/thermal.h"

#include <cstddef>
#include <vector>

namespace headroom::engine {

struct DesignEdit;

/// External batteries: what they give at the output of their unit, what they hold, and when that ends. They give and take
/// what the design asks of them, which a co-simulation unit may edit, within the loads of their unit and their charge
/// (models/power/external_battery.h). They follow a live unit and never make one live.
///
/// A first load flow without what they give shows what the loads of each unit take. Two more settle batteries that
/// are behind each other. PowerFlow::batteryW of such a unit is what its battery gives.
class ExternalBatteries : public PowerPart {
  public:
    explicit ExternalBatteries(const RunContext& run);

    /// At the start of a run (null), or after an edit: a battery that was there before keeps what it holds, as far as it
    /// has room.
    void begin(const DesignEdit* edit);

    /// Demand of the boards; supply comes once the loads are known.
    void ask(PowerDemand& demand, double dt) const;

    /// Limits supply to the loads of the last flow. False if no unit has a battery.
    bool limit(PowerDemand& demand, double dt) const;

    /// Meters a sub-step: power and losses leave the store as heat and as power of other parts.
    void withdraw(Flows& flows, const PowerDemand& demand, double dt);

    /// When the battery of a row of PowerNetwork::batteryUnits is empty or full; kNever at rest.
    double endS(std::size_t battery, double timeS) const;

    /// Reports an empty or a full battery. A prediction may come early, and is made anew then.
    void end(UnitIndex unit, double timeS);

    bool has(UnitIndex unit) const;

    /// Share of its charge [1].
    double charge(UnitIndex unit) const;

  private:
    std::vector<double> lossW_;  ///< by battery, of the last sub-step
};

}  // namespace headroom::engine
