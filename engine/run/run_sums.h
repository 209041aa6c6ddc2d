// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/figures/sums.h"
#include "engine/run/frame/quantity.h"

#include <functional>

/// Sums of a run for the table of figures.
namespace headroom::engine {

struct Plant;
struct RemoteTotals;
struct State;

/// Values of a run so far; those that follow from power and heat are NaN where a time of it left these out.
Sums sumsOf(const Plant& plant, const State& state, const RemoteTotals& away);

/// From the facility's quantities of one instant, as a frame or a recording holds them: since the
/// start. Without what no quantity says: jobs, peaks, meters of single parts.
Sums sumsSinceStart(const std::function<double(FacilityQuantity)>& value);

/// Values of one second at that instant.
Sums sumsOfNow(const std::function<double(FacilityQuantity)>& value);

}  // namespace headroom::engine
