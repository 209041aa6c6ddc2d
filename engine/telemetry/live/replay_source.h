// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/live/live_source.h"
#include "engine/telemetry/reading_time.h"

#include <memory>
#include <vector>

namespace headroom::engine {

/// Recorded readings as if they came now: each is handed on when its time has come. They keep the times at which they
/// were taken, so readers follow the clock of the data.
class ReplaySource : public TelemetrySource {
  public:
    /// Takes all of `recorded` into memory. `speed`: recorded seconds in one; 0 means at the speed of the reader.
    /// Errors of `recorded`.
    static Result<std::unique_ptr<ReplaySource>> of(std::unique_ptr<TelemetrySource> recorded,
                                                    double speed, const LiveSpec& spec);

    double firstS() const;  ///< time of the first reading that has one; NaN: there is none

    const ReadingTimes& times() const { return times_; }

    /// The time of the data at which it begins; without it, at its first reading. Several replays use the same
    /// time.
    void beginAt(double timeS) { originS_ = timeS; }

    std::string name() const override { return name_; }

    Result<bool> next(const DeliverySink& sink) override;

  private:
    ReplaySource(double speed, const LiveSpec& spec) : spec_(spec), speed_(speed) {}

    LiveSpec spec_;
    double speed_;
    std::string name_;
    Delivery rest_;                  ///< what was not a reading: handed on with the first
    std::vector<Reading> readings_;  ///< by time, after those whose time cannot be
    std::size_t first_ = 0;          ///< of those whose time can be
    ReadingTimes times_ = ReadingTimes::recorded(nowSinceEpochS());
    std::size_t next_ = 0;
    double originS_ = 0.0, begunS_ = -1.0;
};

}  // namespace headroom::engine
