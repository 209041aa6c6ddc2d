// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"

/// Times in which power and heat are not computed (RunOptions::coupling), and what is then not known.
namespace headroom::engine {

/// Flows are computed from so long before something happens to power or cooling, and until it has
/// been quiet for as long. Assumption: several times the slowest time constant of halls and loops
/// (minutes), so that what happens meets a plant in balance.
inline constexpr double kFlowLeadS = 3600.0;

/// Every rack at full clock, as where flows are not computed.
void releaseClocks(State& state);

/// Quantities of the moment that follow from flows become NaN; those of racks that do not are set.
void blankFlows(const Plant& plant, State& state);

/// As at the start of a run, before flows are computed again: what has none (the coolant of a rack
/// that is cooled by air) is 0, not unknown for ever.
void clearBlanks(State& state);

/// Sums over the run that follow from flows become NaN.
void blankSums(State& state);

}  // namespace headroom::engine
