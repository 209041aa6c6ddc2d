// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/live/run_series.h"

namespace headroom::ui {

/// How a curve went through a limit.
struct Excursions {
    int count = 0;      ///< times that it went to the other side and came back, or is still there
    bool below = true;  ///< which side that is: where it was for the smaller part of the time
    double lengthS = 0.0;  ///< on that side, as far as single steps tell
    bool isExact = true;   ///< false: spans of steps were among the rows, and there may be more
};

/// Excursions of the curve `which` of a cut, in SI. A span that reaches across the limit counts
/// once.
Excursions excursionsOf(const engine::SeriesCut& cut, std::size_t which, double limit);

}  // namespace headroom::ui
