// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// The State as bytes and back, by its table of columns (state_table.h).
namespace headroom::engine {

std::vector<std::byte> stateBytes(const State& state);

/// Checks every size, and every index that it names, against the plant. SIM-010 where the bytes are
/// of another plant, naming the column and the sizes, or are cut.
Result<State> stateFromBytes(const Plant& plant, std::span<const std::byte> bytes);

/// 64-bit hash of the whole State but for what is only shown.
std::uint64_t hashOf(const State& state);

}  // namespace headroom::engine
