// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_plan.h"

#include "models/workload/language_model.h"
#include "models/workload/training_job.h"

#include <algorithm>
#include <array>

namespace headroom::models {

const char* precisionName(Precision precision) {
    constexpr std::array kNames = {"bf16", "fp16", "fp8", "fp8_row", "fp8_block", "fp4", "int8"};
    return kNames[static_cast<std::size_t>(precision)];
}

const char* shardingName(Sharding sharding) {
    constexpr std::array kNames = {"none", "zero1", "zero2", "zero3"};
    return kNames[static_cast<std::size_t>(sharding)];
}

const char* recomputeName(Recompute recompute) {
    constexpr std::array kNames = {"none", "selective", "full"};
    return kNames[static_cast<std::size_t>(recompute)];
}

TrainingPlan planOf(const TrainingJobSpec& job, const LanguageModelSpec& model) {
    TrainingPlan plan;
    plan.accelerators = job.accelerators;
    plan.tensor = std::max(job.tensorParallel, 1);
    plan.pipeline = std::max(job.pipelineParallel, 1);
    plan.interleave = std::max(job.interleave, 1);
    plan.context = std::max(job.contextParallel, 1);
    plan.expert = std::max(job.expertParallel, 1);
    plan.sharding = job.sharding;
    plan.shardGroup = job.shardGroup;
    plan.sequence = model.sequence;
    plan.batchSequences = job.batchTokens / std::max(model.sequence, 1);
    plan.precision = job.precision;
    plan.recompute = job.recompute;
    plan.sequenceParallel = job.sequenceParallel;
    // Stated in sequences, or as the number that fills the pipeline.
    plan.microBatch = job.microBatchSequences > 0.0
                          ? job.microBatchSequences
                          : plan.batchSequences / plan.copies() / std::max(job.microBatches, 1);
    return plan;
}

}  // namespace headroom::models
