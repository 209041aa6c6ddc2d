// SPDX-License-Identifier: Apache-2.0
#include "models/power/ups_battery.h"

#include <cmath>

namespace headroom::models {

double upsDrainW(const UpsSpec& spec, double loadW, int modules) {
    return (loadW + upsLossW(spec, loadW, modules, false)) / spec.batteryEfficiency;
}

double upsStoreJ(const UpsSpec& spec, int modules) {
    return std::isnan(spec.autonomyS)
               ? 0.0
               : spec.autonomyS * upsDrainW(spec, modules * spec.ratedPowerW, modules);
}

}  // namespace headroom::models
