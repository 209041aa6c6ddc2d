// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

#include <complex>
#include <vector>

/// The wiring as buses and branches for the general load flow (solve/electrical/load_flow.h): what the sweep of
/// flow.h is checked against, and what shares rings where that sweep can only go by ratings.
///
/// A transformer is a series branch with its no-load loss as a load, a cable is a branch, boards
/// and transfer switches are buses, what joins without impedance is one bus. The input of a UPS or
/// a rectifier is a load of the power that flow.h found, its output a slack bus at 1 per unit.
namespace headroom::engine {

struct ExactFlow {
    std::vector<std::complex<double>> voltage;  ///< by unit: output, per unit; 0 where dead
    std::vector<std::complex<double>> edgeVa;   ///< by edge, at the unit's end; 0 if not known
    std::vector<std::uint8_t> edgeKnown;        ///< by edge: it is a branch of its own, or the only
                                                ///< way out of a transformer
    int newtonIterations = 0;
};

/// `flow` must have been solved. PWR-003 where nothing converges.
Result<ExactFlow> solveExactly(const PowerNetwork& network, const PowerSwitching& switching,
                               const PowerFlow& flow);

/// True where a unit other than a transfer switch has incomers from different sources: their shares
/// follow from impedances, not from ratings.
bool hasRings(const PowerNetwork& network);

/// Replaces the shares of such units by those of the exact flow; keeps them where it fails.
void shareRings(const PowerNetwork& network, const PowerSwitching& switching, PowerFlow& flow);

}  // namespace headroom::engine
