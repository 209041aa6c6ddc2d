// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"

namespace headroom::engine {

/// Hazard of the plant that takes machines of this link out; -1 if none.
HazardIndex hazardOfLink(const Plant& plant, const CoolingLink& link);

/// Load of the wiring that drives the machines of this link; -1 if none.
LoadIndex loadOfLink(const Plant& plant, const CoolingLink& link);

}  // namespace headroom::engine
