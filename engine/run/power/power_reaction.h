// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/power/power_units.h"
#include "engine/run/power/powered_loads.h"

namespace headroom::engine {

/// The reaction of the wiring to any change of switching: units follow each other until nothing moves, then cords,
/// racks and machines follow them. Every order, event and limit that switches something ends with it.
class PowerReaction : public PowerPart {
  public:
    PowerReaction(const RunContext& run, SupplyVoltages& supply, PowerUnits& units,
                  PoweredLoads& loads);

    void react(double timeS, std::int64_t cause);

  private:
    SupplyVoltages& supply_;
    PowerUnits& units_;
    PoweredLoads& loads_;
    const bool hasRings_;
};

}  // namespace headroom::engine
