// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/sim/plant.h"

#include <vector>

namespace headroom::engine {

/// Id of the hazard of voltage sags.
inline constexpr const char* kSagHazard = "voltage-sag";

/// What can break in a plant: each failure mode of the catalogue over its population, and each
/// group of equipment with the failure rate of its part. A population without units is left out.
std::vector<PlantHazard> hazardsOf(const Plant& plant, const Catalogue& catalogue);

}  // namespace headroom::engine
