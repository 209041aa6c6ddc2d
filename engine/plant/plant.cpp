// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"

#include "models/economics/spot_capacity.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(PlantBlock)
HEADROOM_SPECIAL_MEMBERS_OF(PlantPool)
HEADROOM_SPECIAL_MEMBERS_OF(PlantRemote)
HEADROOM_SPECIAL_MEMBERS_OF(Plant)

double PlantRemote::lossesPerS(int accelerators) const {
    const double servers =
        std::ceil(static_cast<double>(accelerators) / std::max(1, server.accelerators));
    return spec.purchase == models::Purchase::Spot
               ? models::spotLossesPerS(offer.spotLossesPerS, offer.spotWindowS, servers)
               : 0.0;
}

}  // namespace headroom::engine
