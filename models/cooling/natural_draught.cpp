// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/natural_draught.h"

#include "models/air/psychrometrics.h"

namespace headroom::models {

double leastAirRatio(const CoolingTowerSpec& spec, double heatW, double waterInC, double dryBulbC,
                     double humidityRatio, double pressurePa) {
    const double saturated =
        humidityRatioFromVapourPressure(saturationPressurePa(waterInC), pressurePa);
    const double mostJPerKg =
        enthalpyJPerKg(waterInC, saturated) - enthalpyJPerKg(dryBulbC, humidityRatio);
    if (heatW <= 0.0 || mostJPerKg <= 0.0) {
        return 0.0;
    }
    return heatW / mostJPerKg * specificVolumeM3PerKg(dryBulbC, humidityRatio, pressurePa) /
           spec.airflowM3PerS;
}

}  // namespace headroom::models
