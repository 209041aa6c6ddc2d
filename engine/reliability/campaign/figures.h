// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/unit.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

/// What a campaign measures: each figure named once, with its unit and what it is.
namespace headroom::engine {

/// Sums of one replication that figures are made of. Times of jobs are weighted by accelerators,
/// and count from a job's first start to its end or the end of the run. Services are not in them.
enum class Sum {
    One,              ///< 1: for figures that are a count of the run
    Failures,         ///< that hit something in service
    Interruptions,    ///< of jobs, by failures
    JobS,             ///< that jobs had started and not ended: not weighted
    RunningS,         ///< of it: running, not weighted
    WallS,            ///< JobS weighted by accelerators
    HeldS,            ///< accelerator seconds held by jobs
    ProductiveS,      ///< of these: progress that was kept
    StartingS,        ///< of these: before the first work, and slow warm-up
    StalledS,         ///< of these: in checkpoints
    HungS,            ///< of these: without progress, not yet noticed
    LostS,            ///< of these: progress that no checkpoint kept
    WaitingS,         ///< WallS without accelerators
    Starts,           ///< of jobs, weighted by accelerators
    InterruptedWeight,  ///< interruptions weighted by accelerators
    ServerDownS,      ///< servers out of service, over the run
    ServerS,          ///< all servers, over the run
    ServersTaken,     ///< failures that took a server out of service
    Tokens,           ///< trained and kept
    Count
};

using Sums = std::array<double, static_cast<std::size_t>(Sum::Count)>;

inline double& at(Sums& sums, Sum s) { return sums[static_cast<std::size_t>(s)]; }
inline double at(const Sums& sums, Sum s) { return sums[static_cast<std::size_t>(s)]; }

enum class Figure {
    Interruptions,
    Failures,
    MeanTimeToInterruption,
    EffectiveTime,
    Goodput,
    Hung,
    LostWork,
    Starting,
    Stalled,
    Waiting,
    LostHours,
    TimeToDetect,
    WorkLost,
    TimeToServers,
    TimeToStart,
    Availability,
    TimeToRepair,
    Tokens,
    Count
};

/// A figure is over / under, each a sum of one replication.
struct FigureInfo {
    std::string_view key;    ///< "mtti_h": with the unit as suffix
    std::string_view label;  ///< "Mean time to interruption"
    models::Unit unit;       ///< shown = value / unit.toSi
    std::string_view why;    ///< definition or equation
};

std::span<const FigureInfo> figureInfos();
const FigureInfo& infoOf(Figure figure);

/// Numerator and denominator of a figure in one replication; in SI.
struct Ratio {
    double over = 0.0, under = 1.0;
};

Ratio figureOf(Figure figure, const Sums& sums);

}  // namespace headroom::engine
