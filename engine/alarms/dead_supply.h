// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/network.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

struct PowerState;

/// Why what has no supply has none: the event at the part where the power ends, however many boards,
/// transformers and switches are between. A unit that dies with its source tells nothing of itself.
///
/// The way goes against the power: an incomer that is open ends it at the unit; a source that failed,
/// was lost or ran empty, there; one that is dead itself, at what that waits for. A transfer
/// switch between its sources ends it at its own event. With several incomers the newest event
/// counts: with it the last way was lost. Nothing is computed until it is asked.
class DeadSupply {
  public:
    /// Both must outlive it, and not change meanwhile.
    DeadSupply(const PowerNetwork& network, const PowerState& state)
        : network_(network), state_(state) {}

    /// Cause of a unit without supply; -1 if nothing is known, or if it has supply.
    std::int64_t eventOf(int unit);
    /// The newest of the dead cords of a load.
    std::int64_t eventOf(const PowerLoad& load);

  private:
    void compute();

    const PowerNetwork& network_;
    const PowerState& state_;
    std::vector<std::int64_t> events_;  ///< by unit
};

}  // namespace headroom::engine
