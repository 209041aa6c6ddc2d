// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"

#include <string>
#include <vector>

/// What no scheduler can mend.
namespace headroom::engine {

/// Why a training job can never take a step on the accelerators of its pool: its plan cannot be, or does not fit
/// their memory (estimate/job_plan.h). A sentence; empty: it can.
std::string trainingFault(const Plant& plant, const PlantTraining& training);

/// The same, or that their pool never holds them, of the jobs submitted by then that have nowhere else to go: "ID: …" of
/// each. A run refuses them.
std::vector<std::string> refusedJobs(const Plant& plant, double untilS);

}  // namespace headroom::engine
