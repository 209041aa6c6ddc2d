// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

/// Checkpoints as a job sees them. Rates are means: the stall of one checkpoint in each interval is
/// spread over it, and the progress of a job within its interval is kept apart.
///
/// A checkpoint that begins at the end of an interval is safe `writeS` later; a failure before that
/// falls back to the one before. Drives and memory of servers (models::CheckpointTier) keep each
/// shard on its server and on that of its partner: servers 2i and 2i + 1 of the job, in the order
/// in which it numbers them. They survive the loss of one of a pair. From them a copy goes to the
/// shared storage each `storeEveryS`, safe `storeWriteS` later. A job that gives its servers away for other reasons than a
/// failure continues from storage.
///
/// Assumption: servers that are not lost keep what is in their memory until the job is back.
namespace headroom::engine {

/// Work of a job at one instant, without changing it. Times are accelerator seconds.
struct JobProgress {
    double done = 0.0;  ///< work
    JobMark taken, kept, storing, stored;
    double runSinceCheckpointS = 0.0, runSinceStoreS = 0.0;
    double productiveS = 0.0;
    // Since Job::sinceS:
    double startingS = 0.0, stalledS = 0.0, hungS = 0.0;
};

JobProgress progressAt(const Job& job, double timeS);

/// Running time from the start of one checkpoint to that of the next, and the share of it that is
/// not stalled.
double checkpointCycleS(const Job& job);
double movingShare(const Job& job);

/// Accelerator seconds held by jobs without progress that was kept.
struct WastedTime {
    double startingS = 0.0, stalledS = 0.0, hungS = 0.0, lostS = 0.0;

    double sumS() const { return startingS + stalledS + hungS + lostS; }
};

/// Up to State::timeS, without changing it.
WastedTime wastedTime(const State& state);

/// Rest of the accelerator seconds held by jobs, 0..1; 0 where none was held.
double goodputOf(const State& state, const WastedTime& wasted);

/// Failures that interrupt a job, by the hazards of a plant.
struct JobFailures {
    double perS = 0.0;          ///< all of them
    double removalsPerS = 0.0;  ///< those that take a server away until it is repaired
    double repairS = 0.0;       ///< mean time of a repair, waiting for crews and spares left out
};

/// Failures of a job of a given number of accelerators of a pool: of its accelerators, servers (slow ones too, which are
/// taken out), adapters, of host links that cut a server off, and of its software. Switches and the plant around are not
/// in it. All 0 where nothing fails at random.
JobFailures jobFailuresOf(const Plant& plant, PoolIndex pool, int accelerators);

/// 1 / JobFailures::perS; infinite where nothing fails at random.
double meanTimeToInterruptionS(const Plant& plant, PoolIndex pool, int accelerators);

}  // namespace headroom::engine
