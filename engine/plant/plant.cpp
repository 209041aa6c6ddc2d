// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(PlantBlock)
HEADROOM_SPECIAL_MEMBERS_OF(PlantPool)
HEADROOM_SPECIAL_MEMBERS_OF(PlantRemote)
HEADROOM_SPECIAL_MEMBERS_OF(Plant)

}  // namespace headroom::engine
