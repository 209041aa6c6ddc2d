// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/cooling/chiller_plant.h"
#include "engine/run/cooling/coolant_pumps.h"
#include "engine/run/cooling/cooled_halls.h"
#include "engine/run/cooling/external_cooling.h"

#include <cstddef>

namespace headroom::engine {

/// Meters of the coolant plant: quantities of CDUs, halls and loops at the end of a sub-step, and the state of every node
/// and link for viewers. Heat that leaves by machines is counted here, once its flow is known.
class CoolantMeters : public CoolantPart {
  public:
    /// Parts that it reads.
    struct Parts {
        const CoolingUnits& units;
        const CoolantPumps& pumps;
        const HeatNetwork& heat;
        const HeatRejection& rejection;
        const ExternalCooling& external;
        const CooledHalls& halls;
    };

    CoolantMeters(const RunContext& run, const CoolantMode& mode, const Parts& parts)
        : CoolantPart(run, mode), parts_(parts) {}

    /// At the end of a sub-step.
    void show(Flows& f);

    /// State of every node and link.
    void fill(Frame& frame) const;

  private:
    void showCdus(const Flows& f);
    void showHalls(const Flows& f);
    void showLoops(Flows& f);
    void showRideThrough(const Flows& f);
    double rejectedW(std::size_t loop, Flows& f);
    void fillMachines(CoolingLinkNow& now, const CoolingLink& link) const;
    CoolingLinkState stateOf(LinkIndex link, CoolingLinkState asMachine) const;

    Parts parts_;
};

}  // namespace headroom::engine
