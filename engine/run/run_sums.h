// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/figures/sums.h"
#include "engine/run/frame/quantity.h"

#include <functional>

/// What a run says to the table of figures.
namespace headroom::engine {

struct Plant;
struct RemoteTotals;
struct State;

/// Of a run so far; what follows from power and heat is NaN where a time of it left these out.
Sums sumsOf(const Plant& plant, const State& state, const RemoteTotals& away);

/// From the facility's quantities of one instant, as a frame or a recording holds them: since the
/// start. Without what no quantity says: jobs, peaks, meters of single parts.
Sums sumsSinceStart(const std::function<double(FacilityQuantity)>& value);

/// Of one second at that instant.
Sums sumsOfNow(const std::function<double(FacilityQuantity)>& value);

}  // namespace headroom::engine
