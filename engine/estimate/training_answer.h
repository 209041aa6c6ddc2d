// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/search.h"
#include "engine/estimate/training.h"
#include "engine/sheet/sheet.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

/// An estimate of training as sheets: the command line, files and Python are written from them.
namespace headroom::engine {

/// Model FLOP over the peak of the precision that the matrices compute in. NaN for 16 bits, which the MFU refers to, and for
/// precisions that the accelerator does not have.
double mfuOfPrecision(const TrainingEstimate& estimate, const EstimateCluster& cluster);

/// All figures of the estimate in one row: plan, step, power, failures, money.
Sheet trainingFigures(const TrainingEstimate& estimate, const TrainingQuestion& question);

/// One row a part of the step, all of them: seconds and share.
Sheet stepParts(const TrainingEstimate& estimate);

/// One row a part of the memory of an accelerator, then their sum and the spare memory (negative if it does not fit).
Sheet stepMemory(const TrainingEstimate& estimate);

/// The best plans of a search, one a row. Columns that every plan has alike are details.
Sheet rankedPlans(const PlanSearch& search);

/// Why the first plan of a search is first. Plans that take the same time are not told apart.
std::string whyFirst(const PlanSearch& search);

/// The figures, the parts as "breakdown" and "memory", and notes; members in the order of their names.
nlohmann::json trainingJson(const TrainingEstimate& estimate, const TrainingQuestion& question,
                            const std::vector<std::string>& notes);

/// "search": its counts and its best plans.
nlohmann::json searchJson(const PlanSearch& search, const std::string& objective);

}  // namespace headroom::engine
