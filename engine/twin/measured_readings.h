// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/telemetry_finding.h"
#include "engine/telemetry/telemetry_map.h"
#include "engine/telemetry/telemetry_store.h"
#include "engine/twin/boundary.h"
#include "engine/twin/gap_policy.h"

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace headroom::engine {

/// Measured readings that a twin holds, by sensor and time, and the silences among them. Times are since 1970 of the site's
/// clock, values SI.
class MeasuredReadings {
  public:
    /// `series` by sensor of the map.
    MeasuredReadings(const TelemetryMap& map, std::vector<TelemetrySeries> series);

    /// A sensor that drives the run has a reading.
    bool isDriven() const { return firstS_ <= lastS_; }

    /// Shortest usual time between two readings of a sensor that drives the run; infinite if there is none.
    double periodS() const;

    /// Silences longer than this are skipped. `mostLoadW`: limit of each sensor (mostLoads()).
    void begin(double longestSilenceS);

    void limitLoads(std::vector<double> mostLoadW) { mostLoadW_ = std::move(mostLoadW); }

    /// TwinRun::take().
    void take(std::span<const StoredSample> samples);

    /// TwinRun::knownUntilS(), where the run is at `nowS`.
    double knownUntilS(double nowS) const;

    /// Driving readings from a time to the next gap, with the value at that time first. Straight lines never cross a gap: a
    /// sensor that has been silent since the last gap holds its last value.
    std::vector<TelemetrySeries> drivingSince(double timeS) const;

    /// All readings, or those since the last gap where there is one.
    std::vector<TelemetrySeries> drivingNow() const;

    std::vector<MeasuredSetting> settings(double originS) const {
        return measuredSettings(map_, series_, originS);
    }

    /// The next silence that the run meets.
    const std::optional<TelemetryGap>& gap() const { return gap_; }

    void lookForGap(double nowS);

    /// The run continues after the next silence. Returns that silence.
    TelemetryGap skipGap();

    /// First reading since the last gap that was skipped.
    double segmentS() const { return segmentS_; }

    /// Silences that were skipped, by time.
    const std::vector<TelemetryGap>& skipped() const { return skipped_; }

    /// Drops readings from before a time, but for the last of each sensor.
    void forgetBefore(double timeS);

    double keptFromS() const { return keptFromS_; }

    const TelemetryMap& map() const { return map_; }

    const std::vector<TelemetrySeries>& series() const { return series_; }

    double firstS() const { return firstS_; }

    double lastS() const { return lastS_; }

    /// Readings that could not drive the run, and silences.
    std::vector<TelemetryFinding> findings() const;

  private:
    bool drives(std::size_t sensor) const { return drivesRun(map_.sensors[sensor].drives); }

    TelemetryMap map_;
    std::vector<TelemetrySeries> series_;
    std::vector<double> mostLoadW_;            ///< by sensor
    std::map<int, TelemetryFinding> tooMuch_;  ///< by sensor
    double firstS_ = std::numeric_limits<double>::infinity();
    double lastS_ = -std::numeric_limits<double>::infinity();
    double keptFromS_ = -std::numeric_limits<double>::infinity();
    double longestSilenceS_ = kLongestSilenceS;
    double segmentS_ = 0.0;
    std::optional<TelemetryGap> gap_;
    std::vector<TelemetryGap> skipped_;
};

}  // namespace headroom::engine
