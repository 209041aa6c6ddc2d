// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

/// Voltages that exist and are too low for what hangs on them.
namespace headroom::engine {

/// Its output has a voltage of its own: what is upstream does not pull it down.
bool converts(const PowerNetwork& network, const PowerUnit& unit);

/// Voltage that a unit sees: before a converter, behind everything else. Per unit.
std::complex<double> voltageSeen(const PowerNetwork& network, const PowerFlow& flow,
                                 UnitIndex unit);

/// By unit: the voltage below which it cannot work: the highest of what the undervoltage release of
/// its incomers, the input of the converter or switch itself, and the supplies of the racks on it
/// ask for. `rackWindows`: by rack load.
std::vector<double> lowestVoltages(const PowerNetwork& network,
                                   const std::vector<double>& rackWindows);

/// By unit: 1 where its wiring takes so much of the voltage that it is below `lowest`; 2 behind
/// such a unit. Where the source itself is below it (`supply`: by unit, of its output), as in a
/// sag, 0. `low` has the size of the units.
void findLowVoltages(const PowerNetwork& network, const PowerFlow& flow,
                     const std::vector<double>& supply, const std::vector<double>& lowest,
                     std::vector<std::uint8_t>& low);

/// True where any live unit is below `lowest`; what is quick to ask after every flow.
bool anyLowVoltage(const PowerNetwork& network, const PowerFlow& flow,
                   const std::vector<double>& lowest);

/// "asked for 1.3 MVA, the cable from ups to out delivers 0.33 MVA at most"
std::string collapseText(const PowerNetwork& network, const VoltageCollapse& collapse);

}  // namespace headroom::engine
