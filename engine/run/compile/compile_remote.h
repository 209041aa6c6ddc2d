// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/compile/compile_cooling.h"

namespace headroom::engine {

/// Other sites, data sets and the broker of a project: Plant::remotes, dataSets, broker. SIM-041
/// where an offer states no price for how it is paid, SIM-043 where a data set is nowhere. Before
/// jobs.
void compileRemotes(Plant& plant, const Project& project, const Catalogue& catalogue,
                    const CompileFault& fail);

}  // namespace headroom::engine
