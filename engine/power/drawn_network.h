// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/network.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// A wiring that need not work, for drawing it.
struct DrawnNetwork {
    PowerNetwork network;  ///< without fault currents; an unknown part is drawn as a PDU
    Errors faults;         ///< for which buildPowerNetwork() would refuse it, and more of them
};

/// Joins what can be joined: a unit without a source is alone, voltages may differ, a ring is
/// cut where it closes.
DrawnNetwork drawPowerNetwork(const Project& project, const Catalogue& catalogue,
                              const std::vector<std::string>& halls,
                              const std::vector<RackFeeds>& racks,
                              const std::vector<MachineFeeds>& machines);

}  // namespace headroom::engine
