// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <functional>
#include <string>
#include <vector>

/// Where telemetry comes from: files, servers, brokers, controllers, behind one interface.
namespace headroom::engine {

/// One value as a source wrote it: in the unit of its sensor, nothing checked but that it is a number.
struct Reading {
    int sensor = -1;     ///< of the map
    double timeS = 0.0;  ///< since 1970 of the run's clock (TelemetryMap::siteS)
    double value = 0.0;
    int place = 0;  ///< line of a file, number of a message, from 1
};

/// A cell or message that is not a reading.
struct Unreadable {
    int sensor = -1;  ///< -1 if not known
    int place = 0;
    std::string text;  ///< what stood there
};

/// Readings that arrived together.
struct Delivery {
    std::vector<Reading> readings;
    std::vector<Unreadable> unreadable;
    std::vector<std::string> unknown;  ///< names that the map does not have
};

/// Takes a delivery for good: when it returns without an error, all is on disk.
using DeliverySink = std::function<Result<void>(const Delivery&)>;

/// Receives the share of a file that was read, 0..1; false cancels the reading.
using ReadingProgress = std::function<bool(double)>;

/// TEL-022: the reading was cancelled.
Error readingCancelled(const std::string& source);

/// One source. A source acknowledges to the sender (a broker, a client) only what the sink has taken.
class TelemetrySource {
  public:
    TelemetrySource() = default;
    TelemetrySource(const TelemetrySource&) = delete;
    TelemetrySource& operator=(const TelemetrySource&) = delete;
    virtual ~TelemetrySource() = default;

    /// For people: "file day.csv", "broker localhost:1883".
    virtual std::string name() const = 0;

    /// Hands on what there is, waiting for a while where the source is live. False: it has ended.
    virtual Result<bool> next(const DeliverySink& sink) = 0;

    /// Share of a recorded source that next() has read, 0..1; 1 where it is not known.
    virtual double share() const { return 1.0; }

    /// How it was understood, in sentences: zone, order of dates, rows that were skipped. After the last next().
    virtual std::vector<std::string> notes() const { return {}; }

    /// Fault that keeps it from its question while it tries again; without a code if there is none.
    virtual Error trouble() const { return {}; }
};

}  // namespace headroom::engine
