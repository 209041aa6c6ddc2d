// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/network.h"
#include "engine/run/frame/frame.h"

/// Values of the wiring that a frame has, for diagrams, tables and 3-D.
namespace headroom::engine {

/// Whether the frame states breakers and failures; else there is only the design.
bool hasPowerState(const Frame& frame);

/// Whether it states loads of the wiring as well, which the first step computes.
bool hasPowerValues(const Frame& frame);

/// Whether the unit's output is energised.
bool isLive(const PowerUnitNow& now);

/// Whether the load end of an incomer has power: its source is live and its breaker, if any, is closed.
bool isEdgeLive(const PowerNetwork& network, const Frame& frame, int edge);

}  // namespace headroom::engine
