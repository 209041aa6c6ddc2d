// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/workload/job_terms.h"
#include "models/workload/training_plan.h"

#include <string>

namespace headroom::models {

/// A synchronous data-parallel training run of a language model.
struct TrainingJobSpec {
    std::string name;
    std::string model;
    std::string accelerator;
    int accelerators = 8;
    int tensorParallel = 8;
    int pipelineParallel = 1;
    int microBatches = 32;
    int interleave = 1;
    int contextParallel = 1;
    int expertParallel = 1;
    int expertTensorParallel = 0;  ///< 0 means expertTensorRanks()
    Sharding sharding = Sharding::Zero1;
    int shardGroup = 0;
    double microBatchSequences = kNotStated;  ///< in place of microBatches
    Precision precision = Precision::Bf16;
    Recompute recompute = Recompute::Selective;
    Optimiser optimiser = Optimiser::Usual;
    Offload offload = Offload::None;
    int adapterRank = 0;  ///< 0 if all weights are trained
    double frozenBits = 16.0;
    bool sequenceParallel = true;
    std::string softwareStack;
    double batchTokens = kNotStated;
    double totalTokens = kNotStated;
    double submitS = 0.0;
    int copies = 1;
    double checkpointS = 1800;
    std::string profile;
    double gradientCompression = 1.0;  ///< bytes before over bytes after, of what copies exchange
    int localSteps = 1;                ///< steps between two exchanges across the slowest tier
    double deadlineS = kNotStated;     ///< after submission
    JobTerms terms;

    static const ComponentType& type();
};

}  // namespace headroom::models
