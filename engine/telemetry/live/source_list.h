// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/live/live_source.h"
#include "engine/telemetry/telemetry_map.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Where the telemetry of one building comes from: a file that names all its sources.
namespace headroom::engine {

enum class FeedKind {
    Address,  ///< a server, broker or controller: openLive()
    Replay,   ///< recorded readings, played at a speed
    Push      ///< others send it: Feeds::push()
};

/// One source of the list.
struct FeedSpec {
    std::string id;
    FeedKind kind = FeedKind::Address;
    std::string address;
    std::filesystem::path file;  ///< of a replay
    double speed =
        1.0;  ///< of a replay: recorded seconds in one; 0 means at the speed of the reader
    LiveSpec live;
    std::size_t map = 0;  ///< of SourceList::maps

    std::string what() const;  ///< for people: "mqtt://broker/hall/#", "file day.csv", "pushed"
};

/// Sources with their maps. All sensors together are those of the twin: `all` has them one map after the other.
struct SourceList {
    std::filesystem::path file;
    std::string name;
    std::vector<FeedSpec> feeds;
    std::vector<TelemetryMap> maps;
    std::vector<int> firstSensor;  ///< by map: place of its first sensor in `all`
    TelemetryMap all;
};

inline constexpr std::string_view kSourcesFormat = "headroom-sources/1";

/// Reads a list (resources/schema/sources.schema.json). Paths in it are seen from its folder; a source without a map has
/// `map`, which is the project's. Every fault with its line: TEL-070 no list, or of a newer format; TEL-002, -003, -004,
/// -010 and -011 as in maps; TEL-012 two sources of one id, or a sensor in two maps; TEL-060 an address; TEL-071 a secret
/// that cannot be read, or that others may read. Errors of readTelemetryMap().
ResultAll<SourceList> readSourceList(const std::filesystem::path& file,
                                     const std::filesystem::path& map, const SiteClock& site);
ResultAll<SourceList> parseSourceList(const std::string& text, const std::filesystem::path& file,
                                      const std::filesystem::path& map, const SiteClock& site = {});

/// One source alone, with a map that is at hand: what `--telemetry` names.
SourceList sourceListOf(FeedSpec feed, TelemetryMap map);

std::string sourcesSchemaText();

}  // namespace headroom::engine
