// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::ui {

/// How a thing of a 3-D picture is drawn.
enum class SceneLook : std::uint8_t { Shown, Ghost, Hidden };

/// Look of one of a list. An empty list shows all.
inline SceneLook lookOf(const std::vector<SceneLook>& looks, std::size_t index) {
    return index < looks.size() ? looks[index] : SceneLook::Shown;
}

}  // namespace headroom::ui
