// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"
#include "engine/diagram/drawing_words.h"
#include "engine/diagram/fabric_reading.h"

/// The diagram of a fabric as a display list: lines as wide as their bundles have links, boxes, names, marks of faults. Tints are
/// utilisations (0..1).
namespace headroom::engine {

/// Kinds of items.
enum FabricItem : int { kFabricNode, kFabricEdge };

/// Width to the left of a tree for the names of its rows; 0 for other forms.
double fabricNamesWidth(const FabricDiagram& diagram);

struct FabricScene {
    const TopologyIndex& index;
    const FabricDiagram& diagram;
    const FabricReading& reading;  ///< `known` is false before a run
    const DrawingWords& words;
    double magnification = 1.0;  ///< pixels of a unit
    int binding = -1;            ///< edge that binds the job that is shown; -1 if none
};

/// Marks of states carry a LinkFault.
DisplayList drawFabric(const FabricScene& scene);

}  // namespace headroom::engine
