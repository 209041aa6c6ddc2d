// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/live/source_list.h"
#include "engine/telemetry/telemetry_finding.h"
#include "engine/telemetry/telemetry_store.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The sources of one building at work: each on a thread of its own, all into one store.
namespace headroom::engine {

enum class FeedState {
    Waiting,     ///< not begun
    Connecting,  ///< for the first time
    Running,
    Silent,  ///< there, but nothing came for longer than its map allows
    Away,    ///< cannot be reached, or said no: asked again
    Ended,   ///< a replay that is through, or stopped
    Failed   ///< the store does not take its readings
};

/// "running", as tables call it.
std::string_view feedStateWord(FeedState state);

/// State of a source.
struct FeedStatus {
    std::string id;
    std::string what;  ///< FeedSpec::what()
    FeedState state = FeedState::Waiting;
    std::int64_t deliveries = 0;
    std::int64_t taken = 0;  ///< readings that it brought into the store
    double perS = 0.0;       ///< of these, a second: over the last half minute
    double newestS = std::numeric_limits<
        double>::quiet_NaN();  ///< time of its newest reading, site's clock since 1970
    double arrivedS =
        std::numeric_limits<double>::quiet_NaN();  ///< when something came last, UTC since 1970
    /// How old its newest reading was when it came; NaN of a replay, and before the first.
    double lagS = std::numeric_limits<double>::quiet_NaN();
    std::int64_t faults = 0;                 ///< told so far: the sum of the counts of `findings`
    std::vector<TelemetryFinding> findings;  ///< what was odd about its readings
    std::int64_t failures = 0;               ///< attempts that failed
    std::string lastError;                   ///< in words with its code; stays when it is over
    double errorS = std::numeric_limits<double>::quiet_NaN();  ///< when that was, UTC since 1970
};

/// Fate of readings that were pushed; they are on disk.
struct PushReceipt {
    std::int64_t taken = 0, repeated = 0, contradicted = 0, implausible = 0, unreadable = 0,
                 unknown = 0;
};

/// Readings that came, in SI, by arrival.
struct FreshReadings {
    std::vector<StoredSample> samples;  ///< sensors of SourceList::all
    bool isBroken =
        false;  ///< more came than is held for one who is slow: read the store instead (series())
};

/// A source that cannot be reached, or that goes away, is asked again after 1 s, 2 s … 30 s, for as long as this lives:
/// a building outlives its gateways. All members may be called from any thread.
class Feeds {
  public:
    /// Opens the store, and reads the files of replays. Nothing begins before start(). `store` empty: in memory.
    /// Errors of TelemetryStore::open() and openReadings().
    static ResultAll<std::unique_ptr<Feeds>> open(SourceList list,
                                                  const std::filesystem::path& store);

    /// Stops; what was taken is stored.
    ~Feeds();
    Feeds(const Feeds&) = delete;
    Feeds& operator=(const Feeds&) = delete;

    const SourceList& list() const;

    const TelemetryMap& map() const { return list().all; }

    void start();
    /// Each source ends after what it does now: waits for that, at most some seconds.
    void stop();

    std::vector<FeedStatus> status() const;
    /// No source will bring anything more: all are replays that are through, or it was stopped.
    bool haveEnded() const;

    /// JSON lines (json_lines.h) for the source of that id, empty: the only one that takes them. When it returns without an
    /// error, all of them that are readings are on disk. TEL-072: there is no such source. Errors of the store.
    Result<PushReceipt> push(const std::string& id, std::string_view lines);

    /// Waits until there are readings that takeFresh() has not given, or so long.
    bool waitForFresh(double seconds);
    FreshReadings takeFresh();

    /// All that is stored of each sensor since a time.
    Result<std::vector<TelemetrySeries>> series(
        double fromS = -std::numeric_limits<double>::infinity()) const;

    /// The same in pieces: TelemetryStore::span().
    Result<StoredSpan> span(double fromS, std::int64_t mostOfOne) const;

    /// The store, while nobody else writes to it: alarms are kept there.
    Result<void> with(const std::function<Result<void>(TelemetryStore&)>& use);

  private:
    Feeds();
    struct Private;
    std::unique_ptr<Private> d_;
};

}  // namespace headroom::engine
