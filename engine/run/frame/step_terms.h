// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// Parts of the time of a job's training step, as a row of a job shows them.
namespace headroom::engine {

/// Seconds of one step; their sum is its time. Equations and sources: models/workload/training_step.h.
struct StepTerms {
    double computeS = 0.0, bubbleS = 0.0, tensorS = 0.0, pipelineS = 0.0, contextS = 0.0,
           expertS = 0.0, dataS = 0.0, stragglerS = 0.0, overheadS = 0.0;
    double waitS = 0.0;        ///< for training data that storage does not deliver in time
    double movingShare = 0.0;  ///< of its time it makes steps: the rest are checkpoints and tests
};

struct StepTermInfo {
    std::string_view key, label;
    double StepTerms::*value;
    std::string_view why;
};

/// Parts in seconds, in the order in which people read them.
std::span<const StepTermInfo> stepTerms();

}  // namespace headroom::engine
