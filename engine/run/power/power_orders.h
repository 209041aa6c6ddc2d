// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/power/power_reaction.h"

namespace headroom::engine {

/// Actions of people, drills and failures on the wiring: fail, repair, open, close, sag, short circuit, reset.
class PowerOrders : public PowerPart {
  public:
    PowerOrders(const RunContext& run, PowerReaction& reaction)
        : PowerPart(run), reaction_(reaction) {}

    /// Whether the array of an order on the wiring has the unit that the order names.
    bool hasPart(const PlantOrder& order) const;
    void operate(const PlantOrder& order, double timeS, std::int64_t cause);

    /// The end of an order that was given for a time (PowerEvent::Undo).
    void undo(const QueuedEvent& event);

    /// A module of a power unit fails, or comes back.
    void moduleFailed(UnitIndex unit, double timeS, std::int64_t cause);
    void moduleRepaired(UnitIndex unit, double timeS, std::int64_t cause);

  private:
    void act(const PlantOrder& order, UnitIndex unit, double timeS, std::int64_t cause);
    void setIncomers(const PlantOrder& order, UnitIndex unit, BreakerState state);
    std::int64_t reset(const PlantOrder& order, UnitIndex unit, double timeS, std::int64_t cause);
    void fault(UnitIndex unit, double timeS, std::int64_t cause);

    PowerReaction& reaction_;
};

}  // namespace headroom::engine
