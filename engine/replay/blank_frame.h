// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/frame/frame.h"

#include <memory>

namespace headroom::engine {

/// A frame of a plant before its first step: places and names, and nothing known (NaN, or empty). Null plant: neither
/// floor nor halls.
std::shared_ptr<const Frame> blankFrame(const std::shared_ptr<const Plant>& plant);

}  // namespace headroom::engine
