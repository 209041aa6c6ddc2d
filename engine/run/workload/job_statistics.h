// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/state/past_state.h"
#include "engine/run/state/past_sums.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace headroom::engine {

struct Job;
struct Plant;
struct State;

/// Statistics of a set of times or ratios; zeros where it is empty. Quantiles are the value at rank
/// ceil(q n) (nearest rank); of very many jobs, the mean of those near it (kPastTimes).
struct Distribution {
    std::int64_t count = 0;
    double mean = 0.0, median = 0.0, p90 = 0.0, p99 = 0.0, largest = 0.0;
};

/// How the jobs of one owner (or all) have fared.
///   wait      from submission to the first start, of jobs that started, and so far of those that wait
///   JCT       from submission to completion, of completed jobs
///   slowdown  max(1, JCT / max(JCT - all waiting, 10 s)), of completed jobs (bounded slowdown:
///             Feitelson et al., JSSPP 1997)
struct JobGroup {
    std::string tenant;  ///< empty if nobody's, or all
    std::int64_t submitted = 0, completed = 0, failed = 0, killed = 0, running = 0, queued = 0;
    Distribution waitS, jctS, slowdown;
    std::int64_t deadlines = 0, deadlinesMet = 0;  ///< of jobs that are done or late
    // Accelerator seconds; held is their sum.
    double heldS = 0.0, productiveS = 0.0, startingS = 0.0, stalledS = 0.0, hungS = 0.0,
           lostS = 0.0;
    double tokensLost = 0.0;
    double energyJ = 0.0, energyUsd = 0.0;
    double lostUsd = 0.0;  ///< of the energy, by the share of its time that was lost
};

/// Times that a job has; `timeS` is now.
struct JobTimes {
    std::array<bool, kJobTimes> has{};
    std::array<double, kJobTimes> value{};
};

JobTimes timesOf(const Job& job, double timeS);

/// Adds a job that has ended, but for its times.
void addJob(const Plant& plant, PastJobs& to, const Job& job);

/// Sum over all training so far.
struct TrainingSums {
    double tokens = 0.0;
    /// Tokens weighted by the spread of their job's step; those of jobs that have left by the mean of
    /// the design's trainings, by accelerators.
    double tokensSpread = 0.0;
    double goodS = 0.0, wallS = 0.0;    ///< accelerator seconds: productive, of all since the start
    double flop = 0.0, peakFlop = 0.0;  ///< that the models need, that the accelerators could do
};

TrainingSums trainingSumsOf(const Plant& plant, const State& state);

/// All jobs first, then those of each tenant that submitted any, by name, then those of nobody if
/// there are tenants. Services are not in the distributions.
std::vector<JobGroup> jobGroupsOf(const Plant& plant, const State& state);

}  // namespace headroom::engine
