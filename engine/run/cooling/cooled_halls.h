// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/hall_air.h"
#include "engine/run/cooling/heat_network.h"

#include <cstddef>
#include <span>
#include <vector>

namespace headroom::engine {

/// Air of the halls: air handlers, zones, coils, inlets of racks (CoolantState::airRatio, crahW, zoneC, inletC, topC,
/// rackFraction).
///
/// Air handlers follow the air that servers move, and heat for what has no fans: racks without them, switches, storage,
/// electrical parts. Zones of a hall condense to the law of its return before the temperatures are solved, and are set
/// after it (engine/air/hall_air.h).
class CooledHalls : public CoolantPart {
  public:
    CooledHalls(const RunContext& run, const CoolantMode& mode, const CoolingUnits& units,
                HeatNetwork& heat);

    /// All air at its set-point, at the start of a run.
    void begin();

    /// Keeps the inlet temperature at the top of each rack in halls with a profile by height. It starts at the mean of
    /// the front.
    void keepTops();

    /// Finds what follows from the State anew.
    void derive();

    /// Result of a field of the hall: share of hot air at the inlets of its racks, in the order of the rows of its
    /// HallAirPlan. False where the number of racks is another: it is ignored.
    bool setAirFractions(HallIndex hall, std::span<const double> fractions);

    /// Air and coils of a hall in a sub-step.
    void blow(std::size_t hall, const Flows& f, double dt);

    /// Power of the fans of all halls.
    void count(Flows& f) const;

    /// Zones and inlets at the temperatures found.
    void finish(std::size_t hall, const Flows& f);

    /// Rise of heat stored in the air of a hall [W], of the last finish().
    double storedW(std::size_t hall) const { return storedW_[hall]; }

    AirIndices indices(std::size_t hall) const { return air_[hall].indices(); }

  private:
    void setCoil(std::size_t hall);

    std::span<double> zones(std::size_t hall) {
        return {c_.zoneC.data() + firstZone_[hall], at(air_[hall].plan().zones)};
    }

    const CoolingUnits& units_;
    HeatNetwork& heat_;
    std::vector<HallAir> air_;
    std::vector<ReturnLaw> returnLaw_;  ///< by hall
    std::vector<int> firstZone_;        ///< by hall
    std::vector<double> storedW_;       ///< by hall
};

}  // namespace headroom::engine
