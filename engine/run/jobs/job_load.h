// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

#include <vector>

namespace headroom::engine {

/// Load of jobs on racks: activity of accelerators, servers in service, and each job's share of the energy.
///
/// Racks whose load changes are noted, and computed together before the next integration of power and heat.
class JobLoad {
  public:
    JobLoad(const Plant& plant, State& state);

    /// The load of a rack, of the rack of a server, or of all racks of a job has changed.
    void noteRack(RackIndex rack);
    void noteServer(ServerIndex server);
    void noteJob(const Job& job);

    /// Accelerators whose load changed since the last refreshRacks.
    int changed() const { return changed_; }

    /// Recomputes activity and servers in service of the racks noted since the last call.
    void refreshRacks();

    /// Switching activity of a job's accelerators from now on.
    void setActivity(JobIndex job, const models::ChipPhases& phases);

    /// The job makes no steps, and its ranks wait: in a collective that never ends, or for a checkpoint.
    void spin(JobIndex job);

    /// Charges the job for its energy up to now.
    void settleEnergy(Job& job);

    /// The job is charged from now on, on the racks where it is now.
    void markEnergy(Job& job);

  private:
    const Plant& plant_;
    State& s_;
    std::vector<char> rackNoted_;
    std::vector<RackIndex> notedRacks_;
    int changed_ = 0;
    std::vector<JobIndex> fresh_;  ///< at work, while their racks do not know it yet
};

}  // namespace headroom::engine
