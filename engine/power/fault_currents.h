// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

namespace headroom::engine {

/// By unit: the greatest prospective three-phase current [A] of a short circuit behind it, over the sources on which transfer
/// switches can stand (PowerUnit::faultA: normal supply).
ByUnit<double> greatestFaultCurrents(const PowerNetwork& network);

/// By edge: its share of what a short circuit behind the unit that it leads to draws, with normal supply. Not that of the load:
/// sources give a fault what their impedances let through.
ByEdge<double> faultShares(const PowerNetwork& network);

struct ShortNow {
    double currentA = 0.0;
    ByEdge<double> share;  ///< as faultShares(), of the ways that carry
};

/// Current of a short circuit behind a unit with the present wiring: by the incomers that carry, from the sources of the
/// transfer switches, and from the inverter of a UPS whose input is away. 0 where it is dead.
ShortNow shortNow(const PowerNetwork& network, const PowerSwitching& switching,
                  const PowerFlow& flow, UnitIndex unit);

}  // namespace headroom::engine
