// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

#include <optional>

/// The border of a step: what leaves it is a number, and not below zero where that has no meaning.
/// Unknown values, because flows were not computed (uncoupled.h), and ratios that are not defined (PUE and WUE without IT
/// energy), are NaN on purpose and pass.
namespace headroom::engine {

/// SIM-045 with the part, its law and the inputs, of the first fault in the order of the step:
/// racks, wiring, coolant, sums. Cheap where there is none: one pass over what is published.
std::optional<Error> faultOfStep(const Plant& plant, const State& state);

}  // namespace headroom::engine
