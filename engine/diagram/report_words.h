// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/drawing_words.h"

namespace headroom::engine {

/// Words of drawings in reports and files: SI units, English, the mean advance of a sans serif face.
const DrawingWords& reportWords();

/// Width of a line of text, from the mean advance of a sans serif face: to place and to cut it.
double textWidth(std::string_view words, double size, bool heavy = false);

}  // namespace headroom::engine
