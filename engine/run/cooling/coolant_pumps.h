// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/cooling/control_valves.h"

#include <cstddef>
#include <vector>

namespace headroom::engine {

/// The part of a link of pumps.
const models::PumpSpec& pumpOf(const Plant& plant, const CoolingLink& link);

/// Pumps of the coolant plant: how many run (CoolantState::pumps), how fast (speed), and what they draw.
///
/// Pumps hold the pressure over the index branch of their circuit. In a facility circuit that pressure is trimmed until
/// the most open valve is nearly open. It is raised where the bypass is open and the flow is below the loop's least. Pumps
/// of an outdoor circuit hold its flow. Without power they coast down.
class CoolantPumps : public CoolantPart {
  public:
    /// Parts that pumps ask.
    struct Parts {
        const CoolingUnits& units;
        const CoolingBranches& branches;
        const LoopFlows& flows;
        const ControlValves& valves;
    };

    CoolantPumps(const RunContext& run, const CoolantMode& mode, const Parts& parts);

    /// Flows that outdoor circuits shall have in this sub-step, by the flows of the loops. Before circuits are solved
    /// side by side.
    void begin();

    /// The pumps of a circuit.
    void move(std::size_t circuit, double dt);

    /// Power of pumps: what the shaft takes heats the liquid; what motor and drive lose heats the room
    /// (CDUs) or the plant room, which is ventilated.
    void count(Flows& f);

    /// Heat that pumps give to the liquid [W], by link.
    const std::vector<double>& shaftW() const { return shaftW_; }

    /// Power of the pumps of a link [W].
    double powerW(std::size_t link) const { return shaftW_[link] + motorLossW_[link]; }

  private:
    LinkIndex pumpsOf(std::size_t circuit) const;
    void stage(std::size_t circuit, LinkIndex pumps, double demand, double dt);

    Parts parts_;
    std::vector<double> outdoorM3PerS_;        ///< by loop, of this sub-step
    std::vector<double> shaftW_, motorLossW_;  ///< by link
};

}  // namespace headroom::engine
