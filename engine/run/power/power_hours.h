// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/power/power_part.h"

namespace headroom::engine {

/// Operation that follows price or carbon: the limit of accelerators begins and ends with an hour, which is an event
/// (engine/plant/plant_hours.h). Power and heat are split there, and sub-steps begin short, since all chips move at once.
/// Racks ask acceleratorsAt().
class PowerHours : public PowerPart {
  public:
    using PowerPart::PowerPart;

    /// At the start of a run, and after an edit that may follow other hours.
    void begin(double timeS, bool wasLimited, std::int64_t cause);

    /// Logs the hour, which is the cause, and the limit that it brings or ends. `cause`: an edit that did; -1 if none.
    void turn(double timeS, std::int64_t cause);
};

}  // namespace headroom::engine
