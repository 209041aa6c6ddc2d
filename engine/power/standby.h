// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/network.h"

#include <cstdint>
#include <vector>

/// Duty of each generator, derived from the wiring. A standby generator backs up the first units
/// downstream that also have another source, and it starts when they lose that source. A generator that backs up
/// no unit but feeds a load is the only source of that load (prime power). It runs all the time, like
/// a generator in parallel with the mains. A load on the board of a standby generator has
/// power only while the generator runs.
namespace headroom::engine {

/// Returns 1 for each unit that only generators feed.
std::vector<std::uint8_t> generatorSide(const PowerNetwork& network);

struct Standby {
    std::vector<std::uint8_t> side;  ///< generatorSide
    std::vector<std::vector<int>>
        standsFor;                     ///< by unit: for a generator, the units that it backs up
    std::vector<std::uint8_t> prime;   ///< by unit: generators that run all the time
    std::vector<std::uint8_t> island;  ///< by unit: 1 if only prime generators feed it
};

Standby standbyOf(const PowerNetwork& network);

}  // namespace headroom::engine
