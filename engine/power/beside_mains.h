// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

#include <vector>

/// Sources that run in parallel with the mains (fuel cells): who gives what of a board.
///
/// For a board that takes P_b, sources parallel to the mains give their present output, split evenly over the boards
/// of each source; the other live sources of the board give the rest in proportion to their ratings. Where there is no
/// other, they give all of it, in proportion to what they have come up to. Nothing flows back.
namespace headroom::engine {

/// Least share of a board's draw: a source without a share would look dead.
inline constexpr double kLeastShare = 1e-6;

/// Units of any network that run parallel to the mains.
std::vector<UnitIndex> unitsBesideMains(const PowerNetwork& network);

/// Load of the boards of such a source [W], their cables included.
double askedBesideMains(const PowerNetwork& network, const PowerFlow& flow, UnitIndex unit);

/// Scratch of shareBesideMains: kept, nothing allocates.
struct BesideMainsScratch {
    std::vector<UnitIndex>& boards;  ///< that such sources feed, afterwards
    std::vector<double>& edgeW;
};

/// Shares of a flow that was solved, by what each of `beside` has come up to [W], by unit; the caller solves again. False where
/// no board has such a source.
bool shareBesideMains(const PowerNetwork& network, const PowerSwitching& switching,
                      const std::vector<UnitIndex>& beside, const ByUnit<double>& reachedW,
                      PowerFlow& flow, const BesideMainsScratch& scratch);

}  // namespace headroom::engine
