// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/compile/compile_cooling.h"

namespace headroom::engine {

/// Where jobs come from: training jobs, batch jobs, generators, traces; the profiles that they may
/// have and the tenants that they name. Wants pools and fabrics; reads trace files.
void compileJobs(Plant& plant, const Project& project, const Catalogue& catalogue,
                 const RunOptions& options, const CompileFault& fail, Errors& errors);

}  // namespace headroom::engine
