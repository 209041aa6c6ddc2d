// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/build_fabric.h"
#include "engine/plant/plant.h"
#include "engine/run/compile/compile_cooling.h"

namespace headroom::engine {

/// Takes the fabrics of a project, built before or here (`known` null), and joins servers, storage and halls to them: Plant::network,
/// and what their switches and storage draw in each hall. SIM-015 where a fabric cannot be built,
/// SIM-016 where a part states no power. Wants blocks and halls.
void compileFabrics(Plant& plant, const Project& project, const Catalogue& catalogue,
                    const BuiltFabrics* known, const CompileFault& fail);

}  // namespace headroom::engine
