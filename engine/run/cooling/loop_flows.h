// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/cooling/coolant_part.h"

#include <cstddef>

namespace headroom::engine {

/// Flows that loops and their outdoor circuits ask for, and what the pumps outdoors draw at another flow.
class LoopFlows : public CoolantPart {
  public:
    using CoolantPart::CoolantPart;

    /// Least flow of a loop [m3/s]: of its pumps, and of the chillers that run, or the first that would.
    double leastM3PerS(std::size_t loop) const;

    /// Flow of the outdoor circuit [m3/s]: condensers by the load of their chillers, an economiser in the proportion of
    /// the loop's water, and no less than what pumps, condensers and tower cells need. More of it where the loop misses
    /// its set-point.
    double outdoorM3PerS(std::size_t loop) const;

    /// The same with its economiser at work or not, for that many chillers with that heat.
    double outdoorM3PerS(std::size_t loop, bool economises, int chillers, double heatW) const;

    /// Power of the pumps outdoors at another flow [W], from the power that they draw: by the affinity laws, its cube.
    double outdoorPumpsW(std::size_t loop, double flowM3PerS) const;

    /// By how much a loop misses its set-point: 0 within the dead band of its controls, 1 beyond twice of it.
    double missedShare(std::size_t loop) const;
};

}  // namespace headroom::engine
