// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"
#include "engine/diagram/drawing_words.h"
#include "engine/diagram/one_line.h"
#include "engine/run/frame/frame.h"

namespace headroom::engine {

/// Kinds of items: wires of the diagram, and their breakers under the same index.
enum OneLineItem : int { kOneLineWire, kOneLineBreaker };

struct OneLineWires {
    const OneLine& diagram;
    const PowerNetwork& network;
    const Frame& frame;  ///< of that network; without values of power, the design
    const DrawingWords& words;
    double magnification = 1.0;  ///< pixels of a unit of the diagram
};

/// Wires and breakers of a one-line diagram as a display list. A wire with breakers has two parts: above them it has power with its
/// source, below them if they are closed. Wires without power are dashed, and below live ones where they share a track.
DisplayList drawOneLineWires(const OneLineWires& scene);

/// Centre of the breaker of a wire that has breakers.
DrawnPoint breakerPlace(const OneLineWire& wire);

}  // namespace headroom::engine
