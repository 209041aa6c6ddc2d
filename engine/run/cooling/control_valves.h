// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/cooling/heat_network.h"
#include "engine/run/cooling/loop_flows.h"

#include <cstddef>
#include <vector>

namespace headroom::engine {

/// Control valves of CDUs, coils and bypasses (CoolantState::valve), and the resistance of every machine with its valve.
///
/// Equal-percentage characteristic, for one unit:
///
///   K = K_fixed + K_open / R^(2 (u - 1)), R the rangeability; u = 0 leaks 1/R of the open flow
///
/// Valves of CDUs and coils hold the supply temperature of what they cool, implicit in their own action; bypasses hold
/// the least flow of their loop.
class ControlValves : public CoolantPart {
  public:
    /// Parts that a valve asks.
    struct Parts {
        const CoolingUnits& units;
        const LoopFlows& flows;
        const HeatNetwork& heat;
    };

    ControlValves(const RunContext& run, const CoolantMode& mode, const Parts& parts);

    /// Moves all of them in a sub-step.
    void move(double dt);

    /// K of one unit with its control valve at an opening.
    double resistance(LinkIndex link, double opening) const;

    /// K of one unit with its control valve open.
    double openResistance(LinkIndex link) const {
        return fixedResistance_[at(link)] + openResistance_[at(link)];
    }

    /// Change of the opening that keeps the flow, per relative rise of the pressure over the link. For equal percentage it is
    /// 1 / (2 ln R) of the share of the resistance that is the valve's own.
    double openingPerPressure(LinkIndex link, double opening) const;

    /// Output of the controller of a valve, negative if the valve cools; 0 where it holds a flow.
    double gainPerK(const CoolingLink& link) const;

  private:
    /// Opening that was requested last, by link: each is requested several times in turn.
    struct AtOpening {
        double opening = models::kNotStated, resistance = 0.0;
    };

    void moveCdu(std::size_t cdu, double dt);
    void moveCoil(std::size_t hall, double dt);
    void moveBypass(std::size_t loop, double dt);
    double travel(LinkIndex link, double opening, double moreM3PerS) const;
    double rangeability(LinkIndex link) const;
    double flowAt(LinkIndex link, double resistanceNow, double opening) const;

    Parts parts_;
    std::vector<double> fixedResistance_;  ///< by link, of one unit: exchanger, fittings, balancing
    std::vector<double> openResistance_;   ///< by link, of one unit's open control valve
    mutable std::vector<AtOpening> known_;
};

}  // namespace headroom::engine
