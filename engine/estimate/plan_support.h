// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/training.h"

#include <string>

/// Words on plans of training: what software does not combine, and what would make a plan fit.
namespace headroom::engine {

/// One sentence on what a plan asks of software that the software does not combine (models::planGap()); empty where it
/// combines all of it.
std::string planGapText(const models::TrainingPlan& plan, const models::SoftwareStackSpec& software,
                        const std::string& softwareName);

/// Remedy that lowers the memory of a plan that does not fit: never one that it has already, or that the cluster, the model
/// or the software does not admit.
std::string memoryRemedy(const TrainingQuestion& question);

}  // namespace headroom::engine
