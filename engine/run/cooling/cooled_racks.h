// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/cooling/heat_network.h"

#include <cstddef>
#include <vector>

namespace headroom::engine {

/// Coolant of the racks (CoolantState::rackC, tankKg, vapourKg), and their throttling by heat.
///
/// Each rack is a mixed volume of coolant and metal between the row's headers; tanks are baths
/// with a coil. Both condense to T_out = alpha + beta T_in of their row before the temperatures are solved, and are set
/// after it.
class CooledRacks : public CoolantPart {
  public:
    CooledRacks(const RunContext& run, const CoolantMode& mode, HeatNetwork& heat);

    /// Coolant and chips at rest, at the start of a run; after CooledHalls::begin().
    void begin();

    /// The law of a row in a sub-step.
    void condense(const PlantRow& row, const Flows& f, double dt);

    /// Racks of a row at the temperatures found.
    void finish(std::size_t row, const Flows& f, double dt);

    /// Heat that racks stored and lost, and how far they moved; after all are finished.
    void count(Flows& f, SubStepMove& move) const;

    /// Tanks of a row are filled up with liquid of their own temperature.
    void fillTanks(LinkIndex row);

    /// Reports racks that begin or end to throttle: one event for the first rack of a block, one when all of them are
    /// back.
    void noteThrottle(double timeS);

  private:
    models::TankLaw tankLaw(const PlantRow& row, RackIndex rack, double heatW, double dt) const;

    /// The water of a row.
    struct Stream {
        double each = 0.0;  ///< to a rack [W/K]
        double inC = 0.0;
        bool flows = false;
    };

    double finishTank(const PlantBlock& b, RackIndex rack, const Stream& stream, const Flows& f,
                      double dt, double& fastestK);

    HeatNetwork& heat_;
    std::vector<models::TankLaw> tankLaw_;  ///< by rack, of this sub-step
    std::vector<double> storedW_, lostW_;   ///< by rack; lost: by tanks, past their coils
    std::vector<double> fastestK_;          ///< by row
};

}  // namespace headroom::engine
