// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/accelerator.h"
#include "models/core/attribute.h"
#include "models/workload/training_plan.h"

namespace headroom::models {

/// Fused kernels made for the accelerator, fused ones of the generation before, or separate ones
/// that write the scores to memory.
enum class AttentionKernel { Fused, Portable, Unfused };

/// Which computing covers the exchanges of copies that are not fully sharded.
enum class ExchangeWindow {
    None,       ///< after the step
    MicroBatch  ///< the last backward pass covers gradients, the first forward pass weights
};

/// One generation of training software: what it fuses, hides and launches. Figures hold for every
/// model and every machine; those of chips are with the accelerator.
struct SoftwareStackSpec {
    int year = 2024;
    AcceleratorKind trainsOn = AcceleratorKind::Gpu;  ///< what it was written for
    AttentionKernel attention = AttentionKernel::Fused;
    double attentionShare = 1.0;  ///< of the accelerator's fused attention rate
    double matrixShare = 1.0;     ///< of the rate of a matrix multiplication measured alone
    double youngShare = 1.0;      ///< of that, on chips that shipped less than two years before
    double vectorPasses = 1.0;    ///< memory traffic of vectors over that of fused kernels
    double castPasses = 1.0;      ///< the same of conversions to 8 and 4 bits
    double layerLaunchS = 0.0;    ///< host time to launch a layer once
    double expertLaunchS = 0.0;   ///< the same, more, for a layer of experts
    double expertPasses = 1.0;    ///< traffic of sorting tokens to experts over the least
    double selectiveShare = 0.0;  ///< of matrices that selective recomputation runs again
    bool contextBalanced = true;  ///< context ranks share causal attention evenly
    // What it can combine: planGap().
    Sharding deepestSharding = Sharding::Zero3;        ///< without pipeline stages
    Sharding deepestShardingStages = Sharding::Zero3;  ///< with them
    bool tensorRanks = true;
    bool stages = true;
    bool chunks = true;  ///< interleaved
    bool contextRanks = true;
    bool expertRanks = true;
    bool splitsExperts = true;  ///< tensor ranks split each expert, unless the plan says otherwise
    bool expertForwarding = false;  ///< one copy of a token to each domain, spread inside
    double rowCastPasses = 1.0;     ///< conversions with a scale for each row, over the others
    double gradientBytes = 2.0;     ///< of one gradient on the links
    double wideGradientBytes =
        kNotStated;          ///< the same where matrices compute in bf16; not stated: as others
    int largestRun = 16384;  ///< accelerators of the largest run that it was held against
    ExchangeWindow window = ExchangeWindow::MicroBatch;
    double dataOverlap = 0.8;           ///< of copies' exchanges that computing can cover
    double tensorOverlap = 0.0;         ///< the same of tensor ranks' collectives
    double expertOverlap = 0.0;         ///< the same of all-to-alls
    double pipelineOverlap = 0.0;       ///< the same of sends between stages
    double interference = 0.0;          ///< of a hidden exchange's time: what it slows computing
    double shardPieces = 1.0;           ///< exchanges in which fully sharded copies move a layer
    bool gathersAgain = false;          ///< and whether its recomputation gathers weights once more
    double stepOverheadS = 0.0;         ///< data, logging, synchronisation of one step
    double optimiserBytes = 12.0;       ///< of its usual optimiser's state, a parameter
    bool narrowActivations = false;     ///< inputs of matrices and gates are kept in 8 bits
    double offloadBytesPerS = 20e9;     ///< of one accelerator between its memory and the host's
    double hostUpdateBytesPerS = 40e9;  ///< of host memory that updates one accelerator's share
    double driveBytesPerS = 3e9;        ///< of drives, one accelerator's share
    double contextBytes = 2e9;          ///< runtime and libraries, of one accelerator
    double fragmentation = 0.05;        ///< of allocated memory that nothing uses
    int trainingFamilies = 0;           ///< of measured runs that it was held against

    static const ComponentType& type();
};

/// Bytes of one gradient on the links and in memory. Megatron-LM sums gradients of bf16 runs in 32 bits, those of fp16
/// runs in 16 (megatron/arguments.py: bf16 sets accumulate_allreduce_grads_in_fp32).
double gradientBytesOf(const SoftwareStackSpec& software, Precision precision);

/// Feature of a plan that the software does not combine.
enum class PlanGap { None, Tensor, Stages, Chunks, Context, Experts, Sharding, ShardingWithStages };

/// The first such thing, by the attributes of the catalogue, which name their sources.
PlanGap planGap(const TrainingPlan& plan, const SoftwareStackSpec& software);

/// Where a step names no software: one that fuses, hides and launches ideally but for the defaults
/// above.
const SoftwareStackSpec& usualStack();

}  // namespace headroom::models
