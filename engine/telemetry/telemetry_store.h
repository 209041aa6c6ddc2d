// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/store/database.h"
#include "engine/telemetry/telemetry_map.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Readings on disk: one SQLite file, kept in full, in SI.
///
///   sensor  number, name, column, unit
///   sample  sensor, microseconds since 1970 of the site's clock, value in SI; one for each sensor and time
///   alarm   sensor, raised, cleared, acknowledged, texts (engine/twin)
namespace headroom::engine {

/// Readings of one sensor, by time.
struct TelemetrySeries {
    std::vector<double> timeS;  ///< rising
    std::vector<double> value;  ///< SI
};

/// Readings of all sensors up to a time.
struct StoredSpan {
    std::vector<TelemetrySeries> series;                      ///< by sensor of the map
    double untilS = std::numeric_limits<double>::infinity();  ///< infinite: nothing more is stored
};

struct StoredSample {
    int sensor = 0;
    double timeS = 0.0;
    double value = 0.0;
};

/// Fate of a sample.
enum class Stored { New, Repeated, Contradicted };

class TelemetryStore {
  public:
    /// A file that is there is gone on with: sensors are known again by their names. Empty path: a file
    /// of SQLite that goes with the store, of which some MiB are in memory.
    /// TEL-030: a file of another kind, or of a newer format; errors of SQLite.
    static Result<std::unique_ptr<TelemetryStore>> open(const std::filesystem::path& file,
                                                        const TelemetryMap& map);

    /// Writes them all or none; when it returns they are on disk. `became` gets what became of each: one of a
    /// time that is there already stays out.
    Result<void> append(std::span<const StoredSample> samples, std::vector<Stored>& became);

    /// Since a time, with the last reading before it, up to another.
    Result<TelemetrySeries> series(int sensor,
                                   double fromS = -std::numeric_limits<double>::infinity(),
                                   double toS = std::numeric_limits<double>::infinity()) const;
    /// Values of every sensor of the map, in its order.
    Result<std::vector<TelemetrySeries>> allSeries(
        double fromS = -std::numeric_limits<double>::infinity(),
        double toS = std::numeric_limits<double>::infinity()) const;
    /// The same for the longest span in which no sensor has more than `mostOfOne` readings.
    Result<StoredSpan> span(double fromS, std::int64_t mostOfOne) const;
    /// Time of the newest reading of any sensor; NaN: there is none.
    Result<double> newestS() const;
    /// Time of the first reading of a sensor; NaN if it has none.
    Result<double> firstS(int sensor) const;

    Result<std::int64_t> count() const;

    Database& database() { return database_; }

  private:
    explicit TelemetryStore(Database database) : database_(std::move(database)) {}

    /// Samples of one statement, which spares the cost of beginning and ending one for each.
    static constexpr std::size_t kTogether = 32;

    Result<bool> appendTogether(std::span<const StoredSample> samples,
                                std::span<const std::size_t> order);
    Result<void> prepare(const TelemetryMap& map);
    Error damaged() const;

    Database database_;
    std::vector<std::int64_t> numbers_;  ///< by sensor of the map
    Statement insert_, find_, between_, insertTogether_;
};

/// Times are kept to the microsecond.
std::int64_t microseconds(double timeS);
double secondsOf(std::int64_t us);

}  // namespace headroom::engine
