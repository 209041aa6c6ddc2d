// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

#include <vector>

/// Power sharing between the mains and sources that run in parallel with them (fuel cells).
///
/// Let a board draw P_b. Each parallel source delivers its present output, split evenly over the boards that it feeds.
/// The other live sources of the board deliver the rest in proportion to their ratings. If the board has no other live source,
/// the parallel sources deliver P_b in proportion to their present outputs. No power flows back into a source.
namespace headroom::engine {

/// Smallest share of a board's draw [1]. A source with a share of zero would count as dead.
inline constexpr double kLeastShare = 1e-6;

/// Units of any network that run parallel to the mains.
std::vector<UnitIndex> unitsBesideMains(const PowerNetwork& network);

/// Load of the boards of such a source [W], their cables included.
double askedBesideMains(const PowerNetwork& network, const PowerFlow& flow, UnitIndex unit);

/// Buffers of shareBesideMains(), kept between calls so that no call allocates memory.
struct BesideMainsScratch {
    std::vector<UnitIndex>& boards;  ///< output: boards that parallel sources feed
    std::vector<double>& edgeW;
};

/// Updates the shares of a solved flow from the present output of each unit in `beside` (`reachedW`, in watts, by unit). The caller
/// solves again. Returns false if no board has a parallel source.
bool shareBesideMains(const PowerNetwork& network, const PowerSwitching& switching,
                      const std::vector<UnitIndex>& beside, const ByUnit<double>& reachedW,
                      PowerFlow& flow, const BesideMainsScratch& scratch);

}  // namespace headroom::engine
