// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/power_part.h"

#include <algorithm>

namespace headroom::engine {

PowerPart::PowerPart(const RunContext& run)
    : plant_(run.plant),
      n_(*run.plant.network),
      s_(run.state),
      p_(run.state.power),
      queue_(run.queue),
      causes_(run.causes),
      log_(run.log) {}

std::int64_t PowerPart::say(double timeS, EventKind kind, UnitIndex unit, const Words& text,
                            std::int64_t cause) {
    const std::int64_t id = log_.add(s_, timeS, kind, n_.units[at(unit)].id, text, cause);
    p_.lastCause[at(unit)] = id;
    return id;
}

std::int64_t PowerPart::whyStrained(double timeS) const {
    std::int64_t event = s_.causes.load.event;
    for (const std::int64_t other : p_.lastCause) {
        event = std::max(event, other);
    }
    return event >= 0 ? event : causes_.load(timeS);
}

}  // namespace headroom::engine
