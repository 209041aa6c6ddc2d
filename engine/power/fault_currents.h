// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

namespace headroom::engine {

/// Returns for each unit the largest prospective three-phase short-circuit current [A] at its output, over all positions of
/// the transfer switches. (PowerUnit::faultA holds the current with normal supply.)
ByUnit<double> greatestFaultCurrents(const PowerNetwork& network);

/// Returns for each edge its share of the short-circuit current at the unit to which it leads, with normal supply. This share
/// differs from the share of the load: impedances divide a fault current, ratings divide a load.
ByEdge<double> faultShares(const PowerNetwork& network);

struct ShortNow {
    double currentA = 0.0;
    ByEdge<double> share;  ///< like faultShares(), over the incomers in use
};

/// Returns the short-circuit current at the output of a unit in the present state. It flows through the incomers in use, from
/// the present sources of the transfer switches, and from the inverter of a UPS on battery. Returns 0 if the unit is dead.
ShortNow shortNow(const PowerNetwork& network, const PowerSwitching& switching,
                  const PowerFlow& flow, UnitIndex unit);

}  // namespace headroom::engine
