// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace headroom::engine {

/// One job of a recorded trace.
struct TraceJob {
    double submitS = 0.0;    ///< [s] from the first submission, or as the file counts seconds
    double durationS = 0.0;  ///< [s] running time, without waiting
    int accelerators = 1;
    std::int32_t kind =
        -1;  ///< accelerators that it ran on: index of JobTrace::kinds; -1 means the file does not say
    std::string tenant;       ///< empty if the file has none
    std::string name;         ///< empty if the file has none
    int priority = 0;         ///< 0 if the file has none
    double deadlineS = -1.0;  ///< [s] in the clock of submitS; negative if it has none
    double requestedS = 0.0;  ///< [s] run time that its owner asked for; 0 if the file has none
};

}  // namespace headroom::engine
