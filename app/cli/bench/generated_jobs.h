// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/trace_job.h"

#include <filesystem>
#include <vector>

namespace headroom::app {

/// The job log of Philly where it is at hand, or a path that does not exist.
std::filesystem::path measuredJobs();

/// Instead of it: as many jobs with its mean run time, its share of jobs on one accelerator and its rate; run times
/// log-normal.
std::vector<engine::TraceJob> generatedJobs();

}  // namespace headroom::app
