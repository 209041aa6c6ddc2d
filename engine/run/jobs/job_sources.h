// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/contract/run_context.h"
#include "engine/run/jobs/job_ports.h"

#include <cstddef>

namespace headroom::engine {

class Jobs;
struct PlantMap;

/// Sources of jobs: scripted training jobs and batches, random generators, recorded traces. Each arrival submits jobs and
/// queues the next arrival of its source.
class JobSources {
  public:
    /// `ports` are used after Jobs::join().
    JobSources(const RunContext& run, Jobs& jobs, const JobPorts& ports);

    /// Queues the first arrival of every source.
    void begin();

    void arrive(JobSource source, int index, double timeS);

    /// Generators that an edit of the design adds begin: their first draw is of a gap, not of a job.
    void beginAdded(const PlantMap& map, double timeS);

  private:
    void arriveTraining(int index, double timeS);
    void arriveGenerator(int index, double timeS);
    void arrivePattern(int index, double timeS);
    void submitDrawn(int index, std::size_t size, double runS, double timeS);
    void arriveTrace(int index, double timeS);
    void arriveBatch(int index, double timeS);

    const Plant& plant_;
    State& s_;
    EventQueue& queue_;
    EventLog log_;
    Jobs& jobs_;
    const JobPorts& ports_;
    bool drawsOnly_ = false;  ///< a generator begins within a run
};

}  // namespace headroom::engine
