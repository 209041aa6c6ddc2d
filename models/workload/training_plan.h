// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/optimiser_state.h"

#include <cstdint>

/// How a training run is divided among its accelerators.
namespace headroom::models {

struct LanguageModelSpec;
struct SoftwareStackSpec;
struct TrainingJobSpec;

/// Format of the matrix multiplications of the layers. Attention, vectors and logits stay in 16
/// bits in all of them.
enum class Precision : std::uint8_t {
    Bf16,
    Fp16,
    Fp8,       ///< one scale a tensor
    Fp8Row,    ///< one scale a row
    Fp8Block,  ///< one scale for each block of a tensor, and MX formats
    Fp4,       ///< 4-bit with block scales; weight gradients and some layers stay higher
    Int8
};

/// State that the copies of a model split among themselves (ZeRO stages).
enum class Sharding : std::uint8_t {
    None,
    Zero1,  ///< optimiser state
    Zero2,  ///< and gradients
    Zero3   ///< and weights: fully sharded data parallel
};

enum class Recompute : std::uint8_t {
    None,
    Selective,  ///< attention's inner part only (Korthikanti et al. 2022)
    Full        ///< every layer runs forward twice
};

const char* precisionName(Precision precision);  ///< "bf16"
const char* shardingName(Sharding sharding);     ///< "zero1"
const char* recomputeName(Recompute recompute);  ///< "none"

/// Degrees, batch and numerics of a synchronous run. Copies (data parallel) follow:
/// accelerators / (tensor x pipeline x context); experts are spread over copies (and context).
struct TrainingPlan {
    int accelerators = 8;
    int tensor = 1;
    int pipeline = 1;
    int interleave = 1;  ///< chunks of layers per stage
    int context = 1;
    int expert = 1;
    int expertTensor = 0;  ///< tensor ranks that split each expert; 0 means expertTensorRanks()
    Sharding sharding = Sharding::Zero1;
    int shardGroup = 0;       ///< copies that hold one full set of shards; 0 means all of them
    double microBatch = 1.0;  ///< sequences of one copy at a time
    double batchSequences = 8.0;
    int sequence = 0;  ///< tokens of a sequence; 0 means the model's
    Precision precision = Precision::Bf16;
    Recompute recompute = Recompute::None;
    Optimiser optimiser = Optimiser::Usual;
    Offload offload = Offload::None;
    int adapterRank =
        0;  ///< low-rank adapters alone are trained (LoRA, arXiv 2106.09685); 0 if all weights
    double frozenBits = 16.0;      ///< of the weights next to adapters (QLoRA, arXiv 2305.14314: 4)
    double gradientBytes = 0.0;    ///< of one gradient on the links; 0 means as the software does
    bool sequenceParallel = true;  ///< norms and residuals are split among tensor ranks too
    bool overlapTensor = false;    ///< collectives of tensor ranks run next to pieces of matrices

    int copies() const {
        const int each = tensor * pipeline * context;
        return each > 0 && accelerators >= each ? accelerators / each : 1;
    }

    double microBatches() const {  ///< of one copy in a step, at least 1
        const double n = batchSequences / (copies() * (microBatch > 0.0 ? microBatch : 1.0));
        return n > 1.0 ? n : 1.0;
    }
};

/// Tensor ranks that split each expert. Where the plan states none: the tensor ranks with software that
/// splits experts by them (Megatron-Core: expert_tensor_parallel_size defaults to
/// tensor_model_parallel_size), 1 with other software, and 1 where tensor x expert ranks do not divide the
/// accelerators of a stage. A stage's accelerators are expertTensor x expert x copies of the experts.
int expertTensorRanks(const TrainingPlan& plan, const SoftwareStackSpec& software);

/// Parameters that are trained: all, or the two matrices of the plan's rank next to each matrix of attention, dense
/// feed-forward and shared experts. Assumption: routed experts get none, as common recipes have it.
double trainedParameters(const TrainingPlan& plan, const LanguageModelSpec& model);

/// Bytes of a weight that is held and gathered: of frozen ones by their bits, with scales (NF4 in blocks of 64 with
/// 8-bit scales: 4.127 bits, arXiv 2305.14314, section 3).
double heldWeightBytes(const TrainingPlan& plan);

/// The plan that a job of a project states.
TrainingPlan planOf(const TrainingJobSpec& job, const LanguageModelSpec& model);

}  // namespace headroom::models
