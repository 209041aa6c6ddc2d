// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/cooling/heat_network.h"
#include "engine/run/cooling/loop_flows.h"
#include "engine/run/cooling/outdoor_machines.h"
#include "models/cooling/staging.h"

#include <cstddef>
#include <vector>

namespace headroom::engine {

/// Heat rejection of a loop: its towers or dry coolers, its economiser, reuse of its heat, and its mode
/// (CoolantState::mode, fan, chillersOff…, economiser…, setpointC).
///
/// Free cooling runs alone while full air could hold the set-point. Chillers run next to the economiser while it still
/// cools the return by changeover_k and saves them more than it costs. Else chillers run alone, and towers hold their
/// design approach for the condensers.
class HeatRejection : public CoolantPart {
  public:
    HeatRejection(const RunContext& run, const CoolantMode& mode, const LoopFlows& flows,
                  HeatNetwork& heat);

    /// Mode of the loop, air of its towers or dry coolers, and their exchanges in a sub-step.
    void reject(LoopIndex loop, const models::Weather& w, double dt);

    /// Power of the fans outdoors, which the air takes away.
    void count(LoopIndex loop, Flows& f) const;

    /// Whether the loop would change over between free cooling and chillers in a sub-step of that length.
    bool changesOver(LoopIndex loop, const models::Weather& w, double dt) const;

    /// Conductance of the economiser at the present flows [W/K]; 0 if the loop has none.
    double economiserWPerK(LoopIndex loop) const;

    /// Fans and water of the outdoor machines of a loop in this sub-step.
    struct Outdoors {
        double fanW = 0.0;
        double coolerWaterKgPerS = 0.0;  ///< of wetted pads
        double cells = 0.0;              ///< towers with water and fans
        double wetShare = 1.0;           ///< share of the heat of the towers that evaporates water
    };

    const Outdoors& outdoors(LoopIndex loop) const { return outdoors_[at(loop)]; }

  private:
    struct Outlook;
    struct ChangeOver;
    struct Target;

    OutdoorMachines machinesOf(LoopIndex loop, const models::Weather& w, double aheadS) const;
    double besideW(LoopIndex loop, const OutdoorMachines& r, const Outlook& o,
                   const OutdoorWater& held) const;
    OutdoorWater leastPower(LoopIndex loop, OutdoorMachines r, const Outlook& o,
                            const models::Weather& w, double outdoorW) const;
    Outlook outlook(LoopIndex loop, OutdoorMachines& full, const models::Weather& w,
                    double aheadS) const;
    ChangeOver changeOver(LoopIndex loop, const Outlook& outlook, double dt) const;
    void shutExchanges(std::size_t loop);
    void reuse(std::size_t loop, const Outlook& now);
    Target target(LoopIndex loop, const OutdoorMachines& r, const Outlook& now,
                  const models::Weather& w, double dt);
    OutdoorMachines moveFans(LoopIndex loop, const OutdoorMachines& r, const Outlook& now,
                             const Target& target, const models::Weather& w, double dt);
    void setOutdoors(LoopIndex loop, const OutdoorMachines& r, const OutdoorMachines& moved,
                     double floorC, const models::Weather& w);
    void setEconomiser(std::size_t loop, const Outlook& now);

    const LoopFlows& flows_;
    HeatNetwork& heat_;
    std::vector<Outdoors> outdoors_;  ///< by loop
};

}  // namespace headroom::engine
