// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/power/power_part.h"
#include "engine/run/racks/thermal.h"

#include <vector>

namespace headroom::engine {

/// Sources that run in parallel with the mains (fuel cells): output, ramp and fuel.
///
/// A source comes up to P at its ramp, toward the demand of its boards and at most its rating in service
/// (GeneratingSet::followW). The other sources of the boards give the rest (engine/power/beside_mains.h). Alone, a
/// source's own store covers what it has not come up to for as long as the store lasts, then it trips.
class ParallelSources : public PowerPart {
  public:
    explicit ParallelSources(const RunContext& run);

    bool any() const { return !sources_.empty(); }

    /// Sets the shares of the boards by a solved flow. The caller solves again. False if no board has such a source.
    bool share();

    /// A source gives more than it has come up to, and nothing else can give the rest.
    bool isBehind(UnitIndex unit) const;

    /// A source has not come up, or down, to the demand of its boards.
    bool isFollowing() const;

    /// Comes up or down in a sub-step, and burns for it.
    void follow(Flows& flows, double dt);

  private:
    std::vector<UnitIndex> sources_;
    std::vector<UnitIndex> boards_;   ///< that they feed now
    std::vector<double> boardEdgeW_;  ///< of one board, by incomer: what such a source gives
};

}  // namespace headroom::engine
