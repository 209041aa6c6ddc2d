// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <string>

namespace headroom::engine {

/// The floor as a binary glTF 2.0 scene (.glb), for viewers and modellers: metres, y up, x east, z
/// south. One mesh for each kind of box, one node for each box, under a node for each hall; names
/// for people as node names, and ids, kinds and parts in `extras`. Racks turn their dark front to
/// where it looks. Boxes without size are left out.
/// Source: Khronos, glTF 2.0 specification (ISO/IEC 12113:2022).
std::string glbOf(const Layout& layout, const std::string& title);

}  // namespace headroom::engine
