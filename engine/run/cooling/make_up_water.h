// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/cooling/heat_rejection.h"
#include "models/cooling/water.h"

namespace headroom::engine {

/// Make-up water of towers and wetted pads, from the store of a loop or the main (CoolantState::storeM3, served).
/// Failure mode: it runs out; towers and pads go dry.
class MakeUpWater : public CoolantPart {
  public:
    MakeUpWater(const RunContext& run, const CoolantMode& mode, const HeatRejection& rejection,
                const HeatNetwork& heat)
        : CoolantPart(run, mode), rejection_(rejection), heat_(heat) {}

    /// Stores are full, at the start of a run.
    void begin();

    /// After an edit of the design, stores hold no more than they can.
    void bound();

    /// Water of a loop in a sub-step, by the heat that its towers rejected.
    void serve(LoopIndex loop, Flows& f, const models::Weather& w, double dt);

    /// In all stores [m3].
    double storedM3() const;

  private:
    models::WaterUse demand(LoopIndex loop, const models::Weather& w) const;
    double draw(LoopIndex loop, double demandM3PerS, double dt);
    void noteSupply(LoopIndex loop, double before, double timeS);

    const HeatRejection& rejection_;
    const HeatNetwork& heat_;
};

}  // namespace headroom::engine
