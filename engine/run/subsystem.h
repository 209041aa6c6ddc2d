// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/run_context.h"

namespace headroom::engine {

/// A part of a run that has a life of its own: power, cooling, fabrics, jobs, services, other
/// sites, failures. It keeps what changes in its own columns of the State; whatever else it holds
/// follows from plant and State.
class Subsystem {
  public:
    explicit Subsystem(const RunContext& run)
        : plant_(run.plant), s_(run.state), queue_(run.queue), causes_(run.causes), log_(run.log) {}

    Subsystem(const Subsystem&) = delete;
    Subsystem& operator=(const Subsystem&) = delete;
    virtual ~Subsystem() = default;

  protected:
    const Plant& plant_;
    State& s_;
    EventQueue& queue_;
    Causes& causes_;
    EventLog log_;
};

}  // namespace headroom::engine
