// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/estimate/training.h"

#include <string>

namespace headroom::engine {

/// Network rates of a training job that has the whole facility to itself. The fabrics, the lines between sites, the
/// placement and the law are those of a run (run/fabric), at full clock and with nothing broken. Other jobs, services,
/// failures and drills of the project are left out. Takes one compilation of the project.
/// EST-028 where the project cannot hold the job, with the reason: the project does not compile, it refuses the job,
/// or model or software are not of its catalogue.
Result<EstimateNetwork> networkAlone(const Project& project, const Catalogue& catalogue,
                                     const TrainingQuestion& question, const std::string& profile);

}  // namespace headroom::engine
