// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/jobs/job_ports.h"
#include "engine/run/state/state.h"

namespace headroom::engine {

/// Speed of a placed job and what limits it: clock, slow accelerators, network, storage.
class JobSpeed {
  public:
    /// `ports` are used after Jobs::join().
    JobSpeed(const Plant& plant, const State& state, const JobPorts& ports);

    /// Lowest clock of its racks and accelerators. All others wait for it in each step.
    double clock(const Job& job) const;

    /// Sets its rate, step and stalls by checkpoints as clock and network are now. Returns the phases of its accelerators.
    models::ChipPhases set(Job& job) const;

    /// Its bottleneck at the rate that set() found.
    JobReason limit(const Job& job) const;

  private:
    void setCheckpoints(Job& job) const;
    bool starves(const Job& job) const;
    double slowestSlot(const Job& job) const;
    JobReason whyClock(const Job& job) const;

    const Plant& plant_;
    const State& s_;
    const JobPorts& ports_;
};

}  // namespace headroom::engine
