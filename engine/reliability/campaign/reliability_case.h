// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/reliability/campaign/campaign.h"

/// Small questions of reliability, put to the simulation itself.
namespace headroom::engine {

/// A job on one server whose failures have an exponential law: it stops, restarts, and takes
/// checkpoints.
struct CheckpointQuestion {
    double mtbfS = 0.0;
    double writeS = 0.0;    ///< stall of a checkpoint
    double restartS = 0.0;  ///< from the failure to the first step
    std::uint64_t seed = 1;
    int failures = 30000;  ///< at each interval of the last rounds, about
};

/// The time between two checkpoints that gives the most effective time, by a search of campaigns
/// with the same seeds at every interval: a coarse row from the stall to the mean time between
/// failures, then rows of nine around the best, each with a parabola through effective time over the
/// logarithm of the interval. No rule of thumb is in it.
ResultAll<double> bestCheckpointInterval(const Catalogue& catalogue,
                                         const CheckpointQuestion& question);

/// Mean time to interruption of one job over all servers, of which each fails so often and is back
/// at once; campaigns of the simulation, `interruptions` in all.
ResultAll<Estimate> seriesMttf(const Catalogue& catalogue, int servers, double failuresPerServerS,
                               int interruptions, std::uint64_t seed);

}  // namespace headroom::engine
