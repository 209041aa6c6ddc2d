// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/cooling/heat_network.h"

#include <cstddef>
#include <vector>

namespace headroom::engine {

/// A cooling plant outside of the model, for example of a campus: it takes up to the heat that the design states, and draws
/// the power that the design states while it has power. That power leaves outside with the heat.
class ExternalCooling : public CoolantPart {
  public:
    ExternalCooling(const RunContext& run, const CoolantMode& mode, HeatNetwork& heat);

    /// Sets the exchange of a loop in a sub-step.
    void cool(LoopIndex loop);

    double powerW(std::size_t loop) const { return powerW_[loop]; }

  private:
    HeatNetwork& heat_;
    std::vector<double> powerW_;  ///< by loop, of this sub-step
};

}  // namespace headroom::engine
