// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/reading_time.h"

#include "models/core/calendar.h"

#include <chrono>
#include <cmath>

namespace headroom::engine {

namespace {

/// Assumption: more than any two zones are apart (26 h would be Kiribati against Baker Island, where nobody lives), and less
/// than any twin may run ahead unseen.
constexpr double kMostAheadS = 86400.0;

/// Where runs end to have a calendar: before 2201.
double lastS() {
    static const double kLastS = models::calendarTimeS("2201-01-01");
    return kLastS;
}

}  // namespace

double nowSinceEpochS() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

bool ReadingTimes::isPlausible(double timeS) {
    if (!(timeS >= 0.0 && timeS < lastS())) {
        return false;
    }
    if (std::isnan(firstS_)) {
        firstS_ = timeS;
    }
    const double latestS = nowS_ + kMostAheadS;
    return timeS <= latestS || (isRecorded_ && firstS_ > latestS);
}

}  // namespace headroom::engine
