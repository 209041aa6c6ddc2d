// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

namespace headroom::engine {

/// By unit: the greatest prospective three-phase current [A] of a short circuit behind it, over the sources on which transfer
/// switches can stand (PowerUnit::faultA: normal supply).
ByUnit<double> greatestFaultCurrents(const PowerNetwork& network);

/// What a short circuit behind a unit draws through it as the wiring stands now [A]: by the incomers that carry, from the
/// sources on which transfer switches stand, and from the inverter of a UPS whose input is away. 0 where it is dead.
double faultCurrentNow(const PowerNetwork& network, const PowerSwitching& switching,
                       const PowerFlow& flow, UnitIndex unit);

}  // namespace headroom::engine
