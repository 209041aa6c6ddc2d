// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"

#include <string>
#include <vector>

/// Faults that no scheduler can mend.
namespace headroom::engine {

/// Why a training job can never take a step on the accelerators of its pool: its plan cannot be, or does not fit
/// their memory (estimate/job_plan.h). A sentence; empty if it can.
std::string trainingFault(const Plant& plant, const PlantTraining& training);

/// The same, or that neither its pool nor a site that it may leave for ever holds as many accelerators. A run refuses
/// such a job.
std::string jobFault(const Plant& plant, const PlantTraining& training);
std::string jobFault(const Plant& plant, const PlantBatch& batch);

/// Training and batch jobs of the project submitted by then that a run refuses: "ID: …" of each, with jobFault().
std::vector<std::string> refusedJobs(const Plant& plant, double untilS);

}  // namespace headroom::engine
