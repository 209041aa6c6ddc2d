// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/contract/run_context.h"
#include "models/cooling/control_loop.h"

namespace headroom::engine {

/// How sub-steps of the coolant plant are taken now.
struct CoolantMode {
    bool grows = false;    ///< coupling steps are as long as sub-steps may be
    bool settles = false;  ///< the clock of the run is stopped: nothing trips, leaks or runs out

    /// The time for which a controller acts in a sub-step. In a long one each would do away with all of its error
    /// as if the others stood still, and where one's water is another's they would do so twice, in turns and
    /// without end: there they act for their integral time, which leaves about half of it to the next sub-step.
    double controlledS(const models::ControlLoop& loop, double dt) const;
};

/// Base of the parts of the coolant plant (coolant.h lists them): the network, the State, the queue, the causes, the log
/// and the threads. A part writes the columns of CoolantState that its header names, and reads all of them.
class CoolantPart {
  public:
    CoolantPart(const RunContext& run, const CoolantMode& mode);
    CoolantPart(const CoolantPart&) = delete;
    CoolantPart& operator=(const CoolantPart&) = delete;

  protected:
    ~CoolantPart() = default;

    /// Heat capacity of the liquid in a link [J/(m3 K)].
    double rhoCp(LinkIndex link) const {
        return plant_.circuitFluid[at(n_.links[at(link)].circuit)].jPerM3K();
    }

    /// Heat capacity that flows through a link [W/K].
    double wPerK(LinkIndex link) const { return c_.flowM3PerS[at(link)] * rhoCp(link); }

    /// Pressure that a link takes from the water [Pa].
    double dropPa(LinkIndex link) const;

    /// Temperature of a node in that number of seconds at its present rate [C].
    double aheadC(NodeIndex node, double aheadS) const;

    const Plant& plant_;
    const CoolingNetwork& n_;
    State& s_;
    CoolantState& c_;
    EventQueue& queue_;
    Causes& causes_;
    EventLog log_;
    Workers& workers_;
    const CoolantMode& mode_;
};

}  // namespace headroom::engine
