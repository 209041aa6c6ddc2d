// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/drawing_words.h"

namespace headroom::engine::report {

/// Words of drawings in reports: SI units, English, the mean advance of a sans serif face.
const DrawingWords& reportWords();

}  // namespace headroom::engine::report
