// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/equipment_mass.h"

#include "models/cooling/usual.h"

#include <cmath>

namespace headroom::models {

double airSideJPerK(const RackSpec& rack, const ServerSpec& server) {
    double massKg = rack.servers * server.massKg;
    if (std::isnan(massKg)) {
        massKg = kServerMassShare * rack.massKg;
    }
    return std::isnan(massKg) ? 0.0 : massKg * kServerJPerKgK * (1.0 - server.liquidFraction);
}

}  // namespace headroom::models
