// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/words.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

/// Faults of telemetry, reported with place and count. A finding is not an error: the twin continues with what can be used.
namespace headroom::engine {

enum class TelemetryFault {
    Unreadable,    ///< text where a number should are
    UnknownName,   ///< a sensor that the map does not have
    Implausible,   ///< a reading that no instrument of its kind gives; it stays out
    Time,          ///< a reading of a time that cannot be, or is far ahead; it stays out
    OutOfOrder,    ///< older than one that came before; it is put in its place
    Repeated,      ///< a second time, with the same value
    Contradicted,  ///< a second time with another value; the first stays
    Gap,           ///< silence for longer than the map allows
    Stuck,         ///< the same to the last digit, while it is usually moving
    Silent,        ///< no reading at all
    Unit,          ///< reads as if it were in another unit
    ClockSkew,     ///< its clock is ahead of or behind the others
    Drift,         ///< moves away from the models steadily
    Counter,       ///< a counter fell, passed its end, or was silent for too long
    Count
};

struct TelemetryFinding {
    TelemetryFault fault = TelemetryFault::Unreadable;
    std::string sensor;  ///< id; empty if not of one sensor
    long count = 0;
    double firstS = std::numeric_limits<double>::quiet_NaN();  ///< of the first, since 1970
    int place = 0;        ///< of the first: line or message; 0 if not known
    double amount = 0.0;  ///< longest gap or standstill [s], lag [s], drift [SI per day]
    Words words;          ///< the rest of the sentence
};

/// "out of order", as tables call it.
std::string_view telemetryFaultWord(TelemetryFault fault);

/// Remedy for a person, in one sentence.
std::string_view telemetryFaultRemedy(TelemetryFault fault);

/// A sentence with sensor, count and place.
std::string text(const TelemetryFinding& finding);

}  // namespace headroom::engine
