// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"
#include "engine/diagram/drawing_words.h"
#include "engine/diagram/process_reading.h"

#include <string>
#include <vector>

/// The whole process diagram as a display list: bands, pipes, arrows, machines, valves and words. Tints are temperatures [°C].
namespace headroom::engine {

/// Kinds of items.
enum ProcessItem : int { kProcessLink, kProcessNode };

struct ProcessScene {
    const CoolingNetwork& network;
    const ProcessLayout& layout;
    const ProcessReading& reading;
    const Frame* frame = nullptr;    ///< values of nodes, loops and halls; null before a run
    std::vector<std::string> halls;  ///< their names
    const DrawingWords& words;
    /// Pixels of a unit. From afar only the most important words are in the drawing, in letters that remain legible.
    double magnification = 1.0;
};

/// Marks of states carry a CoolingLinkState. A symbol of two links belongs to the first one; the area of its second side belongs
/// to the other. Folded links belong to the symbol that stands for them.
DisplayList drawProcess(const ProcessScene& scene);

/// Whether all words are in the drawing.
bool showsAllProcessWords(double magnification);

}  // namespace headroom::engine
