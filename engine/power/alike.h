// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

#include <vector>

namespace headroom::engine {

/// Units and loads of a wiring that are alike: an array of ten thousand equal units on one board,
/// each with the same load behind it, answers every question once.
///
/// The coarsest equitable partition: members of a class have equally many incomers from, and feed
/// equally many of, each other class; of the incomers that a transfer switch does not take, one
/// after the other of one class count alike. Found by refining, round by round, what the arrays and
/// loads are by themselves. Source: McKay, "Practical graph isomorphism", Congressus Numerantium 30 (1981).
struct AlikeUnits {
    std::vector<int> unitClass;  ///< by unit
    std::vector<int> loadClass;  ///< by load
    std::vector<int> size;       ///< by class of units: members
};

/// With transfer switches where `switching` has them. `group`, by load: loads of different groups are
/// never alike; empty means all of one.
AlikeUnits alikeUnits(const PowerNetwork& network, const PowerSwitching& switching,
                      const PowerDemand& demand, const std::vector<int>& group);

}  // namespace headroom::engine
