// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_plan.h"

#include "models/workload/language_model.h"
#include "models/workload/number_bytes.h"
#include "models/workload/software_stack.h"
#include "models/workload/training_job.h"

#include <algorithm>
#include <array>
#include <cmath>

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

int expertTensorRanks(const TrainingPlan& plan, const SoftwareStackSpec& software) {
    if (plan.expertTensor > 0) {
        return plan.expertTensor;
    }
    const int stage = plan.accelerators / std::max(plan.pipeline, 1);
    const bool divides = stage % std::max(plan.tensor * plan.expert, 1) == 0;
    return software.splitsExperts && divides ? std::max(plan.tensor, 1) : 1;
}

const char* optimiserName(Optimiser optimiser) {
    constexpr std::array kNames = {"usual", "adam", "adam_bf16", "adam_8bit", "adafactor", "muon"};
    return kNames[static_cast<std::size_t>(optimiser)];
}

const char* offloadName(Offload offload) {
    constexpr std::array kNames = {"none", "optimiser", "optimiser_nvme", "weights"};
    return kNames[static_cast<std::size_t>(offload)];
}

double trainedParameters(const TrainingPlan& plan, const LanguageModelSpec& model) {
    if (plan.adapterRank <= 0) {
        return model.parameters;
    }
    const ModelShape s = shapeOf(model);
    const double queries = s.heads * s.headSize;
    const double keys = s.keyHeads * s.headSize;
    const double attending = s.attentionShare * (4.0 * s.hidden + 2.0 * queries + 2.0 * keys) +
                             s.stateShare * (2.0 * s.hidden + 3.0 * s.stateInner);
    const auto feed = [&](double inner) { return (s.gates + 1.0) * (s.hidden + inner); };
    const double dense = s.denseLayers * s.feedShare * feed(s.feedForward);
    const double shared =
        s.sharedExperts > 0.0 ? s.expertLayers * feed(s.sharedExperts * s.expertFeedForward) : 0.0;
    return plan.adapterRank * (s.layers * attending + dense + shared);
}

double heldWeightBytes(const TrainingPlan& plan) {
    constexpr double kBitsPerByte = 8.0;
    constexpr double kNf4Bits = 4.127;
    if (plan.adapterRank <= 0) {
        return kWeightBytes;
    }
    return (plan.frozenBits == 4.0 ? kNf4Bits : plan.frozenBits) / kBitsPerByte;
}

TrainingPlan planOf(const TrainingJobSpec& job, const LanguageModelSpec& model) {
    TrainingPlan plan;
    plan.accelerators = job.accelerators;
    plan.tensor = std::max(job.tensorParallel, 1);
    plan.pipeline = std::max(job.pipelineParallel, 1);
    plan.interleave = std::max(job.interleave, 1);
    plan.context = std::max(job.contextParallel, 1);
    plan.expert = std::max(job.expertParallel, 1);
    plan.expertTensor = job.expertTensorParallel;
    plan.sharding = job.sharding;
    plan.shardGroup = job.shardGroup;
    plan.sequence = model.sequence;
    plan.batchSequences = job.batchTokens / std::max(model.sequence, 1);
    // Millions of tokens in decimals are whole sequences but for their last digits.
    constexpr double kRounding = 1e-9;
    if (const double whole = std::round(plan.batchSequences);
        std::abs(plan.batchSequences - whole) <= kRounding * whole) {
        plan.batchSequences = whole;
    }
    plan.precision = job.precision;
    plan.recompute = job.recompute;
    plan.optimiser = job.optimiser;
    plan.offload = job.offload;
    plan.adapterRank = job.adapterRank;
    plan.frozenBits = job.frozenBits;
    plan.sequenceParallel = job.sequenceParallel;
    // Stated in sequences, or as the number that fills the pipeline.
    plan.microBatch = job.microBatchSequences > 0.0
                          ? job.microBatchSequences
                          : plan.batchSequences / plan.copies() / std::max(job.microBatches, 1);
    return plan;
}

}  // namespace headroom::models
