// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/cluster.h"
#include "engine/run/workload/job_checkpoints.h"
#include "models/core/attribute.h"
#include "models/workload/job_profile.h"
#include "models/workload/language_model.h"

#include <string>
#include <vector>

/// Checkpoint interval, spares and goodput of one training job that needs all of its servers.
///
///   goodput   G = (1 - W) E,  the share of the time that trains and is kept.
///   running   E = expectedEttr(f, u + v, t, w): f interruptions, u restart, v time until a checkpoint is safe, t interval,
///                 w stall. Work since the last safe checkpoint is lost: t / 2 + v on average.
///   waiting   W = waitingShare(N r T, S): N servers, r removals of one, T repair, S spares (models/reliability/spares.h).
///   shrinking     the job continues without the replicas of servers that are away and grows again at a checkpoint:
///                 E / (1 + N r u) x (1 - shrunkShare())
///
/// Checkpoints in memory are safe once the partner of a server has its shard, at the rate of the adapters; those on
/// storage after bytes / bandwidth, where a bandwidth is stated. Then loading takes as long, and counts in the restart.
///
/// Validity: failures are a Poisson process; failures of switches, power and cooling are not in the rates. Memory of a
/// server and its partner are not lost together.
/// Assumption: the range of the goodput is that of half and twice the failure rate. Spares stay constant in it, since they
/// are bought before the rate is known. `sparesAtTwice` are those advised at twice the rate. `goodputAtTwice` is the goodput
/// at twice the rate with them: the rest of the loss is work that is repeated.
namespace headroom::engine {

struct GoodputSpec {
    const EstimateCluster* cluster = nullptr;
    const models::LanguageModelSpec* model =
        nullptr;  ///< null if the size of checkpoints is not known
    const models::JobProfileSpec* profile = nullptr;
    JobFailures server;  ///< failures of one server
    double restartS =
        600.0;  ///< from an interruption to the next step, with a server that has to start
    double standbyRestartS = 180.0;  ///< the same with a spare that waits with its software loaded
    double intervalS = 0.0;          ///< between checkpoints; 0 takes the best one
    int spares = -1;                 ///< servers; -1 takes sparesFor(confidence)
    double confidence = 0.99;        ///< share of the time without waiting for a server
    double target = 0.9;             ///< goodput that is asked for
    double storageBytesPerS = models::kNotStated;  ///< of the whole job
    int replicaAccelerators = 0;  ///< of one data-parallel replica; 0 means a server
    double usdPerAcceleratorHour = models::kNotStated;
};

/// Where checkpoints go.
struct CheckpointWay {
    std::string name;                        ///< "storage", "memory"
    double stallS = 0.0;                     ///< of each
    double safeS = 0.0;                      ///< until one is safe
    double loadS = 0.0;                      ///< after an interruption; part of the restart
    double bestS = 0.0;                      ///< best interval
    double flatLowS = 0.0, flatHighS = 0.0;  ///< intervals within kFlatPoints of the best goodput
    double ettr = 0.0;                       ///< at the interval taken
};

/// Goodput within this of the best one counts as equal.
inline constexpr double kFlatPoints = 0.005;

/// A way to live with failures.
struct GoodputStrategy {
    std::string name, checkpoints, spares;
    int servers = 0;  ///< bought
    double intervalS = 0.0, restartS = 0.0, waiting = 0.0;
    double goodput = 0.0;    ///< of the job
    double perServer = 0.0;  ///< work of a server bought, over that of one that always trains
};

struct IntervalPoint {
    double intervalS = 0.0, storage = 0.0, memory = 0.0;  ///< goodput without waiting
};

struct SparePoint {
    int spares = 0;
    double waiting = 0.0, goodput = 0.0, perServer = 0.0;
};

struct RestartPoint {
    double restartS = 0.0, goodput = 0.0;
};

struct GoodputAnswer {
    int servers = 0, accelerators = 0, perServer = 1;
    double interruptionsPerDay = 0.0, mttiS = 0.0, away = 0.0;  ///< servers away at once, mean
    CheckpointWay storage, memory;
    double intervalS = 0.0;  ///< taken: on storage
    int spares = 0, sparesAdvised = 0;
    double waiting = 0.0;
    double goodput = 0.0, goodputLow = 0.0, goodputHigh = 0.0;
    int sparesAtTwice = 0;        ///< advised at twice the failure rate
    double goodputAtTwice = 0.0;  ///< at twice the failure rate with these spares
    double target = 0.0;
    double restartBudgetS =
        models::kNotStated;     ///< longest restart that reaches the target; NaN if none does
    double minutePoints = 0.0;  ///< goodput that the next minute of restart costs
    double minuteUsdPerDay = models::kNotStated;  ///< of all accelerators
    std::vector<IntervalPoint> intervals;
    std::vector<SparePoint> sparePoints;
    std::vector<RestartPoint> restarts;
    std::vector<GoodputStrategy> strategies;
};

GoodputAnswer goodputOf(const GoodputSpec& spec);

}  // namespace headroom::engine
