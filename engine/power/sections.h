// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// Sections of one connected network that exchange power only through a few units near the sources, for example the units behind
/// each transformer of a substation. solvePower() sweeps sections in parallel. They depend on the incomers in use, so
/// switching changes them.
struct PowerSections {
    int trunk = 0;  ///< units 0 … trunk - 1 are swept by one thread, before or after the sections
    /// Units of each section, ascending; empty if sections would not save time. Units of one kind in a section are contiguous, so
    /// that threads seldom write to the same cache line.
    std::vector<std::vector<UnitIndex>> parts;
    /// By unit of the trunk: its edges into sections, in the order of a sweep from the last unit to the
    /// first.
    std::vector<std::vector<EdgeIndex>> toParts;
    std::vector<std::uint8_t>
        carries;  ///< by edge: 1 if it was in use when the sections were found

    /// Returns true if the same incomers are in use as when the sections were found.
    bool fits(const PowerFlow& flow) const;
};

/// Returns at most `parts` sections of similar size. `flow` is the last solution. Returns no sections for a wiring of several
/// subnetworks.
PowerSections sectionsOf(const PowerNetwork& network, const PowerFlow& flow, int parts);

}  // namespace headroom::engine
