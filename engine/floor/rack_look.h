// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <cstdint>

namespace headroom::engine {

enum class RackForm : std::uint8_t {
    Air,     ///< servers that draw air through the front door
    Liquid,  ///< servers with cold plates, fed by manifolds at the back
    Tank     ///< servers upright in a bath, under a lid
};

/// How the racks of a block are built: pictures show it, no model reads it.
struct RackLook {
    RackForm form = RackForm::Air;
    int servers = 0;
    double serverU = models::kNotStated;  ///< height of one server in rack units
    int unitsU = 0;                       ///< mounting height; 0 means the catalogue states none
    int switchTrays = 0, serversBelow = 0, shelves = 0;  ///< as in models::RackSpec
    bool hasRearDoor = false;

    bool operator==(const RackLook&) const = default;
};

}  // namespace headroom::engine
