// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/job_checkpoints.h"

#include <algorithm>
#include <array>

/// Work of the facility for its jobs, at the end of a step.
namespace headroom::engine {

void Jobs::publish() {
    using Q = FacilityQuantity;
    double tokensPerS = 0.0, tokens = s_.totals.removedTokens;
    std::array<std::int64_t, 3> held{};  // training, batch, services
    int runningJobs = 0;
    const auto count = [&](const Job& job) {
        runningJobs += job.state == JobState::Running ? 1 : 0;
        tokensPerS += job.training >= 0 ? job.rate : 0.0;
    };
    for (const JobIndex index : s_.running) {
        const Job& job = s_.jobs[static_cast<std::size_t>(index)];
        count(job);
        held[job.training >= 0                  ? 0U
             : job.source == JobSource::Service ? 2U
                                                : 1U] += job.accelerators;
    }
    for (const std::int32_t index : s_.remote.away) {
        count(
            s_.jobs[static_cast<std::size_t>(s_.remote.jobs[static_cast<std::size_t>(index)].job)]);
    }
    for (const JobIndex index : s_.training) {
        tokens += progressAt(s_.jobs[static_cast<std::size_t>(index)], s_.timeS).done;
    }
    int healthy = 0, down = 0;
    for (std::size_t r = 0; r < s_.rackServersUp.size(); ++r) {
        const PlantBlock& b = plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[r])];
        healthy += s_.rackServersUp[r] * b.server.accelerators;
        down += b.rack.servers - s_.rackServersUp[r];
    }
    setQuantity(Q::TokensPerS, tokensPerS);
    setQuantity(Q::Tokens, tokens);
    const WastedTime wasted = wastedTime(s_);
    setQuantity(Q::Goodput, goodputOf(s_, wasted));
    setQuantity(Q::HeldTime, s_.totals.allocatedS.value());
    setQuantity(Q::StartingTime, wasted.startingS);
    setQuantity(Q::StalledTime, wasted.stalledS);
    setQuantity(Q::HungTime, wasted.hungS);
    setQuantity(Q::LostTime, wasted.lostS);
    setQuantity(Q::Utilization, static_cast<double>(s_.busyNow) / std::max(1, plant_.accelerators));
    setQuantity(Q::BusyAccelerators, static_cast<double>(s_.busyNow));
    setQuantity(Q::HealthyAccelerators, healthy);
    setQuantity(Q::DownServers, down);
    setQuantity(Q::RunningJobs, runningJobs);
    setQuantity(Q::TrainingAccelerators, static_cast<double>(held[0]));
    setQuantity(Q::BatchAccelerators, static_cast<double>(held[1]));
    setQuantity(Q::ServiceAccelerators, static_cast<double>(held[2]));
    setQuantity(Q::QueuedJobs, static_cast<double>(s_.queuedJobs));
    setQuantity(Q::QueuedAccelerators, static_cast<double>(s_.queuedAccelerators));
    setQuantity(Q::MeanWait, s_.queuedJobs > 0
                                 ? s_.timeS - s_.queuedSinceS / static_cast<double>(s_.queuedJobs)
                                 : 0.0);
}

}  // namespace headroom::engine
