// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/live/feeds.h"
#include "engine/twin/alarm_book.h"
#include "engine/twin/twin_loop.h"
#include "engine/twin/twin_report.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <vector>

/// A twin that follows its building somewhere else, as GET /api/v1/telemetry tells it: what a twin of this machine knows of its
/// sensors, without the readings that are compared with nothing.
namespace headroom::engine {

/// Never changes: viewers keep it as long as they like.
struct FollowedThere {
    TwinPhase phase = TwinPhase::Gathering;
    std::vector<std::string> errors, waitsFor;
    std::shared_ptr<const TelemetryMap> map;  ///< its sensors: id, channel, unit, uncertainty
    TwinReport report;  ///< by sensor of the map; findings with their words alone
    std::vector<KeptAlarm> alarms;
    std::vector<FeedStatus> sources;
    double newestS = 0.0, followsPerS = 0.0;

    double nowS() const { return report.nowS; }
};

/// So many readings of a sensor are kept, the newest.
inline constexpr std::size_t kMostThereRows = 5000;

/// Merges an answer into the known state (null if nothing was known). Null if it is none of ours.
std::shared_ptr<const FollowedThere> readFollowed(const nlohmann::json& answer,
                                                  const FollowedThere* before);

}  // namespace headroom::engine
