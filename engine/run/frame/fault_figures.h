// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace headroom::engine {

/// Faults of one kind since the start of a run. Means are over those that were noticed or ended;
/// 0 where none was.
struct FaultGroup {
    std::int64_t struck = 0, noticed = 0, ended = 0;
    double meanToNoticeS = 0.0;  ///< MTTD: from the fault to its detection
    double meanToEndS = 0.0;  ///< MTTR: from the fault to the end of its repair, with all waiting
};

/// How a facility has fared with its faults.
struct FaultFigures {
    std::map<std::string, FaultGroup> kinds;  ///< by models::FailureKind's word; those that struck
    double availability = 1.0;  ///< share of the accelerator time not out for repair by faults
    double outAcceleratorS = 0.0;
    std::int64_t open = 0;     ///< now
    std::int64_t averted = 0;  ///< announced, and exchanged before they failed
    std::int64_t lemons = 0;   ///< servers taken out for failing too often
    std::int64_t shrunk = 0;   ///< times that a job continued with fewer accelerators
};

}  // namespace headroom::engine
