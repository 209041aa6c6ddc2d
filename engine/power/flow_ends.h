// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

#include <complex>
#include <vector>

/// Parts of a load flow before and after its sweeps; the sweeps are in flow.cpp.
namespace headroom::engine {

/// A voltage below this has collapsed: at unity power factor no line carries more at a lower one
/// (models/power/voltage.h). The plain sweep keeps it here so that currents stay finite.
constexpr double kCollapsed = 0.5;

/// Writes the demand of loads on the units that feed them into `loadVa`.
void addLoads(const PowerNetwork& network, const PowerDemand& demand, PowerFlow& flow);

/// Every voltage of these units is one at which something works, and every flow a number.
bool isSound(const PowerNetwork& network, const PowerFlow& flow,
             const std::vector<UnitIndex>& units);

/// None is infinite or no number.
bool isFinite(const std::vector<std::complex<double>>& values);

/// Currents of the incomers of these units, from power and voltage.
void findCurrents(const PowerNetwork& network, const std::vector<UnitIndex>& units,
                  PowerFlow& flow);

}  // namespace headroom::engine
