// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/undervoltage.h"
#include "engine/run/power/power_reaction.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// Voltages that are too low, and loads that no voltage delivers.
///
/// A unit is low where its voltage under load is below what the loads on it, its converter or its undervoltage release
/// ask for. It opens its incomers after the time for which loads ride through (models/power/voltage.h). Where no voltage
/// delivers the load at all, its incomers open at once. They stay open until a person resets them: the loads behind them
/// would pull the voltage down again as soon as they came back.
class LowVoltages : public PowerPart {
  public:
    LowVoltages(const RunContext& run, SupplyVoltages& supply, PowerReaction& reaction);

    /// Finds them in the flow of the last sub-step.
    void find();

    /// Its own voltage is low, and not that of what feeds it alone. As of the last find().
    bool isLow(UnitIndex unit) const { return low_[at(unit)] == 1; }

    /// Queues the opening of an incomer of a low unit, unless its breaker trips before.
    void queueOpening(EdgeIndex edge, double timeS);

    /// A low unit opens.
    void open(UnitIndex unit, double timeS);

    /// Opens what collapsed.
    void collapse(const std::vector<VoltageCollapse>& collapses, double timeS);

  private:
    std::int64_t openIncomersOf(UnitIndex unit, double timeS, const Words& text);

    SupplyVoltages& supply_;
    PowerReaction& reaction_;
    std::vector<double> lowest_;  ///< by unit: voltage below which it opens its incomers
    std::vector<std::uint8_t>
        low_;  ///< by unit: 1 its voltage is below lowest_, 2 that of its feed
};

}  // namespace headroom::engine
