// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/// Present disturbance of each part: a part of State, so that a symptom can name its cause at once and a snapshot keeps the
/// chains whole.
namespace headroom::engine {

/// How a job fares against the rate that it had before something slowed it, and what it has lost
/// that is not booked yet. Times are accelerator seconds unless `since` is in their name.
struct JobCause {
    double reference = 0.0;  ///< work per second of one accelerator; 0 if it has not run yet
    double told = 0.0;       ///< the same, as an event told of last
    double slowedS = 0.0;    ///< time that it lacked at that rate
    double hungS = 0.0, restartS = 0.0, redoneS = 0.0, redoneWork = 0.0;
    double sinceS = 0.0, slowedSinceS = 0.0;  ///< of these
    std::int64_t slowed = -1;       ///< event that reported a lower rate; -1 if it runs as it did
    std::int64_t slowCause = -1;    ///< of that event
    std::int64_t hung = -1;         ///< event that made it are stopped
    std::int64_t interrupted = -1;  ///< its last interruption, until it works again
    std::int64_t started = -1;      ///< its last reported start
};

/// Object of a disturbance.
enum class CausePlace : std::int32_t {
    Loop,
    Cdu,
    Hall,
    Row,  ///< index: link of the coolant network
    Fabric,
    Storage,
    Power,    ///< the clocks that its controller takes away; index: 0
    Anywhere  ///< what has no place: index 0
};

/// Something that is not as it should be: the event that began it, where it acts, and until when.
struct Disturbance {
    std::int64_t event = -1;
    double sinceS = 0.0;
    double endS = -1.0;  ///< negative: it continues
    CausePlace place = CausePlace::Loop;
    std::int32_t index = 0;
    std::int32_t part = 0;  ///< which machine of the place; a repair of the same part ends it
    std::int32_t padding = 0;
};

/// The largest contributor to what the load of the facility did, not long ago.
struct Contributor {
    std::int64_t event = -1;
    double weight = 0.0;  ///< accelerators
    double timeS = 0.0;
};

struct CauseState {
    std::vector<Disturbance> open;             ///< and those that ended not long ago, oldest first
    Column<JobCause, Space::Job> job;          ///< grows with State::jobs
    ByServer<std::int64_t> serverEvent;        ///< by server: why it is down; -1 if it is not
    ByServer<double> serverDownS;              ///< since when, of those that are down
    std::vector<double> indicatorLevel;        ///< while it was in its band
    std::vector<double> indicatorPart;         ///< the same of what it is made of
    std::vector<double> indicatorToldS;        ///< when an event told of it last
    std::vector<std::int64_t> indicatorEvent;  ///< told that it left its band; -1 if it is in it
    Contributor load, work;                    ///< of IT power, of throughput
    std::int64_t environment = -1;  ///< event that told of heat or load with nothing broken
    double environmentS = 0.0;
};

/// Indicators of the facility (indicators.cpp); behind them one for each loop.
inline constexpr std::size_t kFacilityIndicators = 3;
/// Parts of the first of them, PUE: IT power, five kinds of machines, losses and the rest.
inline constexpr std::size_t kIndicatorParts = 7;
/// Time between two reported departures of one indicator.
inline constexpr double kLeastIndicatorGapS = 3600.0;

class StateTable;

/// Its columns.
void declareCauses(StateTable& table);

}  // namespace headroom::engine
