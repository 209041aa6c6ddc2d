// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/border/counter.h"
#include "engine/telemetry/reading_time.h"
#include "engine/telemetry/source.h"
#include "engine/telemetry/telemetry_finding.h"
#include "engine/telemetry/telemetry_map.h"
#include "engine/telemetry/telemetry_store.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// Between a source and the store: readings become SI, what cannot be stays out, and what is odd about them is
/// noted with count and first place. Nothing is acknowledged before the store has it.
class Ingest {
  public:
    Ingest(const TelemetryMap& map, TelemetryStore& store);

    /// `times`: which a reading of its source may have. Errors of the store; then nothing of the delivery was taken.
    Result<void> take(const Delivery& delivery, ReadingTimes& times);

    /// Takes all that a source has until it ends. `isLive`: it tells of now. TEL-022: `progress` (null for none) cancelled;
    /// the readings so far are kept.
    Result<void> takeAll(TelemetrySource& source, bool isLive,
                         const ReadingProgress& progress = nullptr);

    long taken() const { return taken_; }  ///< readings that are in the store

    /// Statistics of the last delivery: readings that the store did not have, and the fate of the others.
    const std::vector<StoredSample>& fresh() const { return fresh_; }

    struct Became {
        long taken = 0, repeated = 0, contradicted = 0, implausible = 0;
    };

    const Became& became() const { return last_; }

    /// Faults, by sensor in the order of the map.
    std::vector<TelemetryFinding> findings() const;

  private:
    struct Tally {
        long count = 0;
        double firstS = 0.0;
        int place = 0;
        std::string words;
    };

    using Key = std::pair<int, TelemetryFault>;  ///< sensor, -1: none

    std::optional<double> rateOf(const Reading& reading);

    void note(int sensor, TelemetryFault fault, double timeS, int place, const std::string& words);

    const TelemetryMap& map_;
    TelemetryStore& store_;
    std::vector<double> lastS_;  ///< by sensor: the latest time so far
    std::map<Key, Tally> tallies_;
    std::map<int, CounterReader> counters_;  ///< by sensor
    std::vector<StoredSample> samples_, fresh_;
    Became last_;
    std::vector<int> places_;
    std::vector<Stored> became_;
    long taken_ = 0;
};

}  // namespace headroom::engine
