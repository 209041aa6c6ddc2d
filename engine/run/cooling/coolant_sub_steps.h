// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cooling/branches.h"
#include "engine/run/cooling/control_valves.h"
#include "engine/run/cooling/moved.h"

#include <cstddef>
#include <vector>

namespace headroom::engine {

/// How long the next sub-step of the coolant plant may be (CoolantState::subStepS).
///
/// Sub-steps halve while a temperature moves by more than 1 K in one, double when it is quiet, and start over at 1 s
/// after an order, a failure or a switching. Where coupling steps grow (step_length.h) they start over at an even step
/// after a change of load, and are judged by how far temperatures and controls got from where they were going.
class CoolantSubSteps : public CoolantPart {
  public:
    CoolantSubSteps(const RunContext& run, const CoolantMode& mode, const CoolingBranches& branches,
                    const ControlValves& valves)
        : CoolantPart(run, mode), branches_(branches), valves_(valves) {}

    /// How long the next one is, at most `leftS`: equal parts rather than a short last one.
    double next(double leftS) const;

    /// Something switched: the next ones are short.
    void disturb();

    /// The load of racks changed: where coupling steps grow, the next one is at most an even one.
    void changeLoad();

    /// Notes the outputs of controls before they move in a sub-step.
    void begin();

    /// Judges a sub-step of dt.
    void end(const SubStepMove& move, double dt);

  private:
    double nextS(double movedK, double calmShare, double dt) const;
    double unrestK(const SubStepMove& move, double dt);
    double heatShare(std::size_t loop) const;
    double valveShare(std::size_t link) const;
    static double leftToMove(double gain, const models::ControlState& state);

    const CoolingBranches& branches_;
    const ControlValves& valves_;
    std::vector<double> outputsBefore_;  ///< of fans, valves, chillers, pumps
};

}  // namespace headroom::engine
