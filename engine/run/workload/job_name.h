// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

#include <string>

namespace headroom::engine {

/// A name for tables: "llama-70b", "generator-12".
std::string jobName(const Plant& plant, const State& state, const Job& job);

}  // namespace headroom::engine
