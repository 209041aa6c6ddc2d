// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// Parts of a wiring of one subnetwork between which no power flows but through a few units at the sources: what hangs
/// on one transformer of a substation. A load flow sweeps them side by side (solvePower), as it does subnetworks. Found for the
/// incomers that carry now: switching makes others.
struct PowerSections {
    int trunk = 0;  ///< units 0 … trunk - 1 are swept alone, before or after
    /// The others, ascending; empty if not worth while. A part's units of one kind are contiguous, so that threads seldom
    /// write to one line of memory.
    std::vector<std::vector<UnitIndex>> parts;
    /// By unit of the trunk: its edges into parts, in the order in which one sweep from the last unit to the
    /// first meets them.
    std::vector<std::vector<EdgeIndex>> toParts;
    std::vector<std::uint8_t> carries;  ///< by edge: what they were found for

    /// The same incomers carry as when it was found.
    bool fits(const PowerFlow& flow) const;
};

/// About equal parts, `parts` at most; `flow` as it was solved last. None of a wiring of several subnetworks.
PowerSections sectionsOf(const PowerNetwork& network, const PowerFlow& flow, int parts);

}  // namespace headroom::engine
