// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Losses of a run, booked once to the event that caused them.
namespace headroom::engine {

/// Time of accelerators that did not become progress. Redone, Hung, Restarting, Waiting and Slowed
/// are losses of work and add up; OutOfService is loss of capacity and is kept apart, since a job
/// that waits for a broken server would else be counted twice.
enum class LossKind : std::uint8_t {
    Redone,        ///< work since the last checkpoint that was safe: done, and to be done again
    Hung,          ///< held by a job that is stopped, not yet noticed
    Restarting,    ///< from placement to the first work, of a start that follows an interruption
    Waiting,       ///< asked for by an interrupted job that waits to start again
    Slowed,        ///< held by a job that continues below its rate: time times the share it lacks
    OutOfService,  ///< accelerators of servers that are down
    Count
};

const char* lossKindName(LossKind kind);

/// One entry of the book: a job (or a rack, for OutOfService) over an interval.
struct Loss {
    std::int64_t event = -1;  ///< that caused it
    std::int64_t job = -1;    ///< JobRow::id; -1 means capacity
    LossKind kind = LossKind::Redone;
    double fromS = 0.0, toS = 0.0;
    double acceleratorS = 0.0;
    double tokens = 0.0;   ///< not trained in that time, at the rate that the job had before
    double energyJ = 0.0;  ///< at the meter, taken in that time without progress
    double usd = 0.0;      ///< price of that energy, and rent of the accelerators where stated
};

}  // namespace headroom::engine
