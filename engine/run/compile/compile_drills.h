// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/compile/compile_cooling.h"

namespace headroom::engine {

/// The drills of a project as orders: Plant::drills. SIM-028 where an action does not apply to what it names, SIM-024
/// where a sag strikes no utility. Wants the wiring.
void compileDrills(Plant& plant, const Project& project, const CompileFault& fail);

}  // namespace headroom::engine
