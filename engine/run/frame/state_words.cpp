// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/state_words.h"

#include "engine/cooling/network.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

std::string_view stateWord(std::string_view key, double value) {
    if (key != "mode") {
        return {};
    }
    constexpr auto kLast = static_cast<double>(PlantMode::Off);
    const double state = std::isfinite(value) ? std::clamp(std::round(value), 0.0, kLast) : kLast;
    return plantModeName(static_cast<PlantMode>(static_cast<int>(state)));
}

}  // namespace headroom::engine
