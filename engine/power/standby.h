// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/network.h"

#include <cstdint>
#include <vector>

/// Purpose of generators, by the wiring. A generator stands for the first units
/// downstream that have another source too: it starts when these have lost it. One that stands for
/// nothing and feeds something is the only source that this has (prime power): it runs all the
/// time, and so does one that runs in parallel with the mains. A load on the board of a standby generator has
/// power only while that runs.
namespace headroom::engine {

/// By unit: nothing but generators feeds it.
std::vector<std::uint8_t> generatorSide(const PowerNetwork& network);

struct Standby {
    std::vector<std::uint8_t> side;           ///< generatorSide
    std::vector<std::vector<int>> standsFor;  ///< by unit: of generators
    std::vector<std::uint8_t> prime;          ///< by unit: generators that run all the time
    std::vector<std::uint8_t> island;         ///< by unit: prime generators are all that feeds it
};

Standby standbyOf(const PowerNetwork& network);

}  // namespace headroom::engine
