// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/contract/server_pool.h"
#include "engine/run/power/supply_voltages.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Loads of the wiring: racks and machines by the cords that are live.
///
///   racks      a rack without live cord rides through its hold-up, then its servers are off; they boot when power is back
///   machines   stop after the hold of their contactors; come back in blocks, each after its restart time
class PoweredLoads : public PowerPart {
  public:
    PoweredLoads(const RunContext& run, ServerPool& servers, const SupplyVoltages& supply);

    /// After a change of switching: live cords are counted, what lost its last one begins its hold-up, and what has one
    /// again its restart.
    void settleCords(double timeS, std::int64_t cause);

    /// Share of each group of machines that runs now. A change is reported once for all groups.
    void runMachines(double timeS, std::int64_t cause);

    /// The hold-up is over: what still has no live cord is off.
    void holdUpOver(double timeS, std::int64_t cause);

    void dropRack(RackIndex rack, double timeS, std::int64_t cause);
    void restoreRack(RackIndex rack, double timeS, std::int64_t cause);

  private:
    std::string machineName(const PowerLoad& load) const;

    ServerPool& servers_;
    const SupplyVoltages& supply_;
    std::vector<int> networks_;  ///< loads of switches and storage
};

}  // namespace headroom::engine
