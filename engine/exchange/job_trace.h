// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// One job of a recorded trace.
struct TraceJob {
    double submitS = 0.0;    ///< as the file counts, not shifted
    double durationS = 0.0;  ///< running time, without waiting
    int accelerators = 1;
    std::string tenant;  ///< of the column "vc", "user" or "tenant", the first there is; or empty
};

/// Reads a job trace: CSV with a header, gzip allowed. Jobs come back sorted by time of submission,
/// equal times in the order of the file. Jobs of no accelerator or no running time are left out.
/// At most 20 errors are reported. Errors: FIL-001..005 of the file itself, TRC-001 no such column,
/// TRC-002 not a number, TRC-003 negative, TRC-004 accelerators not a whole number up to 10^6,
/// TRC-005 no job at all.
ResultAll<std::vector<TraceJob>> readJobTrace(const std::filesystem::path& path,
                                              std::string_view submitColumn,
                                              std::string_view durationColumn,
                                              std::string_view sizeColumn);

}  // namespace headroom::engine
