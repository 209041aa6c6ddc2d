// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace headroom::engine {

struct PlantLoop;

/// Load of each running chiller above which one more starts, and that each of one fewer would have, below which one
/// stops: less than what they carry, so that a step of load finds something left. Assumption: usual staging.
inline constexpr double kOneMoreAt = 0.95, kOneFewerAt = 0.85;

/// Power of the chillers of a loop that share a heat [W], as many as staging has run.
double chillersPowerW(const PlantLoop& loop, double heatW, double setC, double condenserC);

}  // namespace headroom::engine
