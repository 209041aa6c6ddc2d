// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/scale.h"
#include "engine/base/words.h"
#include "engine/plant/part_names.h"
#include "engine/plant/plant.h"
#include "engine/run/contract/run_context.h"

#include <cstdint>
#include <string>

namespace headroom::engine {

/// Base of the parts of the electrical plant (electrical.h lists them): the wiring, the State, the queue, the causes and
/// the log. A part writes the columns of PowerState that its header names, and reads all of them.
class PowerPart {
  public:
    explicit PowerPart(const RunContext& run);
    PowerPart(const PowerPart&) = delete;
    PowerPart& operator=(const PowerPart&) = delete;

    /// The event behind a strain: the newest event of the wiring, since a feed that is gone moves its load to the other
    /// one, or of a change of load; else the load as submitted.
    std::int64_t whyStrained(double timeS) const;

  protected:
    ~PowerPart() = default;

    /// Logs an event of a unit and keeps it as the unit's newest one. Returns its id.
    std::int64_t say(double timeS, EventKind kind, UnitIndex unit, const Words& text,
                     std::int64_t cause);

    /// The name that people read in events.
    std::string name(UnitIndex unit) const { return nameOfPart(plant_, n_.units[at(unit)].id); }

    const Plant& plant_;
    const PowerNetwork& n_;
    State& s_;
    PowerState& p_;
    EventQueue& queue_;
    Causes& causes_;
    EventLog log_;
};

}  // namespace headroom::engine
