// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_order.h"
#include "engine/run/cooling/coolant_leaks.h"
#include "engine/run/cooling/cooled_racks.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// Links of the coolant network that an order means; empty if it is for no part of the coolant plant.
std::vector<LinkIndex> coolantLinksOf(const Plant& plant, const PlantOrder& order);

/// Actions of people, drills and failures on the coolant plant: units out of service, valves that stick, exchangers that
/// foul, leaks, circuits shut off (CoolantState::unitsOut, stuck, foul, isolated).
class CoolantOrders : public CoolantPart {
  public:
    CoolantOrders(const RunContext& run, const CoolantMode& mode, CoolantLeaks& leaks,
                  CooledRacks& racks)
        : CoolantPart(run, mode), leaks_(leaks), racks_(racks) {}

    void operate(const PlantOrder& order, double timeS, std::int64_t cause);

    /// The repair of what that order broke.
    void undo(const PlantOrder& order, double timeS, std::int64_t cause);

    /// The end of an order that was given for a time (CoolingEvent::Undo).
    void undo(const QueuedEvent& event);

    /// Nothing is out of order.
    bool atRest() const;

  private:
    std::vector<LinkIndex> linksOf(const PlantOrder& order) const;
    std::int64_t act(const PlantOrder& order, LinkIndex link, bool undo, double timeS,
                     std::int64_t cause);
    void shiftUnits(LinkIndex link, int by);
    void repair(LinkIndex link, int units);

    CoolantLeaks& leaks_;
    CooledRacks& racks_;
};

}  // namespace headroom::engine
