// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/store/recording.h"
#include "engine/usd/usd_stage.h"

#include <cstddef>

namespace headroom::engine {

struct RecordedFigures {
    StageFigures figures;
    std::size_t racksWithout = 0;  ///< racks of the layout that the recording does not know by name
    std::size_t instants = 0;      ///< that each figure has at most
    std::size_t recordedInstants =
        0;  ///< that the recording holds at most; more than `instants`: evenly thinned
};

/// Instants of a figure in a stage: a day of 5,000 racks stays below about 100 MB of text.
inline constexpr std::size_t kMostStageInstants = 240;

/// The figures that a recording holds, for a layout of its project: rack quantities at their snapshots, channels at their samples;
/// both thinned evenly to kMostStageInstants, the last one always kept. Racks are joined by block and name. Errors of reading the
/// recording.
Result<RecordedFigures> recordedFigures(const Recording& recording, const Layout& layout);

}  // namespace headroom::engine
