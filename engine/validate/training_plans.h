// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/validate/training_case.h"

/// Default of a recipe's plan: the framework's default, and one that fits.
///
/// | framework | degrees | sharding | micro-batch |
/// |---|---|---|---|
/// | Megatron and its kin | tensor inside a domain, stages that divide the layers, context, experts: the fastest that fit | ZeRO-1; none before 2023 | fastest that fits |
/// | PyTorch FSDP, torchtitan, DeepSpeed ZeRO-3 | 1 | fully sharded over all; torchtitan in a pipeline: ZeRO-1, weights and gradients being whole within a step | fastest that fits; torchtitan in a pipeline: as many as stages |
/// | MaxText on TPUs | 1 | fully sharded over a slice, slices hold copies | all of a device's share |
/// | MaxText on GPUs | 1 | fully sharded over a node, nodes hold copies | all of a device's share |
///
/// Recomputation: none, else selective, else full: the least that fits. Batch: the one of most
/// tokens a second, one micro-batch a copy (eight a stage in pipelines, one in torchtitan: job_config.py of
/// github.com/pytorch/torchtitan, pipeline_parallel_microbatches, 2024-12). An inferred plan leaves 7 % of the memory free:
/// allocators and libraries of communication take it (Assumption). A plan
/// that is stated but for recomputation did run: the least of it that brings the sum below 115 % of
/// the memory, or 200 % on Grace hosts, which take activations over NVLink-C2C.
namespace headroom::engine {

/// A plan, and which of its parts the recipe states.
struct StatedPlan {
    models::TrainingPlan plan;
    bool degrees = false;  ///< tensor and pipeline
    bool interleave = false;
    bool expert = false;
    bool microBatch = false;
    bool batch = false;
    std::optional<models::Recompute> usualRecompute;  ///< of the software's own recipes
    bool recompute = false;
    bool sharding = false;
};

/// Sets plans, assumed, memoryShare and byThroughput of a case whose hardware, software and model
/// are known; whyNot where nothing divides.
void choosePlans(const StatedPlan& stated, TrainingCase& c);

}  // namespace headroom::engine
