// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/cooling/heat_exchanger.h"
#include "models/cooling/rear_door.h"

#include <algorithm>

namespace headroom::models {

/// Air that a rack moves through its rear door.
struct DoorAir {
    double inletC = 0.0;  ///< at the front of the rack
    double flowM3PerS = 0.0;
    double heatW = 0.0;  ///< that the servers give to it
};

/// Heat [W] that a rear door takes from the air behind the servers: G (T_in + Q / C_air - T_water), at most down to the
/// temperature of the water, never negative. Units, source and validity of G: rearDoorConductanceWPerK().
inline double rearDoorHeatW(const RearDoorSpec& spec, const AirProperties& air,
                            const DoorAir& through, double waterC, double waterM3PerS) {
    if (through.flowM3PerS <= 0.0 || waterM3PerS <= 0.0) {
        return 0.0;
    }
    const double g = rearDoorConductanceWPerK(spec, air, through.flowM3PerS, waterM3PerS,
                                              kWaterDensity * kWaterCp);
    const double outC = through.inletC + through.heatW / (through.flowM3PerS * air.jPerM3K);
    return std::max(0.0, g * (outC - waterC));
}

}  // namespace headroom::models
