// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

#include <complex>
#include <vector>

/// Converts the wiring to buses and branches for the general load flow (solve/electrical/load_flow.h). This flow verifies
/// the sweep of flow.h, and it computes the shares in rings, where the sweep can only divide by ratings.
///
/// A transformer is a series branch with its no-load loss as a load, and a cable is a branch. Boards
/// and transfer switches are buses; parts that join without impedance form one bus. The input of a UPS or
/// a rectifier is a load with the power found by flow.h, and its output is a slack bus at 1 per unit.
namespace headroom::engine {

struct ExactFlow {
    std::vector<std::complex<double>> voltage;  ///< by unit: output, per unit; 0 where dead
    std::vector<std::complex<double>> edgeVa;   ///< by edge, at the unit's end; 0 if not known
    std::vector<std::uint8_t> edgeKnown;        ///< by edge: it is a branch of its own, or the only
                                                ///< way out of a transformer
    int newtonIterations = 0;
};

/// `flow` must have been solved. PWR-003: the load flow does not converge.
Result<ExactFlow> solveExactly(const PowerNetwork& network, const PowerSwitching& switching,
                               const PowerFlow& flow);

/// True where a unit other than a transfer switch has incomers from different sources: their shares
/// follow from impedances, not from ratings.
bool hasRings(const PowerNetwork& network);

/// Replaces the shares of the units in rings by those of the exact flow. Keeps the old shares if the exact flow fails.
void shareRings(const PowerNetwork& network, const PowerSwitching& switching, PowerFlow& flow);

}  // namespace headroom::engine
