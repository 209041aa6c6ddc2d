// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace headroom::engine {

/// The kind of object that the lines of a layer become.
enum class LayerRole { Ignore, Outline, Column, Door, Wall, Room };

struct LayerRoleInfo {
    LayerRole role;
    std::string_view word;   ///< of --role
    std::string_view label;  ///< for people
};

std::span<const LayerRoleInfo> layerRoles();

/// By its word; null if there is none.
const LayerRoleInfo* layerRole(std::string_view word);

/// The role of a layer or block by words of its name in English, German and French, and the discipline codes of the US National CAD
/// Standard: "A-WALL", "S-COLS", "STUETZE", "TUER", "PORTE", "A-AREA". Ignore if no word is known.
LayerRole guessedRole(std::string_view name);

}  // namespace headroom::engine
