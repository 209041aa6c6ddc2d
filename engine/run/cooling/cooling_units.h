// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cooling/branches.h"
#include "engine/run/cooling/coolant_part.h"

#include <vector>

namespace headroom::engine {

/// Units of each link of the coolant network: in service, with power, ordered and running (CoolantState::running).
class CoolingUnits : public CoolantPart {
  public:
    CoolingUnits(const RunContext& run, const CoolantMode& mode, const CoolingBranches& branches);

    /// Units that may run: those that could, and of pumps those that are ordered. First in a sub-step.
    void run();

    /// Units that are neither failed nor taken out. A CDU that is out takes its pumps with it.
    int inService(LinkIndex link) const;

    /// Share of the units that have power.
    double powered(LinkIndex link) const;

    /// True if the wiring drives the machines of this link.
    bool needsPower(LinkIndex link) const { return load_[at(link)] >= 0; }

    /// Units that could run: in service, with power, not shut off.
    double able(LinkIndex link) const;

    /// Pumps that are ordered to run. All CDU pumps run; all pumps of a new loop run.
    double orderedPumps(LinkIndex pumps) const;

  private:
    void stopAgainstShutBranches();

    const CoolingBranches& branches_;
    std::vector<int> hazard_;  ///< by link: index of its hazard; -1 if it has none
    std::vector<int> load_;    ///< by link: power load that drives it; -1 if none does
};

}  // namespace headroom::engine
