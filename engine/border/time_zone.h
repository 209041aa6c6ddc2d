// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <string>
#include <string_view>

namespace date {
class time_zone;
}

/// Clocks of places: IANA time zones of the system's database, or fixed offsets from UTC. Instants
/// are seconds since 1970-01-01 00:00 UTC. Local times are seconds since 1970-01-01 00:00 of the
/// place's clock.
namespace headroom::engine {

/// A local time as UTC. Daylight saving skips an hour in spring and repeats one in autumn.
struct ZonedInstant {
    enum class Kind {
        Unique,
        Skipped,  ///< no such local time; `utcS` counts on from the last one before the gap
        Repeated  ///< `utcS` is the first of two instants, `laterS` the second
    };

    Kind kind = Kind::Unique;
    double utcS = 0.0;
    double laterS = 0.0;  ///< equals `utcS` unless the local time is repeated
};

/// A small value. The default is UTC.
class TimeZone {
  public:
    TimeZone() = default;

    /// "Europe/Berlin", "UTC", "UTC-5", "+05:30", "CET". TIM-001: no such zone; the remedy names
    /// the nearest one.
    static Result<TimeZone> named(std::string_view name);

    /// A clock without daylight saving, a number of seconds ahead of UTC.
    static TimeZone fixed(double aheadS);

    /// "Europe/Berlin", "UTC", "UTC-05:00".
    std::string name() const;

    /// Seconds that the clock is ahead of UTC at an instant.
    double aheadS(double utcS) const;

    /// The same in winter: without daylight saving, in the year of the instant.
    double standardAheadS(double utcS) const;

    ZonedInstant utcOf(double localS) const;

    bool operator==(const TimeZone&) const = default;

  private:
    const date::time_zone* zone_ = nullptr;  ///< null means fixed
    double fixedS_ = 0.0;
};

}  // namespace headroom::engine
