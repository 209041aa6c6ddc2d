// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/training.h"
#include "models/workload/training_memory.h"

#include <optional>
#include <string>

/// Whether a training job of a project can ever take a step, by what an estimate refuses. Checks of
/// designs and runs ask here.
namespace headroom::engine {

/// A job with the parts that it names; no pointer may be null.
struct JobPlan {
    const models::TrainingJobSpec* job = nullptr;
    const models::LanguageModelSpec* model = nullptr;
    const models::AcceleratorSpec* accelerator = nullptr;
    const models::SoftwareStackSpec* software = nullptr;
};

/// Result of checkPlan() on its degrees and its precision. Left to others: how many accelerators there are
/// (the pool knows), whether degrees divide them (SIM-017), and its batch, which a run divides as if it could.
std::optional<Error> planFault(const JobPlan& plan);

/// Value of its fullest accelerator at the requested size.
models::TrainingMemory memoryOf(const JobPlan& plan);

/// One sentence on memoryOf(): what it takes and what there is.
std::string memoryText(const JobPlan& plan, const models::TrainingMemory& memory);

}  // namespace headroom::engine
