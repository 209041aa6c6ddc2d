// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/plant/plant_map.h"

#include <cstdint>

namespace headroom::engine {

/// An edit of the design while a run goes on (carry_over.h).
struct DesignEdit {
    const Plant& before;
    const Plant& after;
    const PlantMap& map;
    double timeS = 0.0;
    std::int64_t event = -1;      ///< of the log, that told of it
    bool schedulersStand = true;  ///< lines and schedulers go on as they are
};

}  // namespace headroom::engine
