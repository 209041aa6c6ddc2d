// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/job_trace.h"

#include <filesystem>

namespace headroom::hostile {

/// Reads the file by `spec` and holds the jobs against what job_trace.h promises.
void requireJobs(const std::filesystem::path& path, const models::JobTraceSpec& spec);

}  // namespace headroom::hostile
