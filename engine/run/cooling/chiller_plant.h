// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/cooling/heat_rejection.h"

namespace headroom::engine {

/// Chillers of a loop (CoolantState::chillers, chillersLost, chillersWatered, chillersWaitS): they take what the
/// economiser leaves, staged by load with least times on and off. Each needs its start-up time to reach its duty, and
/// proved flow through evaporator and condenser. Flow switches stop those through which too little flows.
class ChillerPlant : public CoolantPart {
  public:
    ChillerPlant(const RunContext& run, const CoolantMode& mode, const HeatRejection& rejection,
                 HeatNetwork& heat)
        : CoolantPart(run, mode), rejection_(rejection), heat_(heat) {}

    /// Stages them and sets their exchange in a sub-step; after HeatRejection::reject().
    void chill(LoopIndex loop, const models::Weather& w, double dt);

    /// Whether another chiller runs, or is on duty, at the end of a sub-step of that length than at its beginning.
    bool stages(LoopIndex loop, const models::Weather& w, double dt) const;

  private:
    struct Demand;

    Demand demandOf(LoopIndex loop, const models::Weather& w, double economiserWPerK,
                    double aheadS) const;
    void proveFlow(LoopIndex loop, Demand& c) const;
    void noteFlowTrip(LoopIndex loop, int machines, bool byCondensers, double timeS);

    const HeatRejection& rejection_;
    HeatNetwork& heat_;
};

}  // namespace headroom::engine
