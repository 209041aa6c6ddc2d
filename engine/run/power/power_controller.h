// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"
#include "engine/run/power/powered_loads.h"

#include <vector>

namespace headroom::engine {

/// Capping and shedding. The controller looks at every rated unit and every breaker. Where one is
/// beyond the threshold, the racks behind it lower their clocks in proportion to what is missing,
/// once in every response time, until it holds or the lowest clock is reached; then racks of the
/// lowest priority are switched off. When nothing was beyond the threshold for the release time,
/// clocks rise again by small steps, and shed racks return.
///   phi(clock') = phi(clock) (limit / load), per response time, by the law of power and clock of the
///   racks' accelerators (models/compute/accelerator_power.h); what they draw idle takes more rounds.
/// Source: node-level capping acts within 0.1 to 2 s (project facts). Assumption: a controller that
/// knows that law, and the steps of the release.
class PowerController : public PowerPart {
  public:
    /// `demand`: of the last flow.
    PowerController(const RunContext& run, const PowerDemand& demand, PoweredLoads& loads);

    /// Wakes or calms the controller after a flow.
    void look(double timeS);

    /// One response of an awake controller (PowerEvent::Control).
    void act(double timeS);

  private:
    /// The worst unit, and the power that the racks behind it may keep as a share of what they draw.
    struct Strain {
        double worst = 1.0;
        int unit = -1;
    };

    /// Clocks after a response.
    struct Clocks {
        bool capped = false;  ///< one is below its highest
        bool floor = false;   ///< one is at the lowest
    };

    Strain findRelief();
    Clocks setClocks(bool isStrained, double timeS);
    void noteStrain(const Strain& strain, bool floor, double timeS);
    void returnRack(double timeS);
    bool shed(double timeS);

    const PowerDemand& demand_;
    PoweredLoads& loads_;
    std::vector<double> relief_;  ///< by unit: share of power that what it feeds may keep
};

}  // namespace headroom::engine
