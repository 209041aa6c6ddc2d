// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sim/compile_cooling.h"
#include "engine/sim/plant.h"

namespace headroom::engine {

/// Builds the fabrics of a project and joins servers, storage and halls to them: Plant::network,
/// and what their switches and storage draw in each hall. SIM-015 where a fabric cannot be built,
/// SIM-016 where a part states no power. Wants blocks and halls.
void compileFabrics(Plant& plant, const Project& project, const Catalogue& catalogue,
                    const CompileFault& fail);

}  // namespace headroom::engine
