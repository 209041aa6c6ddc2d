// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/power/power_part.h"

#include <cstddef>
#include <vector>

namespace headroom::engine {

/// Voltage of the mains behind each unit [per unit]: the reading of its input monitor. The last load flow decides which
/// incomers carry; sags of the mains come through them, and a live UPS or generator hides them.
class SupplyVoltages : public PowerPart {
  public:
    explicit SupplyVoltages(const RunContext& run);

    /// By the present switching and flow.
    void update();

    double of(UnitIndex unit) const { return voltage_[at(unit)]; }

    const std::vector<double>& all() const { return voltage_; }

  private:
    std::vector<double> voltage_;  ///< by unit
};

}  // namespace headroom::engine
