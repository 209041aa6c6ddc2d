// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

#include <vector>

namespace headroom::engine {

/// Classes of interchangeable units and loads. Ten thousand equal units on one board, each with the
/// same load, form one class, so that each question is computed once per class.
///
/// The classes are the coarsest equitable partition: all members of a class have the same number of
/// incomers from each other class and feed the same number of its members. Consecutive idle incomers
/// of a transfer switch count as equal if their sources are in one class. The partition starts from
/// the arrays and loads and is refined round by round until it is stable. Source: McKay, "Practical graph isomorphism", Congressus Numerantium 30 (1981).
struct AlikeUnits {
    std::vector<int> unitClass;  ///< by unit
    std::vector<int> loadClass;  ///< by load
    std::vector<int> size;       ///< by class of units: members
};

/// Transfer switches have the positions of `switching`. `group` holds a number for each load: loads of
/// different groups are never alike. If `group` is empty, all loads belong to one group.
AlikeUnits alikeUnits(const PowerNetwork& network, const PowerSwitching& switching,
                      const PowerDemand& demand, const std::vector<int>& group);

}  // namespace headroom::engine
