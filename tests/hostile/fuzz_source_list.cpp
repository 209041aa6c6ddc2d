// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/source_list.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <cmath>
#include <string>

namespace headroom::hostile {

/// Every refusal has a code, and what is accepted can be opened: each source is of one kind, with a map of its own sensors.
void source_list(std::string_view bytes) {
    const auto list =
        engine::parseSourceList(std::string(bytes), "sources.json",
                                HEADROOM_SOURCE_DIR "/scenarios/frontier-day/telemetry.json");
    if (!list) {
        for (const engine::Error& error : list.error()) {
            require(!error.code.empty() && !error.message.empty() && !error.remedy.empty(),
                    "a refusal without words");
        }
        return;
    }
    require(!list->feeds.empty() && list->maps.size() == list->firstSensor.size(),
            "sources or maps are missing");
    for (const engine::FeedSpec& feed : list->feeds) {
        require(!feed.id.empty() && feed.map < list->maps.size(), "a source without id or map");
        requireFinite(feed.speed, "speed");
        require(feed.speed >= 0.0 && feed.live.everyS > 0.0, "a source that halts");
        require((feed.kind == engine::FeedKind::Address) == !feed.address.empty() &&
                    (feed.kind == engine::FeedKind::Replay) == !feed.file.empty(),
                "a source of two kinds");
        require(feed.kind != engine::FeedKind::Address ||
                    engine::parseAddress(feed.address).has_value(),
                "an address that is none");
    }
    std::size_t sensors = 0;
    for (std::size_t m = 0; m < list->maps.size(); ++m) {
        require(list->firstSensor[m] == static_cast<int>(sensors),
                "sensors of a map are elsewhere");
        sensors += list->maps[m].sensors.size();
    }
    require(sensors == list->all.sensors.size(), "sensors are lost");
}

}  // namespace headroom::hostile
